"""Where one output number comes from: back through the weights to the products of each score."""

from dataclasses import dataclass

import numpy as np

from attention_core.arrays import BoolArray, FloatArray, frozen, shape_text
from attention_core.errors import AttentionError
from attention_core.output import contributions, mix_values
from attention_core.softmax import normalize, softmax_parts
from attention_core.summaries import NOISE
from attention_core.trace import AttentionSteps, Trace


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """One output number, key by key: output = Σ_j parts[j], parts = weights·values.

    query (d_k,), keys (n_k, d_k) and terms (n_k, d_k), the products q_t·k_jt that add up to each
    score; all other arrays (n_k,).
    scaled is −inf where masked. exponentials add up to total; shift was subtracted before.
    summed: False where the score is not the sum of its terms, because another took its place.
    by_softmax: whether the weights are the softmax of the scaled scores.
    """

    query: FloatArray
    keys: FloatArray
    terms: FloatArray
    scores: FloatArray
    scaled: FloatArray
    exponentials: FloatArray
    weights: FloatArray
    values: FloatArray
    parts: FloatArray
    summed: BoolArray
    total: float
    shift: float
    output: float
    by_softmax: bool

    @property
    def masked(self) -> BoolArray:
        """The keys the query may not look at: whatever their terms, they bring nothing."""
        return np.isneginf(self.scaled)


def origin(steps: Trace | AttentionSteps, query: int, component: int) -> Origin:
    """Where output[query, component] of one attention comes from.

    Refused: a query or component the output does not have (no_such_output).
    """
    _check_place(steps.output, query, component)
    terms = steps.q[query] * steps.k
    scores, scaled = steps.scores[query], steps.masked[query]
    shares = softmax_parts(scaled)
    weights, values = steps.weights[query], steps.v[:, component]
    # Relative to the terms, since large ones of both signs leave more of a rounding error behind.
    noise = NOISE * np.maximum(1.0, np.abs(terms).sum(axis=-1))
    return Origin(
        query=steps.q[query],
        keys=steps.k,
        terms=frozen(terms),
        scores=scores,
        scaled=scaled,
        exponentials=frozen(shares.exponentials),
        weights=weights,
        values=values,
        parts=frozen(contributions(weights, steps.v)[:, component]),
        summed=np.abs(terms.sum(axis=-1) - scores) <= noise,
        total=float(shares.totals),
        shift=float(shares.shift),
        output=float(steps.output[query, component]),
        by_softmax=bool((np.abs(shares.weights - weights) <= NOISE).all()),
    )


@np.errstate(all="ignore")
def changes_without(steps: Trace | AttentionSteps, query: int) -> FloatArray:
    """How the query's output moves when one key is left out and softmax shares anew: (n_k, d_v).

    Exactly 0 for a key that brought nothing. A query that is left without keys has the output 0.
    Refused: a query the output does not have (no_such_output).
    """
    _check_place(steps.output, query, 0)
    row, before = steps.masked[query], steps.output[query]
    without = np.where(np.eye(row.size, dtype=np.bool_), -np.inf, row)
    changes = mix_values(normalize(without), steps.v) - before
    noise = NOISE * np.maximum(1.0, np.abs(before))
    return np.where(np.abs(changes) <= noise, 0.0, changes)


def _check_place(output: FloatArray, query: int, component: int) -> None:
    rows, columns = output.shape
    if 0 <= query < rows and 0 <= component < columns:
        return
    raise AttentionError(
        "no_such_output",
        f"the output is {shape_text(output.shape)}: it has no number at row {query}, "
        f"column {component} (counted from 0)",
        shape=shape_text(output.shape),
        row=query,
        column=component,
    )
