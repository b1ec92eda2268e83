"""Where one output number comes from: the pinned number of O as a table and as a figure."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from attention_core import Origin, changes_without, origin
from attention_core.arrays import FloatArray

from . import state
from .charts.enlarged import enlarged
from .charts.origins import MOST_KEYS, MOST_TERMS, Words, fits, origin_figure
from .numbers import shown
from .origin_table import Column, Digits, columns_of, digits_of, term_name
from .page import Page
from .text import literal

# Up to here each component has a button of its own, and a vector stands in one line.
_MOST_COMPONENTS = 12
_TALLEST = 560
_MOST_NAMES = 4
# Below, a change is what the last digits of the processor leave behind.
_UNMOVED = 1e-9
# Equal tokens have equal numbers, but a matrix product may round them apart in the last bit.
_ALIKE = 1e-12
# Nine columns at 1280 pixels; where there are more, a shadow says so until the last is in sight.
_TABLE_STYLE = """
<style>
.st-key-origin-table :is(th, td) { padding: 4px 5px; min-width: 0 !important; font-size: 0.8rem; }
.st-key-origin-table div:has(> table) {
  animation-name: origin-more;
  animation-timing-function: linear;
  animation-fill-mode: both;
  animation-timeline: scroll(self inline);
}
@keyframes origin-more {
  0%, 95% { box-shadow: inset -14px 0 10px -8px rgb(128 128 128 / 0.8); }
  100% { box-shadow: none; }
}
</style>
"""
_QUIET = {"displayModeBar": False}


def show_origin(page: Page) -> None:
    """The output number in hand, from the products of its scores to the sum of its parts."""
    query, component = page.settings.query, _component(page)
    found = origin(page.trace, query, component)
    digits = digits_of(found)
    name = f"O[{page.settings.token_name(query)}, {component + 1}]"
    title = page.say("origins.title", name=name)
    with st.container(border=True, key="origin"):
        st.header(literal(title), anchor=False)
        _choose_component(page, component)
        st.caption(page.say("origins.how"))
        _show_sum(page, found, digits, name)
        changes = changes_without(page.trace, query)
        _show_table(page, columns_of(page, found, changes[:, component]), title)
        _show_notes(page, found, changes)
        _show_figure(page, found, digits, title)


def _component(page: Page) -> int:
    """The component in hand: that of the pinned number where it has one, else the first."""
    pin = page.settings.pin
    widest = page.trace.output.shape[1] - 1
    return min(pin.column, widest) if pin.matrix in ("output", "v") else 0


def _choose_component(page: Page, component: int) -> None:
    count = page.trace.output.shape[1]
    label = page.say(
        "origins.component", query=literal(page.settings.token_name(page.settings.query))
    )
    if count > _MOST_COMPONENTS:
        key = state.widget("component-number", component + 1)
        st.number_input(
            f"{label} (1–{count})",
            value=None,
            step=1,
            key=key,
            on_change=state.take_component,
            args=(key, count),
            width=240,
        )
        return
    if count > 1:
        key = state.widget(f"component-{count}", component + 1)
        st.segmented_control(
            label,
            range(1, count + 1),
            required=True,
            key=key,
            on_change=state.take_component,
            args=(key, count),
        )


def _show_sum(page: Page, found: Origin, digits: Digits, name: str) -> None:
    """The number, and whether its parts add up to it to the digits shown."""
    value = shown(found.output, digits.parts)
    key = "origins.adds" if digits.adds_up else "origins.rounded"
    # Adding 0 leaves no minus before a zero.
    exact = f"{found.output + 0.0:.12g}".replace("-", "−")
    st.markdown(literal(page.say(key, name=name, value=value, exact=exact)))


def _show_table(page: Page, columns: list[Column], title: str) -> None:
    """One row for each token and one for the sums; a long table scrolls in its box."""
    tokens = page.settings.token_names
    index = [literal(text) for text in (*tokens, page.say("origins.sum"))]
    cells = [[literal(text) for text in (*column.cells, column.total)] for column in columns]
    headings = [literal(column.heading) for column in columns]
    frame = pd.DataFrame(list(zip(*cells, strict=True)), index, headings)
    tall = len(tokens) > MOST_KEYS
    with st.container(key="origin-table"):
        st.html(_TABLE_STYLE)
        st.table(frame, alt=title, height=_TALLEST if tall else "content")


def _show_notes(page: Page, found: Origin, changes: FloatArray) -> None:
    """What the table cannot say by itself."""
    if (~found.summed & ~found.masked).any():
        st.caption(page.say("origins.note_by_hand"))
    if found.masked.any():
        st.caption(page.say("origins.note_masked"))
    if not found.by_softmax:
        st.caption(page.say(f"origins.note_weights_{page.scenario.variant}"))
    elif not found.masked.all():
        _show_change(page, found, changes)


def _show_change(page: Page, found: Origin, changes: FloatArray) -> None:
    """Which token, left out, would move the whole row of the output most: one, or some alike."""
    if page.settings.n == 1 or (~found.masked).sum() == 1:
        return
    sizes = np.abs(changes).max(axis=1)
    movers, heaviest = _largest(sizes), _largest(found.weights)
    movers_named = _named(page, movers)
    if len(movers) > 1:
        movers_named = page.say("origins.one_of", tokens=movers_named)
    values = {
        "token": page.settings.token_name(movers[0]),
        "tokens": movers_named,
        "query": page.settings.token_name(page.settings.query),
        "change": shown(sizes.max(), signed=False),
        "heaviest": _named(page, heaviest),
    }
    if sizes.max() < _UNMOVED:
        kind = "none"
    elif movers == heaviest and len(movers) == 1:
        kind = "most"
    else:
        kind = "tied" if set(movers) <= set(heaviest) else "other"
    st.caption(literal(page.say(f"origins.without_{kind}", **values)))


def _largest(sizes: FloatArray) -> list[int]:
    """Where the largest stands, once or several times."""
    largest: list[int] = np.flatnonzero(sizes >= sizes.max() - _ALIKE).tolist()
    return largest


def _named(page: Page, places: list[int]) -> str:
    """The tokens that have something in common; of many, the first."""
    names = [page.say("token.quoted", token=page.settings.token_name(place)) for place in places]
    more = "…" if len(names) > _MOST_NAMES else ""
    return page.say("finding.join").join(names[:_MOST_NAMES]) + more


def _show_figure(page: Page, found: Origin, digits: Digits, title: str) -> None:
    n, d_k = found.keys.shape
    if not fits(n, d_k):
        st.caption(page.say("origins.too_many", keys=MOST_KEYS, terms=MOST_TERMS))
        return
    words = Words(
        score=page.say("origins.figure_score"),
        weight=page.say("origins.figure_weight"),
        part=page.say("origins.figure_part"),
        masked=page.say("matrix.masked"),
        by_hand=page.say("origins.figure_by_hand"),
    )
    terms = [term_name(place) for place in range(d_k)]
    decimals = (digits.terms, digits.parts)
    figure = origin_figure(found, page.settings.token_names, terms, words, decimals)
    if state.presenting():
        figure = enlarged(figure)
    st.plotly_chart(
        figure, key="origin-figure", config=_QUIET, alt=page.say("origins.alt", title=title)
    )
    panels = {"score": words.score, "weight": words.weight, "part": words.part}
    st.caption(page.say("origins.figure_panels", **panels))
