"""The matrices of a page as one linked view, drawn now and for the next steps of each slider."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import Literal

import streamlit as st

from . import state
from .controls import slider_box
from .matrices import FACTS, Axis, labels
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
    Scrub,
    build_at,
    built_matrix,
    load_scripts,
    show_ahead,
    show_matrix_view,
)
from .page import Page, page_now, pages_ahead
from .settings import PAIRS, SLIDERS, Pin
from .stages import HOME
from .text import HTML_LANGUAGE, isolated, template


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
    # Of a page that is not one matrix built up: how many it takes before a class.
    steps: int = 0


def show_equation(page: Page, equation: Callable[[Page], Equation]) -> None:
    """Draw the page's matrices as one linked view, its cursor on the pinned cell.

    The view is a fragment: a slider repaints it first and the rest of the page right after. What
    one more step of a slider will show is computed last, and waits in the browser.
    """
    _show_numbers(page.stage.key, equation)
    load_scripts("matrix")
    _look_ahead(page, equation)


@st.fragment(key=state.NUMBERS)
def _show_numbers(key: str, equation: Callable[[Page], Equation]) -> None:
    view = _view(page_now(key), equation, trail=state.trail())
    show_matrix_view(
        view,
        key="matrix",
        on={
            "rest": state.catch_up,
            **{name: partial(_take, take, view) for name, take in _TAKEN.items()},
        },
    )


_TAKEN = {
    "pin": state.take_pin,
    "follow": state.take_follow,
    "back": state.take_back,
    "edit": state.take_edits,
    "scrub": state.take_scrub,
}


def _take(take: Callable[[str, MatrixView], None], view: MatrixView) -> None:
    take("matrix", view)
    state.stay_here()


_EVENTS = (*_TAKEN, "rest")


def _look_ahead(page: Page, equation: Callable[[Page], Equation]) -> None:
    pages = pages_ahead(page) if state.build_step(page.stage.key) is None else ()
    views = (replace(_view(ahead, equation), rest_follows=True) for ahead in pages)
    # With frames for the slider in the view it is many times as large.
    light = takewhile(lambda view: view.scrub is None, views)
    show_ahead(_stamp(page), light, key="matrix-ahead", events=_EVENTS)


def _view(
    page: Page, equation: Callable[[Page], Equation], trail: tuple[Pin, ...] = ()
) -> MatrixView:
    drawn = equation(page)
    build = _build(page, drawn)
    pin = _newest(page, drawn) or _pin_on_page(page, drawn.matrices)
    # The way to a number is told where that number is held, and not what stands for it.
    leads_here = bool(trail) and pin == Cell(trail[-1].matrix, trail[-1].row, trail[-1].column)
    return MatrixView(
        matrices=_compared(drawn.matrices),
        layout=drawn.layout,
        name=page.say(f"stage.{page.stage.key}"),
        finding=_finding(page, drawn, build),
        query=page.settings.query,
        pin=pin,
        texts=_texts(page),
        bars=drawn.bars,
        arrows=drawn.arrows,
        size="presenter" if state.presenting() else drawn.size,
        language=HTML_LANGUAGE[page.lang],
        rest_follows=state.lags(),
        message=_refusal(page),
        trail=tuple(_crumb(page, pin) for pin in trail) if leads_here else (),
        answered=state.answered(),
        resets=state.resets(),
        build=build,
        step=_step(page),
        scrub=drawn.scrub,
        sliders={slider_box(name): getattr(page.settings, name) for name in SLIDERS},
        stamp=_stamp(page),
    )


def _compared(matrices: Sequence[Matrix]) -> tuple[Matrix, ...]:
    """All of them before and after, or none: what had another shape would stand among the others as
    it is now, and not multiply to them."""
    if all(matrix.before is not None for matrix in matrices):
        return tuple(matrices)
    return tuple(replace(matrix, before=None, change=None) for matrix in matrices)


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
    step = state.build_step(page.stage.key)
    if step is None:
        return None
    build = build_at(drawn.matrices, state.build_query(page.stage.key), step)
    state.keep_build_total(page.stage.key, build.total if build else drawn.steps)
    return build


def _step(page: Page) -> tuple[str, int] | None:
    key = page.stage.key
    step = state.build_step(key)
    return None if step is None else (key, step)


def _finding(page: Page, drawn: Equation, build: Build | None) -> str:
    """What the numbers show; of numbers that are not all there yet, only how far they are."""
    built = built_matrix(drawn.matrices)
    if built is None or build is None or build.step == build.total:
        return drawn.finding
    # The last step is about the whole, and says what it shows.
    last = build.total - 1
    return page.say("finding.building", symbol=built.symbol, step=build.step, total=last)


def _refusal(page: Page) -> str:
    """Why a typed number was not taken."""
    note = state.refused()
    if note is None:
        return ""
    return page.say(note.key, **{name: isolated(str(value)) for name, value in note.values})


def _crumb(page: Page, pin: Pin) -> Crumb:
    fact = FACTS[pin.matrix]
    row, column = _label(page, fact.rows, pin.row), _label(page, fact.columns, pin.column)
    return Crumb(f"{fact.symbol}[{row}, {column}]", pin.matrix, pin.row, pin.column)


def _label(page: Page, axis: Axis, place: int) -> str:
    """Where a token occurs more than once, which of them it is."""
    is_token = axis in ("query", "key", "token")
    return page.settings.token_name(place) if is_token else labels(page, axis)[place]


def _newest(page: Page, drawn: Equation) -> Cell | None:
    """Before a class, where matrices come one after the other, a number of the query in the last
    one: about the key that is held, and so of all pairs the same."""
    if not drawn.steps or not state.build_step(page.stage.key):
        return None
    last, pin = drawn.matrices[-1], page.settings.pin
    name = last.source or last.key
    column = pin.column if {name, pin.matrix} <= set(PAIRS) else 0
    return Cell(name, page.settings.query, column)


def _pin_on_page(page: Page, matrices: Sequence[Matrix]) -> Cell:
    """The pinned cell, or where its matrix is not drawn here, the cell that stands for it."""
    pin = page.settings.pin
    names = [entry.source or entry.key for entry in matrices]
    here = [name for name in names if name in PAIRS and HOME[name] == page.stage.key]
    with_recipe = [entry.source or entry.key for entry in matrices if entry.recipe is not None]
    # A variant's weights have no recipe, and yet this is their page.
    computed = list(dict.fromkeys([*with_recipe, *here])) or names
    pairs = [name for name in computed if name in PAIRS]
    meant = pin.matrix in computed or state.held_here()
    if pin.matrix in PAIRS and pairs and not meant:
        return Cell(pairs[-1], pin.row, pin.column)
    if pin.matrix in names:
        return Cell(pin.matrix, pin.row, pin.column)
    return Cell(computed[-1], page.settings.query, 0)
