"""Below X: what one more token, another order or another number does to its rows."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from attention_core import Edit, difference

from . import state
from .compute import split_for, trace_for
from .numbers import shown
from .page import Page
from .settings import OWN
from .text import isolated, literal

WAYS = ("word", "character")
_MOST_NAMES = 12


def try_rows(page: Page) -> None:
    """One more token, two tokens exchanged, one number changed: one click each."""
    settings = page.settings
    n, query = settings.n, settings.query
    name = literal(settings.token_name(query))
    with st.container(horizontal=True, key="rows"):
        st.button(
            page.say("rows.more"),
            key="rows-more",
            on_click=state.take_n,
            args=(n + 1,),
            disabled=n == settings.n_bounds[1],
            help=page.say("rows.no_more") if n == settings.n_bounds[1] else None,
        )
        other = query + 1 if query + 1 < n else query - 1
        if n > 1:
            st.button(
                page.say("rows.swap", a=name, b=literal(settings.token_name(other))),
                key="rows-swap",
                on_click=state.exchange,
                args=(query, other),
            )
        value = float(page.trace.x[query, 0])
        by = 1.0 if value <= 0.0 else -1.0
        st.button(
            page.say("rows.change", a=name, by=shown(by)),
            key="rows-change",
            on_click=state.take_edit,
            args=(Edit("x", query, 0, round(value + by, 6)),),
        )
    st.markdown(literal(page.say("rows.size", n=n, d_model=settings.d_model)))
    if page.scenario.edits_in_force:
        st.markdown(literal(_moved(page)))


def _moved(page: Page) -> str:
    """Which rows of the output an edit has moved."""
    change = difference(page.trace.output, trace_for(page.scenario.before).output)
    rows = [row for row in range(page.settings.n) if change[row].any()]
    names = [page.say("token.quoted", token=page.settings.token_name(row)) for row in rows]
    more = ["…"] if len(names) > _MOST_NAMES else []
    listed = page.say("finding.join").join([*names[:_MOST_NAMES], *more])
    key = "rows.moved" if rows else "rows.unmoved"
    return page.say(key, rows=listed, count=len(rows), n=page.settings.n)


def show_splits(page: Page) -> None:
    """The sentence split in both ways, side by side, and a button to go on with either."""
    text = page.settings.text if page.settings.sentence == OWN else page.settings.shown_text
    splits = {way: split_for(text, way).tokens for way in WAYS}
    names = [page.say(f"side.split_{way}") for way in WAYS]
    frame = pd.DataFrame(
        [[str(len(tokens)), literal(_row(tokens))] for tokens in splits.values()],
        names,
        ["n", page.say("rows.tokens")],
    )
    with st.container(key="splits"):
        st.markdown(f"**{page.say('rows.splits')}**")
        st.table(frame, alt=page.say("rows.splits"))
    with st.container(horizontal=True):
        for way, name in zip(WAYS, names, strict=True):
            st.button(
                page.say("rows.use", way=name),
                key=f"use-{way}",
                on_click=state.use_split,
                args=(way,),
                disabled=splits[way] == page.settings.tokens or not splits[way],
            )


def _row(tokens: tuple[str, ...]) -> str:
    more = ["…"] if len(tokens) > 2 * _MOST_NAMES else []
    return " · ".join([*map(isolated, tokens[: 2 * _MOST_NAMES]), *more])
