"""The frame of every page: sidebar, pipeline strip, question, and the way on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from . import controls, state
from .chips import show_chips
from .edits import cells_of, choose_edits
from .formulas import FORMULAS
from .link import show_link
from .page import Page, page_now
from .settings import Note
from .stages import PIPELINE, STAGES, Box, Stage, neighbours, stage
from .teacher import show_presenter_bar, show_teacher_panel
from .text import isolated, literal

_ASSETS = Path(__file__).parent.parent / "assets"
_STYLE = _ASSETS / "style.css"
_LARGE_STYLE = _ASSETS / "presenter.css"
# More would push the page off the screen.
_NOTES_IN_SIGHT = 3


def open_page(key: str) -> Page:
    """Draw everything above a page's own content."""
    state.start_page(key)
    page = page_now(key)
    if (destination := state.destination()) not in (None, page.stage.path):
        st.switch_page(destination, query_params=state.address())
    st.set_page_config(
        page_title=f"{page.prose['question']} · {page.say('app.title')}",
        page_icon="🔢",
        layout="wide",
        # A class needs the room; whoever opens the sidebar again keeps it.
        initial_sidebar_state="collapsed" if state.presenting() else "auto",
    )
    st.html(_STYLE)
    if state.presenting():
        st.html(_LARGE_STYLE)
    with st.sidebar:
        _show_sidebar(page)
    show_presenter_bar(page)
    _show_pipeline(page)
    # Always there, or the page below would be built anew when a note goes.
    with st.container():
        _show_notes(page)
    st.title(page.prose["question"], anchor=False)
    st.markdown(page.prose["sentence"])
    if page.settings.variant and key != "input":
        name = page.say(f"variant.name_{page.settings.variant}")
        st.markdown(literal(page.say("variant.unusual", name=name)))
    return page


def close_page(page: Page) -> None:
    """Draw everything below a page's own content: caveats and the way on."""
    with st.expander(page.say("frame.caveats"), expanded=False):
        st.markdown(page.prose["caveats"])
    before, after = neighbours(page.stage.key)
    # A clicker goes through the page once everything before it is there.
    later = "-later" if state.building(page.stage.key) else ""
    with st.container(horizontal=True, horizontal_alignment="distribute", key=f"way-on{later}"):
        if before:
            st.page_link(before.path, label=_way(page, "previous", before))
        if after:
            st.page_link(after.path, label=_way(page, "next", after))
    # Nobody sees it: what the browser sends of it tells which values have arrived there.
    st.text_input(page.say("app.title"), key=state.echo(), label_visibility="collapsed")
    state.finish_page(page.stage.key)


def show_reading(page: Page) -> None:
    """How to read the picture of this page."""
    with st.container(border=True):
        st.markdown(f"**{page.say('frame.reading')}**")
        # The overview shows its formula step by step, for those who ask for it.
        if page.stage.key != "overview":
            st.latex(FORMULAS[page.stage.key])
        st.markdown(page.prose["reading"])


def _show_sidebar(page: Page) -> None:
    settings = page.settings
    st.markdown(f"**{page.say('app.title')}**")
    controls.choose_language(settings)
    controls.choose_sentence(settings)
    controls.choose_query(settings)
    controls.choose_sizes(settings)
    controls.choose_switches(settings)
    controls.choose_scenario(settings)
    choose_edits(page)
    with st.container(horizontal=True):
        controls.choose_reset(settings)
    show_link(page.stage, settings)
    show_teacher_panel(page)
    with st.container(key="contents", gap="xxsmall"):
        st.markdown(f"**{page.say('frame.contents')}**")
        for entry in STAGES:
            st.page_link(entry.path, label=_name(page, entry))


def _show_pipeline(page: Page) -> None:
    with st.container(horizontal=True, key="pipeline", gap="xsmall", vertical_alignment="center"):
        for box in PIPELINE:
            here = "-here" if box.stage == page.stage.key else ""
            with st.container(key=f"box-{box.matrices[0]}{here}", width="content"):
                st.page_link(
                    stage(box.stage).path, label=f"{box.symbol} :small[{_shapes(page, box)}]"
                )
        show_chips(page)


def _shapes(page: Page, box: Box) -> str:
    shapes = (page.settings.shape(name) for name in box.matrices)
    return " · ".join(f"{rows}×{columns}" for rows, columns in shapes)


def _name(page: Page, entry: Stage) -> str:
    number = STAGES.index(entry)
    name = page.say(f"stage.{entry.key}")
    return f"{number} {name}" if number else name


def _way(page: Page, direction: str, entry: Stage) -> str:
    return page.say(f"frame.{direction}_page", page=page.say(f"stage.{entry.key}"))


def _show_notes(page: Page) -> None:
    """What could not be taken: one warning, of many notes the first, the others to be opened."""
    said = [_sentence(page, note) for note in state.notes()]
    if len(said) == 1:
        st.warning(said[0])
    elif said:
        st.warning(_list(said[:_NOTES_IN_SIGHT]))
    if more := said[_NOTES_IN_SIGHT:]:
        with st.expander(page.say("notice.more", count=len(more))):
            st.markdown(_list(more))


def _list(sentences: Sequence[str]) -> str:
    return "\n".join(f"- {sentence}" for sentence in sentences)


def _sentence(page: Page, note: Note) -> str:
    # Numbers that were typed are named here, where the labels of their rows are known.
    values = {
        name: cells_of(page, value) if isinstance(value, tuple) else literal(isolated(str(value)))
        for name, value in note.values
    }
    return page.say(note.key, **values)
