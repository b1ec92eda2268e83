"""The output page takes one number apart: its parts add up as shown, and so do their scores."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core import Edit
from tests.pages.test_pages import run
from ui.addends import read, written
from ui.cloze import RIGHT
from ui.settings import OWN, Pin, Settings
from ui.text import LANGUAGES, translate

CASES = {
    "causal": Settings(causal=True),
    "warm": Settings(temperature=0.5),
    "unscaled": Settings(scaling=False),
    "random": Settings(n=12, d_k=3, d_v=4, seed=7, query=5),
    "wide": Settings(n=6, d_model=20, d_k=8, d_v=13, seed=2, scaling=False, causal=True),
    "markup": Settings().with_sentence(OWN, "<b>x</b> $y$ **z** go go"),
    "one token": Settings().with_sentence(OWN, "x"),
    "edited": Settings(edits=(Edit("v", 1, 1, 0.333), Edit("q", 2, 0, 1.5))),
    "keys as values": Settings(variant="v_is_k"),
    "uniform": Settings(variant="uniform"),
}


def pinned(settings: Settings, query: int, component: int) -> Settings:
    return settings.with_pin(Pin("output", query, component))


class Table:
    """The section's table as a reader sees it."""

    def __init__(self, app: AppTest) -> None:
        frame = next(entry.value for entry in app.table if "a·v" in plain(entry.value.columns[-2:]))
        self.headings = [plain([name]) for name in frame.columns]
        self.tokens = [plain([name]) for name in frame.index]
        self.rows = [[plain([text]) for text in row] for row in frame.to_numpy().tolist()]

    def column(self, words: str) -> list[str]:
        place = next(at for at, name in enumerate(self.headings) if words in name)
        return [row[place] for row in self.rows]

    def heading(self, words: str) -> str:
        return next(name for name in self.headings if words in name)

    @property
    def terms(self) -> list[list[str]]:
        """The products of each key's score, without their factors."""
        places = [at for at, name in enumerate(self.headings) if re.match("q[₀-₉]", name)]
        return [[re.split("[=≈] ", row[at])[-1] for at in places] for row in self.rows[:-1]]


def plain(texts: list[str]) -> str:
    """Markdown that was escaped, as it is read."""
    return " ".join(re.sub(r"\\(?=[!-/:-@\[-`{-~])", "", text) for text in texts)


def title(app: AppTest) -> str:
    return plain([app.header[0].value])


def figure(app: AppTest) -> dict:
    specs = [json.loads(entry.proto.spec) for entry in app.get("plotly_chart")]
    return next(spec for spec in specs if "xaxis3" in spec["layout"])


def expect_adding_up(table: Table, settings: Settings) -> None:
    """What is written adds up as it is written, or says that it does not."""
    query, component = settings.pin.row, settings.pin.column
    trace = settings.scenario().trace()
    *parts, total = table.column("a·v")
    exact = sum(map(read, parts)) == read(total.removeprefix("≈ "))
    assert exact == (not total.startswith("≈"))
    decimals = len(total.partition(".")[2])
    assert read(total.removeprefix("≈ ")) == written(trace.output[query, component], decimals)
    *scores, _ = table.column("q·k")
    for key, (terms, score) in enumerate(zip(table.terms, scores, strict=True)):
        if np.isneginf(trace.masked[query, key]):
            assert {*terms, score} == {"–"}
        elif table.heading("q·k").startswith("="):
            assert sum(map(read, terms)) == read(score)
        decimals = len(score.partition(".")[2])
        assert score == "–" or read(score) == written(trace.scores[query, key], decimals)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_number_in_hand_is_named_and_taken_apart(lang: str) -> None:
    settings = pinned(Settings(lang=lang), 2, 2)
    app = run("output", settings)
    name = f"O[{settings.token_name(2)}, 3]"
    assert title(app) == translate(lang, "origins.title", name=name)
    table = Table(app)
    assert table.column("a·v") == ["0", "0", "+0.035", "+1.196", "+1.231"]
    assert table.column("q·k")[:-1] == ["−3", "−1", "−4", "0"]
    assert table.rows[1][:2] == ["−1 × (−1) = +1", "2 × (−1) = −2"]
    said = translate(lang, "origins.adds", name=name, value="+1.231", exact="")
    assert said in [plain([entry.value]) for entry in app.markdown]
    alt = translate(lang, "origins.alt", title=title(app))
    assert alt in [entry.proto.alt for entry in app.get("plotly_chart")]
    assert title(app) in [entry.proto.alt for entry in app.table]


