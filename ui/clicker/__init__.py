"""The keys of presenter mode: a clicker's, and those of a blank screen, press buttons of the page.

On a page that is all there, the buttons for on and back go from screen to screen before they reach
Python, so that nothing is passed over and nothing cut; where a class was asked, the next step on is
the answer.

Streamlit's own shortcuts are silent while a switch, a slider or any other input has the focus,
which in front of a class is nearly always.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

_listen = st.components.v2.component(
    "clicker", js=(Path(__file__).parent / "clicker.js").read_text(encoding="utf-8")
)


def listen_for_keys(
    keys: Mapping[str, str], *, page: str, finished: str, answer: str, blank: bool
) -> None:
    """While this is on the page, a key presses the button with the Streamlit key it stands for.

    Not while a text or number is typed. finished: selector of what comes last on a page that is all
    there, and only on that; answer: of the button that gives the answer, empty if there is none to
    give. On a blank screen nothing scrolls.
    """
    data = {
        "keys": dict(keys),
        "page": page,
        "finished": finished,
        "answer": answer,
        "blank": blank,
    }
    _listen(key="clicker", data=data, height=1)
