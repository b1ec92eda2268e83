"""How a shown number came about from other shown numbers: the arithmetic that the strip writes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Product:
    """Cell = sum over t of left[i, t] · above[t, j]; both are keys of matrices in the view."""

    left: str
    above: str


@dataclass(frozen=True, slots=True)
class Scale:
    """Cell = source[i, j] ÷ divisor; the label says what the divisor is, as "√2"."""

    source: str
    divisor: float
    divisor_label: str


@dataclass(frozen=True, slots=True, eq=False)
class Softmax:
    """Cell = exponentials[i, j] ÷ totals[i], where exponentials = exp(source − shift) by row.

    by_column: totals and shift are those of the columns.
    """

    source: str
    exponentials: Numbers
    totals: Numbers
    shift: Numbers
    by_column: bool = False


@dataclass(frozen=True, slots=True)
class Copy:
    """Cell equals the source cell: the mask step where attending is allowed."""

    source: str


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """While a slider moves: cell = the view's own number + amounts[t], in one row."""

    row: int
    amounts: Numbers


Recipe = Product | Scale | Softmax | Copy
