"""The lesson in order: which page shows which stage, and the boxes of the pipeline strip."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    """One page of the lesson."""

    key: str
    path: str
    symbol: str


@dataclass(frozen=True)
class Box:
    """One box of the pipeline strip: the matrices whose shapes it shows, and the page behind it."""

    symbol: str
    matrices: tuple[str, ...]
    stage: str


STAGES = (
    Stage("overview", "app.py", ""),
    Stage("input", "pages/1_input.py", "X"),
    Stage("projections", "pages/2_projections.py", "Q K V"),
    Stage("scores", "pages/3_scores.py", "QKᵀ"),
    Stage("softmax", "pages/4_softmax.py", "S → A"),
    Stage("output", "pages/5_output.py", "O = AV"),
)

PIPELINE = (
    Box("X", ("x",), "input"),
    Box("Q K V", ("q", "k", "v"), "projections"),
    Box("QKᵀ", ("scores",), "scores"),
    Box("S", ("scaled",), "softmax"),
    Box("A", ("weights",), "softmax"),
    Box("O", ("output",), "output"),
)

# The overview's chain: one step after the other; Q, K and V come from X side by side.
CHAIN = (("x",), ("q", "k", "v"), ("scores",), ("scaled",), ("weights",), ("output",))


# The stage on whose page each matrix is computed, or first met.
HOME = {
    "x": "input",
    "w_q": "projections",
    "w_k": "projections",
    "w_v": "projections",
    "q": "projections",
    "k": "projections",
    "v": "projections",
    "scores": "scores",
    "scaled": "softmax",
    "weights": "softmax",
    "output": "output",
}


def stage(key: str) -> Stage:
    """The stage called `key`; KeyError if there is none."""
    return {entry.key: entry for entry in STAGES}[key]


def neighbours(key: str) -> tuple[Stage | None, Stage | None]:
    """The stages before and after `key` in lesson order."""
    place = STAGES.index(stage(key))
    before = STAGES[place - 1] if place > 0 else None
    after = STAGES[place + 1] if place + 1 < len(STAGES) else None
    return before, after
