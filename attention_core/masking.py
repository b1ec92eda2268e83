"""Stage between S and softmax: added bias, and −∞ where a query may not look."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_core.arrays import (
    BoolArray,
    FloatArray,
    Shape,
    any_array,
    fits,
    numbers,
    shape_text,
)
from attention_core.errors import AttentionError

REMEDIES = {
    "transpose": "; its transpose {turned} would fit",
    "one_row_of_keys": "; one row of keys for each batch item is written {name}[..., None, :]",
    "same_for_all_heads": "; one {name} for all heads is written {name}[..., None, :, :]",
    "": "",
}
"""What would make a mask fit, by the word that the refusal carries."""


def apply_mask(
    scaled: FloatArray, allowed: BoolArray | None, bias: FloatArray | None
) -> FloatArray:
    """Scaled scores plus bias, −∞ where not allowed; the same array when there is neither.

    scaled (..., n_q, n_k); allowed and bias broadcast against it. Never a large negative number,
    which would leave a fully masked row with uniform weights.
    """
    if bias is not None:
        scaled = scaled + bias
    if allowed is None:
        return scaled
    return np.where(allowed, scaled, -np.inf)


def causal_mask(n_q: int, n_k: int) -> BoolArray:
    """Query i may see keys 0..i: (n_q, n_k), aligned at the top left also when n_q ≠ n_k."""
    return np.tri(n_q, n_k, dtype=np.bool_)


def allowed_cells(mask: ArrayLike | None, causal: bool, shape: Shape) -> BoolArray | None:
    """The cells of (..., n_q, n_k) that both the mask and causality allow; None means all.

    Refused: a mask that is not boolean or does not broadcast (see `boolean_mask`).
    """
    if not isinstance(causal, (bool, np.bool_)):
        raise AttentionError(
            "causal_not_boolean",
            f"causal is {type(causal).__name__}, but it is a switch: True or False. "
            "A mask goes into mask=",
            type=type(causal).__name__,
        )
    given = None if mask is None else boolean_mask(mask, shape)
    if not causal:
        return given
    triangle = causal_mask(*shape[-2:])
    return triangle if given is None else given & triangle


def boolean_mask(mask: ArrayLike, shape: Shape) -> BoolArray:
    """The caller's mask, True = may attend.

    Refused: 0/1 numbers, whose meaning differs between libraries (mask_not_boolean);
    a shape that does not broadcast to (..., n_q, n_k) (mask_shape).
    """
    given = any_array("mask", mask)
    if given.dtype != np.bool_:
        raise AttentionError(
            "mask_not_boolean",
            f"mask holds {given.dtype} values, but True = may attend is needed. "
            "If 1 means may attend: mask.astype(bool). If 1 means blocked: ~mask.astype(bool). "
            "If it is to be added to the scores (0 and −inf): bias=",
            dtype=str(given.dtype),
        )
    _check_shape("mask", given.shape, shape)
    return given


def added_bias(bias: ArrayLike | None, shape: Shape) -> FloatArray | None:
    """The caller's bias in float64; −inf means not allowed.

    Refused: booleans and 0/1 integers, which are masks (boolean_bias); NaN and +inf
    (bias_not_finite); a shape that does not broadcast to (..., n_q, n_k) (mask_shape).
    """
    if bias is None:
        return None
    given = any_array("bias", bias)
    if given.dtype.kind == "b" or _looks_like_mask(given):
        raise AttentionError(
            "boolean_bias",
            f"bias holds only 0 and 1 ({given.dtype}), which looks like a mask and must not be "
            "added to the scores. A mask: mask=bias.astype(bool), True = may attend. "
            "Numbers to add: bias.astype(float)",
            dtype=str(given.dtype),
        )
    added = numbers("bias", given)
    _check_shape("bias", added.shape, shape)
    top = added.max()
    if not top < np.inf:
        raise AttentionError(
            "bias_not_finite",
            f"bias holds {'NaN' if np.isnan(top) else '+inf'}: use finite numbers, "
            "or −inf where a query may not look",
            value=float(top),
        )
    return added


def rows_without_keys(masked: FloatArray) -> BoolArray:
    """True for each query that may look at no key: its weights and output are all 0.

    masked (..., n_q, n_k) → (..., n_q).
    """
    return np.asarray(np.isneginf(masked).all(axis=-1))


def _looks_like_mask(given: NDArray[Any]) -> bool:
    if given.dtype.kind not in "iu" or given.ndim == 0 or given.size == 0:
        return False
    return bool(((given == 0) | (given == 1)).all() and given.any())


def _check_shape(name: str, shape: Shape, target: Shape) -> None:
    if fits(shape, target):
        return
    remedy = _remedy(shape, target)
    hint = REMEDIES[remedy].format(name=name, turned=shape_text(_turned(shape)))
    raise AttentionError(
        "mask_shape",
        f"{name} is {shape_text(shape)}, but the scores are {shape_text(target)} "
        f"(query rows × key columns){hint}",
        name=name,
        shape=shape_text(shape),
        target=shape_text(target),
        remedy=remedy,
    )


def _remedy(shape: Shape, target: Shape) -> str:
    if len(shape) >= 2 and fits(_turned(shape), target):
        return "transpose"
    if len(shape) >= 2 and fits((*shape[:-1], 1, shape[-1]), target):
        return "one_row_of_keys"
    if len(shape) >= 3 and fits((*shape[:-2], 1, *shape[-2:]), target):
        return "same_for_all_heads"
    return ""


def _turned(shape: Shape) -> Shape:
    return (*shape[:-2], *shape[:-3:-1])
