"""What is refused, with both numbers and the remedy in the message."""

import copy

import numpy as np
import pytest

from attention_core import (
    AttentionError,
    Scenario,
    attention,
    attention_gradients,
    contributions,
    multi_head_attention,
    self_attention,
    split_sentence,
)


def ones(*shape):
    return np.ones(shape)


def refused(call, *args, **switches):
    with pytest.raises(AttentionError) as refusal:
        call(*args, **switches)
    error = refusal.value
    assert error.message == str(error)
    assert isinstance(error, ValueError)
    return error


@pytest.mark.parametrize(
    ("shapes", "code", "words"),
    [
        (((3, 2), (4, 3), (4, 5)), "widths_differ", ["widths of Q (2) and K (3) differ"]),
        (
            ((3, 2), (2, 4), (4, 5)),
            "key_transposed",
            ["Q (2) and K (4)", "K is 2×4", "transpose 4×2 would fit Q 3×2"],
        ),
        (
            ((3, 2), (4, 2), (3, 5)),
            "value_rows",
            ["K has 4 rows, V has 3: each key needs a value"],
        ),
        (
            ((3, 2), (4, 2), (5, 4)),
            "value_transposed",
            ["K has 4 rows, V has 5", "V is 5×4", "transpose 4×5 would fit"],
        ),
        (((2, 3, 2), (3, 4, 2), (4, 5)), "leading_axes", ["Q 2×3×2, K 3×4×2, V 4×5"]),
        (((0, 2), (4, 2), (4, 5)), "empty", ["Q is 0×2"]),
        (((3, 2), (0, 2), (0, 5)), "empty", ["K is 0×2"]),
        (((3, 0), (4, 0), (4, 5)), "empty", ["Q is 3×0"]),
        (((3, 2), (4, 2), (4, 0)), "empty", ["V is 4×0"]),
        (
            ((2,), (4, 2), (4, 5)),
            "too_few_axes",
            ["Q has one axis (length 2)", "Q[None, :]", "1×2"],
        ),
        (((3, 2), (4, 2), (4,)), "too_few_axes", ["V has one axis (length 4)"]),
        (((), (4, 2), (4, 5)), "too_few_axes", ["Q is a single number"]),
    ],
)
def test_attention_names_the_sizes_that_do_not_meet(shapes, code, words):
    error = refused(attention, *(ones(*shape) for shape in shapes))
    assert error.code == code
    for word in words:
        assert word in str(error)


def test_a_refusal_carries_its_numbers_for_translation():
    error = refused(attention, ones(3, 2), ones(2, 4), ones(4, 5))
    assert error.values == {
        "q": "3×2",
        "k": "2×4",
        "q_width": 2,
        "k_width": 4,
        "transposed": "4×2",
    }


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
def test_a_refusal_survives_copying(again):
    error = again(refused(attention, ones(3, 2), ones(4, 3), ones(4, 5)))
    assert (error.code, error.values["q_width"]) == ("widths_differ", 2)
    assert "widths of Q (2)" in str(error)


@pytest.mark.parametrize(
    ("bad", "code", "words"),
    [
        ([[1, np.nan]], "not_finite", ["Q holds NaN at (1, 2)"]),
        ([[np.inf, 1]], "not_finite", ["Q holds an infinity at (1, 1)", "mask="]),
        ([[True, False]], "boolean_data", ["Q holds booleans", "astype(float)"]),
        ([[1j, 0]], "not_real", ["complex"]),
        ([["1", "2"]], "not_numeric", ["not numbers"]),
        ([[None, 1]], "not_numeric", ["object"]),
        ([[1], [1, 2]], "ragged", ["unequal length"]),
        (np.ma.masked_equal([[1.0, 2.0]], 2.0), "masked_array", ["Q.filled(0)"]),
        (np.array([["2020-01-01"]], dtype="M8[D]"), "not_numeric", ["datetime64"]),
    ],
)
def test_attention_refuses_what_is_not_a_finite_number(bad, code, words):
    error = refused(attention, bad, ones(1, 2), ones(1, 2))
    assert error.code == code
    for word in words:
        assert word in str(error)


def test_the_place_of_a_bad_number_is_counted_from_one():
    v = ones(2, 3, 4)
    v[1, 2, 0] = np.nan
    error = refused(attention, ones(3, 2), ones(3, 2), v)
    assert error.values["place"] == "2, 3, 1"
    assert error.values["name"] == "V"


