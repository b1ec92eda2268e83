"""The linked matrix view: one component that draws a page's equation and its arithmetic.

    view = MatrixView(matrices=(q, k_t, scores), query=2, pin=Cell("scores", 2, 1), texts=texts)
    show_matrix_view(view, key="matrix", on={"pin": remember})

Python sends arrays and ready labels; the browser lays them out, moves the cursor and writes the
arithmetic of the cell under it. It computes nothing but the products of two shown numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import streamlit as st

from .build import build_at, built_matrix
from .messages import Typed, back_of, edits_of, pin_of, scrub_of
from .recipes import Added, Copy, Product, Recipe, Scale, Softmax
from .scripts import scripts, waiting_script
from .view import (
    Arrows,
    Bars,
    BarSeries,
    Build,
    Cell,
    Crumb,
    Matrix,
    MatrixView,
    Readout,
    Scrub,
    Sums,
)
from .wire import pack, pack_ahead

__all__ = [
    "BUILD_TEXT_KEYS",
    "COMPARE_TEXT_KEYS",
    "COVER_TEXT_KEYS",
    "EDIT_TEXT_KEYS",
    "FOLLOW_TEXT_KEYS",
    "SCRUB_TEXT_KEYS",
    "TEXT_KEYS",
    "Added",
    "Arrows",
    "BarSeries",
    "Bars",
    "Build",
    "Cell",
    "Copy",
    "Crumb",
    "Matrix",
    "MatrixView",
    "Product",
    "Readout",
    "Recipe",
    "Scale",
    "Scrub",
    "Softmax",
    "Sums",
    "Typed",
    "back_of",
    "build_at",
    "built_matrix",
    "edits_of",
    "load_scripts",
    "pin_of",
    "scrub_of",
    "show_ahead",
    "show_matrix_view",
]

# What MatrixView.texts must hold, with the places each template may use.
TEXT_KEYS = (
    "at",  # {i} {j}: where a cell is
    "cell",  # {heading} {value} {i} {j} {row} {column}: name of a cell for a screen reader
    "colour_only",
    "copied",
    "legend",
    "legend_faded",
    "legend_masked",
    "masked",
    "more_arrows",  # {shown} {total}
    "name",  # {symbol} {rows} {columns}: name of a matrix for a screen reader
    "pinned",
    "rank",  # {rank}
    "rounded",
    "scroll_hint",
    "shifted",  # {shift}
    "shifted_column",  # the same where softmax goes down the columns
    "sum_column",  # {column} {value}
    "sum_row",  # {row} {value}
    "rounded_sum",  # {shown}: beside a sum of weights that is exactly 1
    "rounded_sums",  # what the small number with * is
    "wrong_sum",  # beside one that is not
    "column_sums_wrong",  # where instead the columns add up to 1
    "column_sums",
    "row_sums",
    "why_masked",  # {row} {column}
)

# The same for what only some views use.
FOLLOW_TEXT_KEYS = (
    "follow",  # {symbol} {row} {column} {value}: name of an operand's button
    "follow_page",  # the same and {page}
    "follow_term",  # the same as follow and {text}: an exponential that came from a score
    "follow_term_page",  # the same and {page}
    "operands",  # name of all of them
    "trail",  # name of the way back
)
BUILD_TEXT_KEYS = (
    "unbuilt",  # what the strip says of a cell that the step has not reached
    "unbuilt_value",  # what a screen reader says instead of its number
)
COMPARE_TEXT_KEYS = (
    "compare",  # name of the switch
    "now",  # its three choices
    "before",
    "change",
    "compared",  # {before} {now} {change}: line of the strip
    "finding_now",  # {mode}: what cells show instead of now; {finding}: the sentence above
    "compared_cell",  # {heading} {before} {now} {change} {i} {j}: name of a cell
    "legend_unmoved",
    "unmoved",  # {now}: line of the strip
    "unmoved_cell",  # {heading} {now} {i} {j}: name of a cell
)
COVER_TEXT_KEYS = (
    "covered",  # what the strip says instead of the number
    "covered_value",  # what a screen reader says instead of the number
)
SCRUB_TEXT_KEYS = (
    "scrub_less",  # {label}: name of the button −
    "scrub_more",  # {label}: name of the button +
    "scrubbed",  # what the strip says while the slider is on its way
)
EDIT_TEXT_KEYS = (
    "edit",  # the button
    "edited_cell",  # {name}: name of a cell whose number was typed
    "edited_note",  # where such a number comes from
)

_load = st.components.v2.component("matrix_view_scripts", js=scripts())
_mount = st.components.v2.component("matrix_view", js=waiting_script("mount.js"))
_prepare = st.components.v2.component("matrix_view_ahead", js=waiting_script("prepare.js"))

# What may wait in the browser for a slider's next step: both directions at n = 64.
_MOST_AHEAD = 600_000


def show_matrix_view(view: MatrixView, *, key: str, on: Mapping[str, Callable[[], None]]) -> None:
    """Draw the view; `on` says what to call, before the next run, for which event.

    What was sent then lies under `key` in the session, by the event's name and as the browser
    sent it, to be read by: pin_of ("pin", and "follow": an operand of the strip), back_of ("back":
    a crumb of the trail), edits_of ("edit": typed numbers), scrub_of ("scrub": where the slider
    rests). "rest" says that a view which was repainted ahead of its page has stood still. What has
    no entry in `on` is not offered to the reader.
    """
    callbacks: dict[str, Any] = {f"on_{event}_change": call for event, call in on.items()}
    _mount(key=key, data=pack(view, on), **callbacks)


def load_scripts(key: str) -> None:
    """Send what draws the view called `key`. Outside its fragment: it is large and stays."""
    _load(key=f"{key}-scripts", height=1)


def show_ahead(
    stamp: str, views: Iterable[MatrixView], *, key: str, events: Collection[str]
) -> None:
    """Give the view called `stamp` what it will show after other steps of a slider.

    The most likely first; of large views only some are taken. `events` as the view itself.
    """
    _prepare(key=key, data=pack_ahead(stamp, views, events, _MOST_AHEAD), height=1)
