"""What a reader asks of a matrix: sums, ranks, how sharp a row is."""

import numpy as np
from numpy.typing import ArrayLike

from attention_core.arrays import FloatArray, IntArray, any_array, numbers

NOISE = 1e-12
"""Relative gap below which two numbers count as equal: the last digits depend on the processor."""


def row_sums(matrix: ArrayLike) -> FloatArray:
    """What each row adds up to, exactly as it is: (..., n_q, n_k) → (..., n_q)."""
    return np.asarray(numbers("matrix", matrix).sum(axis=-1))


def column_sums(matrix: ArrayLike) -> FloatArray:
    """What each column adds up to, exactly as it is: (..., n_q, n_k) → (..., n_k)."""
    return np.asarray(numbers("matrix", matrix).sum(axis=-2))


@np.errstate(invalid="ignore")
def ranks(scores: ArrayLike) -> IntArray:
    """Place of each number in its row: 1 = largest, equal numbers share a place, masked is 0.

    (..., n_q, n_k) → integers (..., n_q, n_k). Equal means equal to 12 digits.
    """
    array = numbers("scores", scores)
    order = np.argsort(-array, axis=-1, kind="stable")
    falling = np.take_along_axis(array, order, axis=-1)
    left, right = falling[..., :-1], falling[..., 1:]
    drops = left - right > NOISE * np.maximum(np.abs(left), np.abs(right))
    places = np.ones(array.shape, dtype=np.int64)
    places[..., 1:] = np.where(drops, np.arange(2, array.shape[-1] + 1), 1)
    np.maximum.accumulate(places, axis=-1, out=places)
    result = np.empty_like(places)
    np.put_along_axis(result, order, places, axis=-1)
    result[np.isneginf(array)] = 0
    return result


def entropy(weights: ArrayLike) -> FloatArray:
    """How spread out each row of weights is, in bits: 0 = one key, log2(n_k) = all alike.

    (..., n_q, n_k) → (..., n_q). Shannon 1948; 0·log 0 counts as 0.
    """
    array = numbers("weights", weights)
    logs = np.log2(array, where=array > 0.0, out=np.zeros_like(array))
    return np.asarray(-(array * logs).sum(axis=-1)) + 0.0


@np.errstate(invalid="ignore")
def difference(after: ArrayLike, before: ArrayLike) -> FloatArray:
    """What each number moved by: after − before, and exactly 0 where nothing moved or both are −∞.

    Same shape as both.
    """
    new, old = any_array("after", after), any_array("before", before)
    return np.where(new == old, 0.0, new - old)
