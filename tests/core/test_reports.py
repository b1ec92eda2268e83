"""Public bug reports about attention code, as cases with the right values."""

import json

import numpy as np
import pytest

from attention_core import (
    AttentionError,
    attention,
    multi_head_attention,
    row_sums,
    rows_without_keys,
    softmax,
)
from tests.core.outside import CASES, numbers

Q = [[1, 0], [0, 1]]
K = [[1, 0], [0, 1], [1, 1]]
V = [[1, 2], [3, 4], [5, 6]]


def near(found, wanted):
    np.testing.assert_allclose(found, wanted, rtol=0, atol=5e-7)


def test_1_a_row_with_every_key_masked_gives_zeros_and_is_named():
    steps = attention(Q, K, V, mask=[[True, False, True], [False, False, False]])
    near(steps.weights, [[0.5, 0, 0.5], [0, 0, 0]])
    near(steps.output, [[3, 4], [0, 0]])
    assert rows_without_keys(steps.masked).tolist() == [False, True]


def test_2_true_means_may_attend():
    mask = np.array([[1, 0, 0], [1, 1, 0]], dtype=bool)
    steps = attention(Q, K, V, mask=mask)
    near(steps.weights, [[1, 0, 0], [0.330238, 0.669762, 0]])
    near(steps.output, [[1, 2], [2.339523, 3.339523]])


def test_2_a_mask_whose_ones_mean_blocked_is_turned_first():
    mask = np.array([[1, 0, 0], [1, 1, 0]], dtype=bool)
    steps = attention(Q, K, V, mask=~mask)
    near(steps.weights, [[0, 0.330238, 0.669762], [0, 0, 1]])
    near(steps.output, [[4.339523, 5.339523], [5, 6]])


@pytest.mark.parametrize("dtype", [int, float, np.uint8])
def test_2_a_mask_of_numbers_is_refused_with_both_readings(dtype):
    with pytest.raises(AttentionError) as refusal:
        attention(Q, K, V, mask=np.array([[1, 0, 0], [1, 1, 0]], dtype=dtype))
    assert refusal.value.code == "mask_not_boolean"
    for remedy in ("mask.astype(bool)", "~mask.astype(bool)", "bias="):
        assert remedy in str(refusal.value)


@pytest.mark.parametrize("dtype", [int, bool, np.uint8])
def test_2_a_0_1_mask_is_never_silently_added_to_the_scores(dtype):
    with pytest.raises(AttentionError, match=r"mask=bias\.astype\(bool\)") as refusal:
        attention(Q, K, V, bias=np.array([[1, 0, 0], [1, 1, 0]], dtype=dtype))
    assert refusal.value.code == "boolean_bias"


def test_2_numbers_that_are_meant_to_be_added_can_be_added():
    steps = attention(Q, K, V, bias=np.array([[1.0, 0, 0], [1, 1, 0]]))
    near(steps.weights, [[0.645466, 0.117081, 0.237454], [0.264956, 0.537360, 0.197684]])


def test_3_softmax_runs_along_the_rows():
    q, k, v = [[1, 0], [0, 2], [1, 1]], [[1, 1], [0, 2], [1, 2]], [[1, 0], [0, 2], [1, 1]]
    steps = attention(q, k, v)
    near(
        steps.weights,
        [
            [0.401112, 0.197776, 0.401112],
            [0.108383, 0.445808, 0.445808],
            [0.248255, 0.248255, 0.503490],
        ],
    )
    near(steps.output, [[0.802224, 0.796664], [0.554192, 1.337425], [0.751745, 1.0]])
    near(row_sums(softmax(steps.scaled, axis=0)), [0.317484, 1.789015, 0.893501])


def test_4_the_divisor_is_the_root_of_the_width_of_one_head():
    # d_model 64, 4 heads of d_k 16; the first head meets dot products 16 and 0.
    x = np.zeros((2, 64))
    x[0, :16] = 1.0
    wide = np.eye(64)
    trace = multi_head_attention(x, wide, wide, wide, wide, 4)
    assert trace.scores[0, 0].tolist() == [16, 0]
    assert trace.scale == 1 / 4
    near(trace.weights[0, 0], [0.982014, 0.017986])
    flat = multi_head_attention(x, wide, wide, wide, wide, 4, scale=1 / 8)
    near(flat.weights[0, 0], [0.880797, 0.119203])
    sharp = multi_head_attention(x, wide, wide, wide, wide, 4, scale=1)
    near(sharp.weights[0, 0], [1, 0])


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([-249.873093, -424.126709, -460.292542, 378.097443, -292.614532], [0, 0, 0, 1, 0]),
        ([10000, 10000], [0.5, 0.5]),
        ([-10000, -10000], [0.5, 0.5]),
        ([10000, 9999], [0.731059, 0.268941]),
    ],
)
def test_5_large_scores_do_not_overflow(scores, weights):
    near(softmax(scores), weights)
    # The same through the whole chain: one query 1, the keys are the scores.
    steps = attention([[1]], [[s] for s in scores], [[1]] * len(scores))
    near(steps.weights[0], weights)


def test_7_values_may_be_wider_than_keys():
    stream = np.random.default_rng(0)
    steps = attention(*(stream.normal(size=s) for s in ((3, 2), (4, 2), (4, 5))))
    assert steps.scaled.shape == steps.weights.shape == (3, 4)
    assert steps.output.shape == (3, 5)


def test_7_one_query_one_key_gives_the_value_itself():
    steps = attention([[2.5]], [[-4]], [[1, 2, 3]])
    assert steps.weights.tolist() == [[1]]
    assert steps.output.tolist() == [[1, 2, 3]]


def test_12_sums_are_exact_although_shown_digits_are_not():
    thirds = softmax([7, 7, 7])
    assert thirds.round(2).sum().round(2) == 0.99
    np.testing.assert_allclose(row_sums(thirds), 1.0, rtol=1e-15)


def test_12_a_small_weight_is_not_a_masked_zero():
    weights = softmax([0, -12])
    assert weights.round(4).tolist() == [1.0, 0.0]
    assert weights[1].round(6) == 0.000006
    assert softmax([0, -np.inf])[1] == 0


def test_12_rounding_the_weights_too_early_gives_another_output():
    v = np.array([[1, 2, 3], [2, 8, 0], [2, 6, 3]])
    steps = attention([[1]], [[2], [4], [4]], v, scale=1)
    near(steps.output, [[1.936621, 6.683105, 1.595068]])
    too_early = steps.weights.round(2) @ v
    np.testing.assert_allclose(too_early, [[1.94, 6.70, 1.59]], atol=1e-12)


def test_the_plain_files_give_the_expected_matrices():
    given = json.loads((CASES / "files" / "qkv_plain.json").read_text(encoding="utf-8"))
    wanted = json.loads((CASES / "files" / "expected_plain.json").read_text(encoding="utf-8"))
    steps = attention(given["Q"], given["K"], given["V"])
    for name, symbol in (("scaled", "S"), ("weights", "A"), ("output", "O")):
        np.testing.assert_allclose(getattr(steps, name), numbers(wanted[symbol]), 1e-12, 1e-12)
    assert steps.weights[2, 0] == steps.weights[2, 2] == 0.5
