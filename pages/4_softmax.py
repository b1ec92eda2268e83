"""Scaling and softmax: a row of scores becomes shares that add to 1."""

from ui import findings
from ui.code import show_code
from ui.equation import Equation, matrix, scaling, show_equation, softmax
from ui.frame import close_page, open_page, show_reading
from ui.page import Page
from ui.predictions import show_prediction
from ui.scrub import choose_scrub, softmax_scrub
from ui.strips import softmax_strips
from ui.tables import show_tables
from ui.variants import choose_variant


def shares(page: Page) -> Equation:
    """QKᵀ, S and A after one another, and the chosen row once more as aligned bars."""
    scores = matrix(page, "scores", place=(0, 0))
    scaled = matrix(page, "scaled", place=(1, 0), recipe=scaling(page, "scores"))
    weights = matrix(
        page,
        "weights",
        place=(2, 0),
        recipe=softmax(page, "scaled"),
        with_row_sums=True,
        with_column_sums=True,
    )
    return Equation(
        [scores, scaled, weights],
        layout="sequence",
        bars=softmax_strips(page),
        scrub=softmax_scrub(page),
        finding=findings.softmax(page),
    )


page = open_page("softmax")
choose_scrub(page)
show_equation(page, shares)
choose_variant(page)
show_prediction(page)
show_reading(page)
show_code(page)
show_tables(page, ["scores", "scaled", "weights"])
close_page(page)
