"""The settings of the tab, and the run of a page that is drawn from them."""

from __future__ import annotations

from contextlib import suppress

import streamlit as st
from streamlit.errors import StreamlitAPIException
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ..permalink import from_link
from ..settings import Note, Settings
from ..stages import stage
from ..text import LANGUAGES
from .slots import Slot, happened

# The fragment that holds the matrix view.
NUMBERS = "numbers"

_SETTINGS = Slot[Settings | None]("settings", None)
_NOTES = Slot[tuple[Note, ...]]("notes", (), until=("change",))
_DESTINATION = Slot[str | None]("destination", None)
_ADDRESS = Slot[dict[str, str]]("address", {})
# The page that the browser shows, by Streamlit's name and by its own.
_PAGE = Slot[tuple[str, str]]("page", ("", ""))
_OPENED = Slot[str | None]("opened", None)
_OPENING = Slot("opening", True)
_LAGS = Slot("lags", False)
_OVERTAKEN = Slot("overtaken", False)


def settings() -> Settings:
    """What the reader has chosen; read from the link when the tab opens."""
    current = _SETTINGS.get()
    if current is None:
        current, notes = from_link(st.query_params.to_dict(), _browser_language())
        _SETTINGS.put(current)
        _NOTES.put(notes)
    return current


def _browser_language() -> str:
    locale = (st.context.locale or LANGUAGES[0]).lower()
    return "zh" if locale.startswith("zh") else "en"


def put(changed: Settings) -> None:
    """Other settings from now on, as near to these as is possible."""
    _SETTINGS.put(changed.within_bounds())
    happened("change")


def notes() -> tuple[Note, ...]:
    """What a link or a typed number could not give; gone after the next change."""
    return _NOTES.get()


def tell(note: Note) -> None:
    """Say something about the settings just put."""
    _NOTES.put((note,))


def start_page(stage_key: str) -> None:
    """A run of the whole page begins: whatever lagged behind catches up with it."""
    _LAGS.put(False)
    _OVERTAKEN.put(False)
    _PAGE.put((_page_of_run(), stage_key))
    _OPENING.put(_OPENED.get() != stage_key)
    if opening():
        happened("page")


def finish_page(stage_key: str) -> None:
    """Every widget of the page was drawn."""
    _OPENED.put(stage_key)


def opening() -> bool:
    """Whether the page is drawn for the first time since another one was."""
    return _OPENING.get()


def stay_here() -> None:
    """Draw the page that the browser shows, if this run is about another one.

    What was sent just before the page was turned may come after it, and names the page that was
    left. If only a part of that page is drawn, Streamlit's browser has no place for it and goes
    blank.
    """
    shown, stage_key = _PAGE.get()
    if _page_of_run() != shown:
        turn_to(stage(stage_key).path)


def _page_of_run() -> str:
    context = get_script_run_ctx()
    return context.page_script_hash if context else ""


def lags() -> bool:
    """Whether only the numbers were repainted, and the rest of the page is still as before."""
    return _LAGS.get()


def lag() -> None:
    """The run that follows repaints only the numbers."""
    _LAGS.put(True)


def numbers_first() -> None:
    """Repaint the matrix view at once, without waiting for the other eighty elements of a page.

    Only a callback may call it. A page that has not drawn its view yet runs as a whole.
    """
    lag()
    stay_here()
    with suppress(StreamlitAPIException):
        st.rerun(NUMBERS)


def overtake() -> None:
    """All edits are replaced, also the one whose field was left for the button just pressed.

    Of what comes in one message Streamlit takes buttons first, and the view's edits after them.
    """
    _OVERTAKEN.put(True)


def overtaken() -> bool:
    """Whether the edits that come with this run were made before all of them were replaced."""
    return _OVERTAKEN.get()


def catch_up() -> None:
    """The numbers have stood still for a moment: run the whole page."""
    st.rerun()


def go_to(path: str) -> None:
    """The next run of a page turns to another one."""
    _DESTINATION.put(path)


def turn_to(path: str) -> None:
    """Another page, now. From within a fragment, which would run alone and turn no page."""
    go_to(path)
    st.rerun()


def keep_address(link: dict[str, str]) -> None:
    """The browser was given this link to show as its address."""
    _ADDRESS.put(link)


def address() -> dict[str, str]:
    """The link that the browser shows as its address.

    A page turned by the server must name it: any other would be one more entry for Back.
    """
    return _ADDRESS.get()


def destination() -> str | None:
    """The page to turn to now, once."""
    path = _DESTINATION.get()
    _DESTINATION.empty()
    return path
