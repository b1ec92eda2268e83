"""Every page opens in a real browser, in both languages, and nothing comes from outside."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PATHS = ("/", "/input", "/projections", "/scores", "/softmax", "/output")
CHINESE = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize("look", [{"language": "en"}, {"language": "zh"}], indirect=True, ids=str)
@pytest.mark.parametrize("path", PATHS)
def test_the_page_asks_in_the_readers_language(visit: Callable[..., Page], path: str, look):
    page = visit(path)
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_count(1)
    assert bool(CHINESE.search(title.inner_text())) == (look.language == "zh")
    expect(page.get_by_role("grid").first).to_be_visible()


@pytest.mark.parametrize("look", [{"theme": "light"}, {"theme": "dark"}], indirect=True, ids=str)
def test_the_settings_file_gives_the_colours(visit: Callable[..., Page], look):
    page = visit("/scores")
    colours = {"light": "rgb(255, 255, 255)", "dark": "rgb(14, 17, 23)"}
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", colours[look.theme])
