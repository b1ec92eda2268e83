"""The numbers of a page as plain tables, for reading, for screen readers and for copying."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from .matrices import FACTS, Axis, array, labels
from .numbers import shown
from .page import Page
from .predictions import covered_cell
from .text import literal


def show_tables(page: Page, names: Sequence[str]) -> None:
    """One table for each matrix, drawn when the reader opens them: large ones take a while."""
    tables = st.expander(page.say("frame.tables"), key="tables", on_change="rerun")
    if not tables.open:
        return
    with tables:
        for name in names:
            rows, columns = page.settings.shape(name)
            caption = f"{page.say(f'table.{name}')} · {rows}×{columns}"
            st.caption(literal(caption))
            st.table(_frame(page, name), alt=caption)


def _frame(page: Page, name: str) -> pd.DataFrame:
    fact = FACTS[name]
    signed = name != "weights"

    def text(value: float) -> str:
        if math.isinf(value):
            return page.say("matrix.masked")
        return literal(shown(value, fact.decimals, signed=signed))

    cells = [[text(value) for value in row] for row in array(page.trace, name).tolist()]
    covered = covered_cell(page) if name == "scores" and page.stage.key == "scores" else None
    for row, column in zip(*covered.nonzero(), strict=True) if covered is not None else ():
        cells[row][column] = page.say("matrix.covered_value")
    return pd.DataFrame(cells, _headings(page, fact.rows), _headings(page, fact.columns))


def _headings(page: Page, axis: Axis) -> list[str]:
    """Labels; of tokens the names, so that repeated ones stay apart."""
    names = page.settings.token_names if axis in ("query", "key", "token") else labels(page, axis)
    return [literal(name) for name in names]
