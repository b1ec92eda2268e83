"""Presenter mode: a clicker's keys, what a step shows, and a blank screen."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from scripts.browser import settle
from tests.browser.access import luminance
from tests.browser.reading import cell, cells, expect_link, present, preset, rows, written
from tests.walk import MATRICES
from ui.text import prose, translate

LANGUAGES = ("zh", "en")
PROJECTOR = {"width": 1280, "height": 720, "reduced_motion": True}

QUESTION = ".st-key-prediction"
ANSWER = ".st-key-guess-skip"

# Of the built cell and what it came from, what lies behind the sentence or the strip, or outside.
HIDDEN = """
view => {
  const span = (node) => node.getBoundingClientRect();
  const [finding, strip] = ['.finding', '.strip'].map((one) => span(view.querySelector(one)));
  const marks = view.querySelectorAll('.mark:is(.cursor, .lit):not([hidden])');
  const { left, right } = span(view.querySelector('.box'));
  return [...marks].filter((mark) => {
    const area = span(mark);
    const [above, below] = [area.top < finding.bottom - 1, area.bottom > strip.top + 1];
    return above || below || area.left < left - 1 || area.right > right + 1;
  }).map(({ className }) => className);
}
"""

# Matrices of which something lies behind the sentence or the strip, or outside.
HIDDEN_MATRICES = """
(view, keys) => {
  const span = (node) => node.getBoundingClientRect();
  const strip = view.querySelector('.strip');
  const ceiling = span(view.querySelector('.above')).bottom;
  const isSeen = strip.checkVisibility({ visibilityProperty: true });
  const floor = isSeen ? Math.min(innerHeight, span(strip).top) : innerHeight;
  const { left, right } = span(view.querySelector('.box'));
  return keys.filter((key) => {
    const body = view.querySelector(`.body[data-key=${key}]`);
    const head = [...body.parentElement.querySelectorAll('.head')].findLast(
      (one) => one.compareDocumentPosition(body) & Node.DOCUMENT_POSITION_FOLLOWING
    );
    const [title, frame] = [span(head), span(body.querySelector('.frame'))];
    const beside = frame.left < left || frame.right > right;
    return title.top < ceiling - 1 || frame.bottom > floor + 1 || beside;
  });
}
"""


# What every step changes.
SEEN = """
() => [
  document.querySelector('h1')?.textContent,
  document.querySelector('.stMain').scrollTop,
  document.querySelector('.st-key-prediction')?.textContent,
  ...[...document.querySelectorAll('.st-key-matrix *')].map(
    ({ shadowRoot }) => shadowRoot?.querySelector('.finding')?.textContent
  ),
].join()
"""

# Below the numbers, what a class can read of the page and has not been wholly in sight so far.
UNREAD = """
() => {
  const main = document.querySelector('.stMain');
  const [view, end] = ['.st-key-matrix', '.st-key-way-on'].map((one) => main.querySelector(one));
  const { DOCUMENT_POSITION_FOLLOWING: following } = Node;
  const isAfter = (one, other) => other.compareDocumentPosition(one) & following;
  const isOpen = (node) => node.checkVisibility() && !node.closest('details:not([open])');
  const isBelow = (node) => isAfter(node, view) && isAfter(end, node) && isOpen(node);
  const roots = [...view.querySelectorAll('*')].map((node) => node.shadowRoot).filter(Boolean);
  const bars = roots.flatMap((root) => [...root.querySelectorAll('.picture.scroller td')]);
  const texts = [...main.querySelectorAll('p, li, td, th, button, text')].filter(isBelow);
  const { bottom: above } = document.querySelector('.stAppHeader').getBoundingClientRect();
  return [...bars, ...texts].filter((node) => {
    const { top, bottom, height } = node.getBoundingClientRect();
    if (top >= above && bottom <= innerHeight) node.dataset.read = '';
    return height && !('read' in node.dataset);
  }).map((node) => node.textContent);
}
"""


def press(page: Page, key: str) -> None:
    """A key, and what it brings."""
    page.keyboard.press(key)
    settle(page)


def step(page: Page, way: str = "on", *, by: str = "keys") -> None:
    """A step, with the clicker's key or the button on the screen, until it is seen."""
    seen = page.evaluate(SEEN)
    if by == "keys":
        page.keyboard.press({"on": "PageDown", "back": "PageUp"}[way])
    else:
        page.locator(f".st-key-present-{way} button").click()
    page.wait_for_function(f"seen => ({SEEN})() !== seen", arg=seen)
    settle(page)


