"""What the article claims is on the pages, where docs/claims.md says so, in both languages."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from tests.claims import COUNT, addresses, claims
from ui.permalink import from_link
from ui.stages import STAGES
from ui.text import LANGUAGES, prose, template

from .test_pages import drawn, run

# The pages of the lesson that do not exist yet, as they will be called.
LATER = {
    "why_sqrt_dk",
    "weights_vs_importance",
    "order_and_masks",
    "heads_and_block",
    "cost_and_path",
    "by_hand",
    "mistakes",
    "real_models",
    "training",
}
BUILT = {stage.key for stage in STAGES}
BY_BROWSER = ("css:",)


class Opened:
    """A page at an address: its words, its widgets and what the matrix view was sent."""

    def __init__(self, address: str, lang: str) -> None:
        self.stage, _, query = address.removeprefix("/").partition("?")
        settings, notes = from_link(dict(parse_qsl(query)) | {"lang": lang}, lang)
        assert not notes, f"{address} is no clean link"
        self.lang, app = lang, run(self.stage, settings)
        self.view = drawn(app).header
        self.keys = [entry.key for entry in _widgets(app) if entry.key]
        # The view's own texts wait there for all that it may have to say.
        shown = {name: part for name, part in self.view.items() if name != "texts"}
        said = [*_texts(app), json.dumps(shown, ensure_ascii=False)]
        self.words = _plain("\n".join(said))

    def has(self, wanted: str) -> bool:
        kind, _, name = wanted.partition(":")
        if kind == "text":
            return re.search(_pattern(template(self.lang, name)), self.words) is not None
        if kind == "key":
            return any(key.startswith(name) for key in self.keys)
        if kind == "prose":
            return _plain(prose(self.lang, self.stage)[name]) in self.words
        if kind == "view":
            return bool(self._part(*name.split(".")))
        raise ValueError(f"{wanted}: nobody knows how to look for that")

    def _part(self, name: str, of: str | None = None) -> Any:
        matrices = {entry["key"]: entry for entry in self.view["matrices"]}
        part = matrices.get(name) or self.view.get(name)
        return part.get(of) if part and of else part


def _widgets(app: AppTest) -> list[Any]:
    kinds = (
        "button",
        "button_group",
        "toggle",
        "slider",
        "selectbox",
        "number_input",
        "text_input",
    )
    return [entry for kind in kinds for entry in app.get(kind)]


def _texts(app: AppTest) -> list[str]:
    said = [
        entry.value
        for kind in ("title", "header", "markdown", "caption")
        for entry in app.get(kind)
    ]
    said += [entry.proto.label for entry in app.get("page_link")]
    said += [entry.label for entry in _widgets(app)]
    said += [str(name) for entry in app.get("button_group") for name in entry.options]
    for table in app.table:
        frame = table.value
        said += map(str, [*frame.columns, *frame.index, *frame.to_numpy().ravel()])
    return said


def _plain(text: str) -> str:
    """Without what Markdown needs and readers do not see."""
    return text.replace("\\", "").replace("\u2060", "")


def _pattern(words: str) -> str:
    """A text of the catalogue with anything at all in its places."""
    return ".+?".join(map(re.escape, re.split(r"\{[^}]*\}", _plain(words))))


@cache
def opened(address: str, lang: str) -> Opened:
    return Opened(address, lang)


def test_every_claim_has_a_row() -> None:
    assert [claim.number for claim in claims()] == list(range(1, COUNT + 1))


def test_a_row_is_shown_or_open() -> None:
    for claim in claims():
        assert claim.words
        assert list(claim.looked_for()) or claim.later, f"claim {claim.number} is nowhere"
        assert set(claim.later) <= LATER | BUILT, f"claim {claim.number}: {claim.later}"


def test_a_shown_row_names_its_caveat_or_needs_none() -> None:
    for claim in claims():
        if list(claim.looked_for()):
            assert list(claim.caveats()) or claim.caveat == "—", f"claim {claim.number}"


def test_nothing_is_open_whose_page_exists() -> None:
    """Say in docs/claims.md where the new page shows the claim, and take it from `open`."""
    finished = {claim.number: sorted(BUILT & set(claim.later)) for claim in claims()}
    assert not {number: pages for number, pages in finished.items() if pages}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("address", addresses())
def test_what_the_table_names_is_there(address: str, lang: str) -> None:
    page = opened(address, lang)
    missing = [
        f"claim {claim.number}: {wanted}"
        for claim in claims()
        for place, wanted in claim.looked_for()
        if place == address and not wanted.startswith(BY_BROWSER) and not page.has(wanted)
    ]
    missing += [
        f"claim {claim.number}: {words[lang]!r}"
        for claim in claims()
        for place, words in claim.caveats()
        if place == address and words[lang] not in page.words
    ]
    assert not missing, "\n" + "\n".join(missing)


@pytest.mark.parametrize(
    "wanted", ["text:rows.moved", "key:play-row", "view:scores", "view:x.recipe", "prose:question!"]
)
def test_what_is_not_there_is_not_found(wanted: str) -> None:
    page = opened("/input", "en")
    if wanted.startswith("prose:"):
        with pytest.raises(KeyError):
            page.has(wanted)
    else:
        assert not page.has(wanted)
