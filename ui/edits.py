"""The numbers a reader typed over: what they are called, and how they are taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from attention_core import Edit

from . import state
from .matrices import FACTS, Axis
from .numbers import MINUS
from .page import Page
from .text import literal

_MOST_NAMES = 12
_MOST_CELLS = 3


def waiting(page: Page) -> tuple[Edit, ...]:
    """The edits that do not count now: outside the present sizes, or in a replaced matrix."""
    in_force = {edit.place for edit in page.scenario.edits_in_force}
    last = {edit.place: edit for edit in page.settings.edits}
    return tuple(edit for place, edit in last.items() if place not in in_force)


def names_of(page: Page, edits: Sequence[Edit]) -> str:
    """Some edits as Markdown, one after another; of many, the first."""
    names = [literal(_name(page, edit)) for edit in edits[:_MOST_NAMES]]
    return page.say("finding.join").join([*names, "…"] if len(edits) > _MOST_NAMES else names)


def cells_of(page: Page, edits: Sequence[Edit]) -> str:
    """Where some edits are, as Markdown: the first few, and how many more."""
    cells = page.say("finding.join").join(
        literal(_cell(page, edit)) for edit in edits[:_MOST_CELLS]
    )
    more = len(edits) - _MOST_CELLS
    return page.say("edit.and_more", cells=cells, count=more) if more > 0 else cells


def _name(page: Page, edit: Edit) -> str:
    """Q[learning, 1] = 3."""
    value = f"{edit.value:.12g}".replace("-", MINUS)
    return f"{_cell(page, edit)} = {value}"


def _cell(page: Page, edit: Edit) -> str:
    """Q[learning, 1]."""
    fact = FACTS[edit.matrix]
    row, column = _label(page, fact.rows, edit.row), _label(page, fact.columns, edit.column)
    return f"{fact.symbol}[{row}, {column}]"


def _label(page: Page, axis: Axis, place: int) -> str:
    """The token or number of a place, which may lie outside the present sizes."""
    if axis in ("query", "key", "token") and place < page.settings.n:
        return page.settings.token_name(place)
    return str(place + 1)


def choose_edits(page: Page) -> None:
    """Undo, redo and all numbers as they were, once numbers were edited."""
    if not (page.settings.edits or state.can_undo() or state.can_redo()):
        return
    with st.container(horizontal=True):
        _offer_step(page, "undo", state.undo, state.to_undo() if state.can_undo() else None)
        _offer_step(page, "redo", state.redo, state.to_redo() if state.can_redo() else None)
        st.button(
            page.say("edit.drop"),
            key="edit-drop",
            on_click=state.drop_edits,
            disabled=not page.settings.edits,
        )


def _offer_step(
    page: Page, name: str, step: Callable[[], None], edits: tuple[Edit, ...] | None
) -> None:
    """A button that says which numbers it is about; None: there is nothing to take back."""
    kind = "" if edits is None else "_all" if not edits else "_one" if len(edits) == 1 else "_many"
    st.button(
        page.say(f"edit.{name}{kind}", edit=names_of(page, edits or ()), count=len(edits or ())),
        key=f"edit-{name}",
        on_click=step,
        disabled=edits is None,
    )
