"""Watch softmax sharpen: a slider in the view itself, through frames the core computed before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import streamlit as st

from attention_core import Trace, entropy, softmax_parts
from attention_core.arrays import FloatArray

from . import state
from .compute import trace_for
from .equation import array
from .matrix import Readout, Scrub
from .page import Page

# Up to this length every value gets a frame; beyond, fewer, for they travel to the browser.
_SHORT = 12
CHOICES = ("off", "temperature", "d_k")


def choose_scrub(page: Page) -> None:
    """Which number the slider in the view moves, if any."""
    key = state.widget(f"scrub-{page.lang}", state.scrubbed())
    st.segmented_control(
        page.say("scrub.title"),
        CHOICES,
        required=True,
        format_func=lambda name: page.say(f"scrub.{name}"),
        key=key,
        on_change=state.take_scrubbed,
        args=(key,),
    )


def softmax_scrub(page: Page) -> Scrub | None:
    """Frames of QKᵀ, S, A and the strips for every value of the chosen number."""
    name = state.scrubbed()
    if name == "off":
        return None
    present = getattr(page.settings, name)
    values = sorted({*_values(name, page.settings.n), present})
    traces = [trace_for(replace(page.scenario, **{name: value})) for value in values]
    scores, scaled, weights = (_stack(traces, key) for key in ("scores", "scaled", "weights"))
    parts = softmax_parts(scaled)
    return Scrub(
        name=name,
        label=page.say(f"scrub.{name}"),
        values=np.array(values, dtype=np.float64),
        texts=tuple(f"{page.say(f'scrub.{name}_symbol')} = {value:g}" for value in values),
        start=values.index(present),
        frames={"scores": scores, "scaled": scaled, "weights": weights},
        row_sums={"weights": weights.sum(axis=-1)},
        bars=(scores, scaled, parts.exponentials, weights),
        readouts=(
            Readout(page.say("scrub.entropy"), entropy(weights)),
            Readout(page.say("scrub.largest"), weights.max(axis=-1)),
        ),
    )


def _values(name: str, n: int) -> Iterable[float]:
    if name == "d_k":
        return range(1, 65) if n <= _SHORT else (1, 2, 4, 8, 16, 32, 64)
    steps = range(-20, 21) if n <= _SHORT else range(-20, 21, 4)
    return [round(10.0 ** (step / 20), 2) for step in steps]


def _stack(traces: list[Trace], name: str) -> FloatArray:
    return np.stack([array(trace, name) for trace in traces])
