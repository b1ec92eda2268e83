"""Settings and links: a link gives what it says, and nonsense never breaks a page."""

from dataclasses import replace

import pytest

from attention_core import Edit
from ui.examples import SCENARIOS
from ui.permalink import from_link, named_scenario, named_scenarios, to_link
from ui.settings import OWN, Pin, Settings
from ui.text import translate


def reopened(settings: Settings, lang: str = "zh") -> Settings:
    opened, notes = from_link(to_link(settings), lang)
    assert notes == ()
    return opened


def test_the_first_visit_is_the_default_example() -> None:
    opened, notes = from_link({}, "zh")
    assert opened == Settings()
    assert notes == ()
    assert opened.tokens == ("我", "喜欢", "学习", "语言")


def test_the_browser_chooses_the_language_unless_the_link_does() -> None:
    assert from_link({}, "en")[0].tokens == ("I", "love", "learning", "languages")
    assert from_link({"lang": "zh"}, "en")[0].lang == "zh"


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(lang="en", n=12, d_model=16, d_k=64, d_v=1, seed=9999, scaling=False, causal=True),
        Settings(query=0, pin=Pin("output", 0, 2)),
        Settings(query=1, pin=Pin("w_q", 4, 1)),
        Settings().with_sentence("twin"),
        Settings(temperature=0.13),
        Settings(variant="no_w", pin=Pin("q", 2, 4)),
        Settings(same_position=True, turned=True, formula=True, chain=2),
        Settings(variant="v_is_k", edits=(Edit("k", 0, 0, 2.0),)),
        Settings().with_edit(Edit("x", 1, 4, 0.0634)).with_edit(Edit("scores", 2, 0, -1e-6)),
        Settings(d_k=64).with_edit(Edit("w_q", 4, 63, 1 / 3)).with_edit(Edit("v", 0, 0, 1e6)),
        Settings().with_sentence(OWN, "<b>x</b> $x$ **x** =1+1 😀 مرحبا & a=b?c#d%20"),
        replace(Settings(), split="character").with_sentence(OWN, "我喜欢学习"),
    ],
)
def test_a_link_gives_back_every_choice(settings: Settings) -> None:
    assert reopened(settings) == settings
    assert reopened(settings).scenario() == settings.scenario()


def test_a_link_to_a_long_text_gives_the_same_tokens() -> None:
    settings = Settings().with_sentence(OWN, "喜欢 " * 5000)
    assert settings.n == 128
    assert len(to_link(settings)["text"]) < 1000
    assert reopened(settings).scenario() == settings.scenario()


def test_a_preset_has_the_same_numbers_in_both_languages() -> None:
    chinese = Settings(n=12, d_model=20)
    english = replace(chinese, lang="en")
    assert chinese.tokens != english.tokens
    assert (chinese.scenario().trace().output == english.scenario().trace().output).all()


def test_a_bad_link_gives_a_sane_page_and_says_so() -> None:
    parameters = {"n": "99999", "d_k": "abc", "lang": "xx", "v": "7"}
    opened, notes = from_link(parameters, "en")
    assert (opened.n, opened.d_k, opened.lang) == (12, 2, "en")
    said = {note.key: dict(note.values) for note in notes}
    assert said["notice.range"] == {"name": "n", "value": 99999, "low": 2, "high": 12, "used": 12}
    assert said["notice.version"]["version"] == "7"
    assert {dict(note.values).get("name") for note in notes} >= {"lang", "d_k", "n"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", "-1"),
        ("n", ""),
        ("n", "4.0"),
        ("n", "٤"),
        ("n", "9" * 400),
        ("seed", "1e3"),
        ("query", "99"),
        ("pin", "scores"),
        ("pin", "scores.1"),
        ("pin", "scores.-1.0"),
        ("pin", "__class__.0.0"),
        ("pin", "scores.0.99"),
        ("pin", "scores.0.99999999999999999999"),
        ("sentence", "../../etc"),
        ("split", "<script>"),
        ("scaling", "yes"),
        ("causal", "2"),
        ("v", "x" * 10_000),
        ("edits", "x.0.0"),
        ("variant", "rows"),
        ("scenario", "nobody"),
        ("scenario", ""),
        ("pin", ""),
        ("lang", ""),
        ("turned", "yes"),
        ("chain", "7"),
        ("temperature", "0"),
        ("temperature", "nan"),
        ("temperature", "1e1"),
        ("edits", "q.99.0=3"),
        ("edits", "w_q.64.0=3"),
        ("edits", "x.0.0=nan"),
        ("edits", "x.0.0=1e400"),
        ("edits", "weights.0.0=1"),
        ("edits", "x.0.0=__import__('os')"),
        ("edits", " ".join(f"x.0.{place % 64}={place}" for place in range(200))),
    ],
)
def test_each_bad_value_is_noted_and_replaced(name: str, value: str) -> None:
    opened, notes = from_link({name: value}, "zh")
    assert len(notes) == 1
    assert opened == opened.within_bounds()
    opened.scenario().trace()
    for _, shown in notes[0].values:
        assert 1 <= len(str(shown)) <= 30


