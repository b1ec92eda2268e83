"""Stage X → Q, K, V: the input seen through a learned matrix."""

import numpy as np
from numpy.typing import ArrayLike

from attention_core.arrays import FloatArray, Shape, finite_numbers, leading_axes, shape_text
from attention_core.errors import AttentionError


def project(x: FloatArray, w: FloatArray, b: FloatArray | None = None) -> FloatArray:
    """Each row of X turned into a query, key or value: x·w (+ b).

    x (..., n, d_model), w (d_model, width), b (width,) → (..., n, width).
    Vaswani et al. 2017, §3.2.2.
    """
    projected: FloatArray = np.matmul(x, w)
    if b is not None:
        projected += b
    return projected


def check_parameters(x: FloatArray, w_q: FloatArray, w_k: FloatArray, w_v: FloatArray) -> None:
    """Refuse parameter matrices that do not meet X, or W_Q and W_K that do not meet each other.

    Refused: W transposed (parameter_transposed), other row counts (parameter_rows);
    queries and keys of unequal width (parameter_widths); batch axes that do not meet.
    """
    for name, w in (("W_Q", w_q), ("W_K", w_k), ("W_V", w_v)):
        if w.shape[-2] != x.shape[-1]:
            raise _wrong_rows(name, x.shape, w.shape)
        leading_axes(**{"X": x, name: w})
    if w_q.shape[-1] != w_k.shape[-1]:
        raise AttentionError(
            "parameter_widths",
            f"widths of W_Q ({w_q.shape[-1]}) and W_K ({w_k.shape[-1]}) differ: "
            "queries and keys need the same d_k columns",
            w_q_width=w_q.shape[-1],
            w_k_width=w_k.shape[-1],
        )


def projection_bias(name: str, value: ArrayLike | None, width: int, of: str) -> FloatArray | None:
    """The bias as a float64 row, or None when there is none.

    Refused: any shape but (width,) (bias_length).
    """
    if value is None:
        return None
    bias = finite_numbers(name, value)
    if bias.shape != (width,):
        raise AttentionError(
            "bias_length",
            f"{name} is {shape_text(bias.shape)}, but {of} has {width} columns: "
            f"{name} needs {width} numbers in one row",
            name=name,
            shape=shape_text(bias.shape),
            width=width,
            of=of,
        )
    return bias


def _wrong_rows(name: str, x: Shape, w: Shape) -> AttentionError:
    text = f"X has {x[-1]} columns, {name} has {w[-2]} rows: they must be equal"
    values = {"name": name, "columns": x[-1], "rows": w[-2]}
    shapes = {"x": shape_text(x), "w": shape_text(w)}
    if w[-1] != x[-1]:
        return AttentionError(
            "parameter_rows",
            f"{text} (X {shapes['x']}, {name} {shapes['w']})",
            **values,
            **shapes,
        )
    turned = shape_text((*w[:-2], w[-1], w[-2]))
    return AttentionError(
        "parameter_transposed",
        f"{text}; {name} is {shapes['w']}, its transpose {turned} would fit X {shapes['x']}",
        transposed=turned,
        **values,
        **shapes,
    )
