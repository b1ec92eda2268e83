"""The panel "the same step in code"."""

from __future__ import annotations

import streamlit as st

from .page import Page
from .snippets import LIBRARIES, snippet


def show_code(page: Page) -> None:
    """NumPy and PyTorch lines with the numbers of this page, written out when opened."""
    panel = st.expander(page.say("code.title"), key="code", on_change="rerun")
    if not panel.open:
        return
    with panel:
        st.caption(page.say("code.copyable"))
        for library in LIBRARIES:
            st.code(snippet(library, page.stage.key, page.scenario), language="python")
