"""A browser that repeats what its widgets show chooses nothing.

It does so when pages follow each other quickly, and Streamlit then calls it a change.
"""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from ui import state
from ui.matrix import Matrix, MatrixView
from ui.permalink import named_scenarios
from ui.settings import OWN, Settings
from ui.state import session, slots, widgets

ROOT = Path(__file__).resolve().parents[2]


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


@pytest.fixture
def clock(monkeypatch):
    """Seconds that pass only where a test says so."""
    now = SimpleNamespace(seconds=0.0)
    monkeypatch.setattr(widgets, "time", SimpleNamespace(monotonic=lambda: now.seconds))
    return now


def test_a_value_that_has_not_arrived_is_no_choice_however_slow_the_line(tab, clock):
    state.widget("d_k", 3)
    arrived = tab[state.echo()]
    state.widget("d_k", 64)
    state.echo()
    clock.seconds = 60
    # The browser, which still shows 3, tells of something else.
    tab.update({"d_k": 3, "echo": arrived})
    assert widgets.chosen("d_k") is None


def test_the_value_before_may_be_chosen_again_once_the_new_one_has_arrived(tab, clock):
    state.widget("d_k", 3)
    state.widget("d_k", 64)
    state.echo()
    clock.seconds = 60
    tab["d_k"] = 3
    assert widgets.chosen("d_k") == 3


def test_a_text_typed_again_right_after_a_reset_is_the_readers_own(tab, clock):
    for text in ("hello", "I love"):
        state.widget("text", text)
    state.echo()
    tab["text"] = "hello"
    state.take_text("text")
    assert (state.settings().sentence, state.settings().text) == (OWN, "hello")


@pytest.mark.parametrize(("seconds", "sentence"), [(5, "study"), (60, OWN)])
def test_the_beginning_of_the_preset_is_typed_by_hand_only_later(tab, clock, seconds, sentence):
    session.put(Settings(n=3, query=1))
    shorter = state.settings().shown_text
    for n in (3, 6):
        session.put(Settings(n=n, query=1))
        state.widget("text", state.settings().shown_text)
    state.echo()
    clock.seconds = seconds
    tab["text"] = shorter
    state.take_text("text")
    assert state.settings().sentence == sentence


@pytest.mark.parametrize("text", ["", "a b c " * 5], ids=["preset", "own"])
def test_a_browser_that_falls_back_to_a_default_chooses_nothing(text):
    app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
    own = {"sentence": "own", "text": text} if text else {"n": "6"}
    given = {**own, "d_model": "7", "d_k": "3", "d_v": "4", "query": "2"}
    for name, value in (given | {"scaling": "0", "causal": "1"}).items():
        app.query_params[name] = value
    side = app.run().sidebar
    assert len(side.slider) == 4
    for slider in side.slider:
        assert list(slider.proto.default) == [slider.value] != [slider.min]
    for switch in side.toggle:
        assert switch.proto.default == switch.value
    for choice in side.selectbox:
        assert choice.proto.options[choice.proto.default] == choice.format_func(choice.value)
    assert [box.proto.default for box in side.text_input] == [box.value for box in side.text_input]


ONE_NUMBER = MatrixView((Matrix("x", "X", np.ones((4, 5)), "abcd", "12345", editable=True),))


def typed(ordinal, column, text):
    place = {"matrix": "x", "row": 0, "column": column}
    return place | {"text": text, "ordinal": ordinal}


def test_the_pin_of_the_double_click_may_come_after_the_refusal(tab):
    tab["matrix"] = {"edit": {"edits": [typed(1, 2, "abc")]}}
    state.take_edits("matrix", ONE_NUMBER)
    refused = state.refused()
    assert refused is not None and dict(refused.values) == {"text": "abc"}
    for column, still in ((2, refused), (3, None)):
        tab["matrix"] = {"pin": {"matrix": "x", "row": 0, "column": column}}
        state.take_pin("matrix", ONE_NUMBER)
        assert state.refused() == still


def test_edits_are_undone_one_by_one_and_a_scenario_not_at_all(tab):
    tab["matrix"] = {"edit": {"edits": [typed(1, 2, "4"), typed(2, 3, "5")]}}
    state.take_edits("matrix", ONE_NUMBER)
    both = state.settings().edits
    assert [edit.value for edit in both] == [4.0, 5.0]
    tab["scenario"] = "flat"
    state.take_scenario("scenario")
    assert not state.can_undo()
    state.restore()
    for left in (both[:1], ()):
        state.undo()
        assert state.settings().edits == left
    tab["scenario"] = "sharp"
    state.take_scenario("scenario")
    assert not state.can_undo() and not state.can_redo()


def test_a_scenario_chosen_again_gives_back_what_could_be_done_again(tab):
    session.put(named_scenarios("zh")["study"])
    tab["matrix"] = {"edit": {"edits": [typed(1, 2, "4")]}}
    state.take_edits("matrix", ONE_NUMBER)
    state.undo()
    # A lit button that is pressed goes out; the settings stay.
    tab["scenario"] = None
    state.take_scenario("scenario")
    assert not state.can_redo()
    state.restore()
    assert state.can_redo()


def test_the_own_text_comes_back_after_a_scenario(tab):
    tab["text"] = "狗 咬 人"
    state.take_text("text")
    tab["scenario"] = "sharp"
    state.take_scenario("scenario")
    tab["sentence"] = OWN
    state.take_sentence("sentence")
    assert (state.settings().text, state.settings().n) == ("狗 咬 人", 3)
