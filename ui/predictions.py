"""Guess before you see: one question a page, its answer computed rather than written down."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from attention_core.arrays import BoolArray

from . import state
from .page import Page
from .questions import OPTIONS, answer, has_card, pair_of, same_scores, values_of
from .text import LANGUAGES


def is_open(page: Page) -> bool:
    """Whether the page's prediction is still to be made, so that its answer stays covered."""
    if state.answers() == "shown" or not has_card(page):
        return False
    return state.answers() == "hidden" or _guess(page) is None


def asked_cells(page: Page) -> BoolArray | None:
    """Where the score stands that the scores card asks for, guessed or not."""
    pair = pair_of(page)
    return None if pair is None else same_scores(page, pair)


def covered_cell(page: Page) -> BoolArray | None:
    """Where the score stands that the scores card asks for, until the reader has committed."""
    # Whoever followed a number here has seen it on the page before.
    return asked_cells(page) if is_open(page) and not state.trail() else None


def show_prediction(page: Page) -> None:
    """The card: options, then the answer beside the reader's own guess and one line why."""
    if not has_card(page):
        return
    with st.container(border=True, key="prediction"):
        st.markdown(f"**{page.say('predict.title')}**")
        st.markdown(_text(page, "question"))
        if is_open(page):
            _offer(page)
        else:
            _reveal(page)


def _offer(page: Page) -> None:
    if page.stage.key == "scores":
        state.ask()
    with st.container(horizontal=True, key="offer"):
        for option in OPTIONS[page.stage.key]:
            _button(page, f"guess-{option}", f"{option.upper()}) {_text(page, option)}", option)
        _button(page, "guess-skip", page.say("predict.skip"), state.SKIPPED)
    # The teacher keeps the answer back.
    if (guess := _guess(page)) == state.SKIPPED:
        st.markdown(page.say("predict.noted_skip"))
    elif guess:
        st.markdown(page.say("predict.noted", option=guess.upper()))


def _reveal(page: Page) -> None:
    key = page.stage.key
    right, guess = answer(key), _guess(page)
    for option in OPTIONS[key]:
        marks = [page.say("predict.right")] if option == right else []
        marks += [page.say("predict.yours")] if option == guess else []
        line = f"{option.upper()}) {_text(page, option)}"
        st.markdown(f"**{line}** — {' · '.join(marks)}" if marks else line)
    st.markdown(_text(page, "why"))
    _button(page, "guess-again", page.say("predict.again"), None)


def _button(page: Page, key: str, label: str, option: str | None) -> None:
    st.button(
        label,
        key=key,
        type="secondary" if option in OPTIONS[page.stage.key] else "tertiary",
        on_click=state.take_guess,
        args=(page.stage.key, _question(page), option),
    )


def _guess(page: Page) -> str | None:
    return state.guess(page.stage.key, _question(page))


def _question(page: Page) -> str:
    """What a guess belongs to: the words and numbers of the card, whatever the language."""
    plain = replace(page, settings=replace(page.settings, lang=LANGUAGES[0]))
    return "\n".join(_text(plain, part) for part in ("question", "why"))


def _text(page: Page, part: str) -> str:
    return page.say(f"predict.{page.stage.key}.{part}", **values_of(page))
