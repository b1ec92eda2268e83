"""One output number taken apart: for each key the terms of its score, its weight, its part."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10
from typing import Any
from unicodedata import east_asian_width

import numpy as np

from attention_core import Origin
from attention_core.arrays import BoolArray, FloatArray
from ui.numbers import shown
from ui.text import isolated

from .palette import MARK, NEGATIVE, ON_SEGMENT, PATTERN_INK, PATTERNS, POSITIVE, SEGMENTS, SHARE

MOST_KEYS = 12
MOST_TERMS = len(SEGMENTS)
# A token, isolated or not, and its position where it occurs more than once.
_NAME = re.compile(r"\u2068?(.+?)\u2069?( \(\d+\))?", re.DOTALL)
# In letters; a Chinese character is as wide as two.
_LONGEST_NAME = 9
# Shares of the width: terms, weight, part; numbers stand in the gaps.
_PANELS = ((0.0, 0.36), (0.44, 0.56), (0.8, 1.0))
# On a telephone words below the panels would run into each other; the caption has them.
_TITLES = ("q·k", "a", "a·v")
# How much further than its longest bar a panel reaches.
_MARGIN = 1.08
# From the middle of a row to the middle of the gap between two stacks.
_BELOW = 0.49
# Of one character, to make room for the numbers at the right.
_WIDTH = 8


@dataclass(frozen=True)
class Words:
    """What is written in the figure, in the reader's language."""

    score: str
    weight: str
    part: str
    masked: str
    by_hand: str


def fits(n: int, d_k: int) -> bool:
    """Whether rows and terms can be told apart."""
    return n <= MOST_KEYS and d_k <= MOST_TERMS


def origin_figure(
    found: Origin,
    tokens: Sequence[str],
    terms: Sequence[str],
    words: Words,
    decimals: tuple[int, int],
) -> dict[str, Any]:
    """A row for each key and three panels that share it: terms, weight, part.

    tokens: a name for each key; terms: the name of each product; decimals: those of the terms and
    those of the parts.
    """
    of_terms, of_parts = decimals
    rows = list(range(len(tokens)))
    own = found.summed & ~found.masked
    typed = ~found.summed & ~found.masked
    segments = [
        _segment(place, name, np.where(own, found.terms[:, place], 0.0), of_terms)
        for place, name in enumerate(terms)
    ]
    if typed.any():
        segments.append(_typed(np.where(typed, found.scores, 0.0), words.by_hand, of_terms))
    if len(terms) > 1:
        segments.append(_totals(found.scores, ~found.masked, words.score, of_terms))
    data = [
        *segments,
        _weights(found, words, of_parts),
        *_parts(found.parts, words.part),
        _numbers(found.parts, of_parts),
    ]
    reach = _reach(np.where(own[:, None], found.terms, 0.0), found.scores[~found.masked])
    layout = _layout(found, rows, tokens, reach)
    layout["margin"]["r"] = _WIDTH * max(map(len, data[-1]["text"]))
    return {"data": data, "layout": layout}


