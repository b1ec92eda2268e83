"""The keys of presenter mode: a clicker's, and those of a blank screen, press buttons of the page.

Of a page that is all there, the buttons for on and back bring one section after the other into
sight before they reach Python.

Streamlit's own shortcuts are silent while a switch, a slider or any other input has the focus,
which in front of a class is nearly always.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import streamlit as st

_listen = st.components.v2.component(
    "clicker", js=(Path(__file__).parent / "clicker.js").read_text(encoding="utf-8")
)


def listen_for_keys(
    keys: Mapping[str, str], *, page: str, stops: Sequence[str], finished: str, blank: bool
) -> None:
    """While this is on the page, a key presses the button with the Streamlit key it stands for.

    Not while a text or number is typed. stops: selectors of sections in the order of every page, of
    which each may have some; finished: what only a page has that is all there. On a blank screen
    there is no stop.
    """
    data = {"keys": dict(keys), "page": page, "stops": list(stops), "finished": finished}
    _listen(key="clicker", data=data | {"blank": blank}, height=1)
