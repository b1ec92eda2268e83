"""What widgets and the matrix view show and send, and the guard against a browser that lags."""

from __future__ import annotations

import time
from typing import Any

import streamlit as st

from .session import opening
from .slots import Slot

# How long a browser may lag behind what its widgets were given; a hand that chooses the old value
# again takes longer.
_LAG_SECONDS = 0.6
# What each widget showed before it was given another value, and when.
_WRITES = Slot[dict[str, tuple[tuple[object, float], ...]]]("writes", {})


def widget(name: str, value: object) -> str:
    """The key of the widget called `name`, holding `value` from now on.

    Written only where it differs: an unneeded write would send the value back to a slider that
    has already moved on. A page that is just opened has new widgets, which know nothing yet.
    """
    before = shown(name)
    if opening() or before != value:
        st.session_state[name] = value
    if before != value:
        now = time.monotonic()
        recent = tuple(entry for entry in _WRITES.get().get(name, ()) if _is_recent(entry, now))
        _WRITES.put({**_WRITES.get(), name: (*recent, (before, now))})
    return name


def chosen(name: str) -> Any:
    """What the reader chose in a widget; None where nothing was chosen.

    The browser sends the values of all widgets. One that was given a new value a moment ago may
    still send the old one, which would count as a choice and undo what was just done.
    """
    value, now = shown(name), time.monotonic()
    lagging = (entry[0] for entry in _WRITES.get().get(name, ()) if _is_recent(entry, now))
    return None if value in lagging else value


def shown(name: str) -> Any:
    """What a widget shows, chosen or not."""
    return st.session_state.get(name)


def sent(name: str, event: str) -> object:
    """What the matrix view called `name` says of an event."""
    message: object = st.session_state.get(name, {}).get(event)
    return message


def _is_recent(entry: tuple[object, float], now: float) -> bool:
    return now - entry[1] < _LAG_SECONDS
