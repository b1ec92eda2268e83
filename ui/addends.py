"""How many decimals a sum is written with, so that what is shown adds up. Pure: knows no screen.

`matrix/browser/addends.js` follows the same rule: as many as tell the largest number, and a few
more if they make what is shown add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import floor, log10

from .numbers import MINUS, rounded, shown

LEAST = 2
# With more, a number no longer fits into a cell, and rounding is said instead.
MOST = 6
# More are worth it only where fewer would tell nothing.
_USUALLY = 4
# Where nothing adds up, three decimals tell as much as six.
_OTHERWISE = 3
# From here on numbers are written with a power of ten.
_LONG = 1e7


@dataclass(frozen=True)
class Sum:
    """Numbers and what they add up to."""

    terms: Sequence[float]
    total: float

    def holds(self, decimals: int) -> bool:
        """Whether the terms, as written, add up to the total as written."""
        return sum(written(term, decimals) for term in self.terms) == written(self.total, decimals)


@dataclass(frozen=True)
class Shares:
    """A weighted sum: weights that add to `whole`, each times a value, and what that adds up to."""

    weights: Sequence[float]
    whole: float
    values: Sequence[Decimal]
    parts: Sequence[float]
    total: float

    def decimals(self) -> int:
        """The fewest decimals with which all of it is true as shown, or else the sum at least."""
        weighing, adding = Sum(self.weights, self.whole), Sum(self.parts, self.total)
        choices = _choices(self.parts)
        adds = [d for d in choices if adding.holds(d)]
        both = [d for d in adds if weighing.holds(d)]
        exact = [d for d in both if self.multiplies(d)]
        return next(iter([*exact, *both, *adds]), max(_OTHERWISE, choices[0]))

    def multiplies(self, decimals: int) -> bool:
        """Whether each weight times its value, as written, is its part as written."""
        rows = zip(self.weights, self.values, self.parts, strict=True)
        return all(
            written(weight, decimals) * value == written(part, decimals)
            for weight, value, part in rows
        )


def decimals_for(sums: Iterable[Sum]) -> int:
    """The fewest decimals with which every one of the sums is true as shown, else 3 at least."""
    every = tuple(sums)
    choices = _choices([value for entry in every for value in (*entry.terms, entry.total)])
    holding = (d for d in choices if all(entry.holds(d) for entry in every))
    return next(holding, max(_OTHERWISE, choices[0]))


def _choices(values: Iterable[float]) -> range:
    """From what shows two digits of the largest to 4 decimals, or one more than that."""
    largest = max(map(abs, values), default=0.0)
    telling = min(MOST, max(LEAST, 1 - floor(log10(largest)))) if largest else LEAST
    return range(telling, min(MOST, max(_USUALLY, telling + 1)) + 1)


def written(value: float, decimals: int) -> Decimal:
    """What a number says once it is written with so many decimals: as `shown`, but in no time."""
    if abs(value) >= _LONG:
        return read(shown(value, decimals))
    return rounded(value, decimals)


def read(text: str) -> Decimal:
    """The exact value of a number as pages write it."""
    return Decimal(text.replace(MINUS, "-"))


def readable(value: float, most: int = 4, *, signed: bool = False) -> str:
    """A number with the fewest decimals that write it as it was meant, at most so many."""
    for decimals in range(most):
        text = shown(value, decimals, signed=signed)
        if abs(float(read(text)) - value) <= 1e-12 * max(1.0, abs(value)):
            return text
    return shown(value, most, signed=signed)
