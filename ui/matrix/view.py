"""What a matrix view shows: arrays, ready labels and how each number came about. Knows no page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Owner = Literal["q", "k", "v"]
ColourScale = Literal["signed", "weights"]
BarScale = Literal["signed", "positive", "weights"]


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
    """Cell = exponentials[i, j] ÷ totals[i], where exponentials = exp(source − shift) by row."""

    source: str
    exponentials: Numbers
    totals: Numbers
    shift: Numbers


@dataclass(frozen=True, slots=True)
class Copy:
    """Cell equals the source cell: the mask step where attending is allowed."""

    source: str


Recipe = Product | Scale | Softmax | Copy


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of one matrix, in that matrix' own rows and columns, counted from 0."""

    matrix: str
    row: int
    column: int


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """One matrix as displayed: values (rows, columns), −inf where masked.

    place: band row and band column of an equation; in a sequence (step, order within the step),
    an arrow is drawn where the step changes.
    transposed: the values shown are those of matrix `source` turned over; a pin is then given in
    the rows and columns of the source.
    limit: the colour scale runs from −limit to +limit; None takes the largest size in `values`.
    masked: True where a number is the result of a mask although it is finite (weights of 0).
    given: where a number comes from that this view does not compute, as a sentence for the strip;
    given_by_hand stands in its place where by_hand is True.
    heading: template of the strip's first line with {row} and {column}.
    """

    key: str
    symbol: str
    values: Numbers
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    owner: Owner | None = None
    scale: ColourScale = "signed"
    limit: float | None = None
    decimals: int = 2
    place: tuple[int, int] = (0, 0)
    row_title: str = ""
    column_title: str = ""
    transposed: bool = False
    source: str | None = None
    recipe: Recipe | None = None
    row_sums: Numbers | None = None
    column_sums: Numbers | None = None
    query_rows: bool = False
    given: str = ""
    by_hand: NDArray[np.bool_] | None = None
    given_by_hand: str = ""
    note: str = ""
    heading: str = ""
    masked: NDArray[np.bool_] | None = None

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix a pin refers to."""
        rows, columns = self.values.shape
        return (columns, rows) if self.transposed else (rows, columns)


@dataclass(frozen=True, slots=True, eq=False)
class BarSeries:
    """One strip of bars, values (n_q, n_k). limit None: shared by all signed series of the bars,
    the row's own maximum for "positive", 1 for "weights"."""

    label: str
    values: Numbers
    decimals: int = 2
    scale: BarScale = "signed"
    limit: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Aligned strips for the row of the cursor, labelled as the first matrix of their shape.

    ranks: 1 = largest of its row, 0 = masked.
    """

    series: tuple[BarSeries, ...]
    ranks: NDArray[np.int_] | None = None
    title: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Arrows:
    """Tokens in a row and one arrow per token into the query token, as wide as its weight."""

    tokens: tuple[str, ...]
    weights: Numbers
    query: int
    label: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class MatrixView:
    """Everything the one matrix view of a page shows; texts holds a template for each TEXT_KEYS.

    rest_follows: the view was repainted ahead of its page and asks for the rest (the event "rest")
    once it has stood still for a moment.
    """

    matrices: tuple[Matrix, ...]
    layout: Literal["equation", "sequence"] = "equation"
    name: str = ""
    finding: str = ""
    query: int = 0
    pin: Cell | None = None
    texts: dict[str, str] = field(default_factory=dict)
    bars: Bars | None = None
    arrows: Arrows | None = None
    size: Literal["normal", "mini"] = "normal"
    language: str = "en"
    rest_follows: bool = False

    def pinnable(self) -> dict[str, tuple[int, int]]:
        """Shape of each matrix whose cells can be pinned, by the key a pin names."""
        return {matrix.source or matrix.key: matrix.shape for matrix in self.matrices}

    def pin_of(self, payload: Any) -> Cell | None:
        """The pinned cell if the browser's message names a cell of this view, else None."""
        if not isinstance(payload, dict):
            return None
        matrix, row, column = (payload.get(name) for name in ("matrix", "row", "column"))
        if not isinstance(matrix, str) or type(row) is not int or type(column) is not int:
            return None
        rows, columns = self.pinnable().get(matrix, (0, 0))
        return Cell(matrix, row, column) if 0 <= row < rows and 0 <= column < columns else None