def test_an_edit_beyond_every_size_is_left_out_and_one_beyond_the_present_size_waits() -> None:
    opened, notes = from_link({"n": "2", "edits": "q.99.0=3 x.3.0=7"}, "zh")
    assert [note.key for note in notes] == ["notice.edit_outside"]
    assert opened.edits == (Edit("x", 3, 0, 7.0),)
    assert opened.scenario().edits_in_force == ()
    assert replace(opened, n=4).scenario().x[3, 0] == 7.0


@pytest.mark.parametrize("text", ["", "   ", "，。！？", "\u200b\u200b", "...---"])
def test_a_link_without_tokens_opens_the_default_sentence(text: str) -> None:
    opened, notes = from_link({"sentence": "own", "text": text}, "zh")
    assert opened.tokens == Settings().tokens
    assert [note.key for note in notes] == ["notice.link_text"]


@pytest.mark.parametrize("name", SCENARIOS)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_scenario_is_one_short_link(name: str, lang: str) -> None:
    opened, notes = from_link({"scenario": name}, lang)
    assert notes == ()
    assert named_scenario(opened) == name
    assert reopened(opened) == opened


def test_scenarios_are_what_the_lesson_says() -> None:
    scenarios = {name: opened.scenario().trace() for name, opened in named_scenarios("zh").items()}
    assert scenarios["loud"].v.tolist() == [[2, 0, 0], [0, 6, 0], [1, 1, 1], [0, 0, 2]]
    assert (scenarios["flat"].weights == 0.25).all()
    assert scenarios["silent"].scores.shape == scenarios["silent"].q.shape == (2, 2)
    assert (scenarios["sharp"].weights.max(axis=1) > 0.8).all()
    assert len(scenarios["long"].x) == 12


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_each_scenario_has_one_line_of_its_own_about_what_it_shows(lang: str) -> None:
    lines = {translate(lang, f"scenario.shows_{name}") for name in (*SCENARIOS, "none")}
    assert len(lines) == len(SCENARIOS) + 1


def test_a_scenario_stays_what_it_is_however_it_is_looked_at() -> None:
    assert named_scenario(Settings(turned=True, formula=True, chain=3, query=0)) == "study"
    assert named_scenario(Settings(variant="same_w")) is None


def test_the_pinned_row_is_the_query_row() -> None:
    settings = Settings().with_pin(Pin("scores", 0, 1))
    assert settings.query == 0
    assert settings.with_query(3).pin == Pin("scores", 3, 1)


def test_a_pinned_key_leaves_the_query_alone() -> None:
    assert Settings().with_pin(Pin("k", 0, 1)).query == 2


def test_a_shorter_sentence_moves_query_and_pin_inside() -> None:
    settings = Settings(n=2).within_bounds()
    assert settings.query == 1
    assert settings.pin == Pin("scores", 1, 1)


def test_more_key_width_leaves_every_other_choice() -> None:
    assert replace(replace(Settings(), d_k=3), d_k=2).within_bounds() == Settings()
