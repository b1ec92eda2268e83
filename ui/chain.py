"""The overview's chain, one step after the other, with its formula for those who ask for it."""

from __future__ import annotations

import streamlit as st

from . import state
from .controls import choose_switch
from .formulas import STEPS
from .page import Page
from .stages import CHAIN


def steps_shown(page: Page) -> tuple[tuple[str, ...], ...]:
    """The steps of the chain up to the chosen one, before a class up to the clicker's."""
    step = state.build_step(page.stage.key)
    return CHAIN[: page.settings.chain if step is None else step + 1]


def about_step(page: Page) -> str:
    """What the last step shown does."""
    return page.say(f"chain.{steps_shown(page)[-1][0]}")


def choose_step(page: Page) -> None:
    """One step on or back through the chain, and the formula of the steps so far."""
    step = len(steps_shown(page))
    with st.container(horizontal=True, vertical_alignment="center", key="chain"):
        # The presenter has buttons for it.
        if not state.presenting():
            _show_buttons(page, step)
        st.markdown(page.say("chain.at", step=step, last=len(CHAIN)), width="content")
        choose_switch(page.settings, "formula")
    if page.settings.formula:
        with st.container(horizontal=True, key="formula"):
            for names in steps_shown(page):
                st.latex(STEPS[names[0]], width="content")


def _show_buttons(page: Page, step: int) -> None:
    for name, by, ends in (("back", -1, step == 1), ("on", 1, step == len(CHAIN))):
        st.button(
            page.say(f"chain.{name}"),
            key=f"chain-{name}",
            on_click=state.move_chain,
            args=(by,),
            disabled=ends,
        )
