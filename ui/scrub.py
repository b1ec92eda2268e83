"""Watch softmax sharpen: a slider in the view itself, through frames the core computed before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from attention_core import Edit, Scenario, column_sums, difference, entropy, row_sums, softmax_parts
from attention_core.arrays import FloatArray
from attention_core.edits import LARGEST_VALUE

from . import state
from .choices import choose
from .matrices import OTHER_WEIGHTS, scaling
from .matrix import Added, Readout, Scale, Scrub, Softmax
from .numbers import shown
from .page import Page
from .predictions import is_open
from .strips import Frames, Strip, frames_of
from .text import literal

# Up to this length every value gets a frame; beyond, fewer, for they travel to the browser.
_SHORT = 12
_CHOICES = ("off", "temperature", "d_k", "added")
# Below, a change is what the last digits of the processor leave behind.
_DIGITS = 9


@dataclass(frozen=True, eq=False)
class Moments:
    """What the slider in the view runs through; the present alone while there is none.

    name: what it moves, "off" if nothing. values and scenarios: T of them; start: the present one.
    """

    name: str
    values: tuple[float, ...]
    scenarios: tuple[Scenario, ...]
    start: int

    @property
    def frames(self) -> Frames:
        """Every array of every moment. What is added to a row is seen to cancel where the row's
        maximum is subtracted."""
        usual = self.scenarios[self.start].variant not in OTHER_WEIGHTS
        return frames_of(self.scenarios, plain=not (self.name == "added" and usual))


def choose_scrub(page: Page) -> None:
    """Which number the slider in the view moves, if any."""
    choose(
        page.lang,
        "scrub",
        _CHOICES,
        state.scrubbed(),
        words="scrub.",
        take=state.take_scrubbed,
        title=page.say("scrub.title"),
    )
    if state.scrubbed() == "added":
        query = literal(page.settings.token_name(page.settings.query))
        st.caption(page.say(f"scrub.added_{_effect(page)}", query=query))


def _effect(page: Page) -> str:
    """What c does to the weights, as far as the page's prediction does not ask for it."""
    if page.scenario.variant in OTHER_WEIGHTS:
        return page.scenario.variant
    return "open" if is_open(page) else "usual"


def moments_of(page: Page) -> Moments:
    """The present scenario and those on the slider's way to either side of it."""
    name = state.scrubbed()
    if name == "off":
        return Moments(name, (0.0,), (page.scenario,), 0)
    if name == "added":
        added = {value: _added(page, value) for value in _added_values(page.settings.n)}
        possible = {value: scenario for value, scenario in added.items() if scenario is not None}
        return Moments(name, tuple(possible), tuple(possible.values()), list(possible).index(0.0))
    present = float(getattr(page.settings, name))
    values = sorted({*map(float, _values(name, page.settings.n)), present})
    scenarios = (_with(page.scenario, name, value) for value in values)
    return Moments(name, tuple(values), tuple(scenarios), values.index(present))


def softmax_scrub(
    page: Page, moments: Moments, frames: Frames, strips: Sequence[Strip]
) -> Scrub | None:
    """The slider with its frames of QKᵀ, S, A, the strips and the numbers of the row."""
    if moments.name == "off":
        return None
    grids = {"scores": frames.scores, "scaled": frames.scaled, "weights": frames.weights}
    moving = {key: grid for key, grid in grids.items() if _moves(grid)}
    return Scrub(
        name=moments.name,
        label=_label(page),
        values=np.array(moments.values),
        texts=tuple(_text(page, value) for value in moments.values),
        start=moments.start,
        frames=moving,
        row_sums={key: row_sums(grids[key]) for key in ("scores", "weights") if key in moving},
        column_sums={"weights": column_sums(frames.weights)} if "weights" in moving else {},
        recipes=_recipes(page, moments, frames),
        bars=tuple(strip.values if _moves(strip.values) else None for strip in strips),
        ranks=tuple(strip.ranks if _moves(strip.ranks) else None for strip in strips),
        readouts=_readouts(page, frames, moments),
        commits=moments.name != "added",
    )


