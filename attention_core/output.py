"""Stage O = AV: what the weights bring back."""

import numpy as np
from numpy.typing import ArrayLike

from attention_core.arrays import FloatArray, matrix, numbers, shape_text
from attention_core.errors import AttentionError


def mix_values(weights: FloatArray, v: FloatArray) -> FloatArray:
    """Each row of A mixes the rows of V.

    weights (..., n_q, n_k), v (..., n_k, d_v) → (..., n_q, d_v). Vaswani et al. 2017, eq. 1.
    """
    mixed: FloatArray = np.matmul(weights, v)
    return mixed


def contributions(weights_row: ArrayLike, v: ArrayLike) -> FloatArray:
    """The parts a_j·v_j that add up to one row of the output.

    weights_row (n_k,), v (n_k, d_v) → (n_k, d_v).
    Refused: as many weights as values are needed (value_rows).
    """
    row, values = numbers("weights_row", weights_row), matrix("V", v)
    if row.shape[-1:] != (values.shape[-2],):
        raise AttentionError(
            "weights_length",
            f"weights_row is {shape_text(row.shape)}, V has {values.shape[-2]} rows: "
            "each value needs one weight",
            shape=shape_text(row.shape),
            v_rows=values.shape[-2],
        )
    return row[..., None] * values


def check_value_rows(k: FloatArray, v: FloatArray) -> None:
    """Refuse unequal numbers of keys and values.

    Refused: V transposed (value_transposed); other row counts (value_rows).
    """
    n_k, n_v = k.shape[-2], v.shape[-2]
    if n_k == n_v:
        return
    shapes = {"k": shape_text(k.shape), "v": shape_text(v.shape)}
    text = f"K has {n_k} rows, V has {n_v}: each key needs a value"
    if v.shape[-1] == n_k:
        transposed = shape_text((*v.shape[:-2], n_k, n_v))
        raise AttentionError(
            "value_transposed",
            f"{text}; V is {shapes['v']}, its transpose {transposed} would fit K {shapes['k']}",
            k_rows=n_k,
            v_rows=n_v,
            transposed=transposed,
            **shapes,
        )
    raise AttentionError(
        "value_rows",
        f"{text} (K {shapes['k']}, V {shapes['v']})",
        k_rows=n_k,
        v_rows=n_v,
        **shapes,
    )
