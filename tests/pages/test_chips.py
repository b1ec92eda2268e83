"""What is not as usual is said by a chip on every page, and nothing is said of what is usual."""

from __future__ import annotations

import pytest

from attention_core import Edit
from tests.walk import MATRICES
from ui.settings import Settings
from ui.text import LANGUAGES, translate

from .test_pages import run
from .test_variants import sentences

DEPARTURES = {
    "unscaled": Settings(scaling=False),
    "temperature": Settings(temperature=0.5),
    "causal": Settings(causal=True),
    "waiting": Settings(n=2, edits=(Edit("x", 3, 0, 7.0),)),
}
PLACES = {"temperature": {"value": "0.5"}, "waiting": {"count": 1}}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("departure", DEPARTURES)
@pytest.mark.parametrize("stage", MATRICES)
def test_every_page_says_what_is_not_as_usual(stage: str, departure: str, lang: str) -> None:
    settings = DEPARTURES[departure].within_bounds()
    usual = sentences(run(stage, Settings(lang=lang)))
    unusual = sentences(run(stage, Settings(**{**vars(settings), "lang": lang})))
    said = translate(lang, f"chip.{departure}", **PLACES.get(departure, {}))
    assert f":orange-badge[{said}]" in unusual
    assert "orange-badge" not in usual


def test_an_edited_number_outside_the_present_sizes_is_named() -> None:
    settings = DEPARTURES["waiting"].within_bounds()
    helps = [entry.help for entry in run("input", settings).markdown if entry.help]
    assert any("X[4, 1] = 7" in text.replace("\\", "") for text in helps)