@pytest.mark.parametrize("scale", [np.nan, np.inf, "2", True, [1.0], 1j])
def test_a_scale_that_is_not_one_finite_number_is_refused(scale):
    error = refused(attention, ones(3, 2), ones(4, 2), ones(4, 5), scale=scale)
    assert error.code == "scale_not_finite"
    assert repr(scale) in str(error)


@pytest.mark.parametrize("scale", [2, np.float32(0.5), np.int8(1), 0.0, -1.0])
def test_any_finite_scale_is_used(scale):
    steps = attention(ones(3, 2), ones(4, 2), ones(4, 5), scale=scale)
    np.testing.assert_array_equal(steps.scaled, steps.scores * float(scale))


@pytest.mark.parametrize("name", ["mask", "bias"])
@pytest.mark.parametrize(
    ("shape", "remedy"),
    [
        ((4, 3), "transpose"),
        ((2, 3, 4), ""),
        ((5,), ""),
        ((3, 5), ""),
    ],
)
def test_a_mask_of_another_shape_is_refused_naming_both_shapes(name, shape, remedy):
    cells = np.ones(shape, dtype=bool if name == "mask" else float)
    error = refused(attention, ones(3, 2), ones(4, 2), ones(4, 5), **{name: cells})
    assert error.code == "mask_shape"
    assert error.values["target"] == "3×4"
    assert error.values["shape"] in str(error)
    assert "3×4" in str(error)
    assert error.values["remedy"] == remedy
    assert ("its transpose 3×4 would fit" in str(error)) == bool(remedy)


def test_masks_that_miss_an_axis_get_the_way_to_add_it():
    batch = ones(2, 3, 5)
    padding = np.ones((2, 3), dtype=bool)
    padding_error = refused(attention, ones(2, 4, 5), batch, batch, mask=padding)
    assert "mask[..., None, :]" in str(padding_error)
    wide = np.eye(6)
    cells = np.ones((2, 4, 4), dtype=bool)
    error = refused(multi_head_attention, ones(2, 4, 6), wide, wide, wide, wide, 3, mask=cells)
    assert "mask[..., None, :, :]" in str(error)


@pytest.mark.parametrize("shape", [(3, 4), (1, 4), (3, 1), (4,), (1, 1), ()])
def test_masks_broadcast_to_the_scores(shape):
    steps = attention(ones(3, 2), ones(4, 2), ones(4, 5), mask=np.ones(shape, dtype=bool))
    assert steps.masked.shape == (3, 4)
    np.testing.assert_allclose(steps.weights, 0.25)


@pytest.mark.parametrize(("value", "word"), [(np.nan, "NaN"), (np.inf, "+inf")])
def test_a_bias_may_hold_minus_infinity_only(value, word):
    bias = np.zeros((3, 4))
    bias[1, 2] = value
    error = refused(attention, ones(3, 2), ones(4, 2), ones(4, 5), bias=bias)
    assert error.code == "bias_not_finite"
    assert word in str(error)


def test_integer_biases_other_than_0_1_are_numbers():
    distance = -np.abs(np.arange(3)[:, None] - np.arange(4))
    steps = attention(ones(3, 2), ones(4, 2), ones(4, 5), bias=distance)
    np.testing.assert_allclose(steps.masked - steps.scaled, distance, atol=1e-15)
    assert attention(ones(3, 2), ones(4, 2), ones(4, 5), bias=0).masked.shape == (3, 4)


def test_causal_is_a_switch():
    error = refused(attention, ones(3, 2), ones(3, 2), ones(3, 2), causal=np.tri(3, dtype=bool))
    assert error.code == "causal_not_boolean"
    assert "mask=" in str(error)


