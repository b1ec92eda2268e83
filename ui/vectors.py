"""The row a token starts with and the row it ends with, one above the other."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from .matrices import FACTS, array
from .numbers import shown
from .page import Page
from .text import literal

# More numbers do not fit into one line.
_WIDEST = 12


def show_vectors(page: Page) -> None:
    """X and O of the token that asks: the output is still a vector, only of another width."""
    with st.container():
        _show_rows(page, page.settings.token_name(page.settings.query))


def _show_rows(page: Page, query: str) -> None:
    title = page.say("vectors.title", query=query)
    st.markdown(f"**{literal(title)}**")
    rows = {name: array(page.trace, name)[page.settings.query].tolist() for name in ("x", "output")}
    widths = {name: len(row) for name, row in rows.items()}
    widest = max(widths.values())
    if widest > _WIDEST:
        said = page.say("vectors.widths", d_model=widths["x"], d_v=widths["output"])
        st.caption(literal(said))
        return
    cells = [_cells(row, FACTS[name].decimals, widest) for name, row in rows.items()]
    names = [page.say(f"vectors.{name}", query=query, width=widths[name]) for name in rows]
    columns = [str(place + 1) for place in range(widest)]
    st.table(pd.DataFrame(cells, [literal(name) for name in names], columns), alt=title)


def _cells(row: list[float], decimals: int, width: int) -> list[str]:
    texts = [literal(shown(value, decimals)) for value in row]
    return texts + [""] * (width - len(texts))
