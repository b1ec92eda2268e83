"""A figure as it is shown to a class."""

from __future__ import annotations

from typing import Any

SIZE = 20
# Of Streamlit's own letters.
_LARGER = SIZE / 12


def enlarged(figure: dict[str, Any]) -> dict[str, Any]:
    """The same figure with letters for the back row, and room for them."""
    layout = figure["layout"]
    axes = {name: _axis(axis) for name, axis in layout.items() if name[1:5] == "axis"}
    return {
        "data": [_trace(trace) for trace in figure["data"]],
        "layout": layout
        | axes
        | {
            "font": {"size": SIZE},
            "height": layout["height"] * _LARGER,
            "margin": {side: room * _LARGER for side, room in layout["margin"].items()},
            "legend": layout["legend"] | {"font": {"size": SIZE}},
            "uniformtext": {"mode": "hide", "minsize": SIZE},
        },
    }


def _axis(axis: dict[str, Any]) -> dict[str, Any]:
    title = axis.get("title", {}) | {"font": {"size": SIZE}}
    return axis | {"tickfont": {"size": SIZE}, "title": title}


def _trace(trace: dict[str, Any]) -> dict[str, Any]:
    return trace | {"textfont": trace.get("textfont", {}) | {"size": SIZE}}
