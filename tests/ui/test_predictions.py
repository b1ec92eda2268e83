"""The keys of the prediction cards are what the core finds, and what the lesson plan says."""

import pytest

from ui.questions import OPTIONS, answer
from ui.text import LANGUAGES, template

KEYS = {
    "overview": "c",
    "input": "a",
    "projections": "b",
    "scores": "c",
    "softmax": "c",
    "output": "b",
}


@pytest.mark.parametrize("stage", KEYS)
def test_the_core_gives_the_key_of_the_lesson(stage: str) -> None:
    assert answer(stage) == KEYS[stage]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("stage", KEYS)
def test_every_option_has_its_own_words(stage: str, lang: str) -> None:
    words = [template(lang, f"predict.{stage}.{option}") for option in OPTIONS[stage]]
    assert len(set(words)) == len(words)
    assert template(lang, f"predict.{stage}.question")
    assert template(lang, f"predict.{stage}.why")
