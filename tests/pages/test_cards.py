"""The prediction cards fit the numbers of the moment, and a guess fits its question."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core import Edit, entropy
from attention_core.variants import VARIANTS
from ui.compute import trace_for
from ui.examples import EXAMPLES, SCENARIOS
from ui.numbers import shown
from ui.page import Page
from ui.permalink import named_scenarios
from ui.questions import answer, has_card, pair_of, same_scores, values_of
from ui.settings import BOUNDS, OWN, Settings
from ui.stages import stage
from ui.text import LANGUAGES, translate

from .test_first_pages import click
from .test_pages import drawn, run
from .test_presenter import present
from .test_variants import sentences

# Every score between different positions is 0.
ALIKE = ("flat", "silent")
SIZES = ("d_model", "d_k", "d_v")


def at(key: str, settings: Settings) -> Page:
    """A page without a browser tab."""
    scenario = settings.within_bounds().scenario()
    return Page(stage(key), settings.within_bounds(), scenario, trace_for(scenario))


def any_settings(seed: int) -> Settings:
    """Settings drawn at random, among them repeated tokens and all departures."""
    draw = np.random.default_rng(seed)

    def some(low: int, high: int) -> int:
        return int(draw.integers(low, high + 1))

    def one(*choices):
        return choices[some(0, len(choices) - 1)]

    def is_so(share: float) -> bool:
        return bool(draw.random() < share)

    sizes = {name: some(*BOUNDS[name]) if is_so(0.2) else some(1, 6) for name in SIZES}
    words = [one("the", "dog", "a", "我", "学习") for _ in range(some(1, 7))]
    edits = tuple(
        Edit(name, 0, some(0, 1), one(0.0, 0.004, -2.5, 7.0))
        for name in ("x", "w_q", "w_k", "w_v", "q", "k", "v", "scores")
        if is_so(0.15)
    )
    sentence = Settings(lang=one(*LANGUAGES)).with_sentence(
        one(OWN, OWN, *EXAMPLES), " ".join(words)
    )
    chosen = replace(
        sentence,
        **sizes,
        n=some(1, 7),
        seed=one(0, 0, some(1, 9999)),
        query=some(0, 6),
        scaling=is_so(0.7),
        causal=is_so(0.3),
        temperature=one(1.0, 1.0, 0.05, 20.0),
        variant=one("", "", *VARIANTS),
        edits=edits,
    )
    return chosen.within_bounds()


SETTINGS = [Settings(), *map(any_settings, range(60)), *named_scenarios("en").values()]


def moved(page: Page, changed: Settings) -> set[str]:
    """What no longer has the shape it had."""
    now, after = page.trace, changed.scenario().trace()
    names = ("q", "k", "v", "weights", "output")
    return {name for name in names if getattr(now, name).shape != getattr(after, name).shape}


def test_the_overviews_key_is_the_one_right_answer() -> None:
    assert answer("overview") == "c"
    for settings in SETTINGS:
        page = at("overview", settings)
        # Not one of the words, not one number, not a rank: a vector as wide as V.
        assert page.trace.output[page.settings.query].shape == page.trace.v[0].shape


def test_one_more_token_is_one_more_row_whatever_the_settings() -> None:
    assert answer("input") == "a"
    for settings in SETTINGS:
        scenario = settings.scenario()
        longer = replace(scenario, tokens=(*scenario.tokens, "more"))
        assert longer.x.shape == (scenario.x.shape[0] + 1, scenario.x.shape[1])


def test_another_d_v_changes_the_shapes_of_v_and_o_alone() -> None:
    assert answer("projections") == "b"
    asked = [page for page in (at("projections", each) for each in SETTINGS) if has_card(page)]
    assert len(asked) > 30
    for page in asked:
        other = int(values_of(page)["other"])
        assert moved(page, replace(page.settings, d_v=other)) == {"v", "output"}


def test_the_score_asked_for_is_neither_the_one_told_nor_zero() -> None:
    assert answer("scores") == "c"
    asked = [page for page in (at("scores", each) for each in SETTINGS) if has_card(page)]
    assert len(asked) > 30
    for page in asked:
        pair, scores = pair_of(page), page.trace.scores
        told, hidden = scores[pair.other, pair.query], scores[pair.query, pair.other]
        assert shown(told) != shown(hidden)
        assert min(abs(told), abs(hidden)) >= 0.005
        covered = same_scores(page, pair)
        assert covered[pair.query, pair.other] and not covered[pair.other, pair.query]


def test_no_pair_that_can_be_asked_about_is_missed() -> None:
    for settings in SETTINGS:
        page = at("scores", settings)
        scores = page.trace.scores
        if page.scenario.edits or page.settings.variant in ("no_w", "same_w"):
            continue
        texts = [[shown(value) for value in row] for row in scores.tolist()]
        fit = {
            (i, j)
            for i in range(page.settings.n)
            for j in range(page.settings.n)
            if texts[i][j] != texts[j][i] and not {texts[i][j], texts[j][i]} & {"0", "0.00"}
        }
        pair = pair_of(page)
        assert (pair is None) == (not fit)
        if any(i == page.settings.query for i, _ in fit):
            assert pair.query == page.settings.query


def test_five_more_for_every_score_changes_no_weight() -> None:
    assert answer("softmax") == "c"
    asked = [page for page in (at("softmax", each) for each in SETTINGS) if has_card(page)]
    assert len(asked) > 30
    for page in asked:
        row = page.settings.query
        raised = [Edit("scores", row, k, v + 5.0) for k, v in enumerate(page.trace.scores[row])]
        after = replace(page.scenario, edits=(*page.scenario.edits, *raised)).trace().weights
        np.testing.assert_allclose(after, page.trace.weights, rtol=1e-6, atol=1e-9)
        assert entropy(after[row]) == pytest.approx(entropy(page.trace.weights[row]), abs=1e-6)


def test_three_times_the_value_of_the_named_token_changes_the_output_alone() -> None:
    assert answer("output") == "b"
    asked = [page for page in (at("output", each) for each in SETTINGS) if has_card(page)]
    assert len(asked) > 30
    for page in asked:
        names = [page.settings.token_name(place) for place in range(page.settings.n)]
        place = names.index(values_of(page)["token"].replace("\\", ""))
        tripled = [Edit("v", place, k, 3.0 * v) for k, v in enumerate(page.trace.v[place])]
        after = replace(page.scenario, edits=(*page.scenario.edits, *tripled)).trace()
        np.testing.assert_array_equal(after.weights, page.trace.weights)
        assert [shown(v) for v in after.output.ravel()] != [
            shown(v) for v in page.trace.output.ravel()
        ]


def test_a_value_of_zeros_is_not_the_one_to_multiply() -> None:
    assert has_card(at("output", Settings(d_v=1)))
    zeros = tuple(Edit("v", row, 0, 0.0) for row in range(4))
    assert not has_card(at("output", Settings(d_v=1, edits=zeros)))


def options(app: AppTest) -> list[str]:
    """What can be chosen, without the letter in front."""
    keys = [f"guess-{option}" for option in "abcd"]
    found = [entry.label for entry in app.button if entry.key in keys]
    return [label.replace("\\", "").partition(") ")[2] for label in found]


@pytest.mark.parametrize(("d_v", "other"), [(3, 6), (6, 12), (1, 2), (32, 64), (33, 16), (64, 32)])
def test_the_width_in_the_question_is_that_of_the_moment(d_v: int, other: int) -> None:
    said = sentences(run("projections", Settings(lang="en", d_v=d_v)))
    assert f"d_v goes from {d_v} to {other}: whose" in said
    assert BOUNDS["d_v"][0] <= other <= BOUNDS["d_v"][1]


@pytest.mark.parametrize("query", range(4))
@pytest.mark.parametrize("name", [name for name in SCENARIOS if name not in ALIKE])
def test_the_scores_card_offers_three_different_answers(name: str, query: int) -> None:
    settings = named_scenarios("en")[name].with_query(query).within_bounds()
    found = options(run("scores", settings))
    assert len(found) == len(set(found)) == 3


@pytest.mark.parametrize("name", ALIKE)
def test_where_scores_of_others_are_zero_there_is_nothing_to_guess(name: str) -> None:
    assert options(run("scores", named_scenarios("en")[name])) == []


@pytest.mark.parametrize(
    ("stage", "variant"),
    [
        ("projections", "v_is_k"),
        ("softmax", "columns"),
        ("softmax", "uniform"),
        ("output", "v_is_k"),
    ],
)
def test_a_variant_that_spoils_the_answer_takes_the_card_away(stage: str, variant: str) -> None:
    assert len(options(run(stage, Settings()))) == 4
    assert options(run(stage, Settings(variant=variant))) == []


def test_the_diagonal_is_said_to_be_beaten_only_where_it_is() -> None:
    largest = tuple(Edit("scores", place, place, 50.0) for place in range(4))
    for settings, beaten in (
        (Settings(lang="en"), True),
        (Settings(lang="en", edits=largest), False),
        (Settings(lang="en", edits=largest[1:]), True),
        (named_scenarios("en")["flat"], False),
    ):
        for key in ("scores", "softmax"):
            said = sentences(run(key, settings))
            assert ("so the diagonal need not be" in said) == beaten
            assert ("that comes from these numbers" in said) != beaten


def test_the_pair_beside_an_undone_symmetry_shows_it() -> None:
    edits = (Edit("scores", 1, 3, 8.0),)
    app = run("scores", Settings(lang="en", variant="same_w", edits=edits))
    before = Settings(variant="same_w").scenario().trace().scores
    there = f"love→languages = +8, languages→love = {shown(before[3, 1])}"
    assert f"{there}: edited numbers undo the symmetry" in sentences(app)


def yours(app: AppTest) -> bool:
    return translate("en", "predict.yours") in sentences(app)


def test_equal_tokens_and_equal_numbers_both_ways_ask_for_another_pair_or_none() -> None:
    assert options(run("scores", Settings().with_sentence(OWN, "the the the"))) == []
    # learning→love and love→learning are both −1.
    app = run("scores", Settings(lang="en", query=1))
    assert "love→learning" not in sentences(app)
    assert len(set(options(app))) == 3


def test_the_same_number_in_an_equal_row_is_covered_too() -> None:
    settings = named_scenarios("en")["twin"]
    page = at("scores", settings)
    pair = pair_of(page)
    view = drawn(run("scores", settings))
    covered = view.array(view.matrix("scores")["covered"]) > 0
    alike = [
        (i, j)
        for i, one in enumerate(page.settings.tokens)
        for j, other in enumerate(page.settings.tokens)
        if (one, other) == (page.settings.tokens[pair.query], page.settings.tokens[pair.other])
    ]
    assert len(alike) > 1
    assert sorted(zip(*(place.tolist() for place in covered.nonzero()), strict=True)) == alike


def test_a_guess_belongs_to_its_question() -> None:
    app = run("scores", Settings(lang="en"))
    click(app, "guess-a")
    assert yours(app)
    first = app.session_state["settings"]
    for other in (
        first.with_query(0),
        replace(first, seed=5),
        named_scenarios("en")["twin"],
        replace(first, edits=(Edit("scores", 2, 0, 9.0),)),
    ):
        app.session_state["settings"] = other
        app.run()
        assert not yours(app) and len(options(app)) == 3
        view = drawn(app)
        assert view.matrix("scores")["covered"] is not None
    for same in (replace(first, lang="zh"), first, replace(first, causal=True)):
        app.session_state["settings"] = same
        app.run()
        assert translate(same.lang, "predict.yours") in sentences(app)
    app.switch_page("pages/4_softmax.py").run()
    assert not yours(app)
    app.switch_page("pages/3_scores.py").run()
    assert yours(app)


def question(app: AppTest) -> str:
    return next(entry.value for entry in app.markdown if "What does" in entry.value)


def test_an_open_question_and_its_covered_number_stay_whoever_asks() -> None:
    app = run("scores", Settings(lang="en"))
    asked, view = question(app), drawn(app)
    covered = view.array(view.matrix("scores")["covered"])
    for query in (0, 1, 3):
        app.session_state["settings"] = Settings(lang="en").with_query(query)
        app.run()
        view = drawn(app)
        assert question(app) == asked
        np.testing.assert_array_equal(view.array(view.matrix("scores")["covered"]), covered)
    click(app, "guess-a")
    assert question(app) == asked and yours(app)
    app.session_state["settings"] = Settings(lang="en").with_query(0)
    app.run()
    assert question(app) != asked


def test_whoever_skips_is_not_asked_again_at_another_step_of_a_slider() -> None:
    app = run("scores", Settings(lang="en"))
    click(app, "guess-skip")
    app.session_state["settings"] = Settings(lang="en", d_k=3)
    app.run()
    assert drawn(app).matrix("scores")["covered"] is None
    click(app, "guess-again")
    assert drawn(app).matrix("scores")["covered"] is not None


def test_before_a_class_a_guess_leaves_the_step_as_it_is() -> None:
    app = present("scores")
    for _ in range(5):
        click(app, "present-on")
    before = drawn(app).header["build"]
    click(app, "guess-a")
    assert drawn(app).header["build"] == before
    assert drawn(app).matrix("scores")["covered"] is None


@pytest.mark.parametrize("query", range(4))
def test_the_sentence_above_does_not_tell_what_is_to_be_predicted(query: int) -> None:
    settings = Settings(lang="en").with_query(query)
    page = at("scores", settings)
    pair = pair_of(page)
    app = run("scores", settings)
    told = drawn(app).header["finding"]
    largest = page.trace.scores[query].max()
    secret = pair.query == query and page.trace.scores[query, pair.other] == largest
    assert ("highest score" in told) != secret
    click(app, "guess-skip")
    assert "highest score" in drawn(app).header["finding"]


def test_what_one_more_token_does_is_said_after_the_guess() -> None:
    app = run("input", Settings(lang="en"))
    assert "one more row" not in sentences(app)
    click(app, "guess-c")
    assert sentences(app).count("one more row") == 1


def test_below_a_table_that_is_being_built_nothing_is_told_ahead() -> None:
    app = run("scores", Settings(lang="en"))
    click(app, "play-row")
    for told in ("(the diagonal)", translate("en", "pairs.title")):
        assert told not in sentences(app)
    click(app, "play-all")
    for told in ("(the diagonal)", translate("en", "pairs.title")):
        assert told in sentences(app)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_guess_is_noted_while_the_teacher_hides_all_answers(lang: str) -> None:
    app = run("input", Settings(lang=lang))
    app.session_state["answers"] = "hidden"
    app.run()
    click(app, "guess-b")
    assert translate(lang, "predict.noted", option="B") in sentences(app)
    assert translate(lang, "predict.right") not in sentences(app)
    click(app, "guess-skip")
    assert translate(lang, "predict.noted_skip") in sentences(app)
    app.session_state["answers"] = "guessed"
    app.run()
    assert translate(lang, "predict.right") in sentences(app)


def reset(app: AppTest) -> Settings:
    app.session_state["panel-open"] = True
    app.run()
    next(e for e in app.button if e.label == translate("en", "teacher.reset_page")).click().run()
    app.run()
    assert translate("en", "teacher.reset_page_help") in [each.value for each in app.caption]
    return app.session_state["settings"]


def test_a_page_is_reset_with_its_own_looks_and_departures_alone() -> None:
    edits = (Edit("x", 0, 0, 3.0),)
    usual = Settings(lang="en", edits=edits, d_k=3)
    app = run(
        "scores",
        replace(usual, same_position=True, turned=True, variant="no_w", formula=True, query=0),
    )
    assert reset(app) == replace(usual, formula=True)
    other = replace(usual, variant="columns", turned=True)
    assert reset(run("scores", other)) == replace(usual, variant="columns")
    app = run("overview", replace(usual, formula=True, chain=2, turned=True))
    assert reset(app) == replace(usual, turned=True)


def test_where_only_the_diagonal_is_shown_the_sentence_speaks_of_it() -> None:
    told = drawn(run("scores", Settings(lang="en", same_position=True))).header["finding"]
    assert told == translate(
        "en", "finding.scores_same_position", n=4, query="learning", value="−4"
    )


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_c_does_to_the_weights_is_not_told_before_the_guess(lang: str) -> None:
    app = run("softmax", Settings(lang=lang))
    next(one for one in app.button_group if one.key.startswith("scrub")).set_value("added").run()
    query = Settings(lang=lang).token_name(2)
    assert app.caption[0].value == translate(lang, "scrub.added_open", query=query)
    click(app, "guess-a")
    assert app.caption[0].value == translate(lang, "scrub.added_usual", query=query)
