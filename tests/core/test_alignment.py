"""A score taken apart into two lengths and a direction."""

import math

import numpy as np
import pytest

from attention_core import Scenario, alignment


def test_learning_and_languages_are_perpendicular():
    trace = Scenario().trace()
    assert alignment(trace.q[2], trace.k[3]) == (0.0, math.sqrt(5), math.sqrt(5), 0.0)


def test_lengths_times_cosine_is_the_score():
    trace = Scenario(seed=7, d_k=5).trace()
    for query in trace.q:
        for key, column in zip(trace.k, (query @ trace.k.T).tolist(), strict=True):
            parts = alignment(query, key)
            np.testing.assert_allclose(parts.score, column, rtol=1e-12)
            product = parts.q_length * parts.k_length * parts.cosine
            np.testing.assert_allclose(product, parts.score, rtol=1e-12)


@pytest.mark.parametrize(("factor", "cosine"), [(3.0, 1.0), (-0.1, -1.0)])
def test_the_cosine_knows_no_length(factor, cosine):
    row = np.array([0.1, 0.7, -0.3])
    assert alignment(row, factor * row).cosine == pytest.approx(cosine, abs=1e-15)


def test_a_vector_of_zeros_has_no_direction():
    assert alignment([0.0, 0.0], [1.0, 2.0]) == (0.0, 0.0, math.sqrt(5), None)


def test_tiny_and_huge_numbers_keep_their_direction():
    assert alignment([1e-300, 1e-300], [1e150, 0.0]).cosine == pytest.approx(math.sqrt(0.5))
