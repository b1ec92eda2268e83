"""For the classroom: presenter mode with a clicker, and the teacher's panel."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from . import state
from .choices import choose
from .clicker import listen_for_keys
from .page import Page
from .permalink import to_link
from .stages import STAGES, neighbours, stage
from .text import prose
from .variants import OFFERED

_BLANK_STYLE = Path(__file__).parent.parent / "assets" / "blank.css"
# What a clicker sends, and the button it presses.
_KEYS = {
    "PageUp": "present-back",
    "PageDown": "present-on",
    "b": "present-blank",
    ".": "present-blank",
}
_FINISHED = ".st-key-way-on"
_ANSWER = ".st-key-guess-skip button"
ROUTES = {
    "minutes_10": ("overview", "scores", "softmax", "output"),
    "minutes_25": ("overview", "projections", "scores", "softmax", "output"),
    # Back at the overview, the class answers its question itself.
    "minutes_45": ("overview", "input", "projections", "scores", "softmax", "output", "overview"),
}


def show_presenter_bar(page: Page) -> None:
    """Steps for a clicker and a blank screen; drawn, and its keys alive, in presenter mode only."""
    # Always there, or the page below would be built anew when presenter mode begins or ends.
    bar = st.container(horizontal=True, key="presenter")
    if not state.presenting():
        return
    before, after = neighbours(page.stage.key)
    with bar:
        for name, neighbour, step in (
            ("back", before, state.step_back),
            ("on", after, state.step_on),
        ):
            st.button(
                page.say(f"teacher.{name}"),
                key=f"present-{name}",
                on_click=step,
                args=(page.stage.key, neighbour.key if neighbour else None),
            )
        blank = page.say("teacher.show" if state.blank() else "teacher.blank")
        st.button(blank, key="present-blank", on_click=state.turn_blank)
        listen_for_keys(
            _KEYS,
            page=page.stage.key,
            finished=_FINISHED,
            answer="" if state.answers() == "hidden" else _ANSWER,
            blank=state.blank(),
        )
    if state.blank():
        st.html(_BLANK_STYLE)
    if state.at_end():
        st.toast(page.say("teacher.end"))


def show_teacher_panel(page: Page) -> None:
    """Routes, links for the class, all answers at once, resets, keys; written when opened."""
    on = state.presenting()
    key = state.widget("presenting-switch", on)
    label = page.say("teacher.presenter")
    st.toggle(label, on, key=key, on_change=state.take_presenting, args=(key,))
    is_open = state.panel_open()
    key = state.widget("teacher", is_open)
    panel = st.expander(
        page.say("teacher.panel"), is_open, key=key, on_change=state.take_panel_open, args=(key,)
    )
    if not panel.open:
        return
    with panel:
        _show_answers(page)
        _show_routes(page)
        _show_links(page)
        st.button(
            page.say("teacher.reset_page"),
            on_click=state.reset_page,
            args=(page.stage.key, OFFERED.get(page.stage.key, ())),
        )
        st.caption(page.say("teacher.reset_page_help"))
        st.markdown(page.say("teacher.keys"))


def _show_answers(page: Page) -> None:
    choose(
        page.lang,
        "answers",
        state.ANSWERS,
        state.answers(),
        words="teacher.answers_",
        take=state.take_answers,
        title=page.say("teacher.answers"),
    )


def _show_routes(page: Page) -> None:
    st.caption(page.say("teacher.routes_how"))
    for name, stops in ROUTES.items():
        st.markdown(f"**{page.say(f'teacher.{name}')}**")
        st.caption(page.say(f"teacher.{name}_how"))
        for key in stops:
            st.page_link(stage(key).path, label=prose(page.lang, key)["question"])


def _show_links(page: Page) -> None:
    st.markdown(f"**{page.say('teacher.links')}**")
    query = urlencode(to_link(page.settings))
    for entry in STAGES:
        place = "" if entry.key == "overview" else entry.key
        st.caption(page.say(f"stage.{entry.key}"))
        st.code(f"{_address()}/{place}?{query}", language=None)


def _address() -> str:
    """Where this app is served, without the page."""
    url = (st.context.url or "").split("?")[0].rstrip("/")
    last = url.rpartition("/")[2]
    return url.rpartition("/")[0] if last in {entry.key for entry in STAGES} else url
