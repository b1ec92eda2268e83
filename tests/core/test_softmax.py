"""Softmax alone, its shown arithmetic, and what readers ask of a matrix."""

import numpy as np
import pytest

from attention_core import (
    AttentionError,
    attention,
    column_sums,
    entropy,
    ranks,
    row_sums,
    softmax,
    softmax_parts,
)

INF = np.inf


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3])
def test_softmax_adds_to_one_along_any_axis(axis):
    scores = np.random.default_rng(0).normal(size=(2, 3, 4))
    found = softmax(scores, axis=axis)
    np.testing.assert_allclose(found.sum(axis=axis), 1.0, rtol=1e-14)
    plain = np.exp(scores) / np.exp(scores).sum(axis=axis, keepdims=True)
    np.testing.assert_allclose(found, plain, rtol=1e-13)


def test_softmax_works_on_one_row_of_integers_and_leaves_the_input_alone():
    given = np.array([2, 4, 4])
    np.testing.assert_allclose(softmax(given).round(3), [0.063, 0.468, 0.468])
    assert given.tolist() == [2, 4, 4]


def test_softmax_does_not_write_into_its_input():
    given = np.array([[1.0, 2.0], [-INF, -INF]])
    before = given.copy()
    softmax(given)
    softmax_parts(given)
    ranks(given)
    np.testing.assert_array_equal(given, before)
    assert given.flags.writeable


@pytest.mark.parametrize("axis", [0, 1])
def test_a_slice_of_minus_infinity_gives_zeros(axis):
    scores = np.array([[-INF, -INF], [0.0, 0.0]])
    found = softmax(scores if axis == 1 else scores.T, axis=axis)
    np.testing.assert_array_equal(found if axis == 1 else found.T, [[0, 0], [0.5, 0.5]])


def test_softmax_of_subnormal_differences_and_extremes_is_finite():
    limit = np.finfo(np.float64).max
    assert softmax([limit, -limit]).tolist() == [1.0, 0.0]
    assert softmax([5e-324, 0.0]).tolist() == [0.5, 0.5]
    assert softmax([-limit, -limit]).tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    ("scores", "code"),
    [
        ([1.0, np.nan], "scores_not_finite"),
        ([1.0, INF], "scores_not_finite"),
        ([], "empty"),
        ([[]], "empty"),
        (["a"], "not_numeric"),
        ([1j], "not_real"),
        ([[1.0], [1.0, 2.0]], "ragged"),
    ],
)
def test_softmax_refuses_what_has_no_answer(scores, code):
    with pytest.raises(AttentionError) as refusal:
        softmax(scores)
    assert refusal.value.code == code


@pytest.mark.parametrize("axis", [2, -3, None, (0, 1)])
def test_softmax_refuses_an_axis_that_is_not_there(axis):
    with pytest.raises(AttentionError) as refusal:
        softmax([[1.0]], axis=axis)
    assert refusal.value.code == "no_such_axis"
    assert f"2 axes, so there is no axis {axis!r}" in str(refusal.value)


def test_shown_exponentials_are_plain_up_to_a_score_of_20_and_shifted_beyond():
    scores = np.array([[20.0, -20.0], [20.5, 1.0], [-30.0, -31.0], [-INF, 3.0], [-INF, -INF]])
    parts = softmax_parts(scores)
    assert parts.shift.tolist() == [0, 20.5, -30.0, 0, 0]
    np.testing.assert_allclose(parts.exponentials[0], np.exp([20.0, -20.0]))
    np.testing.assert_allclose(parts.exponentials[1], [1.0, np.exp(-19.5)])
    assert parts.exponentials[3].tolist() == [0.0, np.exp(3.0)]
    assert parts.exponentials[4].tolist() == [0.0, 0.0]
    assert parts.totals[4] == 0


def test_shown_parts_divide_to_the_weights():
    scores = np.random.default_rng(1).normal(size=(2, 5, 6)) * 15
    parts = softmax_parts(scores)
    assert parts.totals.shape == parts.shift.shape == (2, 5)
    np.testing.assert_allclose(parts.exponentials / parts.totals[..., None], parts.weights, 1e-13)
    np.testing.assert_array_equal(parts.weights, softmax(scores))


def test_shown_parts_go_down_the_columns_as_well():
    scores = np.array([[-25.0, 1.0, -INF], [-24.0, 2.0, -INF]])
    shift, exponentials, totals, weights = softmax_parts(scores, axis=-2)
    assert shift.tolist() == [-24.0, 0.0, 0.0]
    np.testing.assert_allclose(totals, [1 + np.exp(-1.0), np.exp(1.0) + np.exp(2.0), 0.0])
    np.testing.assert_allclose(exponentials[:, :2] / totals[:2], weights[:, :2])
    np.testing.assert_array_equal(weights, softmax(scores, axis=-2))


def test_ranks_count_from_the_largest_and_equal_numbers_share_a_place():
    scores = [[3.0, 1.0, 3.0, 2.0], [-INF, 5.0, -INF, 7.0], [0.0, -0.0, 0.0, 0.0]]
    assert ranks(scores).tolist() == [[1, 4, 1, 3], [0, 2, 0, 1], [1, 1, 1, 1]]
    assert ranks([[-INF, -INF]]).tolist() == [[0, 0]]
    assert ranks([[4]]).tolist() == [[1]]


def test_ranks_tell_weights_apart_however_small():
    weights = softmax([0.0, -100.0, -200.0, -300.0])
    assert ranks(weights).tolist() == [1, 2, 3, 4]


def test_ranks_do_not_break_ties_by_the_last_bit():
    third = np.array([0.1 + 0.2, 0.3, 0.3 + 1e-9])
    assert ranks(third).tolist() == [2, 2, 1]


def test_sums_are_what_the_numbers_add_up_to():
    matrix = [[1, 2], [3, 4], [5, 6]]
    assert row_sums(matrix).tolist() == [3, 7, 11]
    assert column_sums(matrix).tolist() == [9, 12]
    steps = attention([[1], [1]], [[1], [1]], [[1], [1]], mask=[[True, True], [False, False]])
    assert row_sums(steps.weights).tolist() == [1, 0]
    assert row_sums(steps.masked)[1] == -INF


def test_entropy_is_zero_for_one_key_and_log2_n_for_all_alike():
    assert entropy([[1.0, 0.0], [0.5, 0.5], [0.0, 0.0]]).tolist() == [0.0, 1.0, 0.0]
    np.testing.assert_allclose(entropy(np.full((1, 8), 0.125)), 3.0)


def test_the_row_maximum_is_subtracted_everywhere_on_demand():
    scores = np.array([[1.0, 3.0], [-INF, -INF], [2.0, -INF]])
    shift, exponentials, totals, weights = softmax_parts(scores, plain=False)
    assert shift.tolist() == [3.0, 0.0, 2.0]
    np.testing.assert_allclose(exponentials, [[np.exp(-2.0), 1.0], [0.0, 0.0], [1.0, 0.0]])
    np.testing.assert_allclose(weights[0], exponentials[0] / totals[0])
    np.testing.assert_array_equal(weights, softmax(scores))
