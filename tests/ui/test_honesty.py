"""No sentence of the app says that a model has a mind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ASSETS = Path(__file__).resolve().parents[2] / "assets"
MINDS = {
    "en": r"\b(understand\w*|wants?|wish\w*|looks?|looking|thinks?|knows?|cares?)\b",
    "zh": r"理解|想要|希望|看向|看着|懂得|认为|思考|关心|在意",
}


@pytest.mark.parametrize("lang", sorted(MINDS))
def test_no_sentence_says_that_a_model_understands_wants_or_looks(lang: str):
    texts = [ASSETS / "locales" / f"{lang}.toml", *sorted(ASSETS.glob(f"prose/*.{lang}.md"))]
    assert len(texts) > 6
    said = [
        f"{path.name}: {line}"
        for path in texts
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(MINDS[lang], line, re.IGNORECASE)
    ]
    assert said == []
