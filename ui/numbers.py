"""How a number is written on screen; `matrix/` follows the same rule in the browser."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

MINUS = "\u2212"
# From here on a fixed number of decimals is wider than a cell and says nothing more.
_LARGE = 1e7
_LONGEST_INTEGER = 1e15
# What adding up may leave behind, of numbers of usual size and of large ones.
_LEFT_OVER = 5e-13
_LAST_BITS = 1e-15
_STEPS = [Decimal(1).scaleb(-decimals) for decimals in range(16)]
# Of a sum of shares.
_ROUNDING = 1e-12


def shown(value: float, decimals: int = 2, *, signed: bool = True) -> str:
    """A number as every page writes it: integers plain, the rest with fixed decimals.

    Halves are rounded away from zero. What rounds to zero is shown neither below nor above it:
    0.00, where 0 itself is 0.
    """
    value = float(value)
    if value == 0:
        return "0"
    text = _digits(abs(value), decimals)
    if float(text) == 0.0:
        return text
    return (MINUS if value < 0 else "+" if signed else "") + text


def _digits(size: float, decimals: int) -> str:
    if size.is_integer() and size < _LONGEST_INTEGER:
        return str(int(size))
    if size >= _LARGE:
        exponent = Decimal(size).adjusted()
        mantissa = _rounded(Decimal(size).scaleb(-exponent), decimals)
        # 9.996 becomes 10.00, which is one power of ten more.
        if mantissa >= 10:
            mantissa, exponent = _rounded(mantissa / 10, decimals), exponent + 1
        return f"{mantissa}e{exponent}"
    return str(rounded(size, decimals))


def rounded(value: float, decimals: int) -> Decimal:
    """The decimal number that is shown for a value below 1e7.

    0.955 is a half of the last of two digits, though as a float it is a little less; so is
    0.0149999999999997, which is left of 5.33 − 5.315.
    """
    size = abs(value)
    meant = math.copysign(size + _LEFT_OVER + size * _LAST_BITS, value)
    return _rounded(Decimal(meant), decimals)


def _rounded(value: Decimal, decimals: int) -> Decimal:
    return value.quantize(_STEPS[decimals], rounding=ROUND_HALF_UP)


def percent(share: float) -> str:
    """A share between 0 and 1 in whole per cent; only all is 100 %, and only nothing 0 %."""
    whole = int(rounded(float(share) * 100, 0))
    if whole == 100 and share < 1.0 - _ROUNDING:
        return "> 99 %"
    if whole == 0 and share > 0.0:
        return "< 1 %"
    return f"{whole} %"


def listed(values: Sequence[float], *, signed: bool = True, most: int = 12) -> str:
    """Some numbers one after another; of many, the first."""
    texts = [shown(value, signed=signed) for value in values[:most]]
    return "  ".join([*texts, "…"] if len(values) > most else texts)


class NotANumber(ValueError):
    """A text that is not one number; `key` names the sentence that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def read_number(text: str) -> float:
    """The number a reader typed, exactly.

    Takes any minus sign, full-width digits and a decimal comma. Refused (NotANumber): nothing,
    no number, and what could be read in two ways (1,000).
    """
    # Compatibility forms: a Chinese input method may write full-width digits and signs.
    written = unicodedata.normalize("NFKC", text).strip().replace(MINUS, "-").replace("–", "-")
    if not written:
        raise NotANumber("edit.empty")
    if re.fullmatch(r"[+-]?[1-9][0-9]{0,2},[0-9]{3}", written):
        raise NotANumber("edit.ambiguous")
    written = re.sub(r"^([^.,]*),([^.,]*)$", r"\1.\2", written)
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?", written):
        raise NotANumber("edit.not_a_number")
    # Adding 0 leaves no minus before a zero.
    return float(written) + 0.0
