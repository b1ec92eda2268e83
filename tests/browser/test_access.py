"""Without a pointer, with a screen reader, enlarged, on a telephone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from scripts.browser import settle
from tests.browser.access import LOST, Stop, grave_violations, open_everything, tab_stops, walk
from tests.browser.reading import cell, expect_link, present, uncover
from ui.text import translate

LANGUAGES = ("zh", "en")
STILL = {"reduced_motion": True}
LOOKS = [{"language": language, **STILL} for language in LANGUAGES]
THEMES = {"light": "rgb(255, 255, 255)", "dark": "rgb(14, 17, 23)"}


@pytest.mark.parametrize("look", LOOKS, indirect=True, ids=str)
def test_axe_finds_nothing_serious_on_any_page(visit: Callable[..., Page], look):
    page = visit("/", causal=1, edits="v.1.1=6")
    theme, other = THEMES
    for stage in walk(page, look.language):
        assert grave_violations(page, "with") == [], f"{stage}, {theme}"
        theme, other = other, theme
        page.emulate_media(color_scheme=theme)
        expect(page.get_by_test_id("stApp")).to_have_css("background-color", THEMES[theme])
        settle(page)
        assert grave_violations(page, "alone") == [], f"{stage}, {theme}"


@pytest.mark.parametrize(
    "look", [{"language": "zh", **STILL}, {"theme": "dark", **STILL}], indirect=True, ids=str
)
def test_axe_finds_nothing_serious_in_front_of_a_class(visit: Callable[..., Page], look):
    page = visit("/softmax", n="x")
    present(page, look.language)
    page.locator('[class*="st-key-scrub-"] button').nth(1).click()
    expect(page.locator(".scrub input")).to_be_visible()
    settle(page)
    assert grave_violations(page, "with") == []


@pytest.mark.parametrize(
    "look", [{"width": 360, "height": 740, **STILL}], indirect=True, ids=["360 px"]
)
def test_a_wide_table_can_be_scrolled_by_keys(visit: Callable[..., Page], look):
    page = visit("/scores", n=12)
    open_everything(page)
    settle(page)
    box = page.get_by_role("table").last.locator("xpath=ancestor::div[1]")
    wide = "box => box.scrollWidth > box.clientWidth"
    assert box.evaluate(wide)
    page.get_by_text(translate("en", "frame.tables"), exact=True).locator(
        "xpath=ancestor::summary"
    ).focus()
    for _ in range(5):
        page.keyboard.press("Tab")
        if box.evaluate("box => box === document.activeElement"):
            break
    page.keyboard.press("ArrowRight")
    page.wait_for_function("box => box.scrollLeft > 0", arg=box.element_handle())


def unseen(stops: list[Stop]) -> list[Stop]:
    """The stops at which the screen hardly tells where the focus is."""
    return [stop for stop in stops if stop.telling < stop.needed]


def test_the_focus_is_seen_on_a_light_page(visit: Callable[..., Page]):
    stops = tab_stops(visit("/scores"))
    assert len(stops) > 40
    assert unseen(stops) == []


@pytest.mark.parametrize("look", [{"theme": "dark", **STILL}], indirect=True, ids=["dark"])
def test_tab_reaches_everything_and_shows_where_it_is(visit: Callable[..., Page], look):
    page = visit("/softmax", pin="weights.2.1")
    open_everything(page)
    settle(page)
    page.evaluate("document.activeElement?.blur()")
    stops = tab_stops(page)
    places = "\n".join(f"{stop.place} | {stop.role} | {stop.name}" for stop in stops)
    for wanted in (
        "Collapse sidebar",
        " language-zh ",
        translate("en", "side.sentence"),
        " text ",
        " query-",
        *(translate("en", f"side.{name}") for name in ("n", "d_model", "d_k", "d_v", "seed")),
        " switch-scaling ",
        " scenario-en ",
        translate("en", "side.reset"),
        translate("en", "link.copy"),
        translate("en", "teacher.presenter"),
        translate("en", "teacher.panel"),
        translate("en", "teacher.reset_page"),
        " contents ",
        " box-scores ",
        " scrub-en ",
        "scores | gridcell",
        "scaled | gridcell",
        "weights | gridcell",
        "strip ",
        " guess-a ",
        translate("en", "predict.skip"),
        translate("en", "code.title"),
        translate("en", "frame.tables"),
        translate("en", "frame.caveats"),
        " way-on ",
    ):
        assert wanted in places, f"Tab never comes to {wanted!r}:\n{places}"
    assert unseen(stops) == []


def test_tab_reaches_the_edit_button_and_a_row_of_bars_that_scrolls(
    visit: Callable[..., Page], new_tab: Callable[..., Page]
):
    page = visit("/scores", pin="scores.2.3")
    cell(page, "scores", 2, 3).focus()
    for wanted in (translate("en", "matrix.edit"), re.compile("Q.learning, 1. = ")):
        page.keyboard.press("Tab")
        expect(page.locator(".strip :focus")).to_have_accessible_name(wanted)
    phone = visit("/softmax", tab=new_tab(width=360, height=740), n=12)
    bars = phone.locator(".picture.scroller").last
    expect(bars).to_have_attribute("tabindex", "0")
    expect(bars).to_have_accessible_name(re.compile("."))
    bars.focus()
    phone.keyboard.press("ArrowRight")
    phone.wait_for_function("box => box.scrollLeft > 0", arg=bars.element_handle())


def test_the_copy_button_of_the_code_comes_with_the_focus(visit: Callable[..., Page]):
    page = visit("/softmax")
    page.get_by_text(translate("en", "code.title"), exact=True).click()
    code = page.locator(".st-key-code [data-testid='stCode']").first
    # Until its colours are there it may be drawn anew, and loses the focus.
    expect(code.locator(".token").first).to_be_visible()
    settle(page)
    code.focus()
    copy = code.get_by_role("button")
    expect(copy).to_be_visible()
    page.keyboard.press("Tab")
    expect(copy).to_be_focused()


@pytest.mark.parametrize("look", [{"language": each} for each in LANGUAGES], indirect=True, ids=str)
def test_a_pin_and_a_refused_number_are_announced(visit: Callable[..., Page], look):
    page = visit("/scores", pin="scores.2.3")
    uncover(page)
    page.locator('.body[data-key="scores"] [tabindex="0"]').focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect_link(page, pin="scores.2.2")
    said = page.locator(".spoken[aria-live]")
    expect(said).to_contain_text(translate(look.language, "matrix.at", i=3, j=3))
    expect(said).to_contain_text("−4")
    expect(said).to_contain_text(translate(look.language, "matrix.pinned"))

    page = visit("/input")
    alert = page.locator(".strip [role=alert]")
    expect(alert).to_have_text("")
    page.locator('.body[data-key="x"] [tabindex="0"]').focus()
    page.keyboard.press("Home")
    page.keyboard.press("F2")
    page.keyboard.press("Control+A")
    page.keyboard.insert_text("三")
    page.keyboard.press("Enter")
    expect(alert).to_have_text(translate(look.language, "edit.not_a_number", text="三"))
    # What was typed can be mended; Escape leaves the number as it was.
    expect(page.locator(".view .editor")).to_be_focused()
    page.keyboard.press("Escape")
    expect(cell(page, "x", 2, 0)).to_be_focused()

    page = visit("/input", n=99)
    expect(page.get_by_role("alert").filter(has_text="n = 99")).to_be_visible()


# They are marked when the page has come to rest.
MARKED = """
() => {
  const cats = [...document.querySelectorAll('p')].filter((node) => node.textContent === '猫');
  return cats.length > 3 && cats.every(({ lang }) => lang === 'zh');
}
"""


def test_chinese_is_marked_on_an_english_page(visit: Callable[..., Page]):
    page = visit("/softmax", sentence="own", text="我 爱 GPT 猫")
    open_everything(page)
    settle(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    cat = page.get_by_text("猫", exact=True)
    assert cat.count() > 10
    languages = "nodes => nodes.map((node) => node.closest('[lang]').lang)"
    page.wait_for_function(MARKED)
    assert set(cat.evaluate_all(languages)) == {"zh"}
    assert set(page.get_by_text("GPT", exact=True).evaluate_all(languages)) == {"en"}
    expect(page.get_by_text("中文", exact=True)).to_have_attribute("lang", "zh")

    page.get_by_text("中文", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    expect(page.locator(".view")).to_have_attribute("lang", "zh-CN")
    expect(page.get_by_role("radio", name="中文")).to_be_focused()
    page.get_by_text("English", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.wait_for_function(
        "![...document.querySelectorAll('[lang=zh]')].some((node) => /[a-z]/i.test(node.innerText))"
    )


# Zoom of 200 % halves the window in CSS pixels.
ZOOMED = {"width": 640, "height": 360}
PHONE = {"width": 360, "height": 740}


@pytest.mark.parametrize(
    "look", [{"language": each, **ZOOMED, **STILL} for each in LANGUAGES], indirect=True, ids=str
)
def test_no_text_is_lost_when_enlarged_or_on_a_telephone(visit: Callable[..., Page], look):
    page = visit("/")
    for stage in walk(page, look.language):
        expect_everything_in_sight(page)
        page.set_viewport_size(PHONE)
        expect_everything_in_sight(page)
        assert grave_violations(page, "without") == [], stage
        page.set_viewport_size(ZOOMED)


def expect_everything_in_sight(page: Page) -> None:
    """No word is cut off or beyond the window, and nothing but boxes scrolls sideways."""
    settle(page)
    try:
        # Panels open, and matrices find their new width, little by little.
        page.wait_for_function(f"() => !({LOST})().length", timeout=4_000)
    except TimeoutError:
        assert page.evaluate(LOST) == [], page.url
    wide, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= room, page.url
    main = page.get_by_test_id("stMain")
    assert main.evaluate("e => e.scrollWidth <= e.clientWidth"), page.url
