"""The matrices of a page: the arrays of its trace, dressed with names, labels and colours."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal

import streamlit as st

from attention_core import Trace, column_sums, difference, row_sums
from attention_core.arrays import BoolArray, FloatArray
from attention_core.edits import COMPUTED, GIVEN, most_decimals

from . import state
from .compute import trace_for
from .controls import slider_box
from .matrix import (
    BUILD_TEXT_KEYS,
    COMPARE_TEXT_KEYS,
    COVER_TEXT_KEYS,
    EDIT_TEXT_KEYS,
    FOLLOW_TEXT_KEYS,
    SCRUB_TEXT_KEYS,
    TEXT_KEYS,
    Arrows,
    Bars,
    Build,
    Cell,
    Crumb,
    Matrix,
    MatrixView,
    Product,
    Recipe,
    Scale,
    Scrub,
    build_at,
    show_ahead,
    show_matrix_view,
)
from .page import Page, page_now, pages_ahead
from .settings import PAIRS, QUERY_ROWS, SLIDERS, Pin
from .stages import HOME
from .text import HTML_LANGUAGE, template

Axis = Literal["query", "key", "token", "d_model", "d_k", "d_v"]


@dataclass(frozen=True)
class Fact:
    """What stays the same about a matrix on every page."""

    symbol: str
    rows: Axis
    columns: Axis
    owner: Literal["q", "k", "v"] | None = None
    decimals: int = 2


AXIS_WORDS = {
    "query": "asks",
    "key": "asked",
    "token": "position",
    "d_model": "component",
    "d_k": "component",
    "d_v": "component",
}

# Variants whose weights are no softmax of their row.
OTHER_WEIGHTS = ("columns", "uniform")

FACTS = {
    "x": Fact("X", "token", "d_model", decimals=1),
    "w_q": Fact("W_Q", "d_model", "d_k", "q"),
    "w_k": Fact("W_K", "d_model", "d_k", "k"),
    "w_v": Fact("W_V", "d_model", "d_v", "v"),
    "q": Fact("Q", "query", "d_k", "q"),
    "k": Fact("K", "key", "d_k", "k"),
    "v": Fact("V", "key", "d_v", "v"),
    "scores": Fact("QKᵀ", "query", "key"),
    "scaled": Fact("S", "query", "key"),
    "weights": Fact("A", "query", "key"),
    "output": Fact("O", "query", "d_v"),
}


def array(trace: Trace, name: str) -> FloatArray:
    """The array called `name` in a trace; S is shown with its mask on."""
    values: FloatArray = getattr(trace, "masked" if name == "scaled" else name)
    return values


def labels(page: Page, axis: Axis) -> tuple[str, ...]:
    """What stands beside the rows or above the columns of an axis."""
    if axis in ("query", "key", "token"):
        return page.settings.tokens
    scenario = page.scenario
    widths = {"d_model": scenario.d_model, "d_k": scenario.key_width, "d_v": scenario.value_width}
    return tuple(str(place + 1) for place in range(widths[axis]))


def matrix(
    page: Page,
    name: str,
    *,
    place: tuple[int, int] = (0, 0),
    recipe: Recipe | None = None,
    transposed: bool = False,
    with_row_sums: bool = False,
    with_column_sums: bool = False,
    covered: BoolArray | None = None,
    limit: float | None = None,
) -> Matrix:
    """The matrix called `name`, ready to be drawn; `transposed` draws K as Kᵀ, key `k_t`.

    limit: the end of its colour scale, if it is not that of the matrix alone.
    """
    fact = FACTS[name]
    values, before, change, edited = _numbers(page, name, transposed)
    rows, columns = (fact.columns, fact.rows) if transposed else (fact.rows, fact.columns)
    return Matrix(
        key=f"{name}_t" if transposed else name,
        symbol=_turned(fact.symbol) if transposed else fact.symbol,
        values=values,
        rows=labels(page, rows),
        columns=labels(page, columns),
        owner=fact.owner,
        scale="weights" if name == "weights" else "signed",
        limit=limit or _limit(page, name),
        decimals=_decimals(page, name),
        place=place,
        row_title=page.say(f"axis.{AXIS_WORDS[rows]}"),
        column_title=page.say(f"axis.{AXIS_WORDS[columns]}"),
        transposed=transposed,
        source=name if transposed else None,
        recipe=recipe,
        row_sums=row_sums(values) if with_row_sums else None,
        column_sums=column_sums(values) if with_column_sums else None,
        query_rows=name in QUERY_ROWS and not transposed,
        masked=_masked_cells(page, name),
        heading=template(page.lang, f"heading.{name}_t" if transposed else f"heading.{name}"),
        given=_given(page, name),
        by_hand=page.scenario.chosen_by_hand(name) if _is_given(page, name) else None,
        given_by_hand=page.say("matrix.given_hand"),
        editable=_is_editable(page, name),
        edited=edited,
        before=before,
        change=change,
        covered=covered.T if transposed and covered is not None else covered,
        source_page=_source_page(page, name),
    )


def _turned(symbol: str) -> str:
    return f"{symbol}ᵀ" if len(symbol) == 1 else f"({symbol})ᵀ"


def _is_given(page: Page, name: str) -> bool:
    """Whether the computation starts from these numbers; what stands in for others does not."""
    return name in GIVEN and name not in page.scenario.replaced


def _is_editable(page: Page, name: str) -> bool:
    own = name in (*GIVEN, *COMPUTED) and name not in page.scenario.replaced
    return own and page.stage.key != "overview"


def _decimals(page: Page, name: str) -> int:
    """As many as its kind has, and up to four more where a number was typed with them."""
    return min(4, most_decimals(FACTS[name].decimals, (name,), page.scenario.edits_in_force))


def _numbers(
    page: Page, name: str, transposed: bool
) -> tuple[FloatArray, FloatArray | None, FloatArray | None, BoolArray | None]:
    """A matrix now; and where the computation was changed, before, its change and the edited cells.

    There is no before where the matrix had another shape.
    """
    values, scenario = array(page.trace, name), page.scenario
    if not scenario.edits_in_force and not scenario.variant:
        return (values.T if transposed else values), None, None, None
    before, edited = array(trace_for(scenario.unedited), name), scenario.edited(name)
    if before.shape != values.shape:
        return (values.T, None, None, edited.T) if transposed else (values, None, None, edited)
    change = difference(values, before)
    if transposed:
        return values.T, before.T, change.T, edited.T
    return values, before, change, edited


def _source_page(page: Page, name: str) -> str:
    """The page that computes a matrix, unless it is this one."""
    return "" if HOME[name] == page.stage.key else page.say(f"stage.{HOME[name]}")


def _masked_cells(page: Page, name: str) -> BoolArray | None:
    """Where a weight is 0 because of the mask and not because the score was low."""
    if name != "weights" or not page.settings.causal:
        return None
    masked: BoolArray = page.trace.masked == -math.inf
    return masked


def _limit(page: Page, name: str) -> float | None:
    """The end of the colour scale; QKᵀ and S share one, so that scaling is seen as fading."""
    if name == "weights":
        return None
    shared = ("scores", "scaled") if name in ("scores", "scaled") else (name,)
    largest = max(abs(getattr(page.trace, each)).max() for each in shared)
    return float(largest) or 1.0


def _given(page: Page, name: str) -> str:
    """Where a number comes from that this page does not compute."""
    if name == "x":
        return page.say("matrix.given_token")
    if name in page.scenario.replaced:
        return page.say(f"variant.given_{page.scenario.variant}")
    if name == "weights" and page.scenario.variant in OTHER_WEIGHTS:
        return page.say(f"variant.given_{page.scenario.variant}")
    if name in GIVEN:
        return page.say("matrix.given_random", seed=page.scenario.seed)
    return page.say("matrix.computed_on", page=page.say(f"stage.{HOME[name]}"))


def product(
    page: Page,
    name: str,
    left: Matrix,
    above: Matrix,
    *,
    transposed: bool = False,
    with_row_sums: bool = False,
    covered: BoolArray | None = None,
) -> Matrix:
    """The matrix called `name` as a product, where the bands of its two factors meet."""
    return matrix(
        page,
        name,
        place=(left.place[0], above.place[1]),
        recipe=Product(left.key, above.key),
        transposed=transposed,
        with_row_sums=with_row_sums,
        covered=covered,
    )


def scaling(page: Page, source: str) -> Scale:
    """How S comes from QKᵀ: divided by √d_k where scaling is on, and by the temperature."""
    scenario = page.scenario
    root = f"√{scenario.key_width}" if scenario.scaling else ""
    warmth = "" if scenario.temperature == 1.0 else f"{scenario.temperature:g}"
    label = f"({root} × {warmth})" if root and warmth else root or warmth or "1"
    return Scale(source, scenario.divisor, label)


@dataclass(frozen=True)
class Equation:
    """What a page shows of its trace: matrices in their places, and one sentence about them."""

    matrices: Sequence[Matrix]
    finding: str
    layout: Literal["equation", "sequence"] = "equation"
    bars: Bars | None = None
    arrows: Arrows | None = None
    size: Literal["normal", "mini"] = "normal"
    scrub: Scrub | None = None


def show_equation(page: Page, equation: Callable[[Page], Equation]) -> None:
    """Draw the page's matrices as one linked view, its cursor on the pinned cell.

    The view is a fragment: a slider repaints it first and the rest of the page right after. What
    one more step of a slider will show is computed last, and waits in the browser.
    """
    _show_numbers(page.stage.key, equation)
    _look_ahead(page, equation)


@st.fragment(key=state.NUMBERS)
def _show_numbers(stage: str, equation: Callable[[Page], Equation]) -> None:
    view = _view(page_now(stage), equation, trail=state.trail())
    show_matrix_view(
        view,
        key="matrix",
        on={
            "pin": lambda: state.take_pin("matrix", view),
            "follow": lambda: state.take_follow("matrix", view),
            "back": lambda: state.take_back("matrix", view),
            "edit": lambda: state.take_edits("matrix", view),
            "scrub": lambda: state.take_scrub("matrix", view),
            "rest": state.catch_up,
        },
    )


_EVENTS = ("pin", "follow", "back", "edit", "scrub", "rest")


def _look_ahead(page: Page, equation: Callable[[Page], Equation]) -> None:
    pages = pages_ahead(page) if state.build_step() is None else ()
    views = (replace(_view(ahead, equation), rest_follows=True) for ahead in pages)
    # With frames for the slider in the view it is many times as large.
    light = takewhile(lambda view: view.scrub is None, views)
    show_ahead(_stamp(page), light, key="matrix-ahead", events=_EVENTS)


def _view(
    page: Page, equation: Callable[[Page], Equation], trail: tuple[Pin, ...] = ()
) -> MatrixView:
    drawn = equation(page)
    return MatrixView(
        matrices=tuple(drawn.matrices),
        layout=drawn.layout,
        name=page.say(f"stage.{page.stage.key}"),
        finding=drawn.finding,
        query=page.settings.query,
        pin=_pin_on_page(page, drawn.matrices),
        texts=_texts(page),
        bars=drawn.bars,
        arrows=drawn.arrows,
        size="presenter" if state.presenting() else drawn.size,
        language=HTML_LANGUAGE[page.lang],
        rest_follows=state.lags(),
        message=_refusal(page),
        trail=tuple(_crumb(page, pin) for pin in trail),
        answered=state.answered(),
        build=_build(page, drawn),
        scrub=drawn.scrub,
        sliders={slider_box(name): getattr(page.settings, name) for name in SLIDERS},
        stamp=_stamp(page),
    )


def _stamp(page: Page) -> str:
    """Names what a view depends on, apart from the sliders."""
    others = replace(page.settings, **dict.fromkeys(SLIDERS, 0))  # type: ignore[arg-type]
    return f"{page.stage.key} {zlib.crc32(repr(others).encode()):08x}"


def _texts(page: Page) -> dict[str, str]:
    keys = (
        *TEXT_KEYS,
        *FOLLOW_TEXT_KEYS,
        *EDIT_TEXT_KEYS,
        *COMPARE_TEXT_KEYS,
        *COVER_TEXT_KEYS,
        *BUILD_TEXT_KEYS,
        *SCRUB_TEXT_KEYS,
    )
    texts = {key: template(page.lang, f"matrix.{key}") for key in keys}
    if page.stage.key == "scores" and page.settings.same_position:
        said = template(page.lang, "matrix.other_position")
        texts |= {"cover": "", "covered": said, "covered_value": said}
    return texts


def _build(page: Page, drawn: Equation) -> Build | None:
    """In presenter mode, how far the last matrix is built up before the class."""
    step = state.build_step()
    if step is None:
        return None
    build = build_at(drawn.matrices, page.settings.query, step)
    state.keep_build_total(build.total if build else 0)
    return build


def _refusal(page: Page) -> str:
    """Why a typed number was not taken."""
    note = state.refused()
    return page.say(note.key, **dict(note.values)) if note else ""


def _crumb(page: Page, pin: Pin) -> Crumb:
    fact = FACTS[pin.matrix]
    row, column = labels(page, fact.rows)[pin.row], labels(page, fact.columns)[pin.column]
    return Crumb(f"{fact.symbol}[{row}, {column}]", pin.matrix, pin.row, pin.column)


def _pin_on_page(page: Page, matrices: Sequence[Matrix]) -> Cell:
    """The pinned cell, or where its matrix is not drawn here, the cell that stands for it."""
    pin = page.settings.pin
    names = [entry.source or entry.key for entry in matrices]
    here = [name for name in names if name in PAIRS and HOME[name] == page.stage.key]
    with_recipe = [entry.source or entry.key for entry in matrices if entry.recipe is not None]
    # A variant's weights have no recipe, and yet this is their page.
    computed = list(dict.fromkeys([*with_recipe, *here])) or names
    pairs = [name for name in computed if name in PAIRS]
    if pin.matrix in PAIRS and pairs and pin.matrix not in computed:
        return Cell(pairs[-1], pin.row, pin.column)
    if pin.matrix in names:
        return Cell(pin.matrix, pin.row, pin.column)
    return Cell(computed[-1], page.settings.query, 0)