def build_up(page: Page) -> None:
    """The clicker's key until all of the page is there."""
    for _ in range(20):
        if page.locator(".st-key-way-on").count():
            return
        step(page)


def turn(page: Page) -> list[float]:
    """The clicker's key until the next page comes; from where to where that one scrolled."""
    title, stops = title_of(page), []
    while title_of(page) == title:
        assert len(stops) < 30
        stops.append(scrolled(page))
        step(page)
    return stops


def title_of(page: Page) -> str:
    return page.get_by_role("heading", level=1).inner_text()


def stage_of(page: Page) -> str:
    return urlsplit(page.url).path


def scrolled(page: Page) -> float:
    return page.locator(".stMain").evaluate("e => e.scrollTop")


def is_in_sight(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    return box is not None and box["y"] > 0 and box["y"] + box["height"] <= 720


def expect_question(page: Page, stage: str, language: str = "en") -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(prose(language, stage)["question"])


def hidden_parts(page: Page) -> list[str]:
    """Of the built cell and what it came from, what is out of sight."""
    found: list[str] = page.locator(".view").evaluate(HIDDEN)
    return found


def hidden_matrices(page: Page, *keys: str) -> list[str]:
    """Which of them are not wholly in sight, with their heads."""
    found: list[str] = page.locator(".view").evaluate(HIDDEN_MATRICES, keys)
    return found


def test_outside_presenter_mode_its_keys_do_nothing(visit: Callable[..., Page]):
    page = visit("/input")
    page.get_by_role("heading", level=1).click()
    for key in ("PageDown", "PageUp", "b", ".", "c", "r", "n"):
        page.keyboard.press(key)
    settle(page)
    expect_question(page, "input")
    assert page.locator(".stApp").evaluate("e => getComputedStyle(e, '::after').content") == "none"


def test_a_clicker_steps_whatever_has_the_focus_but_a_field(visit: Callable[..., Page]):
    page = visit("/input")
    present(page, "en", sidebar=True)
    # In an open sidebar the switch of presenter mode keeps the focus.
    switch = page.get_by_role("switch", name=translate("en", "teacher.presenter"))
    switch.focus()
    step(page)
    expect(page.locator(QUESTION)).to_be_in_viewport(ratio=1)
    expect(switch).to_be_focused()
    turn(page)
    expect_question(page, "projections")
    expect(cell(page, "v", 0, 0)).to_have_text("")
    slider = page.get_by_role("slider", name=translate("en", "side.n"))
    slider.focus()
    step(page)
    expect(cell(page, "v", 0, 0)).to_have_text("+2")
    expect(slider).to_have_value("4")
    cell(page, "x", 2, 0).focus()
    step(page, "back")
    expect(cell(page, "v", 0, 0)).to_have_text("")
    # In the grid its own keys go on working.
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect_link(page, pin="x.3.0")
    expect(cell(page, "v", 0, 0)).to_have_text("")
    step(page)
    expect(cell(page, "v", 0, 0)).to_have_text("+2")


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
@pytest.mark.parametrize("by", ["keys", "buttons"])
def test_the_clicker_passes_over_nothing_and_goes_back_by_the_same_way(
    visit: Callable[..., Page], look, by
):
    page = visit("/output", n=2, d_v=1)
    present(page, "en")
    finding = page.locator(".finding")
    while "is being computed" in finding.text_content():
        step(page, by=by)
    # Its charts come last.
    expect(page.locator(".st-key-contributions .main-svg").first).to_be_visible()
    settle(page)
    whole = cells(page, "output").all_text_contents()
    stops, unread = [scrolled(page)], page.evaluate(UNREAD)
    while unread:
        asked = page.locator(ANSWER).count()
        step(page, by=by)
        # Once, it is not the page that goes on, but the answer that comes.
        if page.locator(ANSWER).count() == asked:
            assert scrolled(page) > stops[-1], unread
            stops.append(scrolled(page))
        unread = page.evaluate(UNREAD)
    assert not asked
    assert len(stops) > 3
    for stop in stops[-2::-1]:
        step(page, "back", by=by)
        assert scrolled(page) == stop
    expect(cells(page, "output")).to_have_text(whole)
    step(page, "back", by=by)
    expect(finding).to_contain_text("is being computed")


@pytest.mark.parametrize(
    "look, path",
    [({"language": "zh", **PROJECTOR}, "/"), ({"language": "en", **PROJECTOR}, "/softmax")],
    indirect=["look"],
    ids=str,
)
def test_a_page_that_was_turned_too_early_is_back_as_it_was_left(
    visit: Callable[..., Page], look, path
):
    page = visit(path)
    present(page, look.language)
    stops = turn(page)
    # A way of a few screens, and on this page the steps before it.
    assert len({stop for stop in stops if stop}) >= 2
    page.keyboard.press("PageUp")
    expect(page.locator(".st-key-way-on")).to_be_visible()
    page.wait_for_function(
        "goal => document.querySelector('.stMain').scrollTop === goal", arg=stops[-1]
    )
    assert stage_of(page) == path
    settle(page)
    assert turn(page) == stops[-1:]
    assert scrolled(page) == 0


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
def test_where_the_class_was_asked_the_next_step_is_the_answer(visit: Callable[..., Page], look):
    page = visit("/scores", n=2)
    present(page, look.language)
    covered = page.get_by_text("?", exact=True)
    card, right = page.locator(QUESTION), translate(look.language, "predict.right")
    while not page.locator(ANSWER).is_visible() or not is_in_sight(page, ANSWER):
        step(page)
    expect(card).not_to_contain_text(right)
    where, question = scrolled(page), card.locator("p").nth(1).inner_text()
    step(page)
    expect(card).to_contain_text(right)
    expect(card.locator("p").nth(1)).to_have_text(question)
    assert scrolled(page) == where
    expect(covered).to_have_count(0)
    step(page)
    assert scrolled(page) > where


def test_an_answer_that_the_teacher_keeps_back_is_no_step(visit: Callable[..., Page]):
    page = visit("/input", n=2)
    present(page, "en", sidebar=True)
    page.get_by_text(translate("en", "teacher.panel"), exact=True).click()
    page.get_by_text(translate("en", "teacher.answers_hidden"), exact=True).click()
    settle(page)
    turn(page)
    press(page, "PageUp")
    expect(page.locator(QUESTION)).not_to_contain_text(translate("en", "predict.right"))
    expect(page.locator(QUESTION)).not_to_contain_text(translate("en", "predict.noted_skip"))


def test_the_end_of_the_walk_is_said(visit: Callable[..., Page]):
    page = visit("/output", n=2, d_v=1)
    present(page, "en")
    end = page.get_by_text(translate("en", "teacher.end"))
    for _ in range(40):
        press(page, "PageDown")
        if end.is_visible():
            break
    expect_question(page, "output")
    expect(end).to_be_visible()
    press(page, "PageUp")
    expect_question(page, "output")


@pytest.mark.parametrize("look", [{**PROJECTOR, "height": 2000}], indirect=True, ids=["tall"])
def test_what_is_in_sight_already_is_no_stop(visit: Callable[..., Page], look):
    page = visit("/input")
    present(page, "en")
    expect(page.locator(QUESTION)).to_be_in_viewport(ratio=1)
    page.locator(".st-key-guess-a button").click()
    settle(page)
    step(page)
    expect_question(page, "projections")


def test_a_blank_screen_is_shown_again_before_the_next_stop(visit: Callable[..., Page]):
    page = visit("/input", n=12)
    present(page, "en")
    blank = page.locator(".st-key-present-blank")
    for key, said in (("b", "show"), ("PageDown", "blank")):
        press(page, key)
        expect(blank).to_have_text(translate("en", f"teacher.{said}"))
    assert scrolled(page) == 0
    step(page)
    assert scrolled(page) > 0


def test_what_is_out_of_sight_hears_no_key(visit: Callable[..., Page]):
    page = visit("/scores")
    present(page, "en")
    switch = page.get_by_role("switch", name=translate("en", "teacher.presenter"))
    for key in (" ", "Enter"):
        press(page, key)
        expect(page.locator(".st-key-presenter")).to_be_visible()
    focused = "document.querySelector('[data-testid=stSidebar]').contains(document.activeElement)"
    assert not page.evaluate(focused)
    opener = page.get_by_test_id("stExpandSidebarButton")
    opener.click()
    expect(opener).to_have_count(0)
    switch.focus()
    press(page, " ")
    expect(page.locator(".st-key-presenter")).to_have_count(0)


def test_a_cell_that_is_selected_leaves_a_page_that_is_all_there_as_it_is(
    visit: Callable[..., Page],
):
    page = visit("/scores")
    present(page, "en")
    for _ in range(11):
        step(page)
    page.locator(".st-key-guess-a button").click()
    settle(page)
    cell(page, "scores", 0, 0).click()
    expect_link(page, pin="scores.0.0", query=0)
    settle(page)
    expect(rows(page, "scores").last.locator("> .cell:not(.sum)")).to_have_text(
        written(preset(), "scores")[-1]
    )
    expect(page.locator(".finding")).not_to_contain_text("step")


def test_a_field_keeps_its_keys_and_chinese_triggers_nothing(visit: Callable[..., Page]):
    page = visit("/input")
    present(page, "en", sidebar=True)
    page.get_by_label(translate("en", "side.text"), exact=True).click()
    page.keyboard.press("Control+A")
    # An input method first shows what it will compose, then commits it.
    session = page.context.new_cdp_session(page)
    for part in ("n", "ni", "ni h"):
        composed = {"text": part, "selectionStart": len(part), "selectionEnd": len(part)}
        session.send("Input.imeSetComposition", composed)
    session.send("Input.insertText", {"text": "你好 世界"})
    for key in ("PageDown", "b", ".", "Enter"):
        page.keyboard.press(key)
    expect_link(page, sentence="own", text="你好 世界b.", n=2)
    expect_question(page, "input")


def test_what_was_typed_or_chosen_lets_the_clicker_go_on(visit: Callable[..., Page]):
    page = visit("/input")
    present(page, "en", sidebar=True)
    page.get_by_label(translate("en", "side.text"), exact=True).fill("a b c")
    page.keyboard.press("Enter")
    expect_link(page, text="a b c")
    settle(page)
    turn(page)
    expect_question(page, "projections")
    settle(page)
    sentence = page.get_by_test_id("stSidebar").get_by_role("combobox").first
    # Its list closes when anything scrolls, so the field has to be in sight before it opens.
    sentence.focus()
    settle(page)
    for key in ("ArrowDown", "Escape"):
        sentence.press(key)
    expect(sentence).not_to_be_focused()
    sentence.focus()
    settle(page)
    sentence.press("ArrowDown")
    page.get_by_role("option").nth(1).click()
    expect_link(page, sentence="twin")
    settle(page)
    step(page, "back")
    expect_question(page, "input")


@pytest.mark.parametrize(
    "look", [{"width": 360, "height": 740}, {"width": 640, "height": 360}], indirect=True, ids=str
)
def test_on_a_narrow_screen_the_bar_leaves_the_sidebar_its_buttons(
    visit: Callable[..., Page], look
):
    page = visit("/scores")
    page.get_by_test_id("stExpandSidebarButton").click()
    present(page, "en")
    # A click fails where something else lies over the button.
    page.locator('[data-testid="stSidebarCollapseButton"] button').click()
    page.locator(".st-key-present-on button").click()
    settle(page)
    page.get_by_test_id("stExpandSidebarButton").click()
    name = translate("en", "teacher.presenter")
    page.get_by_test_id("stSidebar").get_by_text(name, exact=True).click()
    expect(page.locator(".st-key-presenter")).to_have_count(0)


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_the_weights_are_in_sight_while_the_temperature_is_moved(visit: Callable[..., Page], look):
    page = visit("/softmax")
    present(page, "en")
    label = translate("en", "scrub.temperature")
    page.locator('[class*="st-key-scrub-"]').get_by_text(label, exact=True).click()
    settle(page)
    expect(cell(page, "weights", 0, 0)).not_to_have_text("")
    weights, slider = (page.locator(one) for one in ('.body[data-key="weights"]', "#scrub"))
    slider.press("ArrowRight")
    settle(page)
    box = weights.bounding_box()
    assert slider.bounding_box()["y"] >= 40
    assert box["y"] + box["height"] <= 720


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
@pytest.mark.parametrize("n", [6, 7])
def test_of_larger_sizes_too_weights_are_built_beside_the_numbers_they_come_from(
    visit: Callable[..., Page], look, n
):
    page = visit("/softmax", n=n)
    present(page, look.language)
    expect(page.locator(".strip")).to_have_css("visibility", "hidden")
    for count in range(5):
        if count:
            step(page)
        assert hidden_matrices(page, "scaled", "weights") == [], count


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_presenter_mode_begins_with_the_question_and_ends_where_the_class_was(
    visit: Callable[..., Page], look
):
    page = visit("/softmax", n=6)
    main = page.locator(".stMain")
    main.evaluate("e => e.scrollTo(0, 1000)")
    present(page, "en", sidebar=True)
    assert scrolled(page) == 0
    label = translate("en", "scrub.temperature")
    page.locator('[class*="st-key-scrub-"]').get_by_text(label, exact=True).click()
    settle(page)
    page.locator("#scrub").press("ArrowRight")
    settle(page)
    main.evaluate("e => e.scrollTo(0, 200)")
    name = translate("en", "teacher.presenter")
    page.get_by_test_id("stSidebar").get_by_text(name, exact=True).click()
    expect(page.locator(".st-key-presenter")).to_have_count(0)
    settle(page)
    assert scrolled(page) == pytest.approx(200, abs=60)


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_with_edits_and_the_sidebar_open_the_factors_are_in_sight(visit: Callable[..., Page], look):
    page = visit("/output", edits="v.1.1=6")
    present(page, "en", sidebar=True)
    for _ in range(3):
        step(page)
        assert hidden_parts(page) == []


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_before_and_after_are_compared_beside_the_numbers(visit: Callable[..., Page], look):
    page = visit("/output", edits="scores.2.3=3")
    present(page, "en")
    for _ in range(16):
        step(page)
    expect(page.locator(".stMain")).not_to_have_js_property("scrollTop", 0)
    # A click fails where something else lies over the button.
    page.locator(".compare .choice").nth(1).click()
    expect(cell(page, "output", 2, 0)).to_have_text("+0.18")
    strip = page.locator(".strip").bounding_box()
    box = cell(page, "output", 2, 0).bounding_box()
    assert box["y"] + box["height"] <= strip["y"]


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_a_number_typed_before_a_class_stays_in_sight(visit: Callable[..., Page], look):
    page = visit("/projections", pin="v.2.0")
    present(page, "en")
    while page.locator(".st-key-way-on").count() == 0:
        step(page)
    page.locator(".strip .edit").click()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(cell(page, "v", 2, 0)).to_have_text("+3")
    page.wait_for_function(
        """() => {
          const view = document.querySelector('.st-key-matrix').querySelectorAll('*');
          const root = [...view].find(({ shadowRoot }) => shadowRoot?.querySelector('.view'));
          const [strip, mark] = ['.strip', '.body[data-key=v] .mark.cursor'].map((one) =>
            root.shadowRoot.querySelector(one).getBoundingClientRect(),
          );
          return mark.bottom <= strip.top && mark.top > 40;
        }"""
    )


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
@pytest.mark.parametrize(
    "path, n, d_k", [("/projections", 6, 3), ("/scores", 8, 4), ("/output", 7, 2)]
)
def test_of_larger_sizes_too_numbers_are_large_and_all_factors_in_sight(
    visit: Callable[..., Page], look, path, n, d_k
):
    page = visit(path, n=n, d_k=d_k)
    present(page, look.language)
    step(page)
    assert hidden_parts(page) == []
    sizes = page.locator(".body .cell").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).fontSize)"
    )
    assert set(sizes) == {"24px"}
    assert page.locator(".box").evaluate("box => box.scrollWidth - box.clientWidth") <= 1


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
def test_of_seven_tokens_too_the_output_and_its_factors_are_in_sight_together(
    visit: Callable[..., Page], look
):
    page = visit("/output", n=7)
    present(page, look.language)
    assert hidden_matrices(page, "weights", "v", "output") == []
    for count in range(1, 10):
        step(page)
        assert hidden_parts(page) == [], count
        if count == 1:
            assert hidden_matrices(page, "weights", "v", "output") == []


