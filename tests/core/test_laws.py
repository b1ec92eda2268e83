"""What holds for attention whatever the numbers are."""

import numpy as np
import pytest

from attention_core import (
    attention,
    contributions,
    multi_head_attention,
    row_sums,
    self_attention,
    softmax,
)

SHAPES = [(1, 1, 1, 1), (1, 5, 3, 2), (4, 4, 2, 3), (6, 2, 1, 7), (3, 9, 5, 1), (12, 12, 8, 8)]


def drawn(shape, seed=0, batch=()):
    n_q, n_k, d_k, d_v = shape
    stream = np.random.default_rng(seed)
    sizes = ((n_q, d_k), (n_k, d_k), (n_k, d_v))
    return [stream.normal(size=(*batch, *size)) * 2 for size in sizes]


@pytest.mark.parametrize("shape", SHAPES)
def test_every_row_of_weights_adds_to_one(shape):
    steps = attention(*drawn(shape))
    np.testing.assert_allclose(row_sums(steps.weights), 1.0, rtol=1e-14)
    assert (steps.weights >= 0).all()


@pytest.mark.parametrize("shape", SHAPES)
def test_adding_a_number_to_a_row_of_scores_changes_no_weight(shape):
    q, k, v = drawn(shape)
    shift = np.arange(shape[0])[:, None] * 7.5
    plain, shifted = attention(q, k, v), attention(q, k, v, bias=shift)
    np.testing.assert_allclose(shifted.weights, plain.weights, rtol=1e-12)


@pytest.mark.parametrize("shape", SHAPES)
def test_no_weight_on_the_future(shape):
    weights = attention(*drawn(shape), causal=True).weights
    assert (np.triu(weights, k=1) == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1.0, rtol=1e-14)


def test_a_later_word_changes_nothing_before_it_when_causal():
    q, k, v = drawn((5, 5, 3, 2))
    before = attention(q, k, v, causal=True).output
    q[4], k[4], v[4] = 9.0, -9.0, 100.0
    np.testing.assert_array_equal(attention(q, k, v, causal=True).output[:4], before[:4])


def test_shuffled_words_give_shuffled_outputs():
    stream = np.random.default_rng(1)
    x, w_q, w_k, w_v = (stream.normal(size=s) for s in ((7, 5), (5, 2), (5, 2), (5, 3)))
    order = stream.permutation(7)
    plain, shuffled = self_attention(x, w_q, w_k, w_v), self_attention(x[order], w_q, w_k, w_v)
    np.testing.assert_allclose(shuffled.output, plain.output[order], rtol=1e-12)
    np.testing.assert_allclose(shuffled.weights, plain.weights[order][:, order], rtol=1e-12)


def test_shuffled_keys_with_their_values_change_no_output():
    q, k, v = drawn((4, 6, 3, 2))
    order = np.random.default_rng(2).permutation(6)
    plain, shuffled = attention(q, k, v), attention(q, k[order], v[order])
    np.testing.assert_allclose(shuffled.output, plain.output, rtol=1e-12)


def test_one_head_of_full_width_equals_the_plain_formula():
    stream = np.random.default_rng(3)
    x, w_q, w_k = (stream.normal(size=s) for s in ((4, 5), (5, 3), (5, 3)))
    w_v, w_o = stream.normal(size=(5, 2)), stream.normal(size=(2, 5))
    plain = self_attention(x, w_q, w_k, w_v, causal=True)
    one = multi_head_attention(x, w_q, w_k, w_v, w_o, 1, causal=True)
    np.testing.assert_allclose(one.weights[0], plain.weights, rtol=1e-14)
    np.testing.assert_allclose(one.concat, plain.output, rtol=1e-14)
    np.testing.assert_allclose(one.output, plain.output @ w_o, rtol=1e-13)


