"""The way back: how the loss changes with Q, K and V."""

import numpy as np
from numpy.typing import ArrayLike

from attention_core.arrays import FloatArray, Shape, check_overflow, finite_numbers, shape_text
from attention_core.errors import AttentionError
from attention_core.trace import AttentionSteps, MultiHeadTrace, Trace


@np.errstate(all="ignore")
def attention_gradients(
    steps: AttentionSteps | Trace | MultiHeadTrace, d_output: ArrayLike
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Gradients of Σ output·d_output with respect to Q, K and V, each in the shape of its matrix.

    d_output (..., n_q, d_v) as `steps.output`; for a trace with heads as `heads`, before W_O.
    A fully masked row passes nothing back.
    Refused: another shape (gradient_shape), results beyond float64 (overflow).
    Chain rule on Vaswani et al. 2017, eq. 1.
    """
    mixed = steps.heads if isinstance(steps, MultiHeadTrace) else steps.output
    upstream = _upstream(mixed.shape, d_output)
    d_weights = np.matmul(upstream, np.swapaxes(steps.v, -1, -2))
    d_scores = softmax_gradient(steps.weights, d_weights) * steps.scale
    d_q = np.matmul(d_scores, steps.k)
    d_k = np.matmul(np.swapaxes(d_scores, -1, -2), steps.q)
    d_v = np.matmul(np.swapaxes(steps.weights, -1, -2), upstream)
    return (
        _summed_to(d_q, steps.q.shape, "gradients of Q"),
        _summed_to(d_k, steps.k.shape, "gradients of K"),
        _summed_to(d_v, steps.v.shape, "gradients of V"),
    )


def softmax_gradient(weights: FloatArray, d_weights: FloatArray) -> FloatArray:
    """What reaches the scores through a softmax along the rows: a·(da − Σ a·da)."""
    mean = (weights * d_weights).sum(axis=-1, keepdims=True)
    through: FloatArray = weights * (d_weights - mean)
    return through


def _upstream(shape: Shape, d_output: ArrayLike) -> FloatArray:
    given = finite_numbers("d_output", d_output)
    if given.shape != shape:
        raise AttentionError(
            "gradient_shape",
            f"d_output is {shape_text(given.shape)}, but the output is {shape_text(shape)}: "
            "every output number needs its own gradient",
            shape=shape_text(given.shape),
            output=shape_text(shape),
        )
    return given


def _summed_to(gradient: FloatArray, shape: Shape, name: str) -> FloatArray:
    # A matrix that was broadcast was used several times, so its gradients add up.
    if gradient.shape != shape:
        gradient = gradient.sum(axis=tuple(range(gradient.ndim - len(shape))))
        stretched = tuple(i for i, size in enumerate(shape) if size < gradient.shape[i])
        gradient = gradient.sum(axis=stretched, keepdims=True)
    check_overflow(name, gradient)
    return gradient