def test_a_click_on_the_page_puts_no_frame_around_it(visit: Callable[..., Page]):
    page = visit("/projections")
    present(page, "en")
    page.get_by_role("heading", level=1).click()
    step(page)
    main = page.locator(".stMain")
    main.focus()
    expect(main).to_have_css("outline-style", "none")
    expect(main).to_have_css("box-shadow", "none")


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
def test_each_step_is_in_sight_and_nothing_is_told_before_it(visit: Callable[..., Page], look):
    page = visit("/softmax")
    present(page, look.language)
    finding = page.locator(".finding")
    for stage, symbol, total in (("softmax", "A", 7), ("output", "O", 15)):
        expect_question(page, stage, look.language)
        expect(page.locator(".stMain")).to_have_js_property("scrollTop", 0)
        for count in range(total + 1):
            said = {"symbol": symbol, "step": count, "total": total}
            expect(finding).to_have_text(translate(look.language, "finding.building", **said))
            if count:
                assert hidden_parts(page) == [], (stage, count)
            page.keyboard.press("PageDown")
        expect(finding).to_contain_text("60 %")
        settle(page)
        if stage == "softmax":
            turn(page)


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_the_sidebar_makes_room_for_twelve_tokens_and_opens_for_good(
    visit: Callable[..., Page], look
):
    page = visit("/projections", n=12)
    present(page, "en")
    box = page.locator(".box")
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 1
    opener = page.get_by_test_id("stExpandSidebarButton")
    opener.click()
    for _ in range(13):
        step(page)
    expect(opener).to_have_count(0)
    turn(page)
    expect_question(page, "scores")
    settle(page)
    expect(opener).to_have_count(0)
    page.locator('[data-testid="stSidebarCollapseButton"] button').click()
    step(page)
    expect(opener).to_be_visible()


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_the_page_stays_where_it_is_unless_somebody_steps(visit: Callable[..., Page], look):
    page = visit("/softmax", n=7)
    present(page, "en", sidebar=True)
    for _ in range(2):
        step(page)
    main = page.locator(".stMain")
    assert main.evaluate("e => e.scrollTop") > 0
    main.evaluate("e => e.scrollTo(0, 0)")
    page.locator('[class*="st-key-switch-causal"] label').first.click()
    settle(page)
    assert main.evaluate("e => e.scrollTop") == 0


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
def test_a_number_to_predict_stays_covered_when_its_step_comes(visit: Callable[..., Page], look):
    page = visit("/scores")
    present(page, look.language)
    for _ in range(3):
        step(page)
    covered, unbuilt = (translate(look.language, f"matrix.{key}") for key in ("covered", "unbuilt"))
    notes = page.locator(".strip .notes")
    expect(cell(page, "scores", 2, 0)).to_have_text("?")
    expect(notes).to_have_text(covered)
    cell(page, "scores", 3, 0).hover()
    expect(notes).to_have_text(unbuilt)
    expect(cell(page, "scores", 3, 0)).to_have_text("")


