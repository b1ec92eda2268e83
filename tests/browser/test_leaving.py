"""A field is left by a click elsewhere: what was typed arrives first, and no page goes blank."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from scripts.browser import settle
from tests.browser.reading import cell, expect_link, expect_page, preset
from ui.text import translate

# Where a finger or a quick click leaves a field that has not been committed.
PLACES: dict[str, tuple[Callable[[Page], Locator], dict[str, object]]] = {
    "next page": (
        lambda page: page.locator(".st-key-way-on").get_by_role("link").last,
        {"edits": "w_q.1.1=5.0"},
    ),
    "box": (
        lambda page: page.locator(".st-key-pipeline").get_by_role("link").nth(2),
        {"edits": "w_q.1.1=5.0"},
    ),
    "reset": (
        lambda page: page.get_by_role("button", name=translate("en", "side.reset"), exact=True),
        {"seed": 0},
    ),
    "scenario": (
        lambda page: page.get_by_test_id("stSidebar").get_by_text(
            translate("en", "scenario.random"), exact=True
        ),
        {"seed": 7},
    ),
}


@pytest.mark.parametrize("look", [{}, {"touch": True}], indirect=True, ids=["mouse", "touch"])
@pytest.mark.parametrize("place", PLACES)
def test_what_is_typed_is_taken_before_the_click_that_leaves_it(
    visit: Callable[..., Page], look, place
):
    page = visit("/projections", seed=3)
    cell(page, "w_q", 1, 1).click()
    expect_link(page, pin="w_q.1.1")
    settle(page)
    page.keyboard.type("5")
    find, wanted = PLACES[place]
    target = find(page)
    target.tap() if look.touch else target.click()
    link = expect_link(page, **wanted)
    settle(page)
    assert link.get("edits") == wanted.get("edits")
    turned = page.url.split("?")[0].rsplit("/", 1)[1]
    assert turned == ("scores" if "edits" in wanted else "projections")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize("look", [{}, {"touch": True}], indirect=True, ids=["mouse", "touch"])
def test_a_number_typed_beside_a_slider_is_taken_before_the_page_is_turned(
    visit: Callable[..., Page], look
):
    page = visit("/scores")
    page.get_by_role("spinbutton", name=translate("en", "side.n")).fill("3")
    link = page.locator(".st-key-way-on").get_by_role("link").last
    link.tap() if look.touch else link.click()
    page.wait_for_url("**/softmax?*")
    expect_link(page, n=3)
    settle(page)
    expect_page(page, "softmax", preset(n=3))


# A message of the view waits until the page was turned.
OVERTAKEN = """
() => {
  const send = WebSocket.prototype.send;
  let late = null;
  WebSocket.prototype.send = function (data) {
    const edit = new TextDecoder().decode(data).includes('"event":"edit"');
    if (edit && !late) return void (late = () => send.call(this, data));
    send.call(this, data);
    if (late) setTimeout(late);
    WebSocket.prototype.send = late ? send : WebSocket.prototype.send;
  };
}
"""


def test_an_edit_that_comes_after_the_page_was_turned_blanks_nothing(visit: Callable[..., Page]):
    page = visit("/projections")
    page.evaluate(OVERTAKEN)
    cell(page, "w_q", 1, 1).dblclick()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    page.locator(".st-key-way-on").get_by_role("link").last.click()
    page.wait_for_url("**/scores?*")
    settle(page)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


# The line is slow: what is sent arrives half a second later.
SLOW = """
() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) { setTimeout(() => send.call(this, data), 500); };
}
"""


def leave_an_open_cell(page: Page, line: str) -> None:
    """Type a number, and click the link to the next page over a line like this."""
    cell(page, "w_q", 1, 1).click()
    page.keyboard.type("5")
    page.evaluate(line)
    page.locator(".st-key-way-on").get_by_role("link").last.click()


def test_a_page_is_turned_once_the_edit_is_answered(visit: Callable[..., Page]):
    page = visit("/projections")
    leave_an_open_cell(page, SLOW)
    page.wait_for_url("**/scores?*")
    expect_link(page, edits="w_q.1.1=5.0")


# Of what is sent, edits never arrive.
DEAF = """
() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (!new TextDecoder().decode(data).includes('"event":"edit"')) send.call(this, data);
  };
}
"""


def test_a_page_is_turned_all_the_same_where_no_answer_comes(visit: Callable[..., Page]):
    page = visit("/projections")
    leave_an_open_cell(page, DEAF)
    page.wait_for_url("**/scores?*")


# As a page does that has more to say after an edit. The new link does what the old one did.
DRAWN_ANEW = """
() => {
  const link = [...document.querySelectorAll('.st-key-way-on a')].at(-1);
  const anew = link.cloneNode(true);
  link.replaceWith(anew);
  anew.addEventListener('click', (event) => {
    event.preventDefault();
    anew.replaceWith(link);
    link.click();
  });
}
"""


def test_a_link_that_is_drawn_anew_while_its_click_waits_is_followed(visit: Callable[..., Page]):
    page = visit("/projections")
    leave_an_open_cell(page, SLOW)
    page.evaluate(DRAWN_ANEW)
    page.wait_for_url("**/scores?*")
    expect_link(page, edits="w_q.1.1=5.0")


def test_a_click_that_comes_late_waits_all_the_same(visit: Callable[..., Page]):
    page = visit("/projections")
    cell(page, "w_q", 1, 1).click()
    expect_link(page, pin="w_q.1.1")
    settle(page)
    page.keyboard.type("5")
    # The browser is busy for longer than the click waits.
    busy = "() => { const until = performance.now() + 400; while (performance.now() < until); }"
    page.evaluate(f"addEventListener('blur', {busy}, {{ capture: true, once: true }})")
    page.locator(".st-key-way-on").get_by_role("link").last.click()
    page.wait_for_url("**/scores?*")
    expect_link(page, edits="w_q.1.1=5.0")
