"""attention_core against the bare formula in NumPy, taking turns in one run."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attention_core import Scenario, attention, self_attention
from bench.times import Times, table

SMALL_ROUNDS, LARGE_ROUNDS, WARM_UP = 2_000, 40, 5
ALLOWED_OVERHEAD_MS = 0.1
ALLOWED_RATIO = 1.3


@dataclass(frozen=True)
class Comparison:
    """The same result, computed by us with every step kept and by the bare formula."""

    name: str
    ours: Times
    bare: Times
    overhead: float
    ratio: float


def bare_attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    """softmax(QKᵀ/√d_k)·V as one would write it in a notebook."""
    scores = q @ k.T / np.sqrt(q.shape[-1])
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exponentials / exponentials.sum(axis=-1, keepdims=True) @ v


def small() -> Comparison:
    """The whole trace of a 12-token sentence: checks and bookkeeping outweigh the arithmetic."""
    scenario = Scenario(tokens=tuple(str(position) for position in range(12)))
    x, w_q, w_k, w_v = scenario.x, scenario.w_q, scenario.w_k, scenario.w_v
    return compare(
        "`self_attention`, n = 12, d_model = 5, d_k = 2, d_v = 3",
        lambda: self_attention(x, w_q, w_k, w_v).output,
        lambda: bare_attention(x @ w_q, x @ w_k, x @ w_v),
        SMALL_ROUNDS,
    )


def large() -> Comparison:
    """Long sequences: here it is the arithmetic that counts."""
    q, k, v = np.random.default_rng(0).standard_normal((3, 1024, 64))
    return compare(
        "`attention`, n = 1024, d = 64",
        lambda: attention(q, k, v).output,
        lambda: bare_attention(q, k, v),
        LARGE_ROUNDS,
    )


def compare(
    name: str, ours: Callable[[], np.ndarray], bare: Callable[[], np.ndarray], rounds: int
) -> Comparison:
    """Both in turn, so that whatever else the machine does hits both."""
    np.testing.assert_allclose(ours(), bare(), rtol=1e-12, atol=1e-12)
    pairs = np.array([(clock(ours), clock(bare)) for _ in range(rounds + WARM_UP)])[WARM_UP:]
    return Comparison(
        name,
        Times.of(pairs[:, 0]),
        Times.of(pairs[:, 1]),
        overhead=float(np.median(pairs[:, 0] - pairs[:, 1])),
        ratio=float(np.median(pairs[:, 0] / pairs[:, 1])),
    )


def clock(function: Callable[[], object]) -> float:
    """Milliseconds of one call."""
    start = time.perf_counter()
    function()
    return (time.perf_counter() - start) * 1e3


def report() -> str:
    """The comparisons as a Markdown table."""
    few, many = small(), large()
    head = [
        "",
        "ours, median / p95 ms",
        "bare, median / p95 ms",
        "ours − bare",
        "ours ÷ bare",
        "target",
    ]
    targets = {few: f"+{ALLOWED_OVERHEAD_MS} ms", many: f"{ALLOWED_RATIO}×"}
    met = {few: few.overhead <= ALLOWED_OVERHEAD_MS, many: many.ratio <= ALLOWED_RATIO}
    rows = [
        [
            one.name,
            one.ours.text(3),
            one.bare.text(3),
            f"{one.overhead:+.3f} ms",
            f"{one.ratio:.2f}×",
            f"≤ {target}: {'met' if met[one] else 'missed'}",
        ]
        for one, target in targets.items()
    ]
    return table(head, rows)


if __name__ == "__main__":
    print(report())
