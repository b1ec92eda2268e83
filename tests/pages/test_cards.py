"""The prediction cards fit the numbers of the moment."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from attention_core import Edit
from ui.examples import SCENARIOS
from ui.numbers import shown
from ui.permalink import named_scenarios
from ui.settings import BOUNDS, Settings

from .test_pages import run
from .test_variants import sentences

# Every score between different positions is 0.
ALIKE = ("flat", "silent")


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


@pytest.mark.parametrize(("stage", "variant"), [("projections", "v_is_k"), ("softmax", "columns")])
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
        for stage in ("scores", "softmax"):
            said = sentences(run(stage, settings))
            assert ("so the diagonal need not be" in said) == beaten
            assert ("that comes from these numbers" in said) != beaten


def test_the_pair_beside_an_undone_symmetry_shows_it() -> None:
    edits = (Edit("scores", 1, 3, 8.0),)
    app = run("scores", Settings(lang="en", variant="same_w", edits=edits))
    before = Settings(variant="same_w").scenario().trace().scores
    there = f"love→languages = +8, languages→love = {shown(before[3, 1])}"
    assert f"{there}: edited numbers undo the symmetry" in sentences(app)
