"""Following a number to its sources, typing over numbers, comparing, predicting, presenting."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from attention_core import Edit, Scenario
from scripts.browser import settle
from tests.browser.reading import (
    body,
    cell,
    expect_link,
    expect_matrix,
    expect_pinned,
    go_on,
    parameters,
    rows,
)
from ui.text import translate


def follow(page: Page, operand: str, path: str) -> None:
    """Press the button of an operand of the strip and arrive on its page."""
    page.locator(f'.strip button[aria-label*="{operand} ="]').first.click()
    page.wait_for_url(f"**{path}?*")
    settle(page)


def type_over(page: Page, key: str, row: int, column: int, text: str) -> None:
    """Open a cell, type a number, and press Enter."""
    cell(page, key, row, column).dblclick()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("look", [{"language": "en"}, {"language": "zh"}], indirect=True)
def test_an_output_number_leads_back_to_x_and_w(visit: Callable[..., Page], look):
    page = visit("/output")
    learning, me = ("learning", "I") if look.language == "en" else ("学习", "我")
    follow(page, f"A[{learning}, {me}]", "/softmax")
    follow(page, f"S[{learning}, {me}]", "/softmax")
    follow(page, f"QKᵀ[{learning}, {me}]", "/scores")
    follow(page, f"Q[{learning}, 1]", "/projections")
    trail = page.locator(".trail .crumb")
    expect(trail).to_have_count(5)
    expect(trail.first).to_have_text(f"O[{learning}, 1]")
    expect_link(page, pin="q.2.0")
    follow(page, f"X[{learning}, 1]", "/input")
    crumbs = trail.all_inner_texts()
    page.reload()
    expect(trail).to_have_count(6)
    assert trail.all_inner_texts() == crumbs
    settle(page)
    page.locator(".trail .crumb").first.click()
    page.wait_for_url("**/output?*")
    expect_link(page, pin="output.2.0")
    # Whoever opens a link in this tab has not come along that way.
    visit("/softmax", pin="weights.2.0")
    expect(trail).to_have_count(0)


def test_the_way_to_a_number_is_told_where_that_number_is_held(visit: Callable[..., Page]):
    page = visit("/output")
    follow(page, "A[learning, I]", "/softmax")
    trail = page.locator(".trail .crumb")
    expect(trail).to_have_count(2)
    page.locator(".st-key-way-on").get_by_role("link").first.click()
    page.wait_for_url("**/scores?*")
    expect_pinned(page, "scores", 2, 0)
    expect(trail).to_have_count(0)
    go_on(page, "/softmax")
    expect_pinned(page, "weights", 2, 0)
    expect(trail).to_have_count(2)


# The held cell stands above the strip.
CLEAR = """
view => view.querySelector('.body [aria-selected=true]').getBoundingClientRect().bottom
  <= view.querySelector('.strip').getBoundingClientRect().top
