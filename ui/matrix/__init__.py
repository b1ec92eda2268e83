"""The linked matrix view: one component that draws a page's equation and its arithmetic.

    view = MatrixView(matrices=(q, k_t, scores), query=2, pin=Cell("scores", 2, 1), texts=texts)
    show_matrix_view(view, key="matrix", on_pin=remember)

Python sends arrays and ready labels; the browser lays them out, moves the cursor and writes the
arithmetic of the cell under it. It computes nothing but the products of two shown numbers.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from .view import (
    Arrows,
    Bars,
    BarSeries,
    Cell,
    Copy,
    Matrix,
    MatrixView,
    Product,
    Recipe,
    Scale,
    Softmax,
)
from .wire import pack

__all__ = [
    "TEXT_KEYS",
    "Arrows",
    "BarSeries",
    "Bars",
    "Cell",
    "Copy",
    "Matrix",
    "MatrixView",
    "Product",
    "Recipe",
    "Scale",
    "Softmax",
    "show_matrix_view",
]

# What MatrixView.texts must hold, with the places each template may use.
TEXT_KEYS = (
    "at",  # {i} {j}: where a cell is
    "cell",  # {heading} {value} {i} {j} {row} {column}: name of a cell for a screen reader
    "colour_only",
    "copied",
    "legend",
    "legend_masked",
    "masked",
    "more_arrows",  # {shown} {total}
    "name",  # {symbol} {rows} {columns}: name of a matrix for a screen reader
    "pinned",
    "rank",  # {rank}
    "rounded",
    "scroll_hint",
    "shifted",  # {shift}
    "sum_column",  # {column} {value}
    "sum_row",  # {row} {value}
    "column_sums",
    "row_sums",
    "why_masked",  # {row} {column}
)

_HERE = Path(__file__).parent / "browser"
# One module in reading order; each file may use the ones before it.
_SCRIPTS = (
    "elements.js",
    "numbers.js",
    "colours.js",
    "view.js",
    "layout.js",
    "arithmetic.js",
    "labels.js",
    "matrices.js",
    "canvas.js",
    "marks.js",
    "strip.js",
    "pictures.js",
    "cursor.js",
    "main.js",
)


def _source(name: str) -> str:
    """A file without indentation and comment lines."""
    lines = (line.strip() for line in (_HERE / name).read_text(encoding="utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))


def _scripts() -> str:
    """One module of style and scripts, compressed to a third."""
    style = f"const STYLE = {json.dumps(_source('matrix.css'))};"
    module = "\n".join([style, *map(_source, _SCRIPTS)])
    packed = base64.b64encode(zlib.compress(module.encode(), 9)).decode()
    return _source("load.js").replace('PACKED = ""', f'PACKED = "{packed}"')


_load = st.components.v2.component("matrix_view_scripts", js=_scripts())
_mount = st.components.v2.component("matrix_view", js=_source("mount.js"))


def show_matrix_view(
    view: MatrixView, *, key: str, on_pin: Callable[[], None], on_rest: Callable[[], None]
) -> None:
    """Draw the view; a click or Enter on a cell calls on_pin before the next run.

    on_rest is called when a view that was repainted ahead of its page has stood still.

    What was pinned then lies under `key` in the session, as the browser sent it; `view.pin_of`
    gives the cell if it is one of this view.
    """
    _load(key=f"{key}-scripts", height=1)
    _mount(key=key, data=pack(view), on_pin_change=on_pin, on_rest_change=on_rest)
