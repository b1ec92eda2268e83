"""Overview: the whole chain from X to O, with one token's row lit all the way through."""

from ui import findings
from ui.equation import matrix, named_token, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrix import Arrows
from ui.tables import show_tables

# One step of the computation after the other; Q, K and V come from X side by side.
CHAIN = (("x",), ("q", "k", "v"), ("scores",), ("scaled",), ("weights",), ("output",))

page = open_page("overview")
query = page.settings.query
label = page.say("chart.arrows", query=named_token(page, query))

show_equation(
    page,
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
show_reading(page)
show_tables(page, ["weights", "output"])
close_page(page)
