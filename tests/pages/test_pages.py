"""Every page in both languages, run through the entry script: frame, question, right numbers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention_core import Edit, Scenario
from tests.walk import MATRICES, expected
from ui.permalink import to_link
from ui.settings import OWN, Settings
from ui.stages import PIPELINE, STAGES
from ui.text import LANGUAGES, prose, translate

ROOT = Path(__file__).resolve().parents[2]

CASES = {
    "default": Settings(),
    "wide": Settings(n=12, d_model=9, d_k=3, d_v=4, seed=7, query=5, scaling=False, causal=True),
    "one token": Settings().with_sentence(OWN, "<b>x</b>"),
    "repeated": Settings().with_sentence("twin"),
    "long": Settings().with_sentence(OWN, "a1 " * 200),
}


@dataclass
class Drawn:
    """What a page sent to the matrix view."""

    header: dict[str, Any]
    numbers: np.ndarray

    def array(self, place: dict[str, int]) -> np.ndarray:
        size = place["r"] * place["c"]
        return self.numbers[place["o"] :][:size].reshape(place["r"], place["c"])

    def matrix(self, key: str) -> dict[str, Any]:
        return next(entry for entry in self.header["matrices"] if entry["key"] == key)

    def values(self, key: str) -> np.ndarray:
        return self.array(self.matrix(key)["values"])


def run(stage_key: str, settings: Settings) -> AppTest:
    app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
    for name, value in to_link(settings).items():
        app.query_params[name] = value
    app.run()
    stage = next(entry for entry in STAGES if entry.key == stage_key)
    if stage.path != "app.py":
        app.switch_page(stage.path).run()
    assert not app.exception
    return app


def drawn(app: AppTest) -> Drawn:
    components = [entry.proto for entry in app.get("bidi_component")]
    data = next(proto.bytes for proto in components if proto.component_name == "matrix_view")
    length = int.from_bytes(data[:4], "little")
    header = json.loads(data[4 : 4 + length])
    start = (4 + length + 7) // 8 * 8
    return Drawn(header, np.frombuffer(data[start:], dtype="<f8"))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("stage", MATRICES)
def test_a_page_has_its_frame_in_its_language(stage: str, lang: str) -> None:
    app = run(stage, Settings(lang=lang))
    assert app.title[0].value == prose(lang, stage)["question"]
    links = [link.proto.label for link in app.get("page_link")]
    for box in PIPELINE:
        assert any(label.startswith(box.symbol) for label in links)
    for entry in STAGES:
        assert any(translate(lang, f"stage.{entry.key}") in label for label in links)
    assert not app.warning
    assert drawn(app).header["language"].startswith(lang)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("stage", MATRICES)
def test_the_numbers_on_a_page_are_the_cores(stage: str, case: str) -> None:
    settings = CASES[case].within_bounds()
    view = drawn(run(stage, settings))
    assert [entry["key"] for entry in view.header["matrices"]] == list(MATRICES[stage])
    for key in MATRICES[stage]:
        np.testing.assert_array_equal(view.values(key), expected(settings.scenario(), key))
        assert tuple(view.values(key).shape) == (
            len(view.matrix(key)["rows"]),
            len(view.matrix(key)["columns"]),
        )


@pytest.mark.parametrize("stage", MATRICES)
def test_row_labels_are_the_tokens_in_order(stage: str) -> None:
    view = drawn(run(stage, Settings().with_sentence("twin")))
    for entry in view.header["matrices"]:
        if entry["query_rows"]:
            assert entry["rows"] == ["狗", "咬", "狗"]


@pytest.mark.parametrize("stage", MATRICES)
def test_headings_go_down_one_level_at_a_time(stage: str) -> None:
    app = run(stage, Settings())
    ranks = ["title", "header", "subheader"]
    levels = [ranks.index(entry.type) + 1 for entry in app.main if entry.type in ranks]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_weights_add_to_one_and_say_so() -> None:
    view = drawn(run("softmax", Settings(n=12)))
    sums = view.array(view.matrix("weights")["row_sums"])
    np.testing.assert_allclose(sums, 1.0, rtol=0, atol=1e-12)


def test_scores_and_scaled_scores_share_their_colour_limits() -> None:
    view = drawn(run("softmax", Settings()))
    assert view.matrix("scores")["limit"] == view.matrix("scaled")["limit"] == 4.0


@pytest.mark.parametrize("stage", MATRICES)
def test_one_more_key_column_changes_nothing_else(stage: str) -> None:
    before, after = (drawn(run(stage, Settings(d_k=d_k))) for d_k in (2, 3))
    for key in MATRICES[stage]:
        old, new = before.values(key), after.values(key)
        if key in ("w_q", "w_k", "q", "k"):
            np.testing.assert_array_equal(new[:, :2], old)
            assert new.shape[1] == 3
        elif key == "k_t":
            np.testing.assert_array_equal(new[:2], old)
        elif key == "scores":
            trace = Scenario(d_k=3).trace()
            gained = np.outer(trace.q[:, 2], trace.k[:, 2])
            np.testing.assert_allclose(new - old, gained, rtol=0, atol=1e-12)
        elif key in ("x", "w_v", "v"):
            np.testing.assert_array_equal(new, old)


def test_the_tables_repeat_every_number() -> None:
    app = run("scores", Settings())
    others = len(app.table)
    app.session_state["tables"] = True
    app.run()
    assert len(app.table) == others + 3
    frame = app.table[-1].value
    assert frame.shape == (4, 4)
    covered = translate("zh", "matrix.covered_value")
    assert frame.iloc[2].tolist() == [covered, "−1", "−4", "0"]
    app.button(key="guess-skip").click().run()
    app.session_state["tables"] = True
    app.run()
    assert app.table[-1].value.iloc[2].tolist() == ["−3", "−1", "−4", "0"]


def test_a_slider_changes_the_numbers_and_then_the_rest_of_the_page() -> None:
    app = run("scores", Settings())
    slider = next(entry for entry in app.slider if entry.key.startswith("slide-d_k"))
    slider.set_value(3).run()
    assert not app.exception
    expected_scores = Settings(d_k=3).scenario().trace().scores
    np.testing.assert_array_equal(drawn(app).values("scores"), expected_scores)
    app.run()
    assert any("4×3" in link.proto.label for link in app.get("page_link"))
    assert not drawn(app).header["rest_follows"]


@pytest.mark.parametrize(("lang", "gap"), [("zh", ""), ("en", " ")])
def test_where_all_tokens_are_the_same_one_sentence_says_so(lang: str, gap: str) -> None:
    settings = Settings(lang=lang).with_sentence(OWN, "a " * 200)
    counted = translate(lang, "finding.input", n=128, d_model=5, count=640)
    repeated = translate(lang, "finding.input_repeated", token="a", times=128)
    assert repeated.startswith(f"{gap}“a”")
    assert drawn(run("input", settings)).header["finding"] == counted + repeated
    for stage in ("overview", "softmax"):
        said = translate(lang, f"finding.{stage}_all", query="a (1)", n=128, d_v=3)
        assert drawn(run(stage, settings)).header["finding"] == said
    edited = settings.with_edit(Edit("x", 5, 0, 3.0))
    assert drawn(run("input", edited)).header["finding"] == counted


def test_the_overview_tells_a_masked_token_from_one_with_little_weight() -> None:
    usual, causal = (drawn(run("overview", Settings(causal=causal))) for causal in (False, True))
    assert usual.header["arrows"]["masked"] is None
    assert causal.array(causal.header["arrows"]["masked"]).tolist() == [[0, 0, 0, 1]]
