"""What a bad link's notes say on the page, and that many of them leave room for it; what is said
of numbers whose tokens are gone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from attention_core import Edit
from ui.permalink import from_link, named_scenarios
from ui.settings import OWN, Settings
from ui.text import LANGUAGES, translate

from .test_pages import run

ROOT = Path(__file__).resolve().parents[2]
BAD = {
    **dict.fromkeys(("n", "d_model", "d_k", "d_v", "seed", "query"), "x"),
    **dict.fromkeys(("pin", "scaling", "causal", "temperature", "variant", "split"), "y"),
}


def opened(parameters: dict[str, str]) -> AppTest:
    app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def written(app: AppTest) -> str:
    entries = [*app.warning, *app.markdown]
    return "\n".join(entry.value.replace("\\", "") for entry in entries)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_variant_that_does_not_exist_is_named_and_so_is_what_is_done_instead(lang: str) -> None:
    app = opened({"lang": lang, "variant": "foo"})
    said = translate(lang, "notice.unreadable_usual", name="variant", value="foo")
    assert [entry.value.replace("\\", "") for entry in app.warning] == [said]


def test_many_notes_are_one_warning_of_a_few_lines_and_the_rest_to_be_opened() -> None:
    app = opened({"lang": "en", **BAD})
    _, notes = from_link(BAD, "en")
    assert len(notes) == len(BAD)
    assert len(app.warning) == 1
    assert len(app.warning[0].value.splitlines()) == 3
    rest = translate("en", "notice.more", count=len(BAD) - 3)
    assert rest in [entry.label for entry in app.expander]
    for name, value in BAD.items():
        assert f"{name} = {value}" in written(app) or f"({value})" in written(app)


def own(text: str, *edits: Edit) -> Settings:
    return replace(Settings(lang="en").with_sentence(OWN, text), edits=edits)


def type_text(app: AppTest, text: str) -> list[str]:
    """The warnings once the sentence is typed over."""
    box = next(one for one in app.sidebar.text_input if one.label == translate("en", "side.text"))
    box.set_value(text).run()
    assert not app.exception
    return [entry.value.replace("\\", "") for entry in app.warning]


def left_behind(cells: str, lang: str = "en") -> str:
    return translate(lang, "notice.left_behind", cells=cells)


def test_a_number_whose_token_is_another_one_now_is_named_until_the_next_change() -> None:
    edits = (Edit("x", 1, 1, 9.0), Edit("w_q", 1, 1, 9.0), Edit("v", 0, 0, 9.0))
    app = run("input", own("we dream now", *edits))
    assert type_text(app, "we sleep now") == [left_behind("X[sleep, 2]")]
    assert app.session_state["settings"].edits == edits
    assert type_text(app, "we sleep now again") == []


def test_a_score_has_two_tokens_and_a_token_may_be_gone() -> None:
    edits = (Edit("scores", 0, 2, 9.0), Edit("scores", 0, 0, 9.0))
    app = run("scores", own("we dream now", *edits))
    assert type_text(app, "we dream") == [left_behind("QKᵀ[we, 3]")]


def test_of_many_numbers_three_are_named_and_the_others_counted() -> None:
    app = run("input", own("we dream now", *(Edit("x", 1, column, 9.0) for column in range(5))))
    cells = "X[sleep, 1], X[sleep, 2], X[sleep, 3] and 2 more"
    assert type_text(app, "we sleep now") == [left_behind(cells)]


@pytest.mark.parametrize("edit", [Edit("w_v", 0, 0, 9.0), Edit("k", 0, 0, 9.0)])
def test_nothing_is_said_of_parameters_or_of_a_token_that_stays(edit: Edit) -> None:
    assert type_text(run("input", own("we dream now", edit)), "we sleep") == []


def test_another_language_and_a_scenario_say_nothing_another_preset_does() -> None:
    app = run("input", Settings(lang="en", edits=(Edit("x", 0, 0, 9.0),)))
    choose = next(box for box in app.sidebar.selectbox if box.key.startswith("sentence-"))
    choose.set_value("twin").run()
    assert [entry.value.replace("\\", "") for entry in app.warning] == [
        left_behind("X[dog (1), 1]")
    ]
    for bar, name in (("language", "zh"), ("scenario-", "loud")):
        next(one for one in app.button_group if one.key.startswith(bar)).set_value(name).run()
        app.run()
        assert not app.warning
    assert app.session_state["settings"] == named_scenarios("zh")["loud"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_way_out_is_named_as_the_button_is(lang: str) -> None:
    assert f"“{translate(lang, 'edit.drop')}”" in left_behind("", lang)


def test_an_emptied_box_says_only_that_it_is_empty() -> None:
    long = " ".join(f"t{at}" for at in range(130))
    app = run("input", Settings(lang="en"))
    assert type_text(app, long) == [translate("en", "notice.long", cut=2)]
    assert type_text(app, " ") == [translate("en", "notice.empty")]