@pytest.mark.parametrize(
    ("shapes", "code", "words"),
    [
        (((4, 5), (3, 2), (5, 2), (5, 3)), "parameter_rows", ["X has 5 columns, W_Q has 3 rows"]),
        (((4, 5), (5, 2), (4, 2), (5, 3)), "parameter_rows", ["X has 5 columns, W_K has 4 rows"]),
        (
            ((4, 5), (5, 2), (5, 2), (3, 5)),
            "parameter_transposed",
            ["X has 5 columns, W_V has 3 rows", "its transpose 5×3 would fit X 4×5"],
        ),
        (
            ((4, 5), (5, 2), (5, 3), (5, 3)),
            "parameter_widths",
            ["widths of W_Q (2) and W_K (3) differ"],
        ),
        (((5,), (5, 2), (5, 2), (5, 3)), "too_few_axes", ["X has one axis", "X[None, :]"]),
        (((4, 5), (5,), (5, 2), (5, 3)), "too_few_axes", ["W_Q has one axis"]),
        (((0, 5), (5, 2), (5, 2), (5, 3)), "empty", ["X is 0×5"]),
        (((4, 5), (5, 0), (5, 0), (5, 3)), "empty", ["W_Q is 5×0"]),
        (((2, 4, 5), (3, 5, 2), (5, 2), (5, 3)), "leading_axes", ["X 2×4×5, W_Q 3×5×2"]),
    ],
)
def test_self_attention_names_the_parameter_that_does_not_meet(shapes, code, words):
    error = refused(self_attention, *(ones(*shape) for shape in shapes))
    assert error.code == code
    for word in words:
        assert word in str(error)


@pytest.mark.parametrize(
    ("name", "shape", "words"),
    [
        ("b_q", (3,), ["b_q is length 3", "W_Q has 2 columns", "needs 2 numbers"]),
        ("b_k", (4, 2), ["b_k is 4×2", "W_K has 2 columns"]),
        ("b_v", (2,), ["b_v is length 2", "W_V has 3 columns"]),
        ("b_v", (), ["b_v is a single number"]),
    ],
)
def test_a_bias_of_another_length_is_refused(name, shape, words):
    matrices = ones(4, 5), ones(5, 2), ones(5, 2), ones(5, 3)
    error = refused(self_attention, *matrices, **{name: ones(*shape)})
    assert error.code == "bias_length"
    for word in words:
        assert word in str(error)


def test_six_columns_do_not_split_into_four_heads():
    wide = ones(6, 6)
    error = refused(multi_head_attention, ones(3, 6), wide, wide, wide, wide, 4)
    assert error.code == "heads_not_divisible"
    assert "6 is not divisible by 4" in str(error)
    assert "1, 2, 3 or 6" in str(error)
    assert error.values["possible"] == "1, 2, 3, 6"


def test_the_width_of_the_values_must_split_too():
    error = refused(
        multi_head_attention, ones(3, 6), ones(6, 4), ones(6, 4), ones(6, 7), ones(7, 6), 2
    )
    assert "W_V has 7 columns, and 7 is not divisible by 2 heads; possible: 1 or 7" in str(error)


@pytest.mark.parametrize("n_heads", [0, -1, 2.0, True, "2", None])
def test_heads_are_a_whole_number_from_one_up(n_heads):
    wide = ones(6, 6)
    error = refused(multi_head_attention, ones(3, 6), wide, wide, wide, wide, n_heads)
    assert error.code == "head_count"
    assert repr(n_heads) in str(error)


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((6, 5), ["W_O is 6×5, but it must be 8×6"]),
        ((6, 8), ["W_O is 6×8", "must be 8×6", "transpose would fit"]),
        ((8, 8), ["the heads side by side have 8 columns, X has 6"]),
    ],
)
def test_the_output_matrix_must_lead_from_the_joined_heads_back_to_x(shape, words):
    matrices = ones(3, 6), ones(6, 4), ones(6, 4), ones(6, 8)
    error = refused(multi_head_attention, *matrices, ones(*shape), 2)
    assert error.code == "output_matrix"
    for word in words:
        assert word in str(error)


def test_head_matrices_stand_side_by_side():
    error = refused(
        multi_head_attention, ones(3, 6), ones(2, 6, 3), ones(6, 6), ones(6, 6), ones(6, 6), 2
    )
    assert error.code == "too_many_axes"


@pytest.mark.parametrize("shape", [(3, 4), (5, 3), (3,), (1, 3, 5), ()])
def test_the_gradient_of_the_output_has_the_shape_of_the_output(shape):
    steps = attention(ones(3, 2), ones(4, 2), ones(4, 5))
    error = refused(attention_gradients, steps, ones(*shape))
    assert error.code == "gradient_shape"
    assert "the output is 3×5" in str(error)


