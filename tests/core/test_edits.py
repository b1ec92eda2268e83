"""Edited numbers: they change what mathematics says they change, and nothing else."""

import numpy as np
import pytest

from attention_core import AttentionError, Edit, Scenario, self_attention


def traces(*edits: Edit):
    scenario = Scenario(edits=edits)
    return scenario.before.trace(), scenario.trace()


def moved(before, after) -> set[str]:
    return {
        name
        for name, values in before.arrays().items()
        if not np.array_equal(values, after.arrays()[name])
    }


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit("x", 0, 0, 2.0), {"x", "q", "k", "v", "scores", "scaled", "masked", "weights"}),
        (Edit("w_q", 0, 0, 3.0), {"w_q", "q", "scores", "scaled", "masked", "weights"}),
        (Edit("w_v", 0, 0, 3.0), {"w_v", "v"}),
        (Edit("v", 1, 1, 6.0), {"v"}),
        (Edit("k", 1, 1, 6.0), {"k", "scores", "scaled", "masked", "weights"}),
        (Edit("scores", 2, 3, 5.0), {"scores", "scaled", "masked", "weights"}),
    ],
)
def test_an_edit_moves_only_what_comes_after_it(edit, expected):
    before, after = traces(edit)
    assert moved(before, after) == expected | {"output"}
    assert getattr(after, edit.matrix)[edit.row, edit.column] == edit.value


def test_an_edited_query_moves_only_its_own_row():
    before, after = traces(Edit("q", 2, 0, 4.0))
    np.testing.assert_array_equal(
        (before.scores != after.scores).any(axis=1), [False, False, True, False]
    )


def test_an_edited_trace_is_the_attention_of_the_edited_numbers():
    edits = (Edit("x", 1, 4, 0.0634), Edit("w_k", 2, 1, 4.52), Edit("w_v", 0, 2, 1e-6))
    scenario = Scenario(edits=edits)
    plain = self_attention(scenario.x, scenario.w_q, scenario.w_k, scenario.w_v)
    for name, values in scenario.trace().arrays().items():
        np.testing.assert_allclose(values, plain.arrays()[name], rtol=1e-12, atol=1e-12)
    assert scenario.x[1, 4] == 0.0634


def test_numbers_too_long_to_count_in_steps_are_still_multiplied():
    edits = (Edit("x", 0, 0, 1e6), Edit("w_q", 0, 0, 1 / 3))
    trace = Scenario(edits=edits).trace()
    np.testing.assert_allclose(trace.q[0, 0], 1e6 / 3 - 1.0, rtol=1e-12)


def test_the_last_edit_of_a_number_counts():
    scenario = Scenario(edits=(Edit("x", 0, 0, 5.0), Edit("x", 0, 0, 7.0)))
    assert scenario.x[0, 0] == 7.0
    assert scenario.edits_in_force == (Edit("x", 0, 0, 7.0),)


def test_an_edit_outside_the_present_sizes_waits():
    scenario = Scenario(edits=(Edit("w_q", 0, 2, 9.0),))
    assert scenario.kind == "hand_set"
    assert Scenario(d_k=3, edits=scenario.edits).kind == "edited"
    assert Scenario(d_k=3, edits=scenario.edits).w_q[0, 2] == 9.0


@pytest.mark.parametrize(
    ("values", "code"),
    [
        (("weights", 0, 0, 1.0), "not_editable"),
        (("x", 0, 0, float("nan")), "value_out_of_range"),
        (("x", 0, 0, 1e7), "value_out_of_range"),
    ],
)
def test_edits_that_cannot_be_are_refused(values, code):
    with pytest.raises(AttentionError) as refused:
        Edit(*values)
    assert refused.value.code == code


@pytest.mark.parametrize("value", [1e-300, 5e-324, 1e-160, 1e-23, 1e-22, 123456.123456])
def test_a_number_of_any_smallness_can_stand_anywhere(value):
    edits = (Edit("x", 2, 1, value), Edit("w_q", 1, 0, value), Edit("q", 0, 0, value))
    scenario = Scenario(edits=edits)
    trace = scenario.trace()
    plain = scenario.x @ scenario.w_q
    np.testing.assert_allclose(trace.q[1:], plain[1:], rtol=1e-12, atol=1e-300)
    assert trace.q[0, 0] == value
    assert np.isfinite(trace.output).all()