def _layout(found: Origin, rows: list[int], tokens: Sequence[str], reach: float) -> dict[str, Any]:
    largest = _largest(found.parts)
    return {
        "barmode": "relative",
        "height": 120 + 38 * len(rows),
        "margin": {"l": 8, "r": 8, "t": 8, "b": 48},
        "bargap": 0.25,
        # Numbers that do not fit into their segment are left to the table.
        "uniformtext": {"mode": "hide", "minsize": 11},
        "xaxis": _axis(0, _ends(reach), _around_zero(reach)),
        "xaxis2": _axis(1, [0.0, 1.0], [0.0, 1.0]),
        # Each part stands beside its bar as a number.
        "xaxis3": _axis(2, _ends(largest), [0.0]),
        # Row 0 on top, as in every matrix; Plotly would put it at the bottom.
        "yaxis": {
            "range": [len(rows) - 0.5, -0.5],
            "tickmode": "array",
            "tickvals": rows,
            "ticktext": [_cut(token) for token in tokens],
            "automargin": True,
            "fixedrange": True,
            "showgrid": False,
        },
        "legend": {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        "showlegend": True,
    }


def _axis(panel: int, ends: list[float], ticks: list[float]) -> dict[str, Any]:
    return {
        "domain": list(_PANELS[panel]),
        "anchor": "y",
        "range": ends,
        "title": {"text": _TITLES[panel]},
        "zeroline": True,
        "zerolinewidth": 2,
        "fixedrange": True,
        "tickmode": "array",
        "tickvals": ticks,
        "tickangle": 0,
    }


def _ends(largest: float) -> list[float]:
    return [-_MARGIN * largest, _MARGIN * largest]


def _around_zero(largest: float) -> list[float]:
    """Zero and a round number to either side of it, not beyond the largest."""
    power = 10.0 ** floor(log10(largest))
    end = floor(largest / power) * power
    return [-end, 0.0, end]


def _segment(place: int, name: str, values: FloatArray, decimals: int) -> dict[str, Any]:
    written = [shown(value, decimals) if value else "" for value in values.tolist()]
    return {
        "type": "bar",
        "orientation": "h",
        "name": name,
        "x": values.tolist(),
        "y": list(range(len(values))),
        "text": written,
        "hovertemplate": f"{name} = %{{text}}<extra></extra>",
        "textposition": "inside",
        "insidetextanchor": "middle",
        "textangle": 0,
        "textfont": {"color": ON_SEGMENT},
        "marker": _fill(SEGMENTS[place], PATTERNS[place]),
    }


def _typed(scores: FloatArray, name: str, decimals: int) -> dict[str, Any]:
    """Scores that were typed over have no terms: one bar, marked as such."""
    segment = _segment(0, html.escape(name, quote=False), scores, decimals)
    return segment | {"marker": _fill(SHARE, "x")}


def _totals(scores: FloatArray, seen: BoolArray, name: str, decimals: int) -> dict[str, Any]:
    rows = np.flatnonzero(seen).tolist()
    return {
        "type": "scatter",
        "mode": "markers",
        "name": html.escape(name, quote=False),
        "x": scores[seen].tolist(),
        # Below the stack, where it covers no number.
        "y": [row + _BELOW for row in rows],
        "text": [shown(score, decimals) for score in scores[seen].tolist()],
        "hovertemplate": "%{text}<extra></extra>",
        "cliponaxis": False,
        "marker": {"symbol": "triangle-up", "size": 10, "color": MARK},
    }


def _weights(found: Origin, words: Words, decimals: int) -> dict[str, Any]:
    texts = [
        html.escape(words.masked, quote=False) if masked else shown(weight, decimals, signed=False)
        for weight, masked in zip(found.weights.tolist(), found.masked.tolist(), strict=True)
    ]
    bars = _bars(found.weights, "x2", words.weight, _fill(SHARE, ""))
    return bars | {"text": texts, "textposition": "outside", "cliponaxis": False}


def _parts(parts: FloatArray, name: str) -> list[dict[str, Any]]:
    """Those above zero and those below, told apart by their side, colour and pattern."""
    return [
        _bars(np.where(parts > 0.0, parts, 0.0), "x3", name, _fill(POSITIVE, "")),
        _bars(np.where(parts < 0.0, parts, 0.0), "x3", name, _fill(NEGATIVE, "/")),
    ]


def _bars(values: FloatArray, axis: str, name: str, fill: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "bar",
        "orientation": "h",
        "name": html.escape(name, quote=False),
        "x": values.tolist(),
        "y": list(range(len(values))),
        "xaxis": axis,
        "hoverinfo": "skip",
        "textangle": 0,
        "showlegend": False,
        "marker": fill,
    }


def _numbers(parts: FloatArray, decimals: int) -> dict[str, Any]:
    """The parts as a column of numbers at the right edge, each beside a bar of no length.

    Plotly hides what is too long for its bar only if the bars it draws last have numbers.
    """
    bars = _bars(np.zeros_like(parts), "x3", "", {"line": {"width": 0}})
    return bars | {
        "base": [_MARGIN * _largest(parts)] * len(parts),
        "text": [shown(part, decimals) for part in parts.tolist()],
        "textposition": "outside",
        "cliponaxis": False,
    }


def _fill(colour: str, shape: str) -> dict[str, Any]:
    return {
        "color": colour,
        "line": {"color": ON_SEGMENT, "width": 1},
        "pattern": {"shape": shape, "bgcolor": colour, "fgcolor": PATTERN_INK, "size": 6},
    }


def _cut(name: str) -> str:
    """A token's name beside its row; a long token is cut, its position stays."""
    parts = _NAME.fullmatch(name)
    token, position = parts.groups(default="") if parts else (name, "")
    ends = np.cumsum([1 + (east_asian_width(sign) in "WF") for sign in token])
    fitting = int((ends < _LONGEST_NAME).sum())
    cut = token if ends[-1] <= _LONGEST_NAME else f"{token[:fitting]}…"
    return html.escape(f"{isolated(cut)}{position}", quote=False)


def _reach(terms: FloatArray, scores: FloatArray) -> float:
    """How far stacks and their totals reach from zero, to either side."""
    above = np.where(terms > 0.0, terms, 0.0).sum(axis=1)
    below = np.where(terms < 0.0, -terms, 0.0).sum(axis=1)
    return _largest(np.concatenate([above, below, scores]))


def _largest(values: FloatArray) -> float:
    return float(np.abs(values).max(initial=0.0)) or 1.0
