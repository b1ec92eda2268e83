"""What stands beside what: nothing moves away from a slider, nothing covers what is to be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scripts.browser import settle
from ui.text import translate

from .test_origins import section
from .test_scrub import choose, grab

WORDS = " ".join(f"w{place}" for place in range(64))
BOXES = "nodes => nodes.map((node) => node.getBoundingClientRect().toJSON())"


@pytest.mark.parametrize("look", [{}, {"width": 360, "language": "zh"}], indirect=True, ids=str)
@pytest.mark.parametrize("name", ["temperature", "d_k"])
def test_the_slider_stays_under_the_pointer_that_lets_it_go(visit: Callable[..., Page], look, name):
    page = visit("/softmax")
    slider = choose(page, name, look.language)
    # On a telephone the page then scrolls to the cell that the slider moves.
    settle(page, quiet_ms=1_000)
    y, left, width = grab(page, slider)
    page.mouse.move(left + width * 0.8, y)
    before = slider.bounding_box()
    page.mouse.up()
    reached = slider.evaluate("(node) => node.value")
    if name == "temperature":
        said = translate(look.language, "notice.divided", temperature="\0").partition("\0")[0]
        expect(page.get_by_text(said)).to_be_attached()
    settle(page)
    expect(slider).to_have_value(reached)
    assert slider.bounding_box() == before


@pytest.mark.parametrize("query", [20, 4])
def test_the_arrows_are_as_many_as_the_words_below_them_say(visit: Callable[..., Page], query):
    page = visit("/", sentence="own", text=WORDS, query=query)
    said = translate("en", "matrix.more_arrows", shown=12, total=64)
    assert "the token itself always" in said
    expect(page.get_by_text(said)).to_be_visible()
    picture = page.locator("svg").filter(has=page.locator(".token"))
    arcs = picture.locator(".arc")
    expect(arcs).to_have_count(13 if query == 20 else 12)


@pytest.mark.parametrize("text", ["x", "x y"])
def test_the_arrow_to_itself_is_whole_however_thick(visit: Callable[..., Page], text):
    page = visit("/", sentence="own", text=text)
    picture = page.locator("svg").filter(has=page.locator(".token"))
    loop, plate = picture.locator(".arc").last, picture.locator(".plate").last
    thick = float(loop.get_attribute("stroke-width") or 0)
    # A path's box leaves out its thickness.
    bottom = loop.evaluate("(node) => node.getBBox().y + node.getBBox().height") + thick / 2
    top = plate.evaluate("(node) => node.getBBox().y")
    assert bottom <= top
    height = picture.evaluate("(node) => node.viewBox.baseVal.height")
    assert plate.evaluate("(node) => node.getBBox().y + node.getBBox().height") <= height


def test_the_marks_of_the_scores_cover_no_number(visit: Callable[..., Page]):
    page = visit("/output")
    figure = section(page).get_by_role("figure")
    expect(figure.locator(".scatterlayer .point")).to_have_count(4)
    marks = figure.locator(".scatterlayer .point").evaluate_all(BOXES)
    numbers = figure.locator(".barlayer .bartext").evaluate_all(BOXES)
    assert len(numbers) > 8
    for mark in marks:
        for number in numbers:
            apart = (
                mark["right"] <= number["left"]
                or number["right"] <= mark["left"]
                or mark["bottom"] <= number["top"]
                or number["bottom"] <= mark["top"]
            )
            assert apart


# In the last one the bars drawn last have no numbers.
LINKS = [{}, {"n": 8, "seed": 3}, {"n": 8, "seed": 3, "edits": "v.7.0=0 v.7.1=0 v.7.2=0"}]
# The letters of each number that is seen, with what its bar scales them by.
LETTERS = """
nodes => nodes.filter((node) => node.textContent && node.getBoundingClientRect().width > 0).map(
  (node) => {
    const scale = (node.getAttribute("transform") ?? "").match(/scale\\(([\\d.]+)/)?.[1] ?? 1;
    return parseFloat(getComputedStyle(node).fontSize) * Number(scale);
  },
)
"""


@pytest.mark.parametrize("link", LINKS)
def test_a_number_in_the_stacked_chart_can_be_read_or_is_left_out(visit: Callable[..., Page], link):
    page = visit("/output", **link)
    figure = page.get_by_role("figure").nth(1)
    expect(figure.locator(".bartext").first).to_be_attached()
    letters = figure.locator(".bartext").evaluate_all(LETTERS)
    assert letters
    assert min(letters) >= 12
