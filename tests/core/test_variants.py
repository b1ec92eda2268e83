"""What if the computation were different: each variant changes what it says, and nothing else."""

from dataclasses import replace

import numpy as np
import pytest

from attention_core import AttentionError, Edit, Scenario, self_attention, softmax
from attention_core.variants import VARIANTS

DEPARTURES = tuple(variant for variant in VARIANTS if variant)
WIDE = Scenario(
    tokens=("river", "bank", "I", "river"), d_model=7, d_k=4, d_v=6, seed=3, causal=True
)


def unchanged(variant: str) -> set[str]:
    before, after = Scenario().trace(), Scenario(variant=variant).trace()
    return {
        name
        for name, values in before.arrays().items()
        if np.array_equal(values, after.arrays()[name])
    }


@pytest.mark.parametrize(
    ("variant", "same"),
    [
        ("no_w", {"x", "w_v", "v"}),
        ("same_w", {"x", "w_q", "w_v", "q", "v"}),
        ("columns", {"x", "w_q", "w_k", "w_v", "q", "k", "v", "scores", "scaled", "masked"}),
        ("uniform", {"x", "w_q", "w_k", "w_v", "q", "k", "v", "scores", "scaled", "masked"}),
        ("v_is_k", {"x", "w_q", "w_k", "q", "k", "scores", "scaled", "masked", "weights"}),
    ],
)
def test_a_variant_changes_only_what_comes_after_it(variant, same):
    assert unchanged(variant) == same


def test_without_w_the_raw_inputs_are_compared():
    scenario = Scenario(variant="no_w")
    trace = scenario.trace()
    np.testing.assert_array_equal(trace.q, trace.x)
    np.testing.assert_array_equal(trace.k, trace.x)
    np.testing.assert_array_equal(
        trace.scores, [[2, 0, 1, 0], [0, 2, 1, 0], [1, 1, 3, 1], [0, 0, 1, 1]]
    )
    assert scenario.key_width == 5
    assert scenario.divisor == 5**0.5


def test_one_matrix_for_queries_and_keys_makes_the_scores_symmetric():
    trace = Scenario(variant="same_w").trace()
    np.testing.assert_array_equal(trace.w_k, trace.w_q)
    np.testing.assert_array_equal(trace.scores, trace.scores.T)
    assert trace.scores[0, 2] == trace.scores[2, 0] == -3
    assert Scenario().trace().scores[0, 2] == 3


def test_down_the_columns_the_columns_add_to_one_and_the_rows_do_not():
    trace = Scenario(variant="columns").trace()
    np.testing.assert_allclose(trace.weights.sum(axis=0), 1.0, rtol=1e-14)
    np.testing.assert_array_equal(trace.weights.sum(axis=1).round(2), [1.84, 0.95, 0.16, 1.05])
    np.testing.assert_array_equal(trace.output[2].round(2), [0.05, 0.18, 0.11])


def test_down_the_columns_nothing_is_taken_from_what_is_masked():
    weights = replace(WIDE, variant="columns").trace().weights
    np.testing.assert_array_equal(weights[np.triu_indices(4, 1)], 0.0)
    np.testing.assert_allclose(weights.sum(axis=0), 1.0, rtol=1e-14)


def test_uniform_weights_give_every_token_the_same_vector():
    trace = Scenario(variant="uniform").trace()
    np.testing.assert_array_equal(trace.weights, np.full((4, 4), 0.25))
    np.testing.assert_array_equal(trace.output, np.full((4, 3), 0.75))


def test_uniform_weights_share_only_what_the_mask_allows():
    weights = Scenario(variant="uniform", causal=True).trace().weights
    np.testing.assert_array_equal(weights, np.tri(4) / np.arange(1, 5)[:, None])


def test_keys_in_place_of_values_are_handed_over():
    scenario = Scenario(variant="v_is_k", edits=(Edit("k", 1, 0, 9.0), Edit("w_k", 0, 0, 4.0)))
    trace = scenario.trace()
    np.testing.assert_array_equal(trace.v, trace.k)
    np.testing.assert_array_equal(trace.w_v, trace.w_k)
    np.testing.assert_allclose(trace.output, trace.weights @ trace.k)
    assert trace.output.shape == (4, 2)
    np.testing.assert_array_equal(scenario.edited("v"), scenario.edited("k"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_shapes_are_those_of_the_trace(variant):
    for scenario in (Scenario(variant=variant), replace(WIDE, variant=variant)):
        trace = scenario.trace()
        for name, values in trace.arrays().items():
            assert scenario.shape(name) == values.shape
        for name in ("x", "w_q", "w_k", "w_v"):
            assert scenario.chosen_by_hand(name).shape == scenario.shape(name)


@pytest.mark.parametrize("variant", ["no_w", "same_w", "v_is_k"])
def test_a_variant_of_the_matrices_is_the_attention_of_other_matrices(variant):
    scenario = replace(WIDE, variant=variant)
    plain = self_attention(scenario.x, scenario.w_q, scenario.w_k, scenario.w_v, causal=True)
    for name, values in scenario.trace().arrays().items():
        np.testing.assert_allclose(values, plain.arrays()[name], rtol=1e-12, atol=1e-12)


def test_weights_and_output_fit_in_every_variant():
    for variant in VARIANTS:
        trace = replace(WIDE, variant=variant).trace()
        np.testing.assert_allclose(trace.output, trace.weights @ trace.v, rtol=1e-12)
    np.testing.assert_array_equal(
        Scenario(variant="columns").trace().weights, softmax(Scenario().trace().masked, axis=0)
    )


def test_edits_of_a_replaced_matrix_wait_and_come_back():
    edits = (Edit("w_k", 0, 0, 7.0), Edit("w_q", 1, 1, 5.0))
    same = Scenario(variant="same_w", edits=edits)
    assert same.w_k[0, 0] == same.w_q[0, 0] == 2.0
    assert same.w_k[1, 1] == same.w_q[1, 1] == 5.0
    assert replace(same, variant="").w_k[0, 0] == 7.0
    assert Scenario(variant="no_w", edits=edits).edits_in_force == ()


@pytest.mark.parametrize("variant", DEPARTURES)
def test_it_is_compared_with_itself_before_its_edits_and_without_any_with_the_usual(variant):
    scenario = Scenario(variant=variant, edits=(Edit("x", 0, 0, 3.0),))
    assert scenario.usual == Scenario()
    assert scenario.before == Scenario(variant=variant)
    assert scenario.before.before == Scenario()
    assert scenario.replaced == replace(scenario, edits=()).replaced


@pytest.mark.parametrize("value", ["rows", None, 1, ["columns"]])
def test_a_variant_that_does_not_exist_is_refused(value):
    with pytest.raises(AttentionError) as refused:
        Scenario(variant=value)
    assert refused.value.code == "no_such_variant"
    assert repr(value) in str(refused.value)
    assert "'same_w'" in str(refused.value)
