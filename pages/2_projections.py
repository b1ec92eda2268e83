"""Projections: one X, three parameter matrices, three results Q, K and V."""

from ui import findings
from ui.code import show_code
from ui.controls import choose_another_seed
from ui.equation import Equation, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrices import matrix, product
from ui.page import Page
from ui.predictions import show_prediction
from ui.tables import show_tables
from ui.variants import choose_variant


def projections(page: Page) -> Equation:
    """X to the left, W_Q, W_K and W_V above, and under each its product."""
    x = matrix(page, "x", place=(1, 0))
    w_q, w_k, w_v = (
        matrix(page, name, place=(0, column))
        for column, name in enumerate(("w_q", "w_k", "w_v"), start=1)
    )
    q = product(page, "q", left=x, above=w_q)
    k = product(page, "k", left=x, above=w_k)
    v = product(page, "v", left=x, above=w_v)
    return Equation([x, w_q, w_k, w_v, q, k, v], finding=findings.projections(page))


page = open_page("projections")
show_equation(page, projections)
choose_another_seed(page.settings)
choose_variant(page)
show_prediction(page)
show_reading(page)
show_code(page)
show_tables(page, ["x", "w_q", "w_k", "w_v", "q", "k", "v"])
close_page(page)
