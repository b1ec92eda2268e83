"""The keys of presenter mode: a clicker's, and those of a blank screen, press buttons of the page.

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


def listen_for_keys(buttons: Mapping[str, str]) -> None:
    """While this is on the page, a key presses the button with the Streamlit key it stands for.

    Not while a text or number is typed.
    """
    _listen(key="clicker", data=dict(buttons), height=1)