@pytest.mark.parametrize(
    "look", [{"language": "zh"}, {"theme": "dark"}], indirect=True, ids=["zh, light", "en, dark"]
)
def test_a_blank_screen_has_nothing_bright_and_a_way_back(visit: Callable[..., Page], look):
    page = visit("/scores")
    present(page, look.language)
    button = page.locator(".st-key-present-blank button")
    press(page, "b")
    expect(button).to_have_text(translate(look.language, "teacher.show"))
    page.mouse.move(640, 600)
    assert luminance(page.screenshot()).max() < 0.3
    words = luminance(button.screenshot())
    assert (words.max() + 0.05) / (np.median(words) + 0.05) >= 4.5
    press(page, ".")
    expect(button).to_have_text(translate(look.language, "teacher.blank"))
    button.focus()
    press(page, "Enter")
    expect(button).to_have_text(translate(look.language, "teacher.show"))
    assert luminance(page.screenshot()).max() < 0.3
    press(page, "Enter")
    expect(button).to_have_text(translate(look.language, "teacher.blank"))


def test_a_page_loaded_anew_before_a_class_shows_nothing_too_early(visit: Callable[..., Page]):
    page = visit("/scores")
    present(page, "en")
    for _ in range(2):
        step(page)
    page.reload()
    expect(page.locator(".st-key-presenter")).to_be_visible()
    expect(cell(page, "scores", 0, 0)).to_have_text("")
    settle(page)
    # Another tab, and whoever is sent the link, has the page of a reader.
    link = page.url
    page.get_by_test_id("stExpandSidebarButton").click()
    name = translate("en", "teacher.presenter")
    page.get_by_test_id("stSidebar").get_by_text(name, exact=True).click()
    expect(page.locator(".st-key-presenter")).to_have_count(0)
    settle(page)
    page.goto(link)
    settle(page)
    expect(page.locator(".st-key-presenter")).to_have_count(0)
    expect(cell(page, "scores", 0, 0)).to_have_text("+2")


