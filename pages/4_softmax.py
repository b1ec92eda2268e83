"""Scaling and softmax: a row of scores becomes shares that add to 1."""

import streamlit as st

from ui import findings
from ui.code import show_code
from ui.controls import choose_another_seed
from ui.equation import Equation, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrices import matrix, scaling
from ui.page import Page
from ui.pairs import show_own
from ui.predictions import show_prediction
from ui.scrub import choose_scrub, moments_of, present_softmax, softmax_scrub
from ui.strips import as_bars, signed_limit, softmax_strips
from ui.tables import show_tables
from ui.variants import choose_variant


def shares(page: Page) -> Equation:
    """QKᵀ, S and A after one another, and the chosen row once more as aligned bars."""
    moments = moments_of(page)
    frames, start = moments.frames, moments.start
    strips = softmax_strips(page, frames, start)
    limit = signed_limit(frames)
    scores = matrix(page, "scores", place=(0, 0), limit=limit, with_row_sums=True)
    scaled = matrix(page, "scaled", place=(1, 0), limit=limit, recipe=scaling(page, "scores"))
    weights = matrix(
        page,
        "weights",
        place=(2, 0),
        recipe=present_softmax(page, frames, start),
        with_row_sums=True,
        with_column_sums=True,
    )
    return Equation(
        [scores, scaled, weights],
        layout="sequence",
        bars=as_bars(page, strips),
        scrub=softmax_scrub(page, moments, frames, strips),
        finding=findings.softmax(page),
    )


page = open_page("softmax")
choose_scrub(page)
show_equation(page, shares)
# Below the view, whose slider changes the temperature: nothing moves away from the pointer. Always
# there, or what follows would be built anew when the sentence comes or goes.
with st.container():
    if page.settings.temperature != 1:
        st.markdown(page.say("notice.divided", temperature=f"{page.settings.temperature:g}"))
choose_variant(page)
choose_another_seed(page.settings)
show_prediction(page)
show_own(page, "weights")
show_reading(page)
show_code(page)
show_tables(page, ["scores", "scaled", "weights"])
close_page(page)
