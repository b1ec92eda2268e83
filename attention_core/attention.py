"""The chain: the only place where the stages are put one after another."""

import numpy as np
from numpy.typing import ArrayLike

from attention_core.arrays import (
    FloatArray,
    check_overflow,
    frozen,
    leading_axes,
    magnitude,
    matrix,
    plain_matrix,
)
from attention_core.decimals import decimal_product
from attention_core.edits import Edit, most_decimals, with_edits
from attention_core.heads import (
    check_divisible,
    check_head_count,
    check_output_matrix,
    join_heads,
    split_heads,
)
from attention_core.masking import added_bias, allowed_cells, apply_mask
from attention_core.output import check_value_rows, mix_values
from attention_core.projections import check_parameters, project, projection_bias
from attention_core.scores import check_key_width, dot_products, scale_factor, scale_scores
from attention_core.trace import AttentionSteps, MultiHeadTrace, Trace
from attention_core.variants import weights_under

SAFE = 1e290
"""Scores bounded by this cannot overflow, whatever is added; only beyond it are they searched."""

Chain = tuple[
    FloatArray,
    FloatArray,
    FloatArray,
    float,
    FloatArray,
    FloatArray,
    FloatArray,
    FloatArray,
    FloatArray,
]
"""The fields of `AttentionSteps` in order; all traces hold this run of fields."""

# Every overflow is looked for by hand and refused; what underflows to 0 is 0.
_quiet = np.errstate(all="ignore")


@_quiet
def attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    causal: bool = False,
    bias: ArrayLike | None = None,
    scale: float | None = None,
) -> AttentionSteps:
    """Each query fetches a mix of the values: softmax(QKᵀ·scale + bias)·V, every step kept.

    q (..., n_q, d_k), k (..., n_k, d_k), v (..., n_k, d_v); leading axes broadcast.
    mask: booleans, True = may attend; causal: query i sees keys 0..i; scale: 1/√d_k by default.
    A query that may look at no key gets zero weights and a zero output.
    Refused: sizes that do not meet, masks that are not boolean, NaN: see `AttentionError.code`.
    Vaswani et al. 2017, eq. 1.
    """
    q, k, v = matrix("Q", q), matrix("K", k), matrix("V", v)
    check_key_width(q, k)
    check_value_rows(k, v)
    return AttentionSteps(*_chain(q, k, v, mask, causal, bias, scale))


@_quiet
def self_attention(
    x: ArrayLike,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    *,
    b_q: ArrayLike | None = None,
    b_k: ArrayLike | None = None,
    b_v: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
    bias: ArrayLike | None = None,
    scale: float | None = None,
) -> Trace:
    """Each position fetches a mix of all positions: `attention` of X·W_Q, X·W_K, X·W_V.

    x (..., n, d_model), w_q and w_k (d_model, d_k), w_v (d_model, d_v), b_… one row.
    Refused: as `attention`; parameters that do not meet X or each other.
    """
    x, w_q, w_k, w_v = matrix("X", x), matrix("W_Q", w_q), matrix("W_K", w_k), matrix("W_V", w_v)
    check_parameters(x, w_q, w_k, w_v)
    q = _projected(x, w_q, b_q, "q")
    k = _projected(x, w_k, b_k, "k")
    v = _projected(x, w_v, b_v, "v")
    chain = _chain(q, k, v, mask, causal, bias, scale)
    return Trace(frozen(x), frozen(w_q), frozen(w_k), frozen(w_v), *chain)


