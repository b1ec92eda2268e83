"""The sentence that sums up the article, with gaps to fill."""

from __future__ import annotations

import streamlit as st

from . import state
from .page import Page
from .text import literal

OPTIONS = ("a", "b", "c")
# Each other option is a known misconception.
RIGHT = {"1": "b", "2": "a", "3": "c", "4": "b"}
MARKS = {"1": "①", "2": "②", "3": "③", "4": "④"}
# Two gaps side by side.
_ROWS = (("1", "2"), ("3", "4"))
_BLANK = literal("____")


def show_cloze(page: Page) -> None:
    """The sentence as filled so far, a choice for each gap, and once checked which are right."""
    filled, revealed = _filled(page)
    with st.container(border=True, key="cloze"):
        st.markdown(f"**{page.say('cloze.title')}**")
        st.markdown(_sentence(page, filled, revealed))
        for row in _ROWS:
            for gap, column in zip(row, st.columns(len(row)), strict=True):
                with column:
                    _choose(page, gap, filled[gap])
        if revealed:
            right = sum(option == RIGHT[gap] for gap, option in filled.items())
            whole = right == len(RIGHT)
            said = page.say("cloze.all" if whole else "cloze.some", right=right, total=len(RIGHT))
            (st.success if whole else st.info)(said)
        _offer(page, filled)


def _filled(page: Page) -> tuple[dict[str, str | None], bool]:
    """What stands in each gap, and whether it is said which are right."""
    # What was only looked up deserves no praise.
    if state.answers() == "shown":
        return dict(RIGHT), False
    mine = state.gaps()
    return {gap: mine.get(gap) for gap in RIGHT}, state.checked() and state.answers() != "hidden"


def _sentence(page: Page, filled: dict[str, str | None], revealed: bool) -> str:
    text = page.prose["cloze"]
    for gap, option in filled.items():
        word = literal(page.say(f"cloze.{gap}.{option}")) if option else _BLANK
        colour, verdict = _verdict(option == RIGHT[gap]) if revealed else ("blue", "")
        # Between Chinese characters Markdown does not take asterisks for emphasis.
        text = text.replace(MARKS[gap], f":{colour}-background[{MARKS[gap]} {word}{verdict}]")
    return text


def _verdict(right: bool) -> tuple[str, str]:
    return ("green", " ✓") if right else ("red", " ✗")


def _choose(page: Page, gap: str, option: str | None) -> None:
    # Streamlit knows a choice by its label, so each language has a widget of its own.
    key = state.widget(f"gap-{gap}-{page.lang}", option)
    st.pills(
        page.say("cloze.gap", mark=MARKS[gap]),
        OPTIONS,
        format_func=lambda name: page.say(f"cloze.{gap}.{name}"),
        key=key,
        on_change=state.take_gap,
        args=(gap, key),
        disabled=state.answers() == "shown",
        wrap=True,
    )


def _offer(page: Page, filled: dict[str, str | None]) -> None:
    mine = {gap: option for gap, option in filled.items() if option}
    whole = dict(RIGHT)
    with st.container(horizontal=True):
        for name, words, check in (
            ("check", mine, True),
            ("show", whole, False),
            ("again", {}, False),
        ):
            st.button(
                page.say(f"cloze.{name}"),
                key=f"cloze-{name}",
                type="secondary" if name == "check" else "tertiary",
                on_click=state.fill_gaps,
                args=(words,),
                kwargs={"check": check},
                disabled=state.answers() != "guessed",
            )
