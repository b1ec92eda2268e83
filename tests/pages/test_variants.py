"""What if the computation were different: chosen on a page, said on every page, undone on any."""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core import Edit
from attention_core.variants import VARIANTS
from tests.walk import MATRICES, expected
from ui.settings import Settings
from ui.text import LANGUAGES, translate
from ui.variants import OFFERED

from .test_pages import drawn, run

DEPARTURES = tuple(variant for variant in VARIANTS if variant)


def control(app: AppTest):
    found = [entry for entry in app.button_group if entry.key.startswith("variant-")]
    return found[0] if found else None


def sentences(app: AppTest) -> str:
    return "\n".join(entry.value.replace("\\", "") for entry in app.markdown)


@pytest.mark.parametrize("variant", DEPARTURES)
@pytest.mark.parametrize("stage", MATRICES)
def test_the_numbers_of_a_variant_are_the_cores(stage: str, variant: str) -> None:
    settings = Settings(variant=variant)
    app = run(stage, settings)
    assert not app.warning
    view = drawn(app)
    for key in MATRICES[stage]:
        np.testing.assert_array_equal(view.values(key), expected(settings.scenario(), key))
    usual = {key: expected(Settings().scenario(), key) for key in MATRICES[stage]}
    comparable = all(view.values(key).shape == before.shape for key, before in usual.items())
    for key, before in usual.items():
        place = view.matrix(key)["before"]
        if comparable:
            np.testing.assert_array_equal(view.array(place), before)
        else:
            assert place is None


@pytest.mark.parametrize("variant", DEPARTURES)
@pytest.mark.parametrize("stage", MATRICES)
def test_before_an_edit_the_same_variant_was_computed(stage: str, variant: str) -> None:
    settings = Settings(variant=variant, edits=(Edit("x", 0, 0, 2.0),))
    view = drawn(run(stage, settings))
    for key in MATRICES[stage]:
        np.testing.assert_array_equal(view.values(key), expected(settings.scenario(), key))
        before = expected(Settings(variant=variant).scenario(), key)
        np.testing.assert_array_equal(view.array(view.matrix(key)["before"]), before)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", DEPARTURES)
@pytest.mark.parametrize("stage", MATRICES)
def test_every_page_says_which_variant_is_in_force_and_offers_the_way_back(
    stage: str, variant: str, lang: str
) -> None:
    app = run(stage, Settings(variant=variant, lang=lang))
    name = translate(lang, f"variant.name_{variant}")
    assert translate(lang, "variant.chip", name=name) in sentences(app)
    control(app).set_value("").run()
    app.run()
    assert app.session_state["settings"].variant == ""
    assert translate(lang, "variant.chip", name=name) not in sentences(app)


@pytest.mark.parametrize("stage", MATRICES)
def test_a_page_offers_the_variants_of_its_step(stage: str) -> None:
    chooser = control(run(stage, Settings(lang="en")))
    if stage not in OFFERED:
        assert chooser is None
        return
    for variant in ("", *OFFERED[stage]):
        assert translate("en", f"variant.name_{variant}") in chooser.options


@pytest.mark.parametrize(
    ("stage", "variant", "said"),
    [
        ("scores", "same_w", ["I→learning = learning→I = −3"]),
        ("projections", "no_w", ["I→learning = learning→I = +1", "5 wide"]),
        ("softmax", "columns", ["1.84  0.95  0.16  1.05, not 1"]),
        ("output", "uniform", ["each row of O is +0.75  +0.75  +0.75"]),
        ("output", "v_is_k", ["O is 4×2, usually 4×3", "+1.04  +0.20"]),
    ],
)
def test_one_sentence_says_what_one_sees(stage: str, variant: str, said: list[str]) -> None:
    app = run(stage, Settings(lang="en"))
    control(app).set_value(variant).run()
    app.run()
    for words in said:
        assert words in sentences(app)


def test_edits_that_undo_the_symmetry_are_said() -> None:
    edits = (Edit("scores", 2, 0, 8.0),)
    app = run("scores", Settings(lang="en", variant="same_w", edits=edits))
    assert "I→learning = −3, learning→I = +8" in sentences(app)


def test_weights_come_from_their_row_or_their_column_or_from_nothing() -> None:
    recipes = {
        variant: drawn(run("softmax", Settings(variant=variant))).matrix("weights")["recipe"]
        for variant in ("", "columns", "uniform")
    }
    assert recipes["uniform"] is None
    assert not recipes[""]["by_column"]
    assert recipes["columns"]["by_column"]


def test_the_held_pair_rests_on_the_weights_in_every_variant() -> None:
    for variant in VARIANTS:
        view = drawn(run("softmax", Settings(variant=variant)))
        assert view.header["pin"] == {"matrix": "weights", "row": 2, "column": 3}


def test_what_stands_in_for_another_matrix_cannot_be_edited() -> None:
    view = drawn(run("projections", Settings(variant="same_w")))
    editable = {entry["key"]: entry["editable"] for entry in view.header["matrices"]}
    assert editable["w_q"]
    assert not editable["w_k"]


def test_what_stands_in_for_w_v_and_for_v_is_named() -> None:
    projections, output = (
        drawn(run(stage, Settings(lang="en", variant="v_is_k")))
        for stage in ("projections", "output")
    )
    assert "W_K" in projections.matrix("w_v")["given"]
    assert "keys" in output.matrix("v")["given"]


def test_a_symmetric_table_leaves_nothing_to_guess() -> None:
    view = drawn(run("scores", Settings(variant="same_w")))
    assert view.matrix("scores")["covered"] is None
