"""Stage heads: one wide matrix seen as several narrow ones, and back."""

import numpy as np

from attention_core.arrays import FloatArray, shape_text
from attention_core.errors import AttentionError


def split_heads(wide: FloatArray, n_heads: int) -> FloatArray:
    """Head h takes columns h·d … (h+1)·d−1.

    wide (..., n, n_heads·d) → (..., n_heads, n, d), a view. Vaswani et al. 2017, §3.2.2.
    """
    *batch, n, width = wide.shape
    return np.swapaxes(wide.reshape(*batch, n, n_heads, width // n_heads), -2, -3)


def join_heads(heads: FloatArray) -> FloatArray:
    """The heads side by side, in order: (..., n_heads, n, d) → (..., n, n_heads·d)."""
    *batch, n_heads, n, width = heads.shape
    return np.swapaxes(heads, -2, -3).reshape(*batch, n, n_heads * width)


def check_head_count(n_heads: int) -> None:
    """Refuse anything but a whole number of heads from 1 up (head_count)."""
    whole = isinstance(n_heads, (int, np.integer)) and not isinstance(n_heads, bool)
    if not whole or n_heads < 1:
        raise AttentionError(
            "head_count",
            f"n_heads is {n_heads!r}, but it must be a whole number, 1 or more",
            value=repr(n_heads),
        )


def check_divisible(name: str, width: int, n_heads: int) -> None:
    """Refuse a width that does not split evenly into heads (heads_not_divisible)."""
    if width % n_heads == 0:
        return
    possible = [str(d) for d in range(1, width + 1) if width % d == 0]
    offer = " or ".join([", ".join(possible[:-1]), possible[-1]] if possible[1:] else possible)
    raise AttentionError(
        "heads_not_divisible",
        f"{name} has {width} columns, and {width} is not divisible by {n_heads} heads; "
        f"possible: {offer}",
        name=name,
        width=width,
        n_heads=n_heads,
        possible=", ".join(possible),
    )


def check_output_matrix(w_o: FloatArray, joined: int, d_model: int) -> None:
    """Refuse a W_O that is not (n_heads·d_v, d_model).

    Refused: W_O transposed or of another shape (output_matrix).
    """
    if w_o.shape == (joined, d_model):
        return
    turned = " (its transpose would fit)" if w_o.shape == (d_model, joined) else ""
    raise AttentionError(
        "output_matrix",
        f"W_O is {shape_text(w_o.shape)}, but it must be {joined}×{d_model}{turned}: "
        f"the heads side by side have {joined} columns, X has {d_model}",
        w=shape_text(w_o.shape),
        needed=shape_text((joined, d_model)),
        joined=joined,
        d_model=d_model,
    )
