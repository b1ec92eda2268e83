"""What a matrix view shows: arrays, ready labels and how each number came about. Knows no page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .recipes import Added, Numbers, Recipe, Scale, Softmax

Owner = Literal["q", "k", "v"]
ColourScale = Literal["signed", "weights"]
BarScale = Literal["signed", "positive", "weights"]


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


class Sums(NamedTuple):
    """What stands beside the rows and below the columns, where anything does."""

    row: Numbers | None = None
    column: Numbers | None = None


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
    before, change: the numbers before the edits, and what was added since; before_sums and
    change_sums: the same of the sums that are drawn.
    covered: True where a number would give a prediction away: neither it nor its sums are shown.
    at_once: True where a build-up shows no single terms.
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
    before_sums: Sums = field(default_factory=Sums)
    change_sums: Sums = field(default_factory=Sums)
    covered: NDArray[np.bool_] | None = None
    at_once: NDArray[np.bool_] | None = None
    source_page: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the matrix a pin refers to."""
        rows, columns = self.values.shape
        return (columns, rows) if self.transposed else (rows, columns)


@dataclass(frozen=True, slots=True, eq=False)
class Readout:
    """One number of the row of the cursor, values (n_q,), or (T, n_q) if a slider moves it.

    hides_zero: where it is 0 there is nothing to say. adds: it is the sum of the row beside it,
    which says so where rounded numbers do not give it.
    """

    label: str
    values: Numbers
    decimals: int = 2
    hides_zero: bool = False
    adds: bool = False


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

    masked (n_k,): True where nothing may be taken, so that there is no arrow. in_turn: before a
    class, this step is about them.
    """

    tokens: tuple[str, ...]
    weights: Numbers
    query: int
    label: str = ""
    masked: NDArray[np.bool_] | None = None
    in_turn: bool = False


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
    """A build-up of the last computed matrix, from step 0 (nothing) to `total`; see build.py.

    query: whose row comes number by number.
    """

    total: int
    step: int
    query: int = 0


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
    resets: once it grows, the view shows the numbers of now, whatever was chosen before.
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
    resets: int = 0
    scrub: Scrub | None = None
    build: Build | None = None
    step: tuple[str, int] | None = None
    sliders: dict[str, int] = field(default_factory=dict)
    stamp: str = ""

    def pinnable(self) -> dict[str, tuple[int, int]]:
        """Shape of each matrix whose cells can be pinned, by the key a pin names."""
        return {matrix.source or matrix.key: matrix.shape for matrix in self.matrices}
