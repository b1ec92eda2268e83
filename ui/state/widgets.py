"""What widgets and the matrix view show and send, and the guard against a browser that lags."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import streamlit as st

from .session import opening
from .slots import Slot

# A widget that nobody sees, drawn last. It holds how many values widgets were given, so what the
# browser sends of it says which of them have arrived there.
_ECHO = "echo"
_COUNT = Slot("count", 0)
# A page just opened sends no echo yet: so long is its browser held to lag. A hand that chooses the
# old value again takes longer.
_LAG_SECONDS = 0.6
# What nobody does by hand, even for so long.
JUST_THEN = 10.0


@dataclass(frozen=True, slots=True)
class _Write:
    """A widget was given another value: what it showed before, its place in order, and when."""

    before: object
    number: int
    at: float


_WRITES = Slot[dict[str, tuple[_Write, ...]]]("writes", {})


def widget(name: str, value: object) -> str:
    """The key of the widget called `name`, holding `value` from now on.

    Written only where it differs: an unneeded write would send the value back to a slider that
    has already moved on. A page that is just opened has new widgets, which know nothing yet.
    """
    before = shown(name)
    if opening() or before != value:
        st.session_state[name] = value
    if before != value:
        _COUNT.put(_COUNT.get() + 1)
        write = _Write(before, _COUNT.get(), time.monotonic())
        kept = (one for one in _writes(name) if _may_lag(one, JUST_THEN))
        _WRITES.put({**_WRITES.get(), name: (*kept, write)})
    return name


def echo() -> str:
    """The key of the unseen widget, which has to be the last one of a page."""
    if opening() or shown(_ECHO) != str(_COUNT.get()):
        st.session_state[_ECHO] = str(_COUNT.get())
    return _ECHO


def chosen(name: str) -> Any:
    """What the reader chose in a widget; None where nothing was chosen.

    The browser sends the values of all widgets. One whose new value is still on its way there
    sends the old one, which would count as a choice and undo what was just done.
    """
    return None if is_late(name, _LAG_SECONDS) else shown(name)


def is_late(name: str, seconds: float) -> bool:
    """Whether the browser sends what a widget showed before it was given another value.

    That value is still on its way, or was given less than so many seconds ago.
    """
    return shown(name) in (one.before for one in _writes(name) if _may_lag(one, seconds))


def shown(name: str) -> Any:
    """What a widget shows, chosen or not."""
    return st.session_state.get(name)


def sent(name: str, event: str) -> object:
    """What the matrix view called `name` says of an event."""
    message: object = st.session_state.get(name, {}).get(event)
    return message


def _writes(name: str) -> tuple[_Write, ...]:
    return _WRITES.get().get(name, ())


def _may_lag(write: _Write, seconds: float) -> bool:
    seen = str(shown(_ECHO))
    unseen = write.number > (int(seen) if seen.isdecimal() else 0)
    return unseen or time.monotonic() - write.at < seconds
