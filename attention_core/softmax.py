"""Stage softmax: a row of scores becomes shares that add to 1."""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from attention_core.arrays import FloatArray, any_array, empty, numbers
from attention_core.errors import AttentionError

PLAIN_LIMIT = 20.0
"""Up to this |score| people are shown exp(score) itself; beyond it the row maximum comes off."""


class SoftmaxParts(NamedTuple):
    """The arithmetic of a softmax as it is shown: weights = exponentials ÷ totals, slice by slice.

    exponentials and weights have the shape of the scores, shift and totals that without the axis:
    along the rows of (..., n_q, n_k) they are (..., n_q).
    """

    shift: FloatArray
    exponentials: FloatArray
    totals: FloatArray
    weights: FloatArray


def softmax(scores: ArrayLike, axis: int = -1) -> FloatArray:
    """Shares along one axis: e^score ÷ their sum, with the maximum subtracted first.

    Same shape as `scores`. −inf gets exactly 0, a slice of −inf only gets zeros.
    Refused: NaN and +inf (scores_not_finite), no entries (empty), no such axis (no_such_axis).
    """
    array = any_array("scores", scores)
    if array.dtype != np.float64:
        array = numbers("scores", array)
    _check_axis(array, axis)
    return normalize(array, axis)


@np.errstate(all="ignore")
def normalize(scores: FloatArray, axis: int = -1) -> FloatArray:
    """`softmax` of float64 scores whose axis is known to exist.

    Refused: NaN and +inf (scores_not_finite).
    """
    top: FloatArray = scores.max(axis=axis, keepdims=True)
    if not np.isfinite(top).all():
        top = _without_empty_rows(top)
    shares: FloatArray = np.subtract(scores, top)
    np.exp(shares, out=shares)
    total = shares.sum(axis=axis, keepdims=True)
    # An allowed row holds e^0 = 1, so only a fully masked row has the total 0.
    np.maximum(total, np.finfo(np.float64).tiny, out=total)
    shares /= total
    return shares


@np.errstate(all="ignore")
def softmax_parts(scores: ArrayLike, axis: int = -1, *, plain: bool = True) -> SoftmaxParts:
    """Softmax along one axis with the exponentials and sums that people can check by hand.

    scores (..., n_q, n_k). The maximum is subtracted only in slices with a |score| above 20, or,
    unless they are to be `plain`, in every one that has a score.
    Refused: as `softmax`.
    """
    weights = softmax(scores, axis)
    array = numbers("scores", scores)
    allowed = np.isfinite(array)
    largest = np.abs(array, where=allowed, out=np.zeros_like(array)).max(axis=axis)
    shifted = (largest > PLAIN_LIMIT) | (not plain)
    shift = np.where(shifted & allowed.any(axis=axis), array.max(axis=axis), 0.0)
    exponentials = np.exp(array - np.expand_dims(shift, axis))
    return SoftmaxParts(shift, exponentials, exponentials.sum(axis=axis), weights)


def _without_empty_rows(top: FloatArray) -> FloatArray:
    if not (top < np.inf).all():
        found = "NaN" if np.isnan(top).any() else "+inf"
        raise AttentionError(
            "scores_not_finite",
            f"scores hold {found}: use finite numbers, or −inf where a query may not look",
            found=found,
        )
    return np.where(np.isneginf(top), 0.0, top)


def _check_axis(array: FloatArray, axis: int) -> None:
    if array.size == 0:
        raise empty("scores", array.shape)
    if not (isinstance(axis, (int, np.integer)) and -array.ndim <= axis < array.ndim):
        raise AttentionError(
            "no_such_axis",
            f"scores have {array.ndim} axes, so there is no axis {axis!r}; rows lie along -1",
            axes=array.ndim,
            axis=repr(axis),
        )
