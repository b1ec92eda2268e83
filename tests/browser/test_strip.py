"""The strip below the matrices leaves them room, and its result and their cells stay in sight."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scripts.browser import settle
from tests.browser.reading import cell, cells, each_page, rows
from ui.text import translate

PHONE = {"width": 360, "height": 640}
SHARE = "strip => strip.getBoundingClientRect().height / innerHeight"
LONG = {"sentence": "own", "split": "word", "text": " ".join(f"w{at}" for at in range(128))}
ROWS = "terms => terms.clientHeight / parseFloat(getComputedStyle(terms).lineHeight)"
# Pages whose sums are long, and what makes them so.
LONG_SUMS = {
    "/projections": {"d_model": 64},
    "/scores": {"d_k": 64, "pin": "scores.0.0"},
    "/softmax": {**LONG, "n": 128, "pin": "weights.2.0"},
    "/output": {**LONG, "n": 128, "pin": "output.2.0"},
}


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=str)
def test_on_a_telephone_the_strip_takes_a_quarter(visit: Callable[..., Page]):
    # A trail and an edit are what else stands in the strip.
    page = visit("/", edits="x.2.0=3")
    strip = page.locator(".strip")
    for stage in each_page(page):
        expect(strip.locator(".heading")).not_to_be_empty()
        assert strip.evaluate(SHARE) <= 0.25, stage
    page.locator('.strip button[aria-label*=" ="]').first.click()
    page.wait_for_url("**/softmax?*")
    settle(page)
    expect(strip.locator(".trail .crumb")).to_have_count(2)
    assert strip.evaluate(SHARE) <= 0.25
    edit = strip.get_by_role("button", name=translate("en", "matrix.edit"))
    visit("/input")
    box = edit.bounding_box()
    assert box["width"] >= 44
    assert box["height"] >= 28


# Whether all of it is in sight without scrolling it.
WHOLE = """
(strip) => [strip, strip.querySelector('.terms')].every(
  (box) => box.scrollHeight <= box.clientHeight + 1)
"""
# Scroll until what stands above the strip ends at this share of the screen; how far below that the
# strip begins.
SCROLL = """
(strip, share) => {
  const above = strip.parentNode.querySelector('.legend');
  const end = () => above.getBoundingClientRect().bottom;
  document.querySelector('.stMain').scrollTop += end() - share * innerHeight;
  return strip.getBoundingClientRect().top - end();
}
"""


@pytest.mark.parametrize("look", [{"width": 360, "height": 740}], indirect=True, ids=["360 px"])
def test_on_a_telephone_the_strip_takes_its_room_where_it_covers_no_matrix(
    visit: Callable[..., Page],
):
    page = visit("/output", n=12)
    strip = page.locator(".strip")
    for _ in range(2):
        strip.evaluate(SCROLL, 0.9)
        expect(strip).not_to_have_class(re.compile("landed"))
        assert strip.evaluate(SCROLL, 0.9) < 0
        assert strip.evaluate(SHARE) <= 0.25
        assert not strip.evaluate(WHOLE)
        strip.evaluate(SCROLL, 0.7)
        expect(strip).to_have_class(re.compile("landed"))
        assert strip.evaluate(WHOLE)
        assert strip.evaluate(SCROLL, 0.7) >= 0
        expect(strip.locator(".terms button")).to_have_count(24)
    # Also where the page leaps past all of it.
    main = page.locator(".stMain")
    main.evaluate("main => (main.scrollTop = main.scrollHeight)")
    expect(strip).to_have_class(re.compile("landed"))
    settle(page)
    main.evaluate("main => (main.scrollTop = 0)")
    expect(strip).not_to_have_class(re.compile("landed"))


@pytest.mark.parametrize("look", [{"height": 720}, PHONE], indirect=True, ids=str)
def test_the_result_of_a_long_sum_is_in_sight_and_every_term_within_reach(
    visit: Callable[..., Page],
):
    for path, link in LONG_SUMS.items():
        page = visit(path, **link)
        result = page.locator(".strip .result")
        expect(result).to_be_in_viewport(ratio=1)
        before = page.locator(".strip .end").evaluate(
            "e => getComputedStyle(e, '::before').content"
        )
        assert "…" in before, path
        rows_in_sight = page.locator(".strip .terms").evaluate(ROWS)
        assert rows_in_sight == pytest.approx(round(rows_in_sight), abs=0.05), path
        numbers = page.locator(".strip .terms button")
        assert numbers.count() >= 128, path
        numbers.first.focus()
        page.keyboard.press("End")
        expect(numbers.last).to_be_focused()
        expect(numbers.last).to_be_in_viewport(ratio=0.9)
        expect(result).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("look", [{"height": 720}, PHONE], indirect=True, ids=str)
def test_the_strip_never_lies_over_the_cell_that_has_the_focus(visit: Callable[..., Page]):
    page = visit("/scores", n=12, d_k=12)
    strip = page.locator(".strip")
    cell(page, "k_t", 0, 0).focus()
    page.keyboard.press("Tab")
    for key in ("ArrowUp",) * 12 + ("ArrowDown",) * 11:
        page.keyboard.press(key)
        focused = page.locator(".box :focus")
        expect(focused).to_have_count(1)
        box, below = focused.bounding_box(), strip.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= below["y"]
    expect(rows(page, "scores").last.locator(":focus")).to_have_count(1)


def test_a_wide_product_of_colours_is_on_the_first_screen(visit: Callable[..., Page], page: Page):
    page.set_viewport_size({"width": 1280, "height": 720})
    visit("/output", d_v=64)
    top = page.locator(".strip").bounding_box()["y"]
    assert cells(page, "weights").last.bounding_box()["y"] < top
    for key in ("weights", "v", "output"):
        box = page.locator(f'.body[data-key="{key}"]').bounding_box()
        assert box["y"] + box["height"] / 2 < top, key
        assert box["x"] + box["width"] <= 1280, key


def test_the_strip_says_a_place_once(visit: Callable[..., Page]):
    page = visit("/projections", pin="w_q.1.0")
    heading = page.locator(".strip .heading")
    place = translate("en", "matrix.at", i=2, j=1)
    assert heading.inner_text().count(place) == 1
    assert heading.inner_text().count("column") == 1


EIGHT = {"sentence": "own", "text": "The old dog didn't bark at the dog", "seed": 3}


@pytest.mark.parametrize(("most", "link"), [(2, {}), (3, EIGHT)])
@pytest.mark.parametrize("resized", [False, True])
def test_a_result_stands_right_behind_a_sum_of_few_rows(
    visit: Callable[..., Page], page: Page, most: int, link: dict[str, object], resized: bool
):
    page.set_viewport_size({"width": 700 if resized else 1280, "height": 720})
    visit("/output", pin="output.2.0", **link)
    page.set_viewport_size({"width": 1280, "height": 720})
    settle(page)
    line = page.locator(".strip .line")
    rows_taken = line.evaluate("e => e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)")
    assert most - 1.5 < rows_taken < most + 0.5
    ends = """
    (line) => {
      const [last, result] = [...line.querySelectorAll('.terms > div > *')].slice(-1)
        .concat(line.querySelector('.end')).map((node) => node.getClientRects()[0]);
      return { gap: result.left - last.right, below: result.top - last.top };
    }
    """
    found = line.evaluate(ends)
    start = line.evaluate(
        "(e) => e.querySelector('.end').getClientRects()[0].left - e.getBoundingClientRect().left"
    )
    # On the same row behind the last term, or at the start of the next.
    assert (abs(found["below"]) < 8 and found["gap"] < 20) or start < 20
