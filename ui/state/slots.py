"""What a browser tab keeps: one thing a slot, until something happens that empties it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

import streamlit as st

T = TypeVar("T")

# change: another setting. page: another page. reset: everything as on a first visit.
Event = Literal["change", "page", "reset"]

_SLOTS: list[Slot[Any]] = []


@dataclass(frozen=True, eq=False)
class Slot(Generic[T]):
    """A named place in Streamlit's state; holds `default` until something is put there.

    until: the events after which it holds the default again.
    """

    name: str
    default: T
    until: tuple[Event, ...] = ()

    def __post_init__(self) -> None:
        _SLOTS.append(self)

    def get(self) -> T:
        """What it holds."""
        held: T = st.session_state.get(self.name, self.default)
        return held

    def put(self, value: T) -> None:
        """Hold this from now on."""
        st.session_state[self.name] = value

    def empty(self) -> None:
        """Hold the default again.

        Its place stays: while one run still comes to its end the next has begun, and Streamlit,
        going through all names in that one, stumbles over a name that is taken away meanwhile.
        """
        self.put(self.default)


def happened(event: Event) -> None:
    """Empty every slot that holds something only until this event."""
    for slot in _SLOTS:
        if event in slot.until:
            slot.empty()
