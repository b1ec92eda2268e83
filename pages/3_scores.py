"""Raw scores: every query meets every key in one product, QKᵀ."""

from ui import findings
from ui.code import show_code
from ui.equation import Equation, matrix, product, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.page import Page
from ui.predictions import covered_cell, show_prediction
from ui.tables import show_tables
from ui.variants import choose_variant


def scores(page: Page) -> Equation:
    """Q to the left, Kᵀ above, and in the corner a score for each pair of positions."""
    q = matrix(page, "q", place=(1, 0))
    k_t = matrix(page, "k", transposed=True, place=(0, 1))
    covered = covered_cell(page)
    q_k_t = product(page, "scores", left=q, above=k_t, with_row_sums=True, covered=covered)
    return Equation([q, k_t, q_k_t], finding=findings.scores(page))


page = open_page("scores")
show_equation(page, scores)
choose_variant(page)
show_prediction(page)
show_reading(page)
show_code(page)
show_tables(page, ["q", "k", "scores"])
close_page(page)
