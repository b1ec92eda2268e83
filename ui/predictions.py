"""Guess before you see: one question a page, its answer computed rather than written down."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from attention_core import Edit, Scenario, entropy, softmax
from attention_core.arrays import BoolArray

from . import state
from .compute import trace_for
from .numbers import shown
from .page import Page
from .settings import BOUNDS
from .text import literal

OPTIONS = {
    "overview": ("a", "b", "c", "d"),
    "input": ("a", "b", "c", "d"),
    "projections": ("a", "b", "c", "d"),
    "scores": ("a", "b", "c"),
    "softmax": ("a", "b", "c", "d"),
    "output": ("a", "b", "c", "d"),
}
# There V is as wide as K, whatever d_v; and softmax down the columns follows no row.
_BESIDE_THE_POINT = {("projections", "v_is_k"), ("softmax", "columns")}


@dataclass(frozen=True)
class Pair:
    """Two positions and what each scores for the other, for the card of the scores page."""

    query: int
    other: int


def answer(stage: str) -> str:
    """The right option of a card, found by trying it out on the lesson's example."""
    return _ANSWERS[stage](Scenario())


def pair_of(page: Page) -> Pair | None:
    """The positions the scores card asks about: the one that asks and, if possible, the first.

    Rather a later one than one whose score is 0, or the same both ways: the options would not
    differ. There is nothing to guess where all are so, or where Q and K come from one matrix.
    """
    query, scores = page.settings.query, page.trace.scores
    if page.scenario.variant in ("no_w", "same_w"):
        return None
    others = [other for other in range(page.settings.n) if other != query and scores[other, query]]
    telling = [o for o in others if scores[query, o] not in (0.0, scores[o, query])]
    return next((Pair(query, other) for other in [*telling, *others]), None)


def _has_card(page: Page) -> bool:
    """Whether the page's question has its answer under the computation in force."""
    if page.stage.key == "scores":
        return pair_of(page) is not None
    return (page.stage.key, page.scenario.variant) not in _BESIDE_THE_POINT


def is_open(page: Page) -> bool:
    """Whether the page's prediction is still to be made, so that its answer stays covered."""
    if state.answers() == "shown" or not _has_card(page):
        return False
    return state.answers() == "hidden" or state.guess(page.stage.key) is None


def covered_cell(page: Page) -> BoolArray | None:
    """The score the scores card asks about, covered until the reader has committed."""
    pair = pair_of(page)
    # Whoever followed a number here has seen it on the page before.
    if pair is None or not is_open(page) or state.trail():
        return None
    cells: BoolArray = page.trace.scores != page.trace.scores
    cells[pair.query, pair.other] = True
    return cells


def show_prediction(page: Page) -> None:
    """The card: options, then the answer beside the reader's own guess and one line why."""
    if not _has_card(page):
        return
    with st.container(border=True, key="prediction"):
        st.markdown(f"**{page.say('predict.title')}**")
        st.markdown(_text(page, "question"))
        if is_open(page):
            _offer(page)
        else:
            _reveal(page)


def _offer(page: Page) -> None:
    key = page.stage.key
    with st.container(horizontal=True):
        for option in OPTIONS[key]:
            st.button(
                f"{option.upper()}) {_text(page, option)}",
                key=f"guess-{option}",
                on_click=state.take_guess,
                args=(key, option),
            )
        st.button(
            page.say("predict.skip"),
            key="guess-skip",
            type="tertiary",
            on_click=state.take_guess,
            args=(key, state.SKIPPED),
        )


def _reveal(page: Page) -> None:
    key = page.stage.key
    right, guess = answer(key), state.guess(key)
    for option in OPTIONS[key]:
        marks = [page.say("predict.right")] if option == right else []
        marks += [page.say("predict.yours")] if option == guess else []
        line = f"{option.upper()}) {_text(page, option)}"
        st.markdown(f"**{line}** — {' · '.join(marks)}" if marks else line)
    st.markdown(_text(page, "why"))
    st.button(
        page.say("predict.again"),
        key="guess-again",
        type="tertiary",
        on_click=state.take_guess,
        args=(key, None),
    )


def _text(page: Page, part: str) -> str:
    values: dict[str, str] = {}
    pair = pair_of(page)
    if page.stage.key == "scores" and pair is not None:
        scores = page.trace.scores
        values = {
            "query": literal(page.settings.token_name(pair.query)),
            "other": literal(page.settings.token_name(pair.other)),
            "value": literal(shown(scores[pair.other, pair.query])),
            "reverse": literal(shown(scores[pair.query, pair.other])),
        }
    if page.stage.key == "projections":
        values = {"width": str(page.settings.d_v), "other": str(_other_width(page.settings.d_v))}
    return page.say(f"predict.{page.stage.key}.{part}", **values)


def _other_width(d_v: int) -> int:
    """Twice as wide, or half, where that is more than possible."""
    return 2 * d_v if 2 * d_v <= BOUNDS["d_v"][1] else d_v // 2


def _overview(example: Scenario) -> str:
    row = trace_for(example).output[2]
    return "c" if row.shape == (example.d_v,) else "b"


def _input(example: Scenario) -> str:
    longer = replace(example, tokens=(*example.tokens, "?"))
    rows, columns = (a != b for a, b in zip(example.x.shape, longer.x.shape, strict=True))
    return {(True, False): "a", (False, True): "b", (True, True): "c"}.get((rows, columns), "d")


def _projections(example: Scenario) -> str:
    before, after = trace_for(example), trace_for(replace(example, d_v=_other_width(example.d_v)))
    other = frozenset(
        name
        for name in ("q", "k", "v", "weights", "output")
        if getattr(before, name).shape != getattr(after, name).shape
    )
    kinds = {frozenset("qk"): "a", frozenset({"v", "output"}): "b", frozenset({"weights"}): "c"}
    return kinds.get(other, "d")


def _scores(example: Scenario) -> str:
    scores = trace_for(example).scores
    return "a" if scores[2, 0] == scores[0, 2] else "b" if scores[2, 0] == 0 else "c"


def _softmax(example: Scenario) -> str:
    row = trace_for(example).masked[2]
    before, after = softmax(row), softmax(row + 5.0)
    if abs(after.sum() - before.sum()) > 1e-9:
        return "d"
    change = float(entropy(after) - entropy(before))
    return "c" if abs(change) < 1e-9 else "a" if change < 0 else "b"


def _output(example: Scenario) -> str:
    edits = tuple(Edit("v", 1, column, 3.0 * value) for column, value in enumerate((0.0, 2.0, 0.0)))
    before, after = trace_for(example), trace_for(replace(example, edits=edits))
    weights = (before.weights != after.weights).any()
    output = (before.output != after.output).any()
    return {(True, False): "a", (False, True): "b", (True, True): "c"}.get((weights, output), "d")


_ANSWERS = {
    "overview": _overview,
    "input": _input,
    "projections": _projections,
    "scores": _scores,
    "softmax": _softmax,
    "output": _output,
}