@_quiet
def multi_head_attention(
    x: ArrayLike,
    w_q: ArrayLike,
    w_k: ArrayLike,
    w_v: ArrayLike,
    w_o: ArrayLike,
    n_heads: int,
    *,
    b_q: ArrayLike | None = None,
    b_k: ArrayLike | None = None,
    b_v: ArrayLike | None = None,
    b_o: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    causal: bool = False,
    bias: ArrayLike | None = None,
    scale: float | None = None,
) -> MultiHeadTrace:
    """Several attentions side by side on parts of the width, joined and mixed by W_O.

    x (..., n, d_model), w_q and w_k (d_model, n_heads·d_k), w_v (d_model, n_heads·d_v),
    w_o (n_heads·d_v, d_model). Scale 1/√d_k of one head. mask and bias broadcast to
    (..., n_heads, n, n). Refused: as `self_attention`; widths that do not split into heads.
    Vaswani et al. 2017, §3.2.2.
    """
    check_head_count(n_heads)
    x, w_q, w_k = matrix("X", x), plain_matrix("W_Q", w_q), plain_matrix("W_K", w_k)
    w_v, w_o = plain_matrix("W_V", w_v), plain_matrix("W_O", w_o)
    check_parameters(x, w_q, w_k, w_v)
    check_divisible("W_Q", w_q.shape[1], n_heads)
    check_divisible("W_V", w_v.shape[1], n_heads)
    check_output_matrix(w_o, w_v.shape[1], x.shape[-1])
    q = split_heads(_projected(x, w_q, b_q, "q"), n_heads)
    k = split_heads(_projected(x, w_k, b_k, "k"), n_heads)
    v = split_heads(_projected(x, w_v, b_v, "v"), n_heads)
    chain = _chain(q, k, v, mask, causal, bias, scale)
    concat = frozen(join_heads(chain[-1]))
    mixed = frozen(_projected(concat, w_o, b_o, "o"))
    return MultiHeadTrace(
        frozen(x), frozen(w_q), frozen(w_k), frozen(w_v), frozen(w_o), *chain, concat, mixed
    )


@_quiet
def decimal_self_attention(
    x: FloatArray,
    w_q: FloatArray,
    w_k: FloatArray,
    w_v: FloatArray,
    *,
    decimals: tuple[int, int],
    causal: bool,
    scale: float | None,
    edits: tuple[Edit, ...] = (),
    variant: str = "",
) -> Trace:
    """`self_attention` of numbers with few decimals: Q, K, V and QKᵀ are exact on every machine.

    decimals: those of X and those of the parameters. Arrays are taken as they are, unchecked.
    edits: numbers of Q, K, V or QKᵀ that take the place of the computed ones.
    variant: another way from the scores to the weights; the W it asks for are given.
    """
    of_x, of_w = decimals
    of_q = most_decimals(of_x + of_w, ("q", "k"), edits)
    q, k, v = (
        with_edits(name, decimal_product(x, of_x, w, of_w), edits)
        for name, w in (("q", w_q), ("k", w_k), ("v", w_v))
    )
    scores = with_edits("scores", decimal_product(q, of_q, k.T, of_q), edits)
    chain = _chain(q, k, v, None, causal, None, scale, scores, variant)
    return Trace(frozen(x), frozen(w_q), frozen(w_k), frozen(w_v), *chain)


def _chain(
    q: FloatArray,
    k: FloatArray,
    v: FloatArray,
    mask: ArrayLike | None,
    causal: bool,
    bias: ArrayLike | None,
    scale: float | None,
    scores: FloatArray | None = None,
    variant: str = "",
) -> Chain:
    factor = scale_factor(scale, q.shape[-1])
    cells = (*leading_axes(Q=q, K=k, V=v), q.shape[-2], k.shape[-2])
    allowed = allowed_cells(mask, causal, cells)
    added = added_bias(bias, cells)
    scores = dot_products(q, k) if scores is None else scores
    scaled = scale_scores(scores, factor)
    if not magnitude(q) * magnitude(k) * q.shape[-1] * max(1.0, abs(factor)) < SAFE:
        check_overflow("scores", scores)
        check_overflow("scaled scores", scaled)
    masked = apply_mask(scaled, allowed, added)
    weights = weights_under(variant, masked)
    output = mix_values(weights, v)
    for array in (q, k, v, scores, scaled, masked, weights, output):
        frozen(array)
    return q, k, v, factor, scores, scaled, masked, weights, output


def _projected(x: FloatArray, w: FloatArray, b: ArrayLike | None, part: str) -> FloatArray:
    name = f"W_{part.upper()}"
    projected = project(x, w, projection_bias(f"b_{part}", b, w.shape[-1], name))
    check_overflow(f"products with {name}", projected)
    return projected
