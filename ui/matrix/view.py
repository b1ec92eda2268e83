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

# What the browser sends is refused beyond this: letters of a typed number, edits of a message.
TEXT_UP_TO = 40
EDITS_UP_TO = 200


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


@dataclass(frozen=True, slots=True)
class Crumb:
    """One step of the way back to the sources: its label and the cell it stands for."""

    label: str
    matrix: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Typed:
    """A number as it was typed. Later edits have larger ordinals; one may be sent twice."""

    cell: Cell
    text: str
    ordinal: int


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
    editable: its numbers can be typed over; edited: True where one was.
    before, change: the numbers before the edits, and what was added since.
    covered: True where a number would give a prediction away: neither it nor its sums are shown.
    source_page: name of the page that computes it, if that is not this one.
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
    editable: bool = False
    edited: NDArray[np.bool_] | None = None
    before: Numbers | None = None
    change: Numbers | None = None
    covered: NDArray[np.bool_] | None = None
    source_page: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix a pin refers to."""
        rows, columns = self.values.shape
        return (columns, rows) if self.transposed else (rows, columns)


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """While a slider moves: cell = the view's own number + amounts[t], in one row."""

    row: int
    amounts: Numbers


@dataclass(frozen=True, slots=True, eq=False)
class Readout:
    """One number of the row of the cursor, values (n_q,), or (T, n_q) if a slider moves it.

    hides_zero: where it is 0 there is nothing to say.
    """

    label: str
    values: Numbers
    decimals: int = 2
    hides_zero: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BarSeries:
    """One strip of bars, values (n_q, n_k). limit None: shared by all signed series of the bars,
    the row's own maximum for "positive", 1 for "weights"; what is beyond a limit is cut and says
    so. covered: as in a matrix; None takes over what is covered in a matrix of the same numbers.
    ranks: 1 = largest of its row, 0 = masked. readouts stand below the label. muted: there only to
    be compared with."""

    label: str
    values: Numbers
    decimals: int = 2
    scale: BarScale = "signed"
    limit: float | None = None
    covered: NDArray[np.bool_] | None = None
    ranks: NDArray[np.int_] | None = None
    readouts: tuple[Readout, ...] = ()
    muted: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Aligned strips for the row of the cursor, labelled as the first matrix of their shape."""

    series: tuple[BarSeries, ...]
    title: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Arrows:
    """Tokens in a row and one arrow per token into the query token, as wide as its weight.

    masked (n_k,): True where nothing may be taken, so that there is no arrow.
    """

    tokens: tuple[str, ...]
    weights: Numbers
    query: int
    label: str = ""
    masked: NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Scrub:
    """A slider through T frames that were computed in advance; `texts` writes each of `values`.

    frames: (T, rows, columns) of each matrix that moves, as drawn, by its key; row_sums: (T, rows)
    and column_sums: (T, columns) of those whose sums are drawn. recipes: how the numbers of a
    matrix come about at each of the values; arrays of a Softmax carry T in front. bars and ranks:
    (T, n_q, n_k) in the order of the bars' series, None where a series stays. The frame at `start`
    is what the view itself shows.
    commits: Python hears where the slider rests; else it is a matter of the browser alone.
    """

    name: str
    label: str
    values: Numbers
    texts: tuple[str, ...]
    start: int
    frames: dict[str, Numbers] = field(default_factory=dict)
    row_sums: dict[str, Numbers] = field(default_factory=dict)
    column_sums: dict[str, Numbers] = field(default_factory=dict)
    recipes: dict[str, tuple[Scale, ...] | Softmax | Added] = field(default_factory=dict)
    bars: tuple[Numbers | None, ...] = ()
    ranks: tuple[NDArray[np.int_] | None, ...] = ()
    readouts: tuple[Readout, ...] = ()
    commits: bool = True


@dataclass(frozen=True, slots=True)
class Build:
    """A build-up of the last computed matrix, from step 0 (nothing) to `total`; see build.py."""

    total: int
    step: int


@dataclass(frozen=True, slots=True, eq=False)
class MatrixView:
    """Everything the one matrix view of a page shows; texts holds a template for each TEXT_KEYS.

    sliders: the value of each slider of the page, by a CSS selector of the box it stands in; stamp:
    names everything else the view depends on. Views that differ by a slider alone are looked ahead.
    rest_follows: the view was repainted ahead of its page and asks for the rest (the event "rest")
    once it has stood still for a moment.
    message: why what was typed is no number. trail: the way back to the sources; its last crumb is
    the current cell. answered: ordinal of the last edit that was dealt with, taken or refused; the
    browser repeats an edit until it is.
    step: of what is built up step by step before a class, its name and how far it is.
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
    size: Literal["normal", "mini", "presenter"] = "normal"
    language: str = "en"
    rest_follows: bool = False
    message: str = ""
    trail: tuple[Crumb, ...] = ()
    answered: int = 0
    scrub: Scrub | None = None
    build: Build | None = None
    step: tuple[str, int] | None = None
    sliders: dict[str, int] = field(default_factory=dict)
    stamp: str = ""

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

    # An operand that can be followed is always drawn.
    follow_of = pin_of

    def back_of(self, payload: Any) -> Cell | None:
        """The cell of the crumb that was chosen, else None."""
        index = _index(payload, len(self.trail))
        if index is None:
            return None
        crumb = self.trail[index]
        return Cell(crumb.matrix, crumb.row, crumb.column)

    def scrub_of(self, payload: Any) -> int | None:
        """The index of the frame where the slider rests, else None."""
        if self.scrub is None or not self.scrub.commits:
            return None
        return _index(payload, len(self.scrub.texts))

    def edits_of(self, payload: Any, after: int = 0) -> tuple[Typed, ...]:
        """The edits later than ordinal `after`, in order; what names no editable cell is left out.

        The browser sends all that are not yet answered, so that none is lost when a later message
        overtakes one that is still waiting.
        """
        sent = payload.get("edits") if isinstance(payload, dict) else None
        edits = map(self._typed_of, sent[:EDITS_UP_TO] if isinstance(sent, list) else ())
        later = {edit.ordinal: edit for edit in edits if edit and edit.ordinal > after}
        return tuple(later[ordinal] for ordinal in sorted(later))

    def _typed_of(self, payload: Any) -> Typed | None:
        cell = self.pin_of(payload)
        if cell is None or not any(self._can_edit(matrix, cell) for matrix in self.matrices):
            return None
        text, ordinal = payload.get("text"), payload.get("ordinal")
        if not isinstance(text, str) or len(text) > TEXT_UP_TO or type(ordinal) is not int:
            return None
        return Typed(cell, text, ordinal)

    def _can_edit(self, matrix: Matrix, cell: Cell) -> bool:
        if not matrix.editable or cell.matrix != (matrix.source or matrix.key):
            return False
        place = (cell.column, cell.row) if matrix.transposed else (cell.row, cell.column)
        covered = matrix.covered is not None and bool(matrix.covered[place])
        return bool(np.isfinite(matrix.values[place])) and not covered


def _index(payload: Any, length: int) -> int | None:
    """The index in a message if it is one of so many, else None."""
    index = payload.get("index") if isinstance(payload, dict) else None
    return index if type(index) is int and 0 <= index < length else None
