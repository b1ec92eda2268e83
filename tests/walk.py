"""What each page of the walk must show, and what the core says it is."""

from __future__ import annotations

from attention_core import Scenario
from attention_core.arrays import FloatArray

# The matrices of each page, in the order in which it draws them.
MATRICES = {
    "overview": ("x", "q", "k", "v", "scores", "scaled", "weights", "output"),
    "input": ("x",),
    "projections": ("x", "w_q", "w_k", "w_v", "q", "k", "v"),
    "scores": ("q", "k_t", "scores"),
    "softmax": ("scores", "scaled", "weights"),
    "output": ("weights", "v", "output"),
}


def expected(scenario: Scenario, key: str) -> FloatArray:
    """What the matrix `key` of a page holds; S is shown with its mask on."""
    trace = scenario.trace()
    if key == "k_t":
        return trace.k.T
    return getattr(trace, "masked" if key == "scaled" else key)
