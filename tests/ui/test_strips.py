"""The strips of the softmax page hold what the core computes, and say what they are."""

from dataclasses import replace

import numpy as np
import pytest

from attention_core import Scenario, entropy, softmax
from ui.compute import trace_for
from ui.page import Page
from ui.settings import Settings
from ui.stages import stage
from ui.strips import Strip, frames_of, signed_limit, softmax_strips

ROW = 2


def page(**changes: object) -> Page:
    settings = Settings(lang="en", **changes)
    scenario = settings.scenario()
    return Page(stage("softmax"), settings, scenario, trace_for(scenario))


def strips(shown: Page, **looks: bool) -> tuple[Strip, ...]:
    return softmax_strips(shown, frames_of((shown.scenario,), **looks), 0)


def readouts(strip: Strip) -> dict[str, float]:
    return {one.label: float(one.values[0, ROW]) for one in strip.series.readouts}


def test_scaled_and_unscaled_weights_stand_side_by_side():
    *_, weight, compared = strips(page())
    unscaled = Scenario(scaling=False).trace().weights
    np.testing.assert_array_equal(compared.series.values, unscaled)
    assert readouts(weight)["entropy (bits)"] == pytest.approx(1.41, abs=0.005)
    assert readouts(compared)["entropy (bits)"] == pytest.approx(1.12, abs=0.005)
    np.testing.assert_array_equal(weight.ranks, compared.ranks)
    assert weight.ranks[0, ROW].tolist() == [3, 2, 4, 1]
    assert (weight.series.muted, compared.series.muted) == (False, True)


def test_each_says_whether_it_is_scaled_when_scaling_is_off():
    *_, weight, compared = strips(page(scaling=False))
    assert weight.series.label == "weight A: not divided by √d_k"
    assert compared.series.label == "compare: if divided by √d_k"
    np.testing.assert_array_equal(compared.series.values, Scenario().trace().weights)


def test_the_exponentials_are_of_the_scores_as_they_are_while_these_are_small():
    exponentials = strips(page())[2]
    trace = Scenario().trace()
    np.testing.assert_allclose(exponentials.series.values, np.exp(trace.scaled), rtol=1e-15)
    assert readouts(exponentials)["row maximum subtracted"] == 0.0
    assert readouts(exponentials)["sum"] == pytest.approx(1.672, abs=0.0005)


@pytest.mark.parametrize("looks", [{"temperature": 0.05}, {"plain": False}], ids=list)
def test_a_subtracted_maximum_is_said(looks):
    plain = looks.pop("plain", True)
    shown = page(query=0, **looks)
    strip = softmax_strips(shown, frames_of((shown.scenario,), plain=plain), 0)[2]
    shift = next(one for one in strip.series.readouts if one.hides_zero).values[0]
    scaled = shown.trace.scaled
    expected = np.exp(scaled - shift[:, None])
    np.testing.assert_allclose(strip.series.values, expected, rtol=1e-15)
    assert shift[0] == scaled[0].max() > 0


def test_down_the_columns_the_order_within_a_row_is_lost_and_there_is_no_entropy():
    shown = page(variant="columns")
    raw, _, exponentials, weight, _ = strips(shown)
    np.testing.assert_allclose(weight.series.values, softmax(shown.trace.scaled, axis=0))
    assert raw.ranks[0, ROW].tolist() != weight.ranks[0, ROW].tolist()
    assert weight.series.readouts == ()
    assert [one.label for one in exponentials.series.readouts] == ["row maximum subtracted"]


def test_raw_and_scaled_scores_share_a_limit_that_holds_every_raw_score():
    scenarios = tuple(replace(Scenario(), d_k=width) for width in (1, 2, 64))
    frames = frames_of(scenarios)
    limit = signed_limit(frames)
    assert limit == np.abs(frames.scores).max()
    drawn = softmax_strips(page(), frames, 1)
    assert drawn[0].series.limit == drawn[1].series.limit == limit


def test_entropy_moves_with_the_frames():
    scenarios = tuple(replace(Scenario(), temperature=warmth) for warmth in (0.5, 1.0, 2.0))
    frames = frames_of(scenarios)
    weight = softmax_strips(page(), frames, 1)[3]
    np.testing.assert_array_equal(weight.series.readouts[0].values, entropy(frames.weights))
    assert (np.diff(weight.series.readouts[0].values[:, ROW]) > 0).all()
