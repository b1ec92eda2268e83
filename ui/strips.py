"""The chosen row of the softmax page as aligned strips: raw, scaled, exponential, weight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from attention_core import Scenario, SoftmaxParts, entropy, ranks, softmax_parts
from attention_core.arrays import FloatArray, IntArray

from .compute import trace_for
from .matrices import OTHER_WEIGHTS, array
from .matrix import Bars, BarSeries, Readout
from .page import Page


class Frames(NamedTuple):
    """What the view shows of some scenarios, one after another: T in front of every shape.

    other: the weights with scaling switched the other way.
    """

    scores: FloatArray
    scaled: FloatArray
    parts: SoftmaxParts
    weights: FloatArray
    other: FloatArray
    output: FloatArray


@dataclass(frozen=True, eq=False)
class Strip:
    """One strip of bars at every one of T moments: series as at the present one, values, ranks."""

    series: BarSeries
    values: FloatArray
    ranks: IntArray


def frames_of(scenarios: Sequence[Scenario], *, plain: bool = True) -> Frames:
    """All of them; plain: exponentials of the scores as they are, as far as they are small."""
    scaled = _stack(scenarios, "scaled")
    others = [replace(scenario, scaling=not scenario.scaling) for scenario in scenarios]
    return Frames(
        scores=_stack(scenarios, "scores"),
        scaled=scaled,
        parts=softmax_parts(scaled, plain=plain),
        weights=_stack(scenarios, "weights"),
        other=_stack(others, "weights"),
        output=_stack(scenarios, "output"),
    )


def softmax_strips(page: Page, frames: Frames, start: int) -> tuple[Strip, ...]:
    """The row's four steps, and beside its weights those with scaling switched the other way."""
    scores, scaled, parts, weights, other, _ = frames
    limit = signed_limit(frames)
    order = ranks(scaled)
    exponentials = [
        Readout(page.say("chart.total"), parts.totals, 3, adds=True),
        Readout(page.say("chart.shift"), parts.shift, hides_zero=True),
    ]
    # Down the columns the sum of a row is no divisor.
    used = exponentials[:1] if page.scenario.variant not in OTHER_WEIGHTS else []
    drawn = (
        (BarSeries(page.say("chart.raw"), scores[start], limit=limit), scores, order),
        (BarSeries(page.say(_scaled_label(page)), scaled[start], limit=limit), scaled, order),
        (
            BarSeries(
                page.say("chart.exp"),
                parts.exponentials[start],
                3,
                "positive",
                readouts=(*used, *exponentials[1:]),
            ),
            parts.exponentials,
            order,
        ),
        (_weights(page, "weight", weights, start), weights, _ranks(weights, scaled)),
        (_weights(page, "compared", other, start), other, _ranks(other, scaled)),
    )
    return tuple(
        Strip(replace(series, ranks=places[start]), values, places)
        for series, values, places in drawn
    )


def as_bars(page: Page, strips: Sequence[Strip]) -> Bars:
    """The strips of the present moment; the view shows the row of its cursor."""
    return Bars(tuple(strip.series for strip in strips), page.say("chart.softmax"))


def signed_limit(frames: Frames) -> float:
    """One end of the scale for QKᵀ and S, so that scaling is seen as shrinking.

    It holds QKᵀ at every moment, and S while no slider moves it: on the way, a low temperature
    would make it many times as large.
    """
    largest = float(np.abs(frames.scores).max())
    if len(frames.scaled) == 1:
        largest = max(largest, float(np.abs(frames.scaled[np.isfinite(frames.scaled)]).max()))
    return largest or 1.0


def _weights(page: Page, role: str, weights: FloatArray, start: int) -> BarSeries:
    scaling = page.settings.scaling == (role == "weight")
    # Numbers that do not add up to 1 have no entropy.
    whole = page.scenario.variant != "columns"
    sharpness = Readout(page.say("chart.entropy"), entropy(weights))
    return BarSeries(
        page.say(f"chart.{role}_{'scaled' if scaling else 'unscaled'}"),
        weights[start],
        2,
        "weights",
        readouts=(sharpness,) if whole else (),
        muted=role == "compared",
    )


def _ranks(weights: FloatArray, scaled: FloatArray) -> IntArray:
    """Ranks of the weights themselves, so that it is seen whether the order stays."""
    return ranks(np.where(np.isneginf(scaled), scaled, weights))


def _scaled_label(page: Page) -> str:
    return "chart.scaled" if page.settings.scaling else "chart.scaled_off"


def _stack(scenarios: Sequence[Scenario], name: str) -> FloatArray:
    return np.stack([array(trace_for(scenario), name) for scenario in scenarios])
