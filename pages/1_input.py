"""Input: one row of X for each token, d_model numbers wide."""

from ui import findings
from ui.code import show_code
from ui.equation import Equation, matrix, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.page import Page
from ui.predictions import show_prediction
from ui.tables import show_tables
from ui.variants import choose_variant


def received(page: Page) -> Equation:
    """X alone: the tokens beside its rows, its components above."""
    return Equation([matrix(page, "x")], layout="sequence", finding=findings.received(page))


page = open_page("input")
show_equation(page, received)
choose_variant(page)
show_prediction(page)
show_reading(page)
show_code(page)
show_tables(page, ["x"])
close_page(page)