"""


@pytest.mark.parametrize("look", [{"height": 720}], indirect=True, ids=str)
def test_a_number_that_was_followed_is_not_behind_the_strip(visit: Callable[..., Page], look):
    page = visit("/scores", pin="scores.2.3")
    follow(page, "Q[learning, 1]", "/projections")
    shown = page.locator(".view").element_handle()
    page.wait_for_function(CLEAR, arg=shown)


def test_three_quick_edits_all_stay_and_travel_in_the_link(visit: Callable[..., Page]):
    page = visit("/projections")
    for column, text in enumerate(("0.0634", "4,52", "−2")):
        type_over(page, "x", 0, column, text)
    edits = (Edit("x", 0, 0, 0.0634), Edit("x", 0, 1, 4.52), Edit("x", 0, 2, -2.0))
    expect_link(page, edits="x.0.0=0.0634 x.0.1=4.52 x.0.2=-2.0")
    for key in ("q", "k", "v"):
        expect_matrix(
            page, key, Scenario(tokens=("I", "love", "learning", "languages"), edits=edits)
        )
    page.locator(".st-key-edit-undo button").click()
    expect_link(page, edits="x.0.0=0.0634 x.0.1=4.52")
    page.locator(".st-key-edit-redo button").click()
    expect_link(page, edits="x.0.0=0.0634 x.0.1=4.52 x.0.2=-2.0")
    page.locator(".st-key-edit-drop button").click()
    page.wait_for_url(lambda url: "edits" not in parameters(url))
    expect_matrix(page, "q", Scenario())


# On a slow line a message is overtaken by a later one, which brings all that is not yet answered.
KEEP_BACK = """
() => {
  const send = WebSocket.prototype.send;
  let last = null;
  WebSocket.prototype.send = function (data) { last = () => send.call(this, data); };
  window.__letGo = () => { WebSocket.prototype.send = send; last(); };
}
"""


# Between two clicks, however long this machine takes for them.
STAND_STILL = """
() => {
  const [now, later] = [performance.now(), window.setTimeout];
  performance.now = () => now;
  window.setTimeout = (call, time, ...rest) => later(call, time < 300 ? time : 1e6, ...rest);
}
"""


def test_an_answer_between_two_clicks_takes_no_cell_away(visit: Callable[..., Page]):
    page = visit("/projections")
    page.evaluate(KEEP_BACK)
    type_over(page, "x", 0, 0, "0.0634")
    box = cell(page, "x", 0, 1).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.evaluate(STAND_STILL)
    page.mouse.up()
    page.evaluate("window.__letGo()")
    # The answer comes, and nothing shows it.
    page.wait_for_timeout(700)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    expect(page.locator(".view .editor")).to_be_focused()
    page.keyboard.type("4,52")
    page.keyboard.press("Enter")
    expect_link(page, edits="x.0.0=0.0634 x.0.1=4.52")


def test_an_answer_brings_nobody_back_who_has_scrolled_on(visit: Callable[..., Page]):
    page = visit("/projections")
    page.evaluate(KEEP_BACK)
    type_over(page, "x", 0, 0, "0.0634")
    main = page.get_by_test_id("stMain")
    # All of the matrices are above the screen then, whatever the answer brings in.
    main.evaluate("e => e.scrollTo(0, e.scrollHeight)")
    page.evaluate("window.__letGo()")
    expect_link(page, edits="x.0.0=0.0634")
    settle(page)
    page.wait_for_timeout(600)
    box = page.locator(".box").bounding_box()
    assert box["y"] + box["height"] < 0


def test_edits_that_arrive_together_are_undone_one_by_one(visit: Callable[..., Page]):
    page = visit("/projections")
    page.evaluate(KEEP_BACK)
    type_over(page, "x", 0, 0, "3")
    type_over(page, "x", 0, 1, "4")
    page.evaluate("window.__letGo()")
    expect_link(page, edits="x.0.0=3.0 x.0.1=4.0")
    settle(page)
    for rest in ({"edits": "x.0.0=3.0"}, {}):
        page.locator(".st-key-edit-undo button").click()
        expect_link(page, **rest)
        settle(page)
    assert "edits" not in parameters(page.url)


def test_a_number_typed_over_is_said_and_compared_as_it_was_typed(visit: Callable[..., Page]):
    page = visit("/input", pin="x.1.1")
    type_over(page, "x", 1, 1, "1e-6")
    expect_link(page, edits="x.1.1=1e-06")
    strip = page.locator(".strip")
    expect(page.locator(".view [aria-live=polite]")).to_contain_text("+1e−6")
    expect(strip.locator(".compared")).to_contain_text("1e−6")
    expect(strip.locator(".compared")).not_to_contain_text("0.0000")


def test_the_trail_says_which_of_two_equal_tokens_it_leads_to(visit: Callable[..., Page]):
    page = visit("/output", sentence="own", text="the dog saw the dog", query=1, pin="output.1.0")
    page.locator(".strip .line button").nth(8).click()
    crumbs = page.locator(".trail .crumb")
    expect(crumbs.first).to_have_text("O[dog (2), 1]")
    expect(crumbs.last).to_contain_text("A[dog (2), ")


@pytest.mark.parametrize(("text", "key"), [("abc", "not_a_number"), ("1,000", "ambiguous")])
def test_what_is_no_number_is_refused_beside_the_cell(
    visit: Callable[..., Page], text: str, key: str
):
    page = visit("/input")
    type_over(page, "x", 0, 0, text)
    expect(page.locator(".strip [role=alert]")).to_have_text(
        translate("en", f"edit.{key}", text=text)
    )
    expect(cell(page, "x", 0, 0)).to_have_text("+1")
    assert "edits" not in parameters(page.url)
    expect(page.locator(".editor")).to_have_value(text)
    page.locator(".editor").press("Escape")
    expect(page.locator(".editor")).to_have_count(0)


@pytest.mark.parametrize("look", [{"language": "en"}, {"language": "zh"}], indirect=True)
def test_escape_and_the_next_number_take_the_refusal_away(visit: Callable[..., Page], look):
    page = visit("/input")
    alert, editor = page.locator(".strip [role=alert]"), page.locator(".editor")
    refusal = translate(look.language, "edit.not_a_number", text="abc")

    def refuse() -> None:
        type_over(page, "x", 0, 0, "abc")
        expect(alert).to_have_text(refusal)
        expect(editor).to_have_value("abc")

    refuse()
    editor.press("Escape")
    expect(alert).to_be_empty()
    # Python has let it go, too: what it sends next does not bring it back.
    settle(page)
    cell(page, "x", 1, 1).click()
    settle(page)
    expect(alert).to_be_empty()
    refuse()
    # A reader who has gone on to the cell is on the cell.
    editor.press("Tab")
    expect(editor).to_have_count(0)
    expect(alert).to_have_text(refusal)
    page.keyboard.press("Escape")
    expect(alert).to_be_empty()
    refuse()
    editor.fill("7")
    editor.press("Enter")
    expect_link(page, edits="x.0.0=7.0")
    expect(alert).to_be_empty()


def test_a_typed_number_is_never_shown_as_zero_and_the_number_there_is_no_edit(
    visit: Callable[..., Page],
):
    page = visit("/input")
    type_over(page, "x", 0, 1, "-0")
    type_over(page, "x", 0, 0, "1.0")
    type_over(page, "x", 0, 1, "-1e-7")
    expect_link(page, edits="x.0.1=-1e-07")
    expect(cell(page, "x", 0, 1)).to_have_text("−1e−7")
    expect(page.locator(".strip .compared")).to_have_text(
        translate("en", "matrix.compared", before="0", now="−1e−7", change="−1e−7")
    )


def test_what_an_edit_did_not_move_is_shown_as_unmoved(visit: Callable[..., Page]):
    page = visit("/output", edits="v.1.1=6")
    page.get_by_role("button", name=translate("en", "matrix.change"), exact=True).or_(
        page.get_by_role("radio", name=translate("en", "matrix.change"), exact=True)
    ).first.click()
    expect(cell(page, "weights", 2, 1)).to_have_text("=")
    expect(cell(page, "v", 1, 1)).to_have_text("+4")
    expect(cell(page, "output", 2, 0)).to_have_text("=")


def test_sums_are_those_of_the_numbers_beside_them(visit: Callable[..., Page]):
    page = visit("/softmax", edits="scores.2.3=8")
    sums = {key: rows(page, key).nth(2).locator(".sum") for key in ("scores", "weights")}
    for mode, scores, weights in (
        ("now", "0", "1.00"),
        ("before", "−8", "1.00"),
        ("change", "+8", "="),
    ):
        page.locator(f".compare input[value={mode}]").check()
        expect(sums["scores"]).to_have_text(scores)
        expect(sums["weights"]).to_have_text(weights)
    expect(rows(page, "scores").nth(1).locator(".sum")).to_have_text("=")
    # Down the columns the changes as shown add up to 0.01; beside "=" that is no remark.
    page = visit("/softmax", variant="columns", edits="scores.2.3=4.43")
    page.locator(".compare input[value=change]").check()
    moved = body(page, "weights").locator(".sums .sum").last
    expect(moved).to_have_text("=")
    expect(moved).not_to_have_attribute("data-remark", re.compile("."))


@pytest.mark.parametrize("whole", [False, True], ids=["page", "everything"])
def test_after_a_reset_the_cells_show_the_numbers_of_now(visit: Callable[..., Page], whole: bool):
    page = visit("/output", edits="v.1.1=6")
    page.locator(".compare input[value=change]").check()
    expect(cell(page, "v", 1, 1)).to_have_text("+4")
    if whole:
        buttons = ("side.reset", "side.restore")
    else:
        page.get_by_text(translate("en", "teacher.panel"), exact=True).click()
        buttons = ("teacher.reset_page",)
    for words in buttons:
        page.get_by_role("button", name=translate("en", words), exact=True).click()
    expect(page.locator(".compare input[value=now]")).to_be_checked()
    expect(cell(page, "v", 1, 1)).to_have_text("+6")


@pytest.mark.parametrize("look", [{"language": "en"}, {"language": "zh"}], indirect=True)
def test_the_words_around_the_cells_say_which_numbers_they_speak_of(
    visit: Callable[..., Page], look
):
    page = visit("/scores", edits="scores.2.3=9")
    finding, value = page.locator(".finding"), page.locator(".strip .heading .value")
    told = finding.inner_text()
    for mode, number in (("before", "0"), ("change", "+9")):
        page.locator(f".compare input[value={mode}]").check()
        name = translate(look.language, f"matrix.{mode}")
        said = translate(look.language, "matrix.finding_now", mode=name, finding=told)
        expect(finding).to_have_text(said)
        expect(cell(page, "scores", 2, 3)).to_have_text(number)
        expect(value).to_have_text(f"{name} {number}")
    # The terms are always those of now.
    cell(page, "scores", 1, 1).hover()
    line = page.locator(".strip .line")
    expect(line).to_have_text(re.compile(f"^{translate(look.language, 'matrix.now')}"))
    page.mouse.move(1, 1)
    page.locator(".compare input[value=now]").check()
    expect(line).not_to_contain_text(translate(look.language, "matrix.now"))
    expect(finding).to_have_text(told)
    expect(value).to_have_text("+9")


def test_a_prediction_keeps_the_guess_beside_the_answer_and_uncovers(visit: Callable[..., Page]):
    page = visit("/scores")
    expect(cell(page, "scores", 2, 0)).to_have_text("?")
    page.locator(".st-key-guess-a button").click()
    card = page.locator(".st-key-prediction")
    expect(card).to_contain_text(translate("en", "predict.yours"))
    expect(card).to_contain_text(translate("en", "predict.right"))
    expect(cell(page, "scores", 2, 0)).to_have_text("−3")
