"""Output: each new vector is the rows of V, added in the shares of A."""

from ui import findings
from ui.cloze import show_cloze
from ui.code import show_code
from ui.equation import Equation, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrices import matrix, product
from ui.origins import show_origin
from ui.page import Page
from ui.plots import show_contributions
from ui.predictions import show_prediction
from ui.tables import show_tables
from ui.variants import choose_variant
from ui.vectors import show_vectors


def output(page: Page) -> Equation:
    """A to the left, V above, and in the corner the new vectors."""
    weights = matrix(page, "weights", place=(1, 0), with_row_sums=True)
    v = matrix(page, "v", place=(0, 1))
    mixed = product(page, "output", left=weights, above=v)
    return Equation([weights, v, mixed], finding=findings.output(page))


page = open_page("output")
show_equation(page, output)
choose_variant(page)
show_origin(page)
show_contributions(page)
show_vectors(page)
show_prediction(page)
show_reading(page)
show_code(page)
show_tables(page, ["weights", "v", "output"])
show_cloze(page)
close_page(page)
