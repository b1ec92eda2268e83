"""The lesson's example, digit by digit, and its two small scenarios."""

import numpy as np

from attention_core import Scenario, column_sums, entropy, ranks, row_sums, softmax, softmax_parts

EXAMPLE = Scenario().trace()
LEARNING = 2


def rows(text):
    return [[float(number) for number in row.split()] for row in text.split("|")]


def test_the_hand_set_matrices_are_those_of_the_lesson():
    assert EXAMPLE.x.tolist() == rows("1 0 0 0 1 | 0 1 1 0 0 | 0 0 1 1 1 | 0 0 0 1 0")
    assert EXAMPLE.w_q.tolist() == rows("2 -1 | 0 -1 | -1 0 | 1 2 | -1 0")
    assert EXAMPLE.w_k.tolist() == rows("1 0 | -1 0 | 0 -1 | 2 1 | 0 -1")
    assert EXAMPLE.w_v.tolist() == rows("1 0 1 | 0 1 0 | 0 1 0 | 0 0 2 | 1 0 -1")


def test_queries_keys_and_values_are_those_of_the_lesson():
    assert EXAMPLE.q.tolist() == rows("1 -1 | -1 -1 | -1 2 | 1 2")
    assert EXAMPLE.k.tolist() == rows("1 -1 | -1 -1 | 2 -1 | 2 1")
    assert EXAMPLE.v.tolist() == rows("2 0 0 | 0 2 0 | 1 1 1 | 0 0 2")


def test_scores_are_those_of_the_lesson():
    assert EXAMPLE.scores.tolist() == rows("2 0 3 1 | 0 2 -1 -3 | -3 -1 -4 0 | -1 -3 0 4")
    assert row_sums(EXAMPLE.scores).tolist() == [6, -2, -8, 0]


def test_the_scaled_row_of_learning_is_that_of_the_lesson():
    assert EXAMPLE.scaled[LEARNING].round(2).tolist() == [-2.12, -0.71, -2.83, 0.0]
    np.testing.assert_allclose(EXAMPLE.scaled, EXAMPLE.scores / np.sqrt(2), rtol=1e-15)


def test_exponentials_and_their_sum_are_those_of_the_lesson():
    parts = softmax_parts(EXAMPLE.scaled)
    assert parts.shift.tolist() == [0.0] * 4
    assert parts.exponentials[LEARNING].round(3).tolist() == [0.120, 0.493, 0.059, 1.0]
    assert parts.totals[LEARNING].round(3) == 1.672


def test_weights_are_those_of_the_lesson_and_add_to_one_even_when_rounded():
    rounded = EXAMPLE.weights.round(2)
    assert rounded.tolist() == rows(
        ".27 .06 .54 .13 | .17 .72 .09 .02 | .07 .29 .04 .60 | .03 .01 .05 .91"
    )
    np.testing.assert_allclose(rounded.sum(axis=1), 1.0, rtol=1e-15)
    assert column_sums(EXAMPLE.weights).round(2).tolist() == [0.54, 1.08, 0.71, 1.66]


def test_the_output_is_that_of_the_lesson():
    assert EXAMPLE.output.round(2).tolist() == rows(
        "1.07 .67 .80 | .44 1.52 .13 | .18 .63 1.23 | .11 .07 1.88"
    )


def test_ranks_of_learning_are_the_same_in_all_three_stages():
    for stage in (EXAMPLE.scores, EXAMPLE.scaled, EXAMPLE.weights):
        assert ranks(stage)[LEARNING].tolist() == [3, 2, 4, 1]


def test_entropy_of_learning_is_1_41_bit_scaled_and_1_12_bit_unscaled():
    unscaled = Scenario(scaling=False).trace()
    assert unscaled.weights[LEARNING].round(3).tolist() == [0.035, 0.256, 0.013, 0.696]
    assert entropy(EXAMPLE.weights)[LEARNING].round(2) == 1.41
    assert entropy(unscaled.weights)[LEARNING].round(2) == 1.12
    assert unscaled.output[LEARNING].round(2).tolist() == [0.08, 0.53, 1.41]


def test_down_the_columns_the_row_of_learning_adds_to_only_0_16():
    wrong_axis = softmax(EXAMPLE.scaled, axis=0)
    assert row_sums(wrong_axis).round(2).tolist() == [1.84, 0.95, 0.16, 1.05]


def test_order_is_kept_within_a_row_but_not_across_rows():
    assert EXAMPLE.scores[0, 1] > EXAMPLE.scores[LEARNING, 1]
    assert EXAMPLE.weights[0, 1] < EXAMPLE.weights[LEARNING, 1]


def test_the_silent_scenario_has_its_scores():
    trace = Scenario(tokens=("学习", "语言")).trace()
    assert trace.scores.tolist() == [[-4, 0], [0, 4]]
    # The forgotten transposition runs here without complaint, with these wrong numbers.
    assert (trace.q @ trace.k).tolist() == [[2, 3], [6, 1]]


def test_the_twin_scenario_gives_the_two_dogs_the_same_everything():
    for tokens in (("狗", "咬", "狗"), ("dog", "bites", "dog")):
        trace = Scenario(tokens=tokens).trace()
        for name in ("x", "q", "k", "v", "scores", "weights", "output"):
            found = getattr(trace, name)
            np.testing.assert_array_equal(found[0], found[2])
        np.testing.assert_array_equal(trace.weights[:, 0], trace.weights[:, 2])
        assert ranks(trace.scores)[1, 0] == ranks(trace.scores)[1, 2]


def test_the_causal_example_lets_the_first_word_see_only_itself():
    trace = Scenario(causal=True).trace()
    assert trace.weights[0].tolist() == [1, 0, 0, 0]
    assert trace.output[0].tolist() == [2, 0, 0]
    assert ranks(trace.masked)[0].tolist() == [1, 0, 0, 0]