def test_every_number_of_the_example_is_exact_to_the_eye() -> None:
    for query in range(4):
        for component in range(3):
            settings = pinned(Settings(), query, component)
            table = Table(run("output", settings))
            expect_adding_up(table, settings)
            assert table.heading("q·k").startswith("=")
            assert not any(total.startswith("≈") for total in table.rows[-1])
            assert sum(map(read, table.column("a·v")[:-1])) == read(table.column("a·v")[-1])


@pytest.mark.parametrize("component", [0, 1])
@pytest.mark.parametrize("case", CASES)
def test_what_is_shown_adds_up_or_says_that_it_is_rounded(case: str, component: int) -> None:
    settings = pinned(CASES[case].within_bounds(), CASES[case].query, component)
    table = Table(run("output", settings.within_bounds()))
    expect_adding_up(table, settings.within_bounds())
    assert table.tokens[:-1] == list(settings.within_bounds().token_names)


def test_thirds_say_that_they_are_rounded() -> None:
    thirds = Settings(
        n=3, variant="uniform", edits=tuple(Edit("v", key, 0, 1.0) for key in range(3))
    )
    app = run("output", pinned(thirds, 2, 0))
    assert Table(app).column("a·v")[-1].startswith("≈")
    assert any("≈ +1" in plain([entry.value]) for entry in app.markdown)


def test_a_typed_score_is_marked_and_has_no_products() -> None:
    settings = pinned(Settings(lang="en", edits=(Edit("scores", 2, 1, 7.0),)), 2, 1)
    app = run("output", settings)
    table = Table(app)
    assert table.column("q·k")[1] == translate("en", "origins.by_hand", value="+7")
    assert table.terms[1] == ["–", "–"]
    assert sum(map(read, table.terms[0])) == read(table.column("q·k")[0])
    assert translate("en", "origins.note_by_hand") in [entry.value for entry in app.caption]
    names = [trace["name"] for trace in figure(app)["data"]]
    assert translate("en", "origins.figure_by_hand") in names


def test_down_the_columns_the_table_says_what_divided_the_weights() -> None:
    app = run("output", pinned(Settings(lang="en", variant="columns"), 2, 0))
    said = [entry.value for entry in app.caption]
    assert translate("en", "origins.note_weights_columns") in said


def test_weights_that_ignore_the_scores_are_not_derived_from_them() -> None:
    app = run("output", pinned(Settings(lang="en", variant="uniform"), 2, 0))
    table = Table(app)
    assert not any("exp" in name for name in table.headings)
    assert translate("en", "origins.weight_given") in table.headings
    assert table.column("a·v") == ["+0.50", "0", "+0.25", "0", "+0.75"]
    assert translate("en", "origins.note_weights_uniform") in [entry.value for entry in app.caption]


def test_what_leaving_a_token_out_would_change_is_the_cores_number() -> None:
    settings = pinned(Settings(), 2, 2)
    table = Table(run("output", settings))
    trace = settings.scenario().trace()
    weights = np.delete(trace.weights[2], 3)
    without = weights / weights.sum() @ np.delete(trace.v[:, 2], 3)
    assert read(table.rows[3][-1]) == written(without - trace.output[2, 2], 2)


def test_a_long_sentence_has_its_whole_table_and_no_figure() -> None:
    settings = Settings().with_sentence(OWN, " ".join(f"t{at}" for at in range(128)))
    app = run("output", pinned(settings, 100, 1))
    table = Table(app)
    assert len(table.rows) == 129
    expect_adding_up(table, pinned(settings, 100, 1))
    assert not [entry for entry in app.get("plotly_chart") if "xaxis3" in entry.proto.spec]
    assert any("12" in entry.value and "8" in entry.value for entry in app.caption)


def test_beyond_twenty_the_row_maximum_is_subtracted_and_said() -> None:
    settings = pinned(Settings(lang="en", edits=(Edit("scores", 2, 3, 60.0),)), 2, 0)
    table = Table(run("output", settings))
    heading = translate("en", "origins.exponential_shifted", shift="+42.43")
    assert table.column(heading) == ["0.00", "0.00", "0.00", "1", "1"]


