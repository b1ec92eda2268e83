"""How a number is written on screen; `matrix/` follows the same rule in the browser."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

MINUS = "\u2212"
# From here on a fixed number of decimals is wider than a cell and says nothing more.
_LARGE = 1e7


def shown(value: float, decimals: int = 2, *, signed: bool = True) -> str:
    """A number as every page writes it: integers plain, the rest with fixed decimals.

    Halves are rounded away from zero, on the exact binary value, as JavaScript's toFixed does.
    """
    value = float(value)
    if value == 0:
        return "0"
    sign = MINUS if value < 0 else "+" if signed else ""
    return sign + _digits(abs(value), decimals)


def _digits(size: float, decimals: int) -> str:
    if size >= _LARGE:
        mantissa, exponent = f"{Decimal(size):.{decimals}e}".split("e")
        return f"{mantissa}e{int(exponent)}"
    if size.is_integer():
        return str(int(size))
    unit = Decimal(1).scaleb(-decimals)
    return str(Decimal(size).quantize(unit, rounding=ROUND_HALF_UP))


def percent(share: float) -> str:
    """A share between 0 and 1 in whole per cent."""
    return f"{Decimal(float(share) * 100).quantize(Decimal(1), rounding=ROUND_HALF_UP)} %"
