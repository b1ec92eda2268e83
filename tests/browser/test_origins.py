"""A pinned output number is taken apart below the matrices, and what is read there adds up."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from scripts.browser import settle
from tests.browser.reading import cell, expect_link, present, preset
from ui.addends import read, written
from ui.text import translate


def section(page: Page) -> Locator:
    return page.locator(".st-key-origin")


def title_of(language: str, query: int, component: int) -> str:
    token = preset(language).tokens[query]
    return translate(language, "origins.title", name=f"O[{token}, {component + 1}]")


def table_of(page: Page, title: str) -> tuple[list[str], list[list[str]]]:
    """Headings and rows of the section's table, as a screen reader finds them."""
    table = section(page).get_by_role("table", name=title)
    expect(table).to_be_visible()
    headings = table.locator("thead th").all_inner_texts()[1:]
    rows = [row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()]
    return headings, rows


@pytest.mark.parametrize("look", [{"language": "zh"}, {"language": "en"}], indirect=True, ids=str)
def test_a_pinned_output_number_is_taken_apart(visit: Callable[..., Page], look):
    language = look.language
    page = visit("/output", temperature="0.5")
    cell(page, "output", 1, 2).click()
    title = title_of(language, 1, 2)
    expect(section(page).get_by_role("heading", name=title)).to_be_visible()
    expect_link(page, pin="output.1.2")

    headings, rows = table_of(page, title)
    *keys, sums = rows
    place = next(at for at, name in enumerate(headings) if "a·v" in name)
    score = next(at for at, name in enumerate(headings) if "q·k" in name)
    parts = [row[place] for row in keys]
    assert sum(map(read, parts)) == read(sums[place])
    decimals = len(sums[place].partition(".")[2])
    value = preset(language, temperature=0.5).trace().output[1, 2]
    assert read(sums[place]) == written(value, decimals)
    for row in keys:
        terms = [read(text.split("= ")[1]) for text in row[:score]]
        assert sum(terms) == read(row[score])

    figure = section(page).get_by_role("figure")
    expect(figure).to_have_attribute("aria-label", translate(language, "origins.alt", title=title))
    for token in preset(language).tokens:
        expect(figure.locator(".ytick", has_text=re.compile(rf"^{token}$"))).to_have_count(1)
    expect(figure.locator(".modebar")).to_have_count(0)


def test_the_section_follows_the_pin_and_the_pin_the_component(visit: Callable[..., Page]):
    page = visit("/output")
    expect(section(page).get_by_role("heading", name=title_of("en", 2, 0))).to_be_visible()
    # Segments of one choice are radio buttons.
    section(page).get_by_role("radio", name="3").click()
    expect(section(page).get_by_role("heading", name=title_of("en", 2, 2))).to_be_visible()
    expect_link(page, pin="output.2.2")
    expect(page.locator('.body [aria-selected="true"]')).to_have_count(1)
    cell(page, "output", 0, 1).click()
    expect(section(page).get_by_role("heading", name=title_of("en", 0, 1))).to_be_visible()
    expect(section(page).get_by_role("radio", name="2")).to_be_checked()


@pytest.mark.parametrize(
    "look", [{"width": 360}, {"width": 360, "theme": "dark"}], indirect=True, ids=str
)
def test_on_a_telephone_only_the_table_scrolls_and_its_tokens_stay(
    visit: Callable[..., Page], look
):
    page = visit("/output", pin="output.2.2")
    headings, _ = table_of(page, title_of("en", 2, 2))
    last = section(page).get_by_role("columnheader", name=headings[-1])
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
    paper = page.get_by_test_id("stApp").evaluate("e => getComputedStyle(e).backgroundColor")
    for token in preset().tokens:
        name = section(page).get_by_role("rowheader", name=token, exact=True)
        expect(name).to_be_in_viewport(ratio=1)
        expect(name).to_have_css("background-color", paper)
    width = page.evaluate("document.scrollingElement.scrollWidth")
    assert width <= look.width
    main = page.get_by_test_id("stMain")
    assert main.evaluate("(node) => node.scrollWidth - node.clientWidth") <= 0


@pytest.mark.parametrize("look", [{"width": 1280, "height": 720}], indirect=True, ids=str)
def test_before_a_class_all_columns_of_the_table_are_in_sight(visit: Callable[..., Page], look):
    page = visit("/output", d_k=3)
    present(page, "en")
    table = page.locator(".st-key-origin-table div:has(> table)")
    for _ in range(25):
        if table.count():
            break
        page.keyboard.press("PageDown")
        settle(page)
    assert table.evaluate("table => table.scrollWidth - table.clientWidth") <= 0


def test_the_sentence_is_filled_and_checked(visit: Callable[..., Page]):
    page = visit("/output")
    cloze = page.locator(".st-key-cloze")
    for gap, option in (("①", "1.b"), ("②", "2.a"), ("③", "3.c"), ("④", "4.b")):
        group = cloze.get_by_role("radiogroup", name=translate("en", "cloze.gap", mark=gap))
        choice = group.get_by_text(translate("en", f"cloze.{option}"), exact=True)
        choice.click()
        expect(cloze.get_by_text(f"{gap} {translate('en', f'cloze.{option}')}")).to_be_visible()
    page.get_by_role("button", name=translate("en", "cloze.check")).press("Enter")
    expect(cloze.get_by_text(translate("en", "cloze.all"))).to_be_visible()
    sentence = cloze.get_by_text(re.compile("④ values ✓"))
    expect(sentence).to_be_visible()
    # Nothing of the markup is left.
    expect(cloze).not_to_contain_text("**")
    expect(cloze).not_to_contain_text("background")


TITLES = "texts => texts.map(text => text.getBoundingClientRect())"


@pytest.mark.parametrize("look", [{"width": 360}, {"width": 640}], indirect=True, ids=str)
def test_no_words_of_the_figure_run_into_each_other(visit: Callable[..., Page], look):
    text = "extraordinarily internationalisation 一二三四五六七八九十一二 notwithstanding"
    page = visit("/output", sentence="own", text=text, split="word", temperature="0.5")
    figure = section(page).get_by_role("figure")
    expect(figure.locator(".xtitle, .x2title, .x3title")).to_have_text(["q·k", "a", "a·v"])
    for line in (".xtitle, .x2title, .x3title", ".xtick text, .x2tick text, .x3tick text"):
        boxes = sorted(figure.locator(line).evaluate_all(TITLES), key=lambda box: box["left"])
        for before, after in pairwise(boxes):
            assert before["right"] <= after["left"]
