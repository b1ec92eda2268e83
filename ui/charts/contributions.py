"""The stacked parts of one output row: what each key brings to each output number."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from attention_core.arrays import FloatArray
from ui.numbers import shown

from .palette import ON_SEGMENT, PATTERN_INK, PATTERNS, SEGMENTS

MOST_KEYS = 8
MOST_NUMBERS = 8
# In smaller letters a number cannot be read: it is left to the table and to the pointer.
_SMALLEST = 12


def fits(n: int, d_v: int) -> bool:
    """Whether the parts can be told apart in one stack."""
    return n <= MOST_KEYS and d_v <= MOST_NUMBERS


def contributions_figure(
    parts: FloatArray, tokens: Sequence[str], symbol: str, title: str
) -> dict[str, Any]:
    """One horizontal stack for each output number, a segment for each key.

    tokens: a name for each key, no two alike. Shapes: parts (n_k, d_v), with
    `attention_core.contributions`.
    """
    places = list(range(parts.shape[1]))
    names = [f"{symbol}, {place + 1}]" for place in places]
    segments = [
        _segment(place, html.escape(name, quote=False), row.tolist(), places)
        for place, (name, row) in enumerate(zip(tokens, parts, strict=True))
    ]
    layout = {
        "barmode": "relative",
        "height": 110 + 56 * len(places),
        "margin": {"l": 10, "r": 10, "t": 10, "b": 40},
        "uniformtext": {"mode": "hide", "minsize": _SMALLEST},
        "xaxis": {"title": {"text": title}, "zeroline": True, "fixedrange": True},
        # Row 0 on top, as in every matrix; Plotly would put it at the bottom.
        "yaxis": {
            "autorange": "reversed",
            "tickmode": "array",
            "tickvals": places,
            "ticktext": [html.escape(name, quote=False) for name in names],
            "fixedrange": True,
        },
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        "showlegend": True,
    }
    return {"data": segments, "layout": layout}


def _segment(place: int, token: str, values: list[float], places: list[int]) -> dict[str, Any]:
    written = [shown(value) for value in values]
    return {
        "type": "bar",
        "orientation": "h",
        "name": token,
        "y": places,
        "x": values,
        "text": [text if value else "" for text, value in zip(written, values, strict=True)],
        "customdata": written,
        "hovertemplate": f"{token}: %{{customdata}}<extra></extra>",
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": {"color": ON_SEGMENT, "size": 15},
        "marker": {
            "color": SEGMENTS[place],
            "line": {"color": ON_SEGMENT, "width": 1},
            "pattern": {
                "shape": PATTERNS[place],
                "bgcolor": SEGMENTS[place],
                "fgcolor": PATTERN_INK,
                "size": 6,
            },
        },
    }
