"""Words that judge, point or count agree with the numbers and with the page they stand on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from math import cos, radians

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core import alignment, entropy
from ui.examples import SCENARIOS
from ui.numbers import percent
from ui.pairs import angle_word
from ui.permalink import named_scenarios
from ui.settings import OWN, Pin, Settings
from ui.stages import CHAIN, HOME, STAGES
from ui.text import LANGUAGES, prose, template, translate

from .test_first_pages import click
from .test_pages import drawn, run
from .test_variants import sentences


def plain(text: str) -> str:
    return text.replace("\\", "")


def captions(app: AppTest) -> str:
    return "\n".join(plain(entry.value) for entry in app.main.caption)


# --- Angles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("degrees", "word"),
    [
        (0, "same"),
        (1, "acute"),
        (84, "acute"),
        (85, "nearly"),
        (89.9, "nearly"),
        (90.1, "nearly"),
        (95, "nearly"),
        (96, "obtuse"),
        (179, "obtuse"),
        (180, "opposite"),
    ],
)
def test_an_angle_has_the_word_that_fits_it(degrees: float, word: str) -> None:
    assert angle_word(cos(radians(degrees))) == word


def test_only_a_cosine_of_zero_is_perpendicular_and_none_is_no_angle() -> None:
    assert (angle_word(0.0), angle_word(None)) == ("perpendicular", "nowhere")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_small_cosine_is_nearly_perpendicular_on_both_sides_of_zero(lang: str) -> None:
    settings = named_scenarios(lang)["sharp"]
    trace = settings.scenario().trace()
    cosines = {
        (row, column): alignment(q, k).cosine
        for row, q in enumerate(trace.q)
        for column, k in enumerate(trace.k)
    }
    small = [cell for cell, cosine in cosines.items() if abs(cosine) < 0.1]
    assert {bool(cosines[cell] > 0) for cell in small} == {True, False}
    for row, column in small:
        app = run("scores", settings.with_pin(Pin("scores", row, column)))
        if app.button and "guess-skip" in [entry.key for entry in app.button]:
            click(app, "guess-skip")
        names = {"a": settings.token_name(row), "b": settings.token_name(column)}
        assert translate(lang, "pairs.nearly", **names) in sentences(app)


# --- Shares ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (1.0, "100 %"),
        (0.9999, "> 99 %"),
        (0.9951, "> 99 %"),
        (0.9949, "99 %"),
        (0.0051, "1 %"),
        (0.0049, "< 1 %"),
        (1e-9, "< 1 %"),
        (0.0, "0 %"),
    ],
)
def test_nearly_all_is_not_all_and_hardly_any_is_not_nothing(share: float, said: str) -> None:
    assert percent(share) == said


def test_a_row_that_gives_nearly_all_to_one_token_does_not_say_all() -> None:
    settings = replace(named_scenarios("en")["sharp"], temperature=0.25)
    weights = settings.scenario().trace().weights[2]
    assert 0.995 < weights.max() < 1.0
    told = drawn(run("softmax", settings)).header["finding"]
    assert "“languages”: > 99 %." in told


# --- Scenarios ------------------------------------------------------------------------------------


def test_where_a_scenario_edits_numbers_its_cell_is_one_that_moves() -> None:
    edited = {name: entry for name, entry in named_scenarios("zh").items() if entry.edits}
    assert set(edited) == {"loud", "flat"}
    for settings in edited.values():
        view = drawn(run(HOME[settings.pin.matrix], settings))
        matrix, pin = view.matrix(settings.pin.matrix), view.header["pin"]
        assert pin["matrix"] == settings.pin.matrix
        assert view.array(matrix["change"])[pin["row"], pin["column"]] != 0


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_holds_a_cell_of_the_token_that_asks(name: str) -> None:
    settings = named_scenarios("en")[name]
    assert settings.pin.row == settings.query
    rows, columns = settings.shape(settings.pin.matrix)
    assert settings.pin.row < rows and settings.pin.column < columns


def test_the_sharp_scenario_gives_most_of_each_row_to_one_token() -> None:
    sharp = named_scenarios("zh")["sharp"].scenario()
    now, divided = (replace(sharp, scaling=scaling).trace().weights for scaling in (False, True))
    assert (now.max(axis=1) > 0.5).all()
    assert (entropy(now) < entropy(divided) / 1.5).all()
    pin = named_scenarios("zh")["sharp"].pin
    assert now[pin.row].argmax() == pin.column


def test_what_the_other_scenarios_say_of_themselves_is_so() -> None:
    every = {name: entry.scenario().trace() for name, entry in named_scenarios("zh").items()}
    np.testing.assert_array_equal(every["twin"].output[0], every["twin"].output[2])
    assert not every["flat"].scores.any()
    np.testing.assert_array_equal(every["flat"].weights, np.full((4, 4), 0.25))
    np.testing.assert_array_equal(every["loud"].weights, every["study"].weights)
    assert (every["loud"].output != every["study"].output).any(axis=1).all()
    assert every["long"].scores.shape == every["long"].weights.shape == (12, 12)
    study = every["study"]
    assert len({*study.x.shape, *study.q.shape, *study.v.shape}) == 4


def untransposed(app: AppTest) -> list[list[str]] | None:
    """The table of what a forgotten transpose would give."""
    found = [entry.value for entry in app.table if entry.proto.alt.startswith("QK")]
    return [[plain(text) for text in row] for row in found[0].to_numpy()] if found else None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_silently_wrong_shows_the_wrong_scores(lang: str) -> None:
    settings = named_scenarios(lang)["silent"]
    app = run("scores", settings)
    assert untransposed(app) == [["+2", "+3"], ["+6", "+1"]]
    assert translate(lang, "pairs.untransposed", n=2) in sentences(app)
    right = settings.scenario().trace().scores
    np.testing.assert_array_equal(right, [[-4, 0], [0, 4]])
    click(app, "play-row")
    assert untransposed(app) is None


def test_a_transpose_that_is_missed_or_makes_no_difference_is_not_spoken_of() -> None:
    assert untransposed(run("scores", Settings())) is None
    assert untransposed(run("scores", Settings(d_k=1).with_sentence(OWN, "x"))) is None
    assert untransposed(run("scores", Settings(d_k=4))) is not None


# --- Transposed -----------------------------------------------------------------------------------


def test_a_picture_that_is_turned_while_a_row_is_computed_is_whole() -> None:
    app = run("scores", Settings())
    click(app, "play-row")
    assert drawn(app).header["build"] is not None
    app.toggle(key="switch-turned").set_value(True).run()
    app.run()
    assert drawn(app).header["build"] is None
    assert translate("zh", "pairs.title") in sentences(app)
    app.toggle(key="switch-turned").set_value(False).run()
    app.run()
    assert drawn(app).header["build"] is None
    assert "play-row" in [entry.key for entry in app.button]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("same", [False, True])
def test_what_is_said_of_the_turned_picture_fits_it(lang: str, same: bool) -> None:
    app = run("scores", Settings(lang=lang, turned=True, same_position=same))
    said, matrix = sentences(app), drawn(app).matrix("scores_t")
    parts = prose(lang, "scores")
    for part in ("sentence", "reading"):
        assert plain(parts[f"{part}_turned"]) in said
        assert plain(parts[part]) not in said
    assert translate(lang, "pairs.sizes_turned", n=4, width=2, count=16) in said
    assert matrix["row_title"] == translate(lang, "axis.asked")
    assert matrix["column_title"] == translate(lang, "axis.asks")
    asks = {"zh": "列是谁在问", "en": "A column is who asks"}[lang]
    assert asks in parts["reading_turned"] and asks not in parts["reading"]
    usual = sentences(run("scores", Settings(lang=lang)))
    assert plain(parts["reading"]) in usual and asks not in usual


# --- Places ---------------------------------------------------------------------------------------

# "How to read this picture" stands below everything it speaks of: a bare "below" points nowhere.
_NAMED_PLACE = {
    "en": r"\bbelow\b(?! (the|zero)\b)",
    "zh": r"(?<!最)(?<!矩阵)(?<!箭头)(?<!图)(下方|下面)",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("stage", [entry.key for entry in STAGES])
def test_a_place_below_says_below_what(stage: str, lang: str) -> None:
    for name, text in prose(lang, stage).items():
        if name.startswith("reading"):
            found = re.search(_NAMED_PLACE[lang], text)
            assert not found, text[max(0, found.start() - 40) : found.end() + 20]


def test_how_the_temperature_is_said_stands_below_the_view() -> None:
    app = run("softmax", Settings(lang="en", temperature=2.0))
    said = translate("en", "notice.divided", temperature="2")
    kinds = [
        "view"
        if entry.type == "bidi_component" and entry.proto.component_name == "matrix_view"
        else getattr(entry, "value", None)
        for entry in app.main
        if entry.type in ("bidi_component", "markdown")
    ]
    assert kinds.index("view") < kinds.index(said)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("sizes", [{"n": 9}, {"d_v": 9}])
def test_where_the_stacked_chart_is_too_crowded_the_table_above_has_its_numbers(
    lang: str, sizes: dict[str, int]
) -> None:
    settings = Settings(lang=lang, **sizes)
    app = run("output", settings)
    said = translate(lang, "chart.too_many", keys=8, numbers=8)
    title = translate(lang, "origins.title", name=f"O[{settings.token_name(2)}, 1]")
    values = [plain(str(getattr(entry, "value", ""))) for entry in app.main]
    assert values.index(title) < values.index(plain(said))
    assert any(len(entry.value.index) == settings.n + 1 for entry in app.table)


def test_all_numbers_are_those_of_every_matrix_of_the_page() -> None:
    app = run("overview", Settings(lang="en"))
    app.session_state["tables"] = True
    app.run()
    said = captions(app)
    for name in (name for step in CHAIN for name in step):
        assert translate("en", f"table.{name}") in said


# --- Charts ---------------------------------------------------------------------------------------


def figures(app: AppTest) -> list[dict]:
    return [json.loads(entry.proto.spec) for entry in app.get("plotly_chart")]


def test_the_mark_of_a_score_stands_below_its_stack_and_covers_no_number() -> None:
    figure = next(one for one in figures(run("output", Settings())) if "xaxis3" in one["layout"])
    marks = next(trace for trace in figure["data"] if trace["type"] == "scatter")
    half_a_bar = (1.0 - figure["layout"]["bargap"]) / 2.0
    assert marks["x"] == [-3.0, -1.0, -4.0, 0.0]
    for row, place in enumerate(marks["y"]):
        assert row + half_a_bar < place < row + 0.5


def test_a_token_that_occurs_twice_is_written_one_way() -> None:
    app = run("output", Settings().with_sentence("twin"))
    names = ["狗 (1)", "咬", "狗 (3)"]
    origin, stacked = sorted(figures(app), key=lambda one: "xaxis3" not in one["layout"])
    assert origin["layout"]["yaxis"]["ticktext"] == names
    assert [trace["name"] for trace in stacked["data"]] == names
    table = next(entry.value for entry in app.table if "Σ" in map(str, entry.value.index))
    assert [plain(name) for name in table.index] == [*names, "Σ"]
    app.session_state["tables"] = True
    app.run()
    assert [plain(name) for name in app.table[-1].value.index] == names


def test_a_long_token_is_cut_and_keeps_its_position() -> None:
    long = "internationalisation"
    app = run("output", Settings().with_sentence(OWN, f"{long} x {long} שלוםשלוםשלום"))
    figure = next(one for one in figures(app) if "xaxis3" in one["layout"])
    assert figure["layout"]["yaxis"]["ticktext"] == [
        "internat… (1)",
        "x",
        "internat… (3)",
        "\u2068שלוםשלום…\u2069",
    ]


# --- Ties -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_token_is_said_to_have_the_largest_weight_where_all_are_equal(lang: str) -> None:
    settings = named_scenarios(lang)["flat"]
    said = captions(run("output", settings))
    trace = settings.scenario().trace()
    assert np.ptp(trace.weights) < 1e-12
    names = [translate(lang, "token.quoted", token=settings.token_name(at)) for at in (0, 1, 3)]
    joined = translate(lang, "finding.join").join(names)
    tokens = translate(lang, "origins.one_of", tokens=joined)
    at = {"tokens": tokens, "query": settings.token_name(2)}
    start = translate(lang, "origins.without_tied", change="\0", **at).partition("\0")[0]
    end = translate(lang, "origins.without_tied", change="\0", **at).partition("\0")[2]
    assert start in said and end in said


def test_of_two_tokens_with_the_same_largest_weight_both_are_named() -> None:
    settings = Settings(lang="en").with_sentence(OWN, "dog cat dog").with_query(0)
    said = captions(run("output", settings))
    assert "moves most without “cat”" in said
    assert "although the largest weight is that of “dog (1)”, “dog (3)”." in said


@pytest.mark.parametrize(("lang", "word"), [("zh", "小黑点"), ("en", "black dot")])
def test_the_dot_of_an_exact_zero_is_explained_beside_the_colours(lang: str, word: str) -> None:
    text = " ".join([*map(str, range(64))])
    view = drawn(run("overview", Settings(lang=lang).with_sentence(OWN, text)))
    assert word in view.header["texts"]["colour_only"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_how_to_read_a_picture_does_not_answer_the_question_of_its_page(lang: str) -> None:
    asks = {"en": ("Try it", "?"), "zh": ("试一试", "？")}[lang]
    tasks = [
        line
        for line in prose(lang, "output")["reading"].splitlines()
        if line.startswith(f"- {asks[0]}")
    ]
    assert len(tasks) == 3 and all(task.endswith(asks[1]) for task in tasks)
    assert "d_v" not in prose(lang, "projections")["reading"]
    answered = {"en": "does not", "zh": "不变"}[lang]
    assert answered not in translate(lang, "scenario.shows_loud")


def test_where_a_number_is_covered_the_place_of_the_question_is_told() -> None:
    assert "below the score table" in translate("en", "matrix.covered")
    assert "分数表下方" in translate("zh", "matrix.covered")


def test_what_is_said_of_now_begins_a_sentence_of_its_own() -> None:
    before = template("en", "matrix.finding_now").partition("{finding}")[0]
    assert before.endswith(". ")
