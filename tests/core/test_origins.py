"""Where an output number comes from: its parts, and the terms behind each part."""

import numpy as np
import pytest

from attention_core import (
    AttentionError,
    Edit,
    Scenario,
    attention,
    changes_without,
    origin,
)

SCENARIOS = {
    "default": Scenario(),
    "causal": Scenario(causal=True),
    "warm": Scenario(temperature=0.5),
    "unscaled": Scenario(scaling=False),
    "wide": Scenario(d_k=64, d_v=9, d_model=40, seed=3, scaling=False),
    "long": Scenario(tuple(f"t{place % 50}" for place in range(128)), d_k=8, seed=1),
    "edited": Scenario(edits=(Edit("x", 1, 2, 0.37), Edit("q", 2, 0, 5.25), Edit("k", 3, 1, -2))),
}


def near(found, wanted):
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_parts_add_up_to_the_output_and_the_terms_to_each_score(name):
    trace = SCENARIOS[name].trace()
    n, d_v = trace.output.shape
    for query, component in ((0, 0), (n - 1, d_v - 1), (n // 2, d_v // 2)):
        found = origin(trace, query, component)
        assert found.output == trace.output[query, component]
        near(found.parts.sum(), found.output)
        near(found.weights * found.values, found.parts)
        assert found.summed.all()
        near(found.terms.sum(axis=1), found.scores)
        assert found.by_softmax
        near(found.exponentials / found.total, found.weights)


def test_the_default_number_by_hand():
    found = origin(Scenario().trace(), 2, 2)
    assert found.terms.tolist() == [[-1, -2], [1, -2], [-2, -2], [-2, 2]]
    assert found.scores.tolist() == [-3, -1, -4, 0]
    assert found.values.tolist() == [0, 0, 1, 2]
    np.testing.assert_allclose(found.exponentials, [0.120, 0.493, 0.059, 1], atol=5e-4)
    np.testing.assert_allclose(found.total, 1.672, atol=5e-4)
    np.testing.assert_allclose(found.parts, [0, 0, 0.035, 1.196], atol=5e-4)
    np.testing.assert_allclose(found.output, 1.2315, atol=5e-4)


def test_a_masked_key_brings_nothing():
    found = origin(Scenario(causal=True).trace(), 1, 1)
    assert found.masked.tolist() == [False, False, True, True]
    assert found.weights[2:].tolist() == found.parts[2:].tolist() == [0, 0]
    assert found.exponentials[2:].tolist() == [0, 0]


def test_a_score_typed_over_is_not_passed_off_as_the_sum_of_its_terms():
    found = origin(Scenario(edits=(Edit("scores", 2, 1, 7.0),)).trace(), 2, 0)
    assert found.summed.tolist() == [True, False, True, True]
    assert found.scores[1] == 7.0
    near(found.parts.sum(), found.output)


def test_weights_that_are_no_softmax_of_the_scores_are_told_apart():
    trace = Scenario().trace()
    uniform = attention(trace.q, trace.k, trace.v, scale=0.0)
    assert origin(uniform, 2, 0).by_softmax
    # The same weights beside the scores they were not made from.
    mixed = type(trace)(**trace.arrays() | {"scale": trace.scale, "weights": uniform.weights})
    assert not origin(mixed, 2, 0).by_softmax


def test_leaving_a_key_out_is_attending_to_the_others_only():
    trace = Scenario(seed=4, d_k=3).trace()
    changes = changes_without(trace, 2)
    assert changes.shape == trace.v.shape
    for key in range(4):
        others = [place for place in range(4) if place != key]
        smaller = attention(trace.q, trace.k[others], trace.v[others])
        near(changes[key], smaller.output[2] - trace.output[2])


def test_leaving_out_a_masked_key_changes_nothing():
    changes = changes_without(Scenario(causal=True).trace(), 1)
    assert not changes[2:].any()
    assert changes[:2].any()


def test_without_its_only_key_a_query_has_no_output():
    trace = Scenario(causal=True).trace()
    near(changes_without(trace, 0)[0], -trace.output[0])


@pytest.mark.parametrize("place", [(4, 0), (0, 3), (-1, 0), (0, -1)])
def test_a_number_the_output_does_not_have_is_refused(place):
    with pytest.raises(AttentionError, match="4×3") as refusal:
        origin(Scenario().trace(), *place)
    assert refusal.value.code == "no_such_output"
