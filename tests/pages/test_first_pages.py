"""Overview, input, projections and scores: what can be tried there, and what it shows."""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core import Edit
from ui.settings import OWN, Pin, Settings
from ui.stages import CHAIN
from ui.text import translate

from .test_pages import drawn, run
from .test_variants import sentences


def click(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click().run()
    app.run()
    assert not app.exception
    return app


def now(app: AppTest) -> Settings:
    return app.session_state["settings"]


def pair(app: AppTest) -> list[list[str]]:
    """The table of the pinned pair, as it reads."""
    return [[text.replace("\\", "") for text in row] for row in app.table[0].value.to_numpy()]


def names(app: AppTest) -> list[str]:
    return [entry["key"] for entry in drawn(app).header["matrices"]]


# --- Overview -------------------------------------------------------------------------------------


def test_the_chain_is_walked_back_and_forth_step_by_step() -> None:
    app = run("overview", Settings())
    assert app.button(key="chain-on").disabled
    for last in (4, 3, 2, 1, 0):
        click(app, "chain-back")
        assert names(app) == [name for step in CHAIN[: last + 1] for name in step]
        assert drawn(app).header["finding"] == translate("zh", f"chain.{CHAIN[last][0]}")
        assert (drawn(app).header["arrows"] is None) == (last < 4)
    assert app.button(key="chain-back").disabled
    click(app, "chain-on")
    assert names(app) == ["x", "q", "k", "v"]


def test_the_overview_has_no_formula_until_it_is_asked_for() -> None:
    app = run("overview", Settings(chain=3))
    assert not app.latex
    app.toggle(key="switch-formula").set_value(True).run()
    app.run()
    assert len(app.latex) == 3
    click(app, "chain-on")
    assert len(app.latex) == 4


# --- Input ----------------------------------------------------------------------------------------


def test_one_more_token_is_one_more_row() -> None:
    app = click(run("input", Settings()), "rows-more")
    assert drawn(app).values("x").shape == (5, 5)


def test_two_tokens_exchanged_exchange_their_rows_and_nothing_else() -> None:
    app = run("input", Settings())
    before = drawn(app).values("x")
    click(app, "rows-swap")
    assert now(app).tokens == ("我", "喜欢", "语言", "学习")
    assert now(app).query == 3
    np.testing.assert_array_equal(drawn(app).values("x"), before[[0, 1, 3, 2]])


def test_what_was_typed_into_a_token_moves_along_with_it_and_undo_finds_it_there() -> None:
    edits = (Edit("x", 2, 1, 4.0), Edit("k", 3, 0, 5.0), Edit("scores", 2, 3, 6.0))
    app = run("input", Settings(edits=edits))
    click(app, "rows-change")
    before = drawn(app).values("x")
    click(app, "rows-swap")
    np.testing.assert_array_equal(drawn(app).values("x"), before[[0, 1, 3, 2]])
    moved = (Edit("x", 3, 1, 4.0), Edit("k", 2, 0, 5.0), Edit("scores", 3, 2, 6.0))
    assert now(app).edits == (*moved, Edit("x", 3, 0, 1.0))
    click(app, "edit-undo")
    assert now(app).edits == moved


def test_a_number_typed_back_is_no_edit_any_more() -> None:
    app = click(run("input", Settings()), "rows-change")
    assert now(app).edits == (Edit("x", 2, 0, 1.0),)
    click(app, "rows-change")
    assert now(app).edits == ()
    click(app, "edit-undo")
    assert now(app).edits == (Edit("x", 2, 0, 1.0),)


@pytest.mark.parametrize(
    ("causal", "moved"), [(False, "我”、“喜欢”、“学习”、“语言"), (True, "学习”、“语言")]
)
def test_one_changed_row_of_x_moves_the_output_of_every_position_that_can_see_it(
    causal: bool, moved: str
) -> None:
    app = click(run("input", Settings(causal=causal)), "rows-change")
    assert now(app).edits == (Edit("x", 2, 0, 1.0),)
    assert f"：“{moved}”" in sentences(app)
    assert not app.button(key="edit-undo").disabled


def test_the_same_sentence_is_split_in_two_ways() -> None:
    app = run("input", Settings())
    assert app.table[0].value["n"].tolist() == ["4", "7"]
    click(app, "use-character")
    assert now(app).sentence == OWN
    assert drawn(app).values("x").shape == (7, 5)
    assert app.button(key="use-character").disabled


# --- Projections ----------------------------------------------------------------------------------


def test_another_seed_is_one_click_and_never_the_hand_set_one() -> None:
    app = click(run("projections", Settings(seed=9999)), "another-seed")
    assert now(app).seed == 1
    w_q = Settings(seed=1).scenario().w_q
    np.testing.assert_array_equal(drawn(app).values("w_q"), w_q)


# --- Scores ---------------------------------------------------------------------------------------


def test_only_the_same_position_leaves_the_diagonal() -> None:
    app = run("scores", Settings())
    app.toggle(key="switch-same_position").set_value(True).run()
    app.run()
    view = drawn(app)
    covered = view.array(view.matrix("scores")["covered"])
    np.testing.assert_array_equal(covered, 1 - np.eye(4))
    assert view.header["texts"]["cover"] == ""
    assert "+2  +2  −4  +4" in sentences(app)


def test_the_transposed_view_shows_the_same_scores_turned() -> None:
    settings = Settings(turned=True, n=5, pin=Pin("scores", 2, 4))
    view = drawn(run("scores", settings))
    assert [entry["key"] for entry in view.header["matrices"]] == ["k", "q_t", "scores_t"]
    trace = settings.scenario().trace()
    np.testing.assert_array_equal(view.values("scores_t"), trace.scores.T)
    product = view.values("k") @ view.values("q_t")
    np.testing.assert_allclose(view.values("scores_t"), product, rtol=0, atol=1e-12)
    assert view.matrix("scores_t")["row_title"] == translate("zh", "axis.asked")
    assert view.header["pin"] == {"matrix": "scores", "row": 2, "column": 4}
    covered = view.array(view.matrix("scores_t")["covered"])
    assert list(zip(*covered.nonzero(), strict=True)) == [(0, 2)]


def test_the_pinned_pair_is_taken_apart_both_ways() -> None:
    app = run("scores", Settings(lang="en", pin=Pin("scores", 1, 3), query=1))
    rows = [name.replace("\\", "") for name in app.table[0].value.index]
    assert rows == ["love → languages", "languages → love"]
    assert pair(app) == [
        ["−3", "1.41", "2.24", "−0.95"],
        ["−3", "2.24", "1.41", "−0.95"],
    ]
    assert "make an obtuse angle" in sentences(app)


def test_the_default_pair_is_perpendicular() -> None:
    app = run("scores", Settings())
    assert pair(app)[0] == ["0", "2.24", "2.24", "0"]
    assert translate("zh", "pairs.perpendicular", a="学习", b="语言") in sentences(app)


def test_the_pair_does_not_give_the_prediction_away() -> None:
    app = run("scores", Settings(pin=Pin("scores", 0, 2), query=2).with_pin(Pin("scores", 2, 0)))
    covered = translate("zh", "matrix.covered_value")
    assert pair(app)[0] == [covered] * 4
    assert pair(app)[1][0] == "+3"
    click(app, "guess-skip")
    assert pair(app)[0][0] == "−3"


def test_sizes_self_scores_and_the_number_of_products_are_said() -> None:
    said = sentences(run("scores", Settings(lang="en")))
    assert "I +2 · love +2 · learning −4 · languages +4" in said
    assert "In 2 of 4 rows" in said
    assert "Q is 4×2" in said
    assert "4² = 16" in said


def test_the_row_of_the_asking_token_is_computed_before_ones_eyes() -> None:
    app = run("scores", Settings())
    assert drawn(app).header["build"] is None
    click(app, "play-row")
    assert (drawn(app).header["build"]["row"], drawn(app).header["build"]["columns"]) == (1, 0)
    click(app, "play-more")
    assert drawn(app).header["build"]["rows"] == 2
    click(app, "play-less")
    click(app, "play-all")
    assert drawn(app).header["build"] is None


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_sentence_of_one_length_says_which(lang: str) -> None:
    two = run("input", Settings(lang=lang).with_sentence("silent"))
    one = run("input", Settings(lang=lang).with_sentence(OWN, "x"))
    said = [[entry.value for entry in app.sidebar.caption] for app in (two, one)]
    only, fixed = translate(lang, "notice.n_only", n=2), translate(lang, "notice.n_fixed")
    assert [only in words for words in said] == [True, False]
    assert [fixed in words for words in said] == [False, True]
