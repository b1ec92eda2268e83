"""Overview: the whole chain from X to O, with one token's row lit all the way through."""

from ui import findings
from ui.code import show_code
from ui.equation import Equation, matrix, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrix import Arrows
from ui.page import Page
from ui.predictions import show_prediction
from ui.tables import show_tables
from ui.variants import choose_variant

# One step of the computation after the other; Q, K and V come from X side by side.
CHAIN = (("x",), ("q", "k", "v"), ("scores",), ("scaled",), ("weights",), ("output",))


def chain(page: Page) -> Equation:
    """The matrices in the order of computation, and what the query takes from each token."""
    query = page.settings.query
    label = page.say("chart.arrows", query=page.settings.token_name(query))
    return Equation(
        [
            matrix(page, name, place=(step, order))
            for step, names in enumerate(CHAIN)
            for order, name in enumerate(names)
        ],
        layout="sequence",
        size="mini",
        arrows=Arrows(page.settings.tokens, page.trace.weights[query], query, label),
        finding=findings.overview(page),
    )


page = open_page("overview")
show_equation(page, chain)
choose_variant(page)
show_prediction(page)
show_reading(page)
show_code(page)
show_tables(page, ["weights", "output"])
close_page(page)
