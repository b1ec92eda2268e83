"""Masked cells and rows without any key: zeros, no NaN, no warning, no surprise."""

import numpy as np
import pytest

from attention_core import (
    attention,
    attention_gradients,
    multi_head_attention,
    rows_without_keys,
    self_attention,
)


@pytest.fixture
def strict():
    """Underflow raises too: a weight that vanishes must not trip over itself."""
    with np.errstate(all="raise"):
        yield


def drawn(*sizes, seed=0):
    stream = np.random.default_rng(seed)
    return [stream.normal(size=size) for size in sizes]


def test_masked_cells_are_minus_infinity_and_get_exactly_no_weight():
    mask = np.array([[True, False, True], [False, True, True]])
    steps = attention(*drawn((2, 2), (3, 2), (3, 4)), mask=mask)
    assert np.isneginf(steps.masked[~mask]).all()
    np.testing.assert_array_equal(steps.masked[mask], steps.scaled[mask])
    assert (steps.weights[~mask] == 0).all()
    assert np.isfinite(steps.scaled).all()


@pytest.mark.parametrize("how", ["mask", "bias"])
def test_rows_without_keys_give_zeros_everywhere_and_disturb_no_other_row(how, strict):
    q, k, v = drawn((3, 2), (4, 2), (4, 5))
    mask = np.ones((3, 4), dtype=bool)
    mask[1] = False
    switch = {"mask": mask} if how == "mask" else {"bias": np.where(mask, 0.0, -np.inf)}
    steps, plain = attention(q, k, v, **switch), attention(q, k, v)
    assert (steps.weights[1] == 0).all()
    assert (steps.output[1] == 0).all()
    assert rows_without_keys(steps.masked).tolist() == [False, True, False]
    np.testing.assert_array_equal(steps.output[[0, 2]], plain.output[[0, 2]])
    gradients = attention_gradients(steps, np.ones((3, 5)))
    assert all(np.isfinite(gradient).all() for gradient in gradients)
    assert (gradients[0][1] == 0).all()


def test_a_pass_in_which_nobody_may_look_is_all_zeros(strict):
    steps = attention(*drawn((3, 2), (4, 2), (4, 5)), mask=False)
    assert not steps.weights.any()
    assert not steps.output.any()
    assert rows_without_keys(steps.masked).all()
    for gradient in attention_gradients(steps, np.ones((3, 5))):
        assert not gradient.any()


@pytest.mark.parametrize("logit", [1e4, -1e4, 745.0, 1e-320])
def test_weights_that_vanish_are_zero_without_an_accident(logit, strict):
    steps = attention([[1.0]], [[logit], [0.0], [-logit]], [[1.0], [2.0], [3.0]])
    assert np.isfinite(steps.output).all()
    gradients = attention_gradients(steps, [[1.0]])
    assert all(np.isfinite(gradient).all() for gradient in gradients)


def test_tiny_numbers_underflow_to_zero_without_an_accident(strict):
    x, w = np.full((3, 2), 1e-200), np.full((2, 2), 1e-200)
    trace = self_attention(x, w, w, w)
    np.testing.assert_allclose(trace.weights, 1 / 3)
    heads = multi_head_attention(x, w, w, w, w, 2)
    assert not heads.output.any()


@pytest.mark.parametrize(("n_q", "n_k"), [(5, 3), (3, 5), (1, 4), (4, 1)])
def test_causality_is_aligned_at_the_top_left(n_q, n_k):
    steps = attention(*drawn((n_q, 2), (n_k, 2), (n_k, 3)), causal=True)
    for i, j in np.ndindex(n_q, n_k):
        assert np.isneginf(steps.masked[i, j]) == (j > i)


def test_equal_scores_and_causality_share_evenly_over_the_past():
    steps = attention(np.zeros((3, 2)), np.zeros((3, 2)), np.zeros((3, 1)), causal=True)
    np.testing.assert_allclose(
        steps.weights, [[1, 0, 0], [1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3]], rtol=1e-15
    )


def test_without_mask_and_bias_the_masked_scores_are_the_scaled_ones():
    steps = attention(*drawn((2, 2), (3, 2), (3, 4)))
    assert steps.masked is steps.scaled


def test_a_padding_mask_of_each_batch_item_blocks_its_keys_in_all_heads():
    (x,) = drawn((2, 3, 4))
    wide = np.eye(4)
    padding = np.array([[True, True, False], [True, False, False]])
    trace = multi_head_attention(x, wide, wide, wide, wide, 2, mask=padding[:, None, None, :])
    assert (trace.weights[0, ..., 2] == 0).all()
    assert (trace.weights[1, ..., 0] == 1).all()
