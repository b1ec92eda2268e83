"""The reader's settings in this browser tab: the only module that touches Streamlit's state.

Settings live under one key that no widget owns, so they survive page changes; widgets are
filled from them before they are drawn and write back through `take` when they change.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from .matrix import MatrixView
from .settings import OWN, Note, Pin, Settings, from_link, named_scenarios
from .text import LANGUAGES

_SETTINGS = "settings"
_NOTES = "notes"
_DRAFT = "draft"


def settings() -> Settings:
    """What the reader has chosen; read from the link when the tab opens."""
    if _SETTINGS not in st.session_state:
        opened, notes = from_link(st.query_params.to_dict(), _browser_language())
        st.session_state[_SETTINGS] = opened
        st.session_state[_NOTES] = notes
    current: Settings = st.session_state[_SETTINGS]
    return current


def notes() -> tuple[Note, ...]:
    """What the link could not give; gone after the next change."""
    found: tuple[Note, ...] = st.session_state.get(_NOTES, ())
    return found


def _browser_language() -> str:
    locale = (st.context.locale or LANGUAGES[0]).lower()
    return "zh" if locale.startswith("zh") else "en"


def _put(changed: Settings) -> None:
    st.session_state[_SETTINGS] = changed.within_bounds()
    st.session_state[_NOTES] = ()


def widget(name: str, value: object) -> str:
    """The key of the widget called `name`, holding `value` from now on.

    Written only where it differs: an unneeded write would send the value back to a slider that
    has already moved on.
    """
    if st.session_state.get(name) != value:
        st.session_state[name] = value
    return name


def take(field: str, name: str) -> None:
    """A widget changed: its value becomes the setting `field`."""
    value = st.session_state[name]
    if value is not None:
        _put(replace(settings(), **{field: value}))


def take_query(name: str) -> None:
    """Another token asks."""
    if st.session_state[name] is not None:
        _put(settings().with_query(st.session_state[name]))


def take_sentence(name: str) -> None:
    """A preset was chosen; OWN keeps the words and opens them for editing."""
    chosen = st.session_state[name]
    st.session_state[_DRAFT] = None
    if chosen == OWN:
        _put(settings().with_sentence(OWN, settings().shown_text))
    else:
        _put(settings().with_sentence(chosen))


def take_text(name: str) -> None:
    """The sentence was typed over. A text without tokens stays in the box and changes nothing."""
    text = st.session_state[name]
    typed = replace(settings(), sentence=OWN, text=text)
    if typed.all_tokens:
        st.session_state[_DRAFT] = None
        _put(settings().with_sentence(OWN, text))
    else:
        st.session_state[_DRAFT] = text


def take_scenario(name: str) -> None:
    """A scenario of the lesson was chosen, or the one in use chosen again."""
    chosen = st.session_state[name] or settings().named_scenario
    if chosen:
        st.session_state[_DRAFT] = None
        _put(named_scenarios(settings().lang)[chosen])


def take_split(name: str) -> None:
    """Another way to split the reader's own text."""
    if st.session_state[name] is not None:
        split = replace(settings(), split=st.session_state[name])
        _put(split.with_sentence(OWN, split.text))


def draft() -> str | None:
    """A text in the box that gave no token, if there is one."""
    found: str | None = st.session_state.get(_DRAFT)
    return found


def take_pin(name: str, view: MatrixView) -> None:
    """A cell of the matrix view called `name` was pinned; a message that names none is ignored."""
    cell = view.pin_of(st.session_state[name].get("pin"))
    if cell is not None:
        _put(settings().with_pin(Pin(cell.matrix, cell.row, cell.column)))


def reset() -> None:
    """Everything as on a first visit, in the language the reader uses."""
    st.session_state[_DRAFT] = None
    _put(Settings(lang=settings().lang))
