"""The plots of the pages, drawn with Plotly below the matrix view."""

from __future__ import annotations

import streamlit as st

from attention_core import contributions

from . import state
from .charts.contributions import MOST_KEYS, MOST_NUMBERS, contributions_figure, fits
from .charts.enlarged import enlarged
from .page import Page
from .text import literal

# Plotly's own buttons have no names a screen reader could say.
_QUIET = {"displayModeBar": False}


def show_contributions(page: Page) -> None:
    """What each key brings to the query's output, as stacked segments."""
    settings = page.settings
    query = settings.token_name(settings.query)
    title = page.say("chart.stacked", query=query)
    with st.container():
        st.markdown(f"**{literal(title)}**")
        if not fits(settings.n, page.scenario.value_width):
            st.caption(page.say("chart.too_many", keys=MOST_KEYS, numbers=MOST_NUMBERS))
            return
        parts = contributions(page.trace.weights[settings.query], page.trace.v)
        figure = contributions_figure(
            parts, settings.token_names, f"O[{query}", page.say("chart.contribution")
        )
        if state.presenting():
            figure = enlarged(figure)
        st.plotly_chart(figure, key="contributions", config=_QUIET, alt=title)