def present_softmax(page: Page, frames: Frames, start: int) -> Softmax | None:
    """How the present A comes from S."""
    moving = _moving_softmax(page, frames)
    if moving is None:
        return None
    parts = {name: getattr(moving, name)[start] for name in ("exponentials", "totals", "shift")}
    return replace(moving, **parts)


def _recipes(
    page: Page, moments: Moments, frames: Frames
) -> dict[str, tuple[Scale, ...] | Softmax | Added]:
    recipes: dict[str, tuple[Scale, ...] | Softmax | Added] = {
        "scaled": tuple(
            scaling(replace(page, scenario=scenario), "scores") for scenario in moments.scenarios
        )
    }
    if (moving := _moving_softmax(page, frames)) is not None:
        recipes["weights"] = moving
    if moments.name == "added":
        recipes["scores"] = Added(page.settings.query, np.array(moments.values))
    return recipes


def _moving_softmax(page: Page, frames: Frames) -> Softmax | None:
    """How A comes from S at every moment; equal weights come from no score."""
    if page.scenario.variant == "uniform":
        return None
    down = page.scenario.variant == "columns"
    # Along the rows with the exponentials that the bars show.
    parts = softmax_parts(frames.scaled, axis=-2) if down else frames.parts
    return Softmax("scaled", parts.exponentials, parts.totals, parts.shift, by_column=down)


def _label(page: Page) -> str:
    if state.scrubbed() != "added":
        return page.say(f"scrub.{state.scrubbed()}")
    return page.say("scrub.added_label", query=page.settings.token_name(page.settings.query))


def _text(page: Page, value: float) -> str:
    name = state.scrubbed()
    number = shown(value, 1) if name == "added" else f"{value:g}"
    return f"{page.say(f'scrub.{name}_symbol')} = {number}"


def _readouts(page: Page, frames: Frames, moments: Moments) -> tuple[Readout, ...]:
    sharpness = Readout(page.say("scrub.entropy"), entropy(frames.weights))
    # Numbers that do not add up to 1 have no entropy.
    always = () if page.scenario.variant == "columns" else (sharpness,)
    if moments.name != "added":
        return *always, Readout(page.say("scrub.largest"), frames.weights.max(axis=-1))
    moved = {"weights_moved": frames.weights, "output_moved": frames.output}
    changes = (
        Readout(page.say(f"scrub.{key}"), _largest_change(grids, moments.start))
        for key, grids in moved.items()
    )
    return *changes, *always


def _largest_change(grids: FloatArray, start: int) -> FloatArray:
    """The largest change of any number of a matrix since the present, for each row alike."""
    changes = np.abs(difference(grids, np.broadcast_to(grids[start], grids.shape)))
    largest = np.round(changes.max(axis=(1, 2)), _DIGITS)
    return np.repeat(largest[:, None], grids.shape[1], axis=1)


def _values(name: str, n: int) -> Iterable[float]:
    if name == "d_k":
        return range(1, 65) if n <= _SHORT else (1, 2, 4, 8, 16, 32, 64)
    steps = range(-20, 21) if n <= _SHORT else range(-20, 21, 4)
    return [round(10.0 ** (step / 20), 2) for step in steps]


def _with(scenario: Scenario, name: str, value: float) -> Scenario:
    if name == "d_k":
        return replace(scenario, d_k=int(value))
    return replace(scenario, temperature=value)


def _added_values(n: int) -> list[float]:
    return [step / 2 for step in (range(-20, 21) if n <= _SHORT else range(-20, 21, 4))]


def _added(page: Page, amount: float) -> Scenario | None:
    """The scenario with the same amount added to every score of the query's row, if possible."""
    if amount == 0.0:
        return page.scenario
    row = page.settings.query
    scores = [float(score) + amount for score in page.trace.scores[row]]
    if max(map(abs, scores)) > LARGEST_VALUE:
        return None
    edits = (Edit("scores", row, column, score) for column, score in enumerate(scores))
    return replace(page.scenario, edits=(*page.scenario.edits, *edits))


def _moves(grids: NDArray[np.generic]) -> bool:
    return bool((grids != grids[0]).any())
