"""Tokens written from right to left leave the order of the words around them alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from attention_core import Edit
from tests.walk import MATRICES
from ui.permalink import to_link
from ui.settings import OWN, Pin, Settings
from ui.snippets import LIBRARIES, snippet
from ui.text import LANGUAGES

from .test_pages import drawn, run

TEXT = "مرحبا hello שלום مرحبا"
RUN = r"[\u0590-\u06ff]+"
# The view sets these apart by itself: each stands in an element of its own.
IN_ELEMENTS = ("rows", "columns", "tokens")


def labels(app: AppTest) -> Iterator[str]:
    """Everything that is written on a page, apart from what the matrix view was sent."""
    # The text box holds what was typed, as it was typed.
    for entry in (one for one in (*app.main, *app.sidebar) if one.type != "text_input"):
        for name in ("value", "label", "help", "options"):
            found = getattr(entry, name, None)
            if entry.type == "table" and name == "value":
                yield from (
                    str(text) for text in (*found.index, *found.columns, *found.values.flat)
                )
            elif isinstance(found, str):
                yield found
            elif isinstance(found, (list, tuple)):
                yield from (text for text in found if isinstance(text, str))
    for figure in app.get("plotly_chart"):
        yield from texts(json.loads(figure.proto.spec))


def texts(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif isinstance(part, dict):
        yield from (
            text for name, of in part.items() if name not in IN_ELEMENTS for text in texts(of)
        )
    elif isinstance(part, list):
        yield from (text for of in part for text in texts(of))


def loose(said: str) -> list[str]:
    """What runs from right to left outside of an isolate."""
    return re.findall(RUN, re.sub(r"\u2068[^\u2069]*\u2069", "", said))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("stage", MATRICES)
def test_every_token_in_a_sentence_is_set_apart(stage: str, lang: str) -> None:
    settings = Settings(lang=lang).with_sentence(OWN, TEXT)
    settings = settings.with_edit(Edit("x", 0, 0, 2.0)).with_pin(Pin("output", 2, 0))
    app = run(stage, settings)
    app.session_state["tables"] = True
    app.run()
    said = [*labels(app), *texts(drawn(app).header)]
    assert any(re.search(RUN, text) for text in said)
    assert [text for text in said if loose(text)] == []


def test_links_and_code_carry_the_tokens_as_they_are() -> None:
    settings = Settings().with_sentence(OWN, TEXT)
    code = "".join(
        snippet(name, stage, settings.scenario()) for name in LIBRARIES for stage in MATRICES
    )
    assert to_link(settings)["text"] == TEXT
    assert settings.tokens == tuple(TEXT.split())
    assert "\u2068" not in code
