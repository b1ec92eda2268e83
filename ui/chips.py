"""The chips beside the pipeline: what kind of numbers these are, and what is not as usual."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from .edits import names_of, waiting
from .page import Page


def show_chips(page: Page) -> None:
    """One chip for the kind of numbers, and one for each departure from the usual computation."""
    kind, seed = page.scenario.kind, page.scenario.seed
    st.badge(page.say(f"chip.{kind}", seed=seed), color="gray", help=page.say(f"chip.{kind}_help"))
    for said, why in _departures(page):
        st.badge(said, color="orange", help=why)


def _departures(page: Page) -> Iterator[tuple[str, str]]:
    """What a chip says, and what it means and how to go back."""
    settings = page.settings
    if settings.variant:
        name = page.say(f"variant.name_{settings.variant}")
        yield page.say("variant.chip", name=name), page.say("variant.chip_help")
    if not settings.scaling:
        yield page.say("chip.unscaled"), page.say("chip.unscaled_help")
    if settings.temperature != 1.0:
        value = f"{settings.temperature:g}"
        yield page.say("chip.temperature", value=value), page.say("chip.temperature_help")
    if settings.causal:
        yield page.say("chip.causal"), page.say("chip.causal_help")
    if edits := waiting(page):
        said = page.say("chip.waiting", count=len(edits))
        yield said, page.say("chip.waiting_help", edits=names_of(page, edits))
