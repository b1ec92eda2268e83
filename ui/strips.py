"""The chosen row of the softmax page as four aligned strips: raw, scaled, exponential, weight."""

from __future__ import annotations

from attention_core import ranks, softmax_parts

from .equation import array
from .matrix import Bars, BarSeries
from .page import Page


def softmax_strips(page: Page) -> Bars:
    """Every row's four strips; the view shows the row of its cursor."""
    scaled = array(page.trace, "scaled")
    parts = softmax_parts(scaled)
    return Bars(
        series=(
            BarSeries(page.say("chart.raw"), array(page.trace, "scores"), 2, "signed"),
            BarSeries(page.say(_scaled_label(page)), scaled, 2, "signed"),
            BarSeries(page.say("chart.exp"), parts.exponentials, 3, "positive"),
            BarSeries(page.say("chart.weight"), parts.weights, 2, "weights"),
        ),
        ranks=ranks(scaled),
        title=page.say("chart.softmax"),
    )


def _scaled_label(page: Page) -> str:
    return "chart.scaled" if page.settings.scaling else "chart.scaled_off"
