"""What a bad link's notes say on the page, and that many of them leave room for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from ui.permalink import from_link
from ui.text import LANGUAGES, translate

ROOT = Path(__file__).resolve().parents[2]
BAD = {
    **dict.fromkeys(("n", "d_model", "d_k", "d_v", "seed", "query"), "x"),
    **dict.fromkeys(("pin", "scaling", "causal", "temperature", "variant", "split"), "y"),
}


def opened(parameters: dict[str, str]) -> AppTest:
    app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
    for name, value in parameters.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception
    return app


def written(app: AppTest) -> str:
    entries = [*app.warning, *app.markdown]
    return "\n".join(entry.value.replace("\\", "") for entry in entries)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_variant_that_does_not_exist_is_named_and_so_is_what_is_done_instead(lang: str) -> None:
    app = opened({"lang": lang, "variant": "foo"})
    said = translate(lang, "notice.unreadable_usual", name="variant", value="foo")
    assert [entry.value.replace("\\", "") for entry in app.warning] == [said]


def test_many_notes_are_one_warning_of_a_few_lines_and_the_rest_to_be_opened() -> None:
    app = opened({"lang": "en", **BAD})
    _, notes = from_link(BAD, "en")
    assert len(notes) == len(BAD)
    assert len(app.warning) == 1
    assert len(app.warning[0].value.splitlines()) == 3
    rest = translate("en", "notice.more", count=len(BAD) - 3)
    assert rest in [entry.label for entry in app.expander]
    for name, value in BAD.items():
        assert f"{name} = {value}" in written(app) or f"({value})" in written(app)