def test_a_number_that_was_followed_is_there_on_its_page(visit: Callable[..., Page]):
    page = visit("/output")
    present(page, "en")
    expect(cell(page, "output", 2, 0)).to_have_text("")
    cell(page, "weights", 2, 1).click()
    settle(page)
    cell(page, "weights", 2, 1).press("Shift+Enter")
    press(page, "Enter")
    expect_question(page, "softmax")
    expect(cell(page, "weights", 2, 1)).not_to_have_text("")


def test_the_teachers_panel_stays_as_it_is_on_other_pages(visit: Callable[..., Page]):
    page = visit("/scores")
    panel = page.get_by_text(translate("en", "teacher.panel"), exact=True)
    inside = page.get_by_text(translate("en", "teacher.answers"), exact=True)
    panel.click()
    expect(inside).to_be_visible()
    page.locator(".st-key-teacher").get_by_text(prose("en", "output")["question"]).first.click()
    expect_question(page, "output")
    settle(page)
    expect(inside).to_be_visible()
    panel.click()
    expect(inside).to_have_count(0)
    page.locator(".st-key-way-on a").first.click()
    expect_question(page, "softmax")
    settle(page)
    expect(inside).to_have_count(0)


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_the_newest_matrix_of_the_chain_is_in_sight_wherever_the_cursor_is(
    visit: Callable[..., Page], look
):
    page = visit("/")
    present(page, "en")
    cell(page, "x", 1, 1).click()
    settle(page)
    for last in (4, 5, 6, 7, 8):
        step(page)
        body = page.locator(".body")
        expect(body).to_have_count(last)
        newest, strip = (one.bounding_box() for one in (body.last, page.locator(".strip")))
        assert newest["y"] > 40 and newest["y"] + newest["height"] <= strip["y"], last


