"""A row of buttons of which one is chosen, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from . import state
from .text import translate


def choose(
    lang: str,
    name: str,
    options: Sequence[str],
    chosen: str,
    *,
    words: str,
    take: Callable[[str], None],
    title: str,
    **look: Any,
) -> None:
    """One of `options`, labelled by the text `words` + option; `take` hears of the widget's key.

    Streamlit knows a choice by its label, so each language has a widget of its own.
    """
    key = state.widget(f"{name}-{lang}", chosen)
    st.segmented_control(
        title,
        options,
        required=True,
        format_func=lambda option: translate(lang, f"{words}{option}"),
        key=key,
        on_change=take,
        args=(key,),
        **look,
    )