def test_many_products_are_said_as_one_sum() -> None:
    app = run("output", pinned(Settings(d_k=64, lang="en"), 2, 0))
    table = Table(app)
    assert table.heading("q·k") == translate("en", "origins.score_of_many", count=64)
    assert table.heading("S") == "÷ √64 ≈ S"
    assert not table.terms[0]


def test_scores_that_are_not_scaled_are_the_same_once_more() -> None:
    table = Table(run("output", pinned(Settings(d_k=64, scaling=False), 2, 0)))
    assert table.heading("÷ 1") == "÷ 1 = S"
    assert table.column("q·k") == table.column("÷ 1")


def test_tokens_are_text_in_the_figure() -> None:
    settings = Settings().with_sentence(OWN, "<b>x</b> go go")
    labels = figure(run("output", settings))["layout"]["yaxis"]["ticktext"]
    assert labels == ["&lt;b&gt;x&lt;/b&gt;", "go (2)", "go (3)"]


def test_the_figure_draws_the_cores_numbers() -> None:
    settings = pinned(Settings(causal=True), 1, 1)
    data = figure(run("output", settings))["data"]
    trace = settings.scenario().trace()
    x = {name: [t["x"] for t in data if t.get("xaxis", "x") == name] for name in ("x", "x2", "x3")}
    terms = trace.q[1] * trace.k
    terms[2:] = 0
    np.testing.assert_array_equal(np.array(x["x"][:2], dtype=float).T, terms)
    np.testing.assert_array_equal(x["x2"][0], trace.weights[1])
    above, below = x["x3"][:2]
    np.testing.assert_array_equal(np.add(above, below), trace.weights[1] * trace.v[:, 1])
    masked = translate("zh", "matrix.masked")
    assert next(t["text"] for t in data if t.get("xaxis") == "x2")[2:] == [masked, masked]


def test_another_component_is_pinned() -> None:
    app = run("output", Settings())
    control = next(entry for entry in app.segmented_control if entry.key == "component-3")
    assert control.value == 1
    control.set_value(3).run()
    app.run()
    assert title(app) == "O[学习, 3] 从哪里来？"
    assert app.session_state["settings"].pin == Pin("output", 2, 2)


def test_a_typed_component_is_the_nearest_there_is() -> None:
    app = run("output", Settings(d_v=20))
    field = next(entry for entry in app.number_input if entry.key == "component-number")
    field.set_value(99).run()
    app.run()
    assert title(app) == "O[学习, 20] 从哪里来？"


def test_the_output_stands_under_the_input_of_its_token() -> None:
    frame = next(entry.value for entry in run("output", Settings()).table if len(entry.value) == 2)
    assert frame.iloc[0].tolist() == ["0", "0", r"\+1", r"\+1", r"\+1"]
    shown = [plain([text]) for text in frame.iloc[1].tolist()]
    assert shown == ["+0.18", "+0.63", "+1.23", "", ""]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_is_filled_and_checked(lang: str) -> None:
    app = run("output", Settings(lang=lang))

    def fill(gap: str, option: str) -> None:
        gaps = [*app.get("button_group"), *app.pills]
        next(entry for entry in gaps if entry.key == f"gap-{gap}-{lang}").set_value(option).run()

    for gap, option in RIGHT.items():
        fill(gap, "a" if gap == "4" else option)
    assert not app.success
    app.button(key="cloze-check").click().run()
    assert app.info[0].value == translate(lang, "cloze.some", right=3, total=4)
    sentence = next(entry.value for entry in app.markdown if "④" in entry.value)
    assert (sentence.count("✓"), sentence.count("✗")) == (3, 1)
    fill("4", RIGHT["4"])
    assert not app.info
    app.button(key="cloze-check").click().run()
    assert app.success[0].value == translate(lang, "cloze.all")
    sentence = next(entry.value for entry in app.markdown if "④" in entry.value)
    assert translate(lang, "cloze.4.b") in sentence
    app.button(key="cloze-again").click().run()
    assert not app.success
    assert "gaps" in app.session_state
    assert app.session_state["gaps"] == {}


def test_the_answers_are_not_given_away() -> None:
    app = run("output", Settings(lang="en"))
    sentence = next(entry.value for entry in app.markdown if "①" in entry.value)
    for gap, option in RIGHT.items():
        assert translate("en", f"cloze.{gap}.{option}") not in sentence
    assert sum("context-blended" in entry.value for entry in app.markdown) == 1