def test_the_overview_comes_matrix_by_matrix_and_leads_on(visit: Callable[..., Page]):
    page = visit("/")
    present(page, "en")
    symbol = page.locator(".strip .heading .symbol")
    for last, said in ((1, "X"), (4, "V"), (5, "QKᵀ"), (6, "S"), (7, "A"), (8, "O")):
        expect(page.locator(".body")).to_have_count(last)
        expect(symbol).to_have_text(said)
        step(page)
    expect(page.locator(".view .picture").first).to_be_in_viewport(ratio=0.9)
    turn(page)
    expect_question(page, "input")
    settle(page)
    step(page, "back")
    expect(page.locator(".body")).to_have_count(8)
    expect(page.locator(".view .picture").first).not_to_be_in_viewport()
    while page.locator(".st-key-way-on").count():
        step(page, "back")
    for last in (8, 7):
        expect(page.locator(".body")).to_have_count(last)
        step(page, "back")
    expect(page.locator(".st-key-chain button")).to_have_count(0)


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_a_slider_puts_the_steps_aside_and_the_clicker_passes_over_no_matrix(
    visit: Callable[..., Page], look
):
    page = visit("/softmax", d_k=6)
    present(page, "en")
    finding = page.locator(".finding")
    step(page)
    told = finding.text_content()

    def choose(name: str) -> None:
        words = translate("en", f"scrub.{name}")
        page.locator('[class*="st-key-scrub-"]').get_by_text(words, exact=True).click()
        settle(page)

    choose("temperature")
    expect(finding).not_to_have_text(told)
    choose("off")
    expect(finding).to_have_text(told)
    while finding.text_content() == told or "is being computed" in finding.text_content():
        step(page)
    choose("temperature")
    choose("off")
    expect(finding).not_to_contain_text("is being computed")
    page.locator(".stMain").evaluate("e => e.scrollTo({ top: 0 })")
    step(page)
    expect(rows(page, "weights").last).to_be_in_viewport(ratio=1)
    assert hidden_parts(page) == []


