"""A browser that repeats what its widgets show chooses nothing.

It does so when pages follow each other quickly, and Streamlit then calls it a change.
"""

from types import SimpleNamespace

import pytest

from ui import state
from ui.permalink import named_scenarios
from ui.settings import OWN, Settings
from ui.state import session, slots, widgets


@pytest.fixture
def tab(monkeypatch):
    streamlit = SimpleNamespace(session_state={})
    for module in (slots, session, widgets):
        monkeypatch.setattr(module, "st", streamlit)
    session.put(Settings(query=1))
    return streamlit.session_state


@pytest.mark.parametrize("settings", [Settings(query=1), Settings(n=6, query=1)], ids=["4", "6"])
def test_the_sentence_in_the_box_stays_the_preset(tab, settings):
    session.put(settings)
    before = state.settings()
    tab["text"] = before.shown_text
    state.take_text("text")
    assert state.settings() == before


def test_the_preset_in_use_keeps_its_length(tab):
    session.put(Settings(n=3, query=1))
    before = state.settings()
    tab["sentence"] = "study"
    state.take_sentence("sentence")
    assert state.settings() == before


def test_the_scenario_in_use_keeps_the_query_unless_it_is_chosen_again(tab):
    tab["scenario"] = "study"
    state.take_scenario("scenario")
    assert state.settings().query == 1
    # A lit button that is pressed goes out.
    tab["scenario"] = None
    state.take_scenario("scenario")
    assert state.settings() == named_scenarios("zh")["study"]


def test_another_text_is_the_readers_own(tab):
    tab["text"] = "狗 咬 人"
    state.take_text("text")
    assert (state.settings().sentence, state.settings().n) == (OWN, 3)
