"""Raw scores: every query meets every key in one product, QKᵀ."""

from dataclasses import replace

from ui import findings
from ui.code import show_code
from ui.equation import Equation, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrices import matrix, product
from ui.page import Page
from ui.pairs import (
    choose_look,
    finish_turned,
    hidden_scores,
    in_one_step,
    play_row,
    show_own,
    show_pair,
    show_sizes,
    show_untransposed,
)
from ui.predictions import show_prediction
from ui.tables import show_tables
from ui.variants import choose_variant


def scores(page: Page) -> Equation:
    """Q to the left, Kᵀ above, and in the corner a score for each pair of positions."""
    hidden = hidden_scores(page)
    if page.settings.turned:
        k = matrix(page, "k", place=(1, 0))
        q_t = matrix(page, "q", transposed=True, place=(0, 1))
        turned = product(page, "scores", left=k, above=q_t, transposed=True, covered=hidden)
        return Equation([k, q_t, turned], finding=findings.scores(page))
    q = matrix(page, "q", place=(1, 0))
    k_t = matrix(page, "k", transposed=True, place=(0, 1))
    q_k_t = product(page, "scores", left=q, above=k_t, with_row_sums=True, covered=hidden)
    q_k_t = replace(q_k_t, at_once=in_one_step(page))
    return Equation([q, k_t, q_k_t], finding=findings.scores(page))


page = open_page("scores")
finish_turned(page)
show_equation(page, scores)
play_row(page)
choose_look(page)
choose_variant(page)
show_prediction(page)
show_sizes(page)
show_untransposed(page)
show_own(page)
show_pair(page)
show_reading(page)
show_code(page)
show_tables(page, ["q", "k", "scores"])
close_page(page)
