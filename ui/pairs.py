"""Below the table of scores: what it says of all pairs, and of the one that is held."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from attention_core import alignment
from attention_core.arrays import BoolArray
from attention_core.scores import dot_products

from . import state
from .controls import choose_switch
from .numbers import listed, shown
from .page import Page
from .predictions import asked_cells, covered_cell
from .settings import PAIRS
from .text import literal

_MOST_PAIRS = 12
# Within six degrees of a right angle: the score is less than a tenth of what such lengths can give.
_NEARLY_PERPENDICULAR = 0.1
# A cosine is a quotient of rounded numbers.
_ROUNDING = 1e-9


def hidden_scores(page: Page) -> BoolArray | None:
    """Scores that are not shown: the one to predict, or all of different positions."""
    if page.settings.same_position:
        return ~np.eye(page.settings.n, dtype=np.bool_)
    return covered_cell(page)


def in_one_step(page: Page) -> BoolArray | None:
    """Scores that a build-up does not take apart: those not shown, and the one to predict even
    once it is guessed, so that a guess leaves the steps as they are."""
    return hidden_scores(page) if page.settings.same_position else asked_cells(page)


def choose_look(page: Page) -> None:
    """Only the diagonal, or rows and columns exchanged; nothing is computed anew."""
    n, scores = page.settings.n, page.trace.scores
    with st.container(horizontal=True):
        choose_switch(page.settings, "same_position")
        choose_switch(page.settings, "turned")
    if page.settings.same_position and not state.building(page.stage.key):
        kept = listed(scores.diagonal().tolist())
        st.markdown(literal(page.say("pairs.same_position", n=n, kept=kept, lost=n * n - n)))
    if page.settings.turned:
        st.markdown(literal(page.say("pairs.turned")))


def finish_turned(page: Page) -> None:
    """A row that is being computed one by one is a column of the turned picture: all of it then."""
    if page.settings.turned and state.playing():
        state.stop_playing()


def play_row(page: Page) -> None:
    """The row of the token that asks, one product after another."""
    if state.presenting() or page.settings.turned:
        return
    here, query = page.stage.key, literal(page.settings.token_name(page.settings.query))
    with st.container(horizontal=True, key="play"):
        if not state.playing():
            said = page.say("pairs.play", query=query)
            st.button(said, key="play-row", on_click=state.play, args=(here,))
            return
        for name, step in (("less", state.step_back), ("more", state.step_on)):
            said = page.say(f"pairs.{name}")
            st.button(said, key=f"play-{name}", on_click=step, args=(here, None))
        st.button(page.say("pairs.all"), key="play-all", on_click=state.stop_playing)


def show_sizes(page: Page) -> None:
    """Which sizes have to agree, and how many products that makes at once."""
    n, width = page.settings.n, page.scenario.key_width
    turned = "_turned" if page.settings.turned else ""
    st.markdown(literal(page.say(f"pairs.sizes{turned}", n=n, width=width, count=n * n)))


def show_untransposed(page: Page) -> None:
    """What a forgotten transpose would give, where the sizes let it pass and the numbers differ."""
    q, k, n = page.trace.q, page.trace.k, page.settings.n
    if n != page.scenario.key_width or n > _MOST_PAIRS or state.building(page.stage.key):
        return
    # The core turns what it gets; of Kᵀ that makes K again.
    wrong = dot_products(q, k.T)
    if (abs(wrong - dot_products(q, k)) < _ROUNDING).all():
        return
    st.markdown(literal(page.say("pairs.untransposed", n=n)))
    frame = pd.DataFrame(
        [[literal(shown(value)) for value in row] for row in wrong.tolist()],
        [literal(page.settings.token_name(place)) for place in range(n)],
        [str(place + 1) for place in range(n)],
    )
    with st.container(key="untransposed"):
        st.table(frame, alt=page.say("pairs.untransposed_title"))


def show_own(page: Page, values: str = "scores") -> None:
    """What every position has for itself: the diagonal of QKᵀ or of A, named `values`."""
    if page.settings.n == 1 or state.building(page.stage.key):
        return
    # Where all weights are equal by decree, the numbers have no say.
    if values == "weights" and page.settings.variant == "uniform":
        return
    table = getattr(page.trace, values)
    signed = values == "scores"
    pairs = [
        f"{page.settings.token_name(place)} {shown(value, signed=signed)}"
        for place, value in enumerate(table.diagonal().tolist()[:_MOST_PAIRS])
    ]
    # Equal tokens have equal numbers, but a matrix product may round them apart in the last bit.
    largest = int((table.diagonal() >= table.max(axis=1) - 1e-12).sum())
    n = page.settings.n
    own = " · ".join([*pairs, "…"] if n > len(pairs) else pairs)
    everywhere = "_all" if largest == n else ""
    said = page.say(f"pairs.own_{values}{everywhere}", own=own, count=largest, n=n)
    st.markdown(literal(said))


def show_pair(page: Page) -> None:
    """Both directions of the pair that is held, each as lengths times cosine."""
    if state.building(page.stage.key):
        return
    row, column = _held(page)
    both = [(row, column)] if row == column else [(row, column), (column, row)]
    heads = (page.say("pairs.score"), "‖q‖", "‖k‖", "cos")
    frame = pd.DataFrame(
        [_parts(page, *pair) for pair in both],
        [literal(_arrow(page, *pair)) for pair in both],
        heads,
    )
    with st.container(key="pair"):
        st.markdown(f"**{page.say('pairs.title')}**")
        st.table(frame, alt=page.say("pairs.title"))
    st.markdown(literal(_about(page, row, column)))


def _held(page: Page) -> tuple[int, int]:
    pin = page.settings.pin
    return (pin.row, pin.column) if pin.matrix in PAIRS else (page.settings.query, 0)


def _arrow(page: Page, row: int, column: int) -> str:
    return f"{page.settings.token_name(row)} → {page.settings.token_name(column)}"


def _parts(page: Page, row: int, column: int) -> list[str]:
    covered = covered_cell(page)
    if covered is not None and covered[row, column]:
        return [page.say("matrix.covered_value")] * 4
    parts = alignment(page.trace.q[row], page.trace.k[column])
    lengths = (shown(length, signed=False) for length in (parts.q_length, parts.k_length))
    cosine = "–" if parts.cosine is None else shown(parts.cosine)
    return [literal(text) for text in (shown(page.trace.scores[row, column]), *lengths, cosine)]


def _about(page: Page, row: int, column: int) -> str:
    """One sentence about the held pair."""
    names = {"a": page.settings.token_name(row), "b": page.settings.token_name(column)}
    covered = covered_cell(page)
    if covered is not None and covered[row, column]:
        return page.say("matrix.covered")
    if page.scenario.edited("scores")[row, column]:
        return page.say("pairs.typed", **names)
    cosine = alignment(page.trace.q[row], page.trace.k[column]).cosine
    return page.say(f"pairs.{angle_word(cosine)}", **names)


def angle_word(cosine: float | None) -> str:
    """What the angle between two vectors is called."""
    if cosine is None:
        return "nowhere"
    if cosine == 0.0:
        return "perpendicular"
    if abs(cosine) < _NEARLY_PERPENDICULAR:
        return "nearly"
    if abs(cosine) > 1.0 - _ROUNDING:
        return "same" if cosine > 0.0 else "opposite"
    return "acute" if cosine > 0.0 else "obtuse"
