"""Agreement with plain loops to 1e-12, over many seeded shapes; gradients with slopes."""

import math

import numpy as np
import pytest

from attention_core import attention, attention_gradients, self_attention
from tests import oracle

SEEDS = range(40)


def drawn(seed):
    """Q, K, V and switches of random shape; about half of them masked, biased, scaled."""
    stream = np.random.default_rng(seed)
    n_q, n_k, d_k, d_v = (int(stream.integers(1, 7)) for _ in range(4))
    q, k, v = (stream.normal(size=s) * 2 for s in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
    switches = {}
    if stream.random() < 0.5:
        switches["mask"] = stream.random((n_q, n_k)) > 0.4
    if stream.random() < 0.5:
        switches["bias"] = stream.normal(size=(n_q, n_k))
    if stream.random() < 0.5:
        switches["scale"] = float(stream.normal())
    if stream.random() < 0.5:
        switches["causal"] = True
    return q, k, v, switches


def plainly(q, k, v, switches):
    allowed = switches.get("mask", np.ones((len(q), len(k)), dtype=bool))
    if switches.get("causal"):
        allowed = np.array(
            [[allowed[i, j] and j <= i for j in range(len(k))] for i in range(len(q))]
        )
    bias = switches.get("bias")
    return {
        "allowed": allowed.tolist(),
        "bias": None if bias is None else bias.tolist(),
        "scale": switches.get("scale"),
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_attention_agrees_with_plain_loops(seed):
    q, k, v, switches = drawn(seed)
    steps = attention(q, k, v, **switches)
    wanted = oracle.attention(q.tolist(), k.tolist(), v.tolist(), **plainly(q, k, v, switches))
    for name, array in zip(("scores", "scaled", "weights", "output"), wanted, strict=True):
        np.testing.assert_allclose(getattr(steps, name), array, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("seed", range(10))
def test_self_attention_agrees_with_plain_loops(seed):
    stream = np.random.default_rng(100 + seed)
    n, d_model, d_k, d_v = (int(stream.integers(1, 8)) for _ in range(4))
    x, w_q, w_k, w_v = (
        stream.normal(size=s)
        for s in ((n, d_model), (d_model, d_k), (d_model, d_k), (d_model, d_v))
    )
    b_q, b_k, b_v = (stream.normal(size=width) for width in (d_k, d_k, d_v))
    trace = self_attention(x, w_q, w_k, w_v, b_q=b_q, b_k=b_k, b_v=b_v)
    q, k, v = (
        [
            [math.fsum(x[i, t] * w[t, c] for t in range(d_model)) + b[c] for c in range(len(b))]
            for i in range(n)
        ]
        for w, b in ((w_q, b_q), (w_k, b_k), (w_v, b_v))
    )
    np.testing.assert_allclose(trace.q, q, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(trace.v, v, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(trace.output, oracle.attention(q, k, v)[3], rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("seed", range(12))
def test_gradients_are_the_slopes_of_the_loss(seed):
    q, k, v, switches = drawn(seed)
    g = np.random.default_rng(200 + seed).normal(size=(len(q), v.shape[1]))
    found = attention_gradients(attention(q, k, v, **switches), g)
    lists = [q.tolist(), k.tolist(), v.tolist()]
    told = plainly(q, k, v, switches)
    for matrix, gradient in zip(lists, found, strict=True):
        for i, j in np.ndindex(gradient.shape):
            slope = oracle.slope(matrix, i, j, lambda: oracle.loss(*lists, g.tolist(), **told))
            assert math.isclose(gradient[i, j], slope, rel_tol=1e-5, abs_tol=1e-6)


def test_gradients_of_shared_matrices_are_summed_to_their_shape():
    stream = np.random.default_rng(7)
    q = stream.normal(size=(2, 1, 3, 4))
    k, v = stream.normal(size=(5, 6, 4)), stream.normal(size=(6, 2))
    g = stream.normal(size=(2, 5, 3, 2))
    d_q, d_k, d_v = attention_gradients(attention(q, k, v), g)
    assert (d_q.shape, d_k.shape, d_v.shape) == (q.shape, k.shape, v.shape)
    single = [
        [attention_gradients(attention(q[b, 0], k[h], v), g[b, h]) for h in range(5)]
        for b in range(2)
    ]
    for b in range(2):
        np.testing.assert_allclose(d_q[b, 0], sum(single[b][h][0] for h in range(5)))
    for h in range(5):
        np.testing.assert_allclose(d_k[h], sum(single[b][h][1] for b in range(2)))
    np.testing.assert_allclose(d_v, sum(one[2] for row in single for one in row))


def test_a_masked_row_passes_no_gradient_back():
    q, k, v, _ = drawn(3)
    mask = np.ones((len(q), len(k)), dtype=bool)
    mask[0] = False
    d_q, d_k, d_v = attention_gradients(
        attention(q, k, v, mask=mask), np.ones((len(q), v.shape[1]))
    )
    assert (d_q[0] == 0).all()
    assert np.isfinite(d_k).all()
    assert np.isfinite(d_v).all()


def test_the_trace_of_self_attention_has_gradients_too():
    stream = np.random.default_rng(9)
    x, w_q, w_k, w_v = (stream.normal(size=s) for s in ((3, 4), (4, 2), (4, 2), (4, 5)))
    trace = self_attention(x, w_q, w_k, w_v)
    g = stream.normal(size=(3, 5))
    found = attention_gradients(trace, g)
    wanted = attention_gradients(attention(trace.q, trace.k, trace.v), g)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-12)