@pytest.mark.parametrize(
    "look", [{"language": each, **PROJECTOR} for each in LANGUAGES], indirect=True, ids=str
)
@pytest.mark.parametrize("path, variant", [("/softmax", "columns"), ("/output", "uniform")])
def test_another_way_to_compute_shows_what_it_computed(
    visit: Callable[..., Page], look, path, variant
):
    page = visit(path, n=2)
    present(page, look.language)
    finding, result = page.locator(".finding"), MATRICES[path[1:]][-1]
    build_up(page)
    chosen = page.get_by_text(translate(look.language, f"variant.name_{variant}"), exact=True)
    while not is_in_sight(page, '[class*="st-key-variant-"]'):
        step(page)
    chosen.click()
    expect_link(page, variant=variant)
    settle(page)
    expect(rows(page, result).last).to_be_in_viewport(ratio=1)
    assert hidden_parts(page) == []
    expect(finding).to_be_in_viewport()


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_what_stands_apart_is_passed_over_neither(visit: Callable[..., Page], look):
    page = visit("/softmax", n=6)
    present(page, "en")
    last = rows(page, "scores").last
    build_up(page)
    step(page)
    expect(last).to_be_in_viewport(ratio=1)
    strip = page.locator(".strip").bounding_box()
    assert last.bounding_box()["y"] + last.bounding_box()["height"] <= strip["y"] + 1
