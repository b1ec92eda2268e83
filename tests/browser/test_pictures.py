"""What stands beside what: nothing moves away from a slider, nothing covers what is to be read."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scripts.browser import settle
from tests.walk import MATRICES
from ui.text import translate

from .reading import cell, present, rows, view
from .test_origins import section
from .test_scrub import choose, grab

WORDS = " ".join(f"w{place}" for place in range(64))
PROJECTOR = {"width": 1280, "height": 720, "reduced_motion": True}
BEYOND = "node => node.scrollWidth - node.clientWidth"
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


@pytest.mark.parametrize("look", [{"height": 720}], indirect=True, ids=["720"])
@pytest.mark.parametrize("name", ["temperature", "d_k"])
def test_the_weights_stay_beside_the_slider_that_moves_them(visit: Callable[..., Page], look, name):
    page = visit("/softmax", n=5)
    slider = choose(page, name)
    settle(page)
    strip = page.locator(".strip").bounding_box()
    for key in ("scaled", "weights"):
        box = cell(page, key, 4, 0).bounding_box()
        assert slider.bounding_box()["y"] < box["y"], key
        assert box["y"] + box["height"] <= strip["y"], key
    # What they come from stands below, with no arrow into it.
    below = page.locator(".step").filter(has=page.locator('[data-key="scores"]'))
    assert below.bounding_box()["y"] > box["y"]
    assert below.evaluate("(step) => getComputedStyle(step, '::before').content") == "none"


@pytest.mark.parametrize("look", [{"width": 360, "height": 740}], indirect=True, ids=["360 px"])
def test_on_a_telephone_the_arrows_fit_or_say_that_there_are_more(visit: Callable[..., Page], look):
    scroller = arrow_scroller(visit("/", sentence="own", text="a b c d e"))
    assert scroller.evaluate(BEYOND) <= 0
    page = visit("/", sentence="own", text=WORDS, n=12)
    scroller = arrow_scroller(page)
    assert scroller.evaluate(BEYOND) > 0
    hint = scroller.locator("xpath=following-sibling::*")
    expect(hint).to_contain_text(translate("en", "matrix.scroll_hint"))


def arrow_scroller(page: Page) -> Locator:
    """What the picture of the arrows scrolls in."""
    return page.locator(".scroller").filter(has=page.locator("svg .token"))


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


# The matrices at the start of a line that have no row labels.
UNLABELLED = """
(view) => {
  const units = [...view.querySelectorAll('.unit')].filter((one) => one.checkVisibility());
  const starts = units.filter((one, index) => {
    const before = units[index - 1]?.getBoundingClientRect();
    return !before || one.getBoundingClientRect().top >= before.bottom;
  });
  return starts.filter((one) => !one.querySelector('.labels.row').checkVisibility())
    .map((one) => one.querySelector('.symbol').textContent);
}
"""


@pytest.mark.parametrize(
    "look", [{**PROJECTOR, "language": lang} for lang in ("en", "zh")], indirect=True, ids=str
)
def test_each_line_of_the_chain_begins_with_row_labels(visit: Callable[..., Page], look):
    for step in range(2, 7):
        page = visit("/", chain=step)
        assert view(page).evaluate(UNLABELLED) == [], step
    present(page, look.language)
    for step in range(1, 6):
        page.keyboard.press("PageDown")
        settle(page)
        assert view(page).evaluate(UNLABELLED) == [], step


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_before_the_first_step_the_last_row_is_in_sight(visit: Callable[..., Page], look):
    page = visit("/projections")
    present(page, "en")
    strip = page.locator(".strip")
    for stage in ("projections", "output"):
        if stage != "projections":
            page = visit(f"/{stage}")
        expect(strip).to_be_hidden()
        for key in MATRICES[stage]:
            expect(rows(page, key).last).to_be_in_viewport(ratio=1)
    page.keyboard.press("PageDown")
    expect(strip).to_be_visible()
    page.keyboard.press("PageUp")
    expect(strip).to_be_hidden()
    # What somebody points at is told.
    cell(page, "weights", 1, 1).hover()
    expect(strip).to_be_visible()


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_a_row_that_is_computed_stands_beside_its_factors(visit: Callable[..., Page], look):
    page = visit("/scores", n=12)
    present(page, "en")
    box = page.locator(".box")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") > 100
    for step in range(3):
        expect(box).to_have_js_property("scrollLeft", 0)
        if step:
            heading = page.locator(".strip .heading")
            expect(heading).to_contain_text(translate("en", "matrix.at", i=step, j=1))
            for lit in view(page).locator(".mark:is(.cursor, .lit):not([hidden])").all():
                expect(lit).to_be_in_viewport(ratio=0.9)
        page.keyboard.press("PageDown")
        settle(page)


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