def test_the_gradient_of_the_output_is_finite():
    steps = attention(ones(3, 2), ones(4, 2), ones(4, 5))
    assert refused(attention_gradients, steps, np.full((3, 5), np.nan)).code == "not_finite"


def test_gradients_beyond_float64_are_refused():
    steps = attention([[1.0]], [[1e150], [-1e150]], [[1e200], [2]], scale=1e-150)
    error = refused(attention_gradients, steps, [[1e200]])
    assert (error.code, error.values) == ("overflow", {"name": "gradients of Q"})


def test_the_gradient_of_a_trace_with_heads_is_that_of_its_heads_before_w_o():
    stream = np.random.default_rng(0)
    x, w, w_o = (stream.normal(size=size) for size in ((3, 4), (4, 4), (4, 4)))
    trace = multi_head_attention(x, w, w, w, w_o, 2)
    error = refused(attention_gradients, trace, ones(3, 4))
    assert (error.code, error.values["output"]) == ("gradient_shape", "2×3×2")
    inside = attention(trace.q, trace.k, trace.v)
    g = stream.normal(size=(2, 3, 2))
    for one, other in zip(
        attention_gradients(trace, g), attention_gradients(inside, g), strict=True
    ):
        np.testing.assert_allclose(one, other, rtol=1e-13)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: attention([[1e200]], [[1e200]], [[1]]), "scores"),
        (lambda: attention([[-1e200]], [[1e200]], [[1]]), "scores"),
        (lambda: attention([[1e200, 1e200]], [[1e200, -1e200]], [[1]]), "scores"),
        (lambda: attention([[1e150]], [[1e150]], [[1]], scale=1e150), "scaled scores"),
        (lambda: self_attention([[1e200]], [[1e200]], [[1]], [[1]]), "products with W_Q"),
    ],
)
def test_numbers_beyond_float64_are_refused_and_not_taken_for_masked(call, name):
    error = refused(call)
    assert error.code == "overflow"
    assert name in str(error)


def test_huge_numbers_that_still_fit_are_computed():
    steps = attention([[1e150]], [[1e150], [-1e150]], [[1], [2]])
    assert steps.weights.tolist() == [[1, 0]]
    lowest = np.finfo(np.float64).min
    blocked = attention(ones(1, 1), ones(2, 1), [[1], [3]], bias=[[lowest, lowest]])
    assert blocked.output.tolist() == [[2]]


def test_contributions_need_one_weight_for_each_value():
    error = refused(contributions, ones(3), ones(4, 2))
    assert error.code == "weights_length"
    assert "weights_row is length 3, V has 4 rows" in str(error)


@pytest.mark.parametrize(
    ("values", "code", "words"),
    [
        ({"d_model": 1}, "out_of_range", ["d_model is 1", "from 2 to 64"]),
        ({"d_k": 65}, "out_of_range", ["d_k is 65", "from 1 to 64"]),
        ({"d_v": 0}, "out_of_range", ["d_v is 0"]),
        ({"d_k": 2.0}, "out_of_range", ["d_k is 2.0"]),
        ({"seed": -1}, "out_of_range", ["from 0 to 9999"]),
        ({"seed": True}, "out_of_range", ["seed is True"]),
        ({"causal": 1}, "not_a_switch", ["causal is 1"]),
        ({"scaling": None}, "not_a_switch", ["scaling is None"]),
        ({"tokens": ()}, "token_count", ["0 tokens", "1 to 128"]),
        ({"tokens": ("a",) * 129}, "token_count", ["129 tokens"]),
        ({"tokens": ("a", "")}, "token_length", ["token 2 has 0 characters"]),
        ({"tokens": ("a" * 25,)}, "token_length", ["25 characters", "1 to 24"]),
        ({"tokens": "我喜欢"}, "tokens_not_split", ["split_sentence"]),
        ({"tokens": (1, 2)}, "tokens_not_split", ["tuple of strings"]),
    ],
)
def test_a_scenario_names_the_value_and_its_range(values, code, words):
    error = refused(Scenario, **values)
    assert error.code == code
    for word in words:
        assert word in str(error)


def test_an_unknown_way_of_splitting_is_refused():
    assert refused(split_sentence, "a b", by="sentence").code == "unknown_split"
