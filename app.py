"""Overview: the whole chain from X to O, with one token's row lit all the way through."""

from ui import findings, state
from ui.chain import about_step, choose_step, steps_shown
from ui.code import show_code
from ui.equation import Equation, show_equation
from ui.frame import close_page, open_page, show_reading
from ui.matrices import matrix
from ui.matrix import Arrows
from ui.page import Page
from ui.predictions import show_prediction
from ui.stages import CHAIN
from ui.tables import show_tables
from ui.variants import choose_variant


def chain(page: Page) -> Equation:
    """The matrices in the order of computation, and what the query takes from each token."""
    steps = steps_shown(page)
    whole = steps == CHAIN
    return Equation(
        [
            matrix(page, name, place=(step, order))
            for step, names in enumerate(steps)
            for order, name in enumerate(names)
        ],
        layout="sequence",
        size="mini",
        # Weights first exist at the last step but one.
        arrows=taken(page) if ("weights",) in steps else None,
        finding=findings.overview(page) if whole else about_step(page),
        # The last one is about the arrows.
        steps=len(CHAIN),
    )


def taken(page: Page) -> Arrows:
    """What the query takes from each token that is not masked."""
    settings, query = page.settings, page.settings.query
    masked = matrix(page, "weights").masked
    return Arrows(
        settings.tokens,
        page.trace.weights[query],
        query,
        page.say("chart.arrows", query=settings.token_name(query)),
        masked=None if masked is None else masked[query],
        in_turn=(state.build_step(page.stage.key) or 0) >= len(CHAIN),
    )


page = open_page("overview")
choose_step(page)
show_equation(page, chain)
choose_variant(page)
show_prediction(page)
show_reading(page)
show_code(page)
show_tables(page, [name for names in CHAIN for name in names])
close_page(page)
