"""Input: one row of X for each token, d_model numbers wide."""

from dataclasses import replace

from ui import findings
from ui.code import show_code
from ui.equation import Equation, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrices import matrix
from ui.page import Page
from ui.predictions import show_prediction
from ui.rows import show_splits, try_rows
from ui.tables import show_tables
from ui.variants import choose_variant


def received(page: Page) -> Equation:
    """X alone: the tokens beside its rows, its components above, and how many there are."""
    x = matrix(page, "x")
    rows = f"{x.row_title} · n\u00a0=\u00a0{page.settings.n}"
    columns = f"{x.column_title} · d_model\u00a0=\u00a0{page.settings.d_model}"
    ruled = replace(x, row_title=rows, column_title=columns)
    return Equation([ruled], layout="sequence", finding=findings.received(page))


page = open_page("input")
show_equation(page, received)
choose_variant(page)
try_rows(page)
show_prediction(page)
show_splits(page)
show_reading(page)
show_code(page)
show_tables(page, ["x"])
close_page(page)
