"""Stage QKᵀ and its scaling: how well each query meets each key."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attention_core.arrays import FloatArray, numbers, shape_text
from attention_core.errors import AttentionError


def dot_products(q: FloatArray, k: FloatArray) -> FloatArray:
    """Row i, column j: the dot product of query i and key j.

    q (..., n_q, d_k), k (..., n_k, d_k) → (..., n_q, n_k). Vaswani et al. 2017, eq. 1.
    """
    products: FloatArray = np.matmul(q, np.swapaxes(k, -1, -2))
    return products


def scale_scores(raw: FloatArray, factor: float) -> FloatArray:
    """Raw scores times one factor: the spread changes, the order within a row does not."""
    return raw * factor


def scale_factor(given: object, d_k: int) -> float:
    """1/√d_k, or the number given instead. d_k is the width of one head.

    Refused: anything but a finite real number (scale_not_finite).
    """
    if given is None:
        return 1.0 / math.sqrt(d_k)
    if isinstance(given, (int, float, np.integer, np.floating)) and not isinstance(given, bool):
        factor = float(given)
        if math.isfinite(factor):
            return factor
    raise AttentionError(
        "scale_not_finite",
        f"scale is {given!r}, but it must be one finite number; None means 1/√d_k",
        value=repr(given),
    )


class Alignment(NamedTuple):
    """A score taken apart: score = q_length · k_length · cosine; no cosine without a length."""

    score: float
    q_length: float
    k_length: float
    cosine: float | None


def alignment(q_row: ArrayLike, k_row: ArrayLike) -> Alignment:
    """How much of a score is length and how much is direction.

    q_row (d_k,), k_row (d_k,). Perpendicular vectors have the cosine 0, opposite ones −1.
    """
    q, k = numbers("q_row", q_row), numbers("k_row", k_row)
    score, lengths = float(q @ k), (math.hypot(*q), math.hypot(*k))
    if not all(lengths):
        return Alignment(score, *lengths, None)
    cosine = score / lengths[0] / lengths[1]
    return Alignment(score, *lengths, max(-1.0, min(1.0, cosine)))


def check_key_width(q: FloatArray, k: FloatArray) -> None:
    """Refuse queries and keys of unequal width, since no dot product exists.

    Refused: K transposed (key_transposed); other widths (widths_differ).
    """
    d_q, d_k = q.shape[-1], k.shape[-1]
    if d_q == d_k:
        return
    shapes = {"q": shape_text(q.shape), "k": shape_text(k.shape)}
    if k.shape[-2] == d_q:
        transposed = shape_text((*k.shape[:-2], d_k, d_q))
        raise AttentionError(
            "key_transposed",
            f"widths of Q ({d_q}) and K ({d_k}) differ: K is {shapes['k']} and looks transposed; "
            f"its transpose {transposed} would fit Q {shapes['q']}",
            q_width=d_q,
            k_width=d_k,
            transposed=transposed,
            **shapes,
        )
    raise AttentionError(
        "widths_differ",
        f"widths of Q ({d_q}) and K ({d_k}) differ: each query needs as many numbers as each key "
        f"(Q {shapes['q']}, K {shapes['k']})",
        q_width=d_q,
        k_width=d_k,
        **shapes,
    )