def test_each_head_equals_attention_on_its_own_columns():
    stream = np.random.default_rng(4)
    x = stream.normal(size=(2, 5, 6))
    w_q, w_k, w_v = (stream.normal(size=(6, 3 * width)) for width in (2, 2, 4))
    biases = [stream.normal(size=3 * width) for width in (2, 2, 4)]
    w_o, b_o = stream.normal(size=(12, 6)), stream.normal(size=6)
    named = dict(zip(("b_q", "b_k", "b_v"), biases, strict=True))
    whole = multi_head_attention(x, w_q, w_k, w_v, w_o, 3, **named, b_o=b_o)
    for h in range(3):
        narrow, wide = slice(2 * h, 2 * h + 2), slice(4 * h, 4 * h + 4)
        own = {"b_q": biases[0][narrow], "b_k": biases[1][narrow], "b_v": biases[2][wide]}
        one = self_attention(x, w_q[:, narrow], w_k[:, narrow], w_v[:, wide], **own)
        np.testing.assert_allclose(whole.scaled[:, h], one.scaled, rtol=1e-12)
        np.testing.assert_allclose(whole.heads[:, h], one.output, rtol=1e-12)
        np.testing.assert_allclose(whole.concat[..., wide], one.output, rtol=1e-12)
    np.testing.assert_allclose(whole.output, whole.concat @ w_o + b_o, rtol=1e-12)


@pytest.mark.parametrize("batch", [(2,), (3, 2)])
def test_a_batch_gives_what_each_item_gives_alone(batch):
    q, k, v = drawn((3, 4, 2, 5), batch=batch)
    steps = attention(q, k, v, causal=True)
    for index in np.ndindex(batch):
        alone = attention(q[index], k[index], v[index], causal=True)
        np.testing.assert_allclose(steps.output[index], alone.output, rtol=1e-13)


def test_leading_axes_broadcast():
    q = drawn((3, 4, 2, 5), batch=(2, 1))[0]
    _, k, v = drawn((3, 4, 2, 5), batch=(3,))
    steps = attention(q, k, v[:1])
    assert steps.scores.shape == (2, 3, 3, 4)
    assert steps.output.shape == (2, 3, 3, 5)
    np.testing.assert_allclose(steps.output[1, 2], attention(q[1, 0], k[2], v[0]).output)


@pytest.mark.parametrize("size", [-1e4, -1.0, 0.0, 1.0, 1e4])
def test_large_logits_give_finite_weights(size):
    stream = np.random.default_rng(5)
    scores = stream.normal(size=(6, 6)) * size
    weights = softmax(scores)
    np.testing.assert_allclose(weights.sum(axis=1), 1.0, rtol=1e-14)
    assert np.isfinite(weights).all()


def test_scale_zero_gives_uniform_weights_and_the_mean_of_the_values():
    q, k, v = drawn((3, 4, 2, 5))
    steps = attention(q, k, v, scale=0)
    np.testing.assert_allclose(steps.weights, 0.25, rtol=1e-15)
    np.testing.assert_allclose(steps.output, np.tile(v.mean(axis=0), (3, 1)), rtol=1e-12)


def test_contributions_add_up_to_the_output_row():
    q, k, v = drawn((3, 4, 2, 5))
    steps = attention(q, k, v)
    for i in range(3):
        parts = contributions(steps.weights[i], v)
        assert parts.shape == (4, 5)
        np.testing.assert_allclose(parts.sum(axis=0), steps.output[i], rtol=1e-12)


def test_a_mask_of_all_true_changes_nothing():
    q, k, v = drawn((3, 4, 2, 5))
    plain, masked = attention(q, k, v), attention(q, k, v, mask=np.ones((3, 4), dtype=bool))
    np.testing.assert_array_equal(masked.output, plain.output)


def test_mask_and_causality_both_hold():
    q, k, v = drawn((4, 4, 2, 5))
    mask = np.random.default_rng(6).random((4, 4)) > 0.3
    both = attention(q, k, v, mask=mask, causal=True)
    together = attention(q, k, v, mask=mask & np.tri(4, dtype=bool))
    np.testing.assert_array_equal(both.weights, together.weights)


def test_minus_infinity_in_the_bias_equals_a_mask():
    q, k, v = drawn((4, 4, 2, 5))
    mask = np.random.default_rng(7).random((4, 4)) > 0.5
    by_bias = attention(q, k, v, bias=np.where(mask, 0.0, -np.inf))
    np.testing.assert_array_equal(by_bias.output, attention(q, k, v, mask=mask).output)


@pytest.mark.parametrize("dtype", [np.int8, np.uint16, np.int64, np.float16, np.float32])
def test_integers_and_short_floats_are_computed_in_float64(dtype):
    q, k, v = (np.array(a) for a in ([[3, 1], [2, 5]], [[4, 9], [8, 7]], [[60], [100]]))
    exact = attention(q.astype(float), k.astype(float), v.astype(float))
    found = attention(q.astype(dtype), k.astype(dtype), v.astype(dtype))
    for name, array in found.arrays().items():
        assert array.dtype == np.float64
        np.testing.assert_array_equal(array, getattr(exact, name))
