"""The link is the state: it survives whatever a browser can do to a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from attention_core import Scenario
from scripts.browser import settle
from tests.browser.reading import (
    cell,
    expect_link,
    expect_page,
    expect_pinned,
    go_on,
    parameters,
    present,
    preset,
    view,
)
from ui.stages import PIPELINE, STAGES
from ui.text import prose, translate

# Nothing in it is a default.
CHOSEN = {
    **{"n": 6, "d_model": 7, "d_k": 3, "d_v": 4, "seed": 11, "query": 4, "pin": "weights.4.1"},
    **{"scaling": 0, "causal": 1},
}
WORDS = "<b>x</b> 我 $y$ the the"


def chosen(language: str = "en") -> Scenario:
    """What the core computes for it."""
    sizes = {"d_model": 7, "d_k": 3, "d_v": 4, "seed": 11}
    return preset(language, n=6, scaling=False, causal=True, **sizes)


def choose(page: Page, name: str, key: str) -> None:
    """Press a key on a slider."""
    page.get_by_role("slider", name=translate("en", f"side.{name}")).press(key)


def sidebar(page: Page) -> dict[str, list[str]]:
    """What the controls of the sidebar say, in their order."""
    side = page.get_by_test_id("stSidebar")

    def values(role: str) -> list[str]:
        return [control.input_value() for control in side.get_by_role(role).all()]

    marked = side.get_by_role("radio", checked=True)
    switches = side.get_by_role("switch").all()
    return {
        **{role: values(role) for role in ("slider", "spinbutton", "textbox", "combobox")},
        "radio": marked.all_inner_texts(),
        "switch": [str(switch.is_checked()) for switch in switches],
    }


def expect_frame(page: Page, language: str) -> None:
    """Sidebar with every page and every control, pipeline with every box, no dialog."""
    side = page.get_by_test_id("stSidebar")
    for entry in STAGES:
        expect(
            side.get_by_role("link", name=translate(language, f"stage.{entry.key}"))
        ).to_be_visible()
    for name in ("n", "d_model", "d_k", "d_v"):
        expect(side.get_by_role("slider", name=translate(language, f"side.{name}"))).to_be_visible()
    expect(page.locator(".st-key-pipeline").get_by_role("link")).to_have_count(len(PIPELINE))
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))


def test_the_first_request_a_server_ever_gets_may_be_a_deep_link(
    fresh_server, visit: Callable[..., Page]
):
    page = visit("/softmax", **CHOSEN)
    expect_page(page, "softmax", chosen())
    expect_pinned(page, "weights", 4, 1)
    expect_frame(page, "en")
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    assert expect_link(page, **CHOSEN)["lang"] == "en"


@pytest.mark.parametrize("look", [{"language": "zh"}, {"language": "en"}], indirect=True, ids=str)
def test_a_first_visit_speaks_the_browsers_language(visit: Callable[..., Page], look):
    page = visit("/", lang=None)
    expect_page(page, "overview", preset(look.language), look.language)
    expect_frame(page, look.language)
    expect_link(page, lang=look.language)


def test_the_language_switch_changes_words_and_nothing_else(visit: Callable[..., Page]):
    page = visit("/output", **CHOSEN)
    link = parameters(page.url)
    page.get_by_text("中文", exact=True).click()
    assert expect_link(page, lang="zh") == {**link, "lang": "zh"}
    expect_page(page, "output", chosen("zh"), "zh")
    expect_frame(page, "zh")
    expect(view(page)).to_have_attribute("lang", "zh-CN")
    page.get_by_text("English", exact=True).click()
    assert expect_link(page, lang="en") == link
    expect_page(page, "output", chosen())
    expect_frame(page, "en")


def test_the_chosen_sentence_is_named_in_the_language_just_switched_to(
    visit: Callable[..., Page],
):
    page = visit("/input")
    page.get_by_text("中文", exact=True).click()
    expect_link(page, lang="zh")
    sentence = page.get_by_role("combobox", name=translate("zh", "side.sentence"))
    expect(sentence).to_have_value(translate("zh", "side.study"))


def test_the_sidebar_says_on_every_page_what_was_chosen(visit: Callable[..., Page]):
    page = visit("/", **CHOSEN)
    wanted = sidebar(page)
    assert wanted["slider"] == ["6", "7", "3", "4"]
    assert wanted["spinbutton"] == ["6", "7", "3", "4", "11"]
    assert wanted["radio"] == ["English", "Automatic", "because"]
    assert wanted["switch"][:2] == ["False", "True"]
    for stage in STAGES[1:]:
        go_on(page, f"/{stage.key}")
        expect_page(page, stage.key, chosen())
        settle(page)
        assert sidebar(page) == wanted, stage.key


def test_own_words_survive_reload_language_pages_back_and_forward(visit: Callable[..., Page]):
    scenario = Scenario(("<b>x</b>", "我", "$y$", "the", "the"), d_k=3)
    page = visit("/scores", d_k=3)
    box = page.get_by_role("textbox", name=translate("en", "side.text"))
    box.fill(WORDS)
    box.press("Enter")
    link = expect_link(page, sentence="own", text=WORDS, n=5, d_k=3)
    expect_page(page, "scores", scenario)

    page.reload()
    settle(page)
    expect_page(page, "scores", scenario)
    assert parameters(page.url) == link
    expect(box).to_have_value(WORDS)

    go_on(page, "/softmax")
    page.get_by_text("中文", exact=True).click()
    link = expect_link(page, **{**link, "lang": "zh"})
    expect_page(page, "softmax", scenario, "zh")
    expect(page.get_by_role("textbox", name=translate("zh", "side.text"))).to_have_value(WORDS)

    page.go_back()
    expect_page(page, "scores", scenario, "zh")
    assert expect_link(page, **link) == link
    page.go_forward()
    expect_page(page, "softmax", scenario, "zh")
    assert expect_link(page, **link) == link


def test_back_leads_to_the_page_before_and_keeps_what_was_changed_since(
    visit: Callable[..., Page],
):
    page = visit("/projections", **CHOSEN)
    go_on(page, "/scores")
    expect_page(page, "scores", chosen())
    for size, sizes in ((4, {"d_k": 4}), (5, {"d_k": 5})):
        choose(page, "d_k", "ArrowRight")
        expect_link(page, d_k=size)
        changed = preset(
            n=6, scaling=False, causal=True, **{"d_model": 7, "d_v": 4, "seed": 11, **sizes}
        )
        expect_page(page, "scores", changed)
    page.go_back()
    expect_page(page, "projections", changed)
    assert urlsplit(page.url).path == "/projections"
    expect_link(page, **{**CHOSEN, "d_k": 5})
    page.go_forward()
    expect_page(page, "scores", changed)
    assert urlsplit(page.url).path == "/scores"
    expect_link(page, **{**CHOSEN, "d_k": 5})


def test_a_number_followed_is_one_step_for_back_and_forward(visit: Callable[..., Page]):
    page = visit("/output", pin="output.1.2", query=1)
    entries = page.evaluate("history.length")
    for pin in ("weights.1.0", "scaled.1.0", "scores.1.0"):
        page.locator(".strip .line button").first.click()
        expect_link(page, pin=pin)
        settle(page)
    assert page.evaluate("history.length") == entries + 2
    choose(page, "d_k", "ArrowRight")
    expect_link(page, d_k=3)
    trail = page.locator(".trail .crumb")
    for key, pin in (("softmax", "scaled.1.0"), ("output", "output.1.2")):
        page.go_back()
        expect_link(page, d_k=3, pin=pin, query=1)
        expect_page(page, key, preset(d_k=3))
    expect(trail).to_have_count(0)
    page.go_forward()
    expect_link(page, d_k=3, pin="scaled.1.0")
    expect_pinned(page, "scaled", 1, 0)


# The first message of the browser's memory never arrives.
LOSE_MEMORY = """
() => {
  const send = WebSocket.prototype.send;
  window.lost = 0;
  WebSocket.prototype.send = function (data) {
    const remembered = new TextDecoder().decode(data).includes('"ordinal"');
    if (remembered && !window.lost++) return;
    send.call(this, data);
  };
}
"""


def test_the_cell_held_before_is_held_again_though_the_first_word_of_it_is_lost(
    visit: Callable[..., Page],
):
    page = visit("/softmax", pin="scaled.1.0", query=1)
    page.locator(".strip .line button").first.click()
    expect_page(page, "scores", preset())
    expect_link(page, pin="scores.1.0")
    settle(page)
    page.evaluate(LOSE_MEMORY)
    page.go_back()
    expect_pinned(page, "scaled", 1, 0)
    expect_page(page, "softmax", preset())
    assert page.evaluate("window.lost") == 2
    # It is taken once: the reader goes on from there.
    cell(page, "scaled", 3, 3).click()
    expect_link(page, pin="scaled.3.3")
    settle(page)
    expect_pinned(page, "scaled", 3, 3)


def test_a_cell_that_is_no_more_is_not_asked_for_again_and_again(visit: Callable[..., Page]):
    page = visit("/softmax", pin="scaled.3.3")
    page.locator(".strip .line button").first.click()
    expect_page(page, "scores", preset())
    settle(page)
    choose(page, "n", "ArrowLeft")
    link = expect_link(page, n=3)
    settle(page)
    page.evaluate(LOSE_MEMORY)
    page.go_back()
    expect_page(page, "softmax", preset(n=3))
    page.wait_for_function("() => window.lost === 2")
    settle(page)
    assert expect_link(page, **link) == link
    assert page.evaluate("window.lost") == 2


def test_presenter_mode_goes_on_after_a_reload_though_the_first_word_of_it_is_lost(
    visit: Callable[..., Page],
):
    page = visit("/scores")
    present(page, "en")
    page.add_init_script(f"({LOSE_MEMORY})()")
    page.reload()
    expect(page.locator(".st-key-presenter")).to_be_visible()
    assert page.evaluate("window.lost") == 2
    # No other test should get a tab with that script.
    page.close()


# A page is asked for, and the message is lost.
LOSE_NEXT = """
() => {
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function () { WebSocket.prototype.send = send; };
}
"""


def test_a_link_leads_to_its_page_though_another_message_takes_it_back(
    visit: Callable[..., Page],
):
    page = visit("/scores")
    page.evaluate(LOSE_NEXT)
    page.locator(".st-key-way-on").get_by_role("link").last.click()
    expect_page(page, "softmax", preset())
    entries = page.evaluate("history.length")
    settle(page)
    go_on(page, "/output")
    expect_page(page, "output", preset())
    assert page.evaluate("history.length") == entries + 1


def test_back_to_an_earlier_address_of_the_same_page_writes_the_state_again(
    visit: Callable[..., Page],
):
    page = visit("/scores")
    page.evaluate("history.pushState({}, '', location.href)")
    choose(page, "d_k", "ArrowRight")
    link = expect_link(page, d_k=3)
    page.go_back()
    assert expect_link(page, d_k=3) == link


def test_pages_turned_in_quick_succession_keep_the_address(visit: Callable[..., Page]):
    page = visit("/", d_k=3)
    present(page, "en")
    link = expect_link(page, d_k=3)
    on = page.locator(".st-key-present-on button")
    for _ in range(12):
        on.click()
    settle(page)
    assert expect_link(page, d_k=3) == link


def test_a_page_opened_in_another_tab_shows_the_same(
    visit: Callable[..., Page],
):
    page = visit("/scores", **CHOSEN)
    side = page.get_by_test_id("stSidebar")
    for key in ("softmax", "overview"):
        link = side.get_by_role("link", name=translate("en", f"stage.{key}"))
        with page.context.expect_page() as opened:
            link.click(modifiers=["ControlOrMeta"])
        other = opened.value
        settle(other)
        expect_page(other, key, chosen())
        assert expect_link(other, **CHOSEN) == parameters(page.url)
        assert urlsplit(page.url).path == "/scores"


@pytest.mark.parametrize("look", [{"width": 360, "height": 740}], indirect=True, ids=str)
def test_the_sidebar_of_a_phone_gives_way_to_the_page_chosen_in_it(visit: Callable[..., Page]):
    page = visit("/scores")
    page.get_by_test_id("stExpandSidebarButton").click()
    side = page.get_by_test_id("stSidebar")
    side.get_by_role("link", name=translate("en", "stage.softmax")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(prose("en", "softmax")["question"])
    expect(side).to_have_attribute("data-collapsed", "true")


def test_a_link_opened_elsewhere_shows_the_same(
    visit: Callable[..., Page], new_tab: Callable[..., Page]
):
    page = visit("/softmax", **CHOSEN)
    cell(page, "weights", 3, 2).click()
    expect_link(page, pin="weights.3.2", query=3)
    other = new_tab(language="zh", theme="dark")
    other.goto(page.url)
    settle(other)
    expect_page(other, "softmax", chosen())
    expect_pinned(other, "weights", 3, 2)
    assert parameters(other.url) == parameters(page.url)


def test_two_tabs_never_see_each_other(visit: Callable[..., Page], new_tab: Callable[..., Page]):
    page = visit("/scores")
    other = visit("/scores", tab=new_tab(), n=3)
    choose(page, "d_k", "ArrowRight")
    expect_link(page, d_k=3, n=4)
    cell(other, "scores", 0, 1).click()
    expect_link(other, pin="scores.0.1", d_k=2, n=3)
    choose(other, "n", "ArrowRight")
    expect_link(other, n=4, d_k=2, query=0)
    choose(page, "d_v", "ArrowRight")
    assert expect_link(page, d_v=4, d_k=3, n=4)["pin"] == "scores.2.3"
    expect_page(page, "scores", preset(d_k=3))
    expect_page(other, "scores", preset())
    assert parameters(other.url)["d_v"] == "3"


def test_reset_brings_the_first_visit_back_in_the_readers_language(visit: Callable[..., Page]):
    page = visit("/scores", lang=None)
    first = parameters(page.url)
    page.get_by_text("中文", exact=True).click()
    expect_link(page, lang="zh")
    page = visit("/scores", **{**CHOSEN, "lang": "zh"})
    page.get_by_role("button", name=translate("zh", "side.reset")).click()
    assert expect_link(page, n=4, seed=0) == {**first, "lang": "zh"}
    expect_page(page, "scores", preset("zh"), "zh")
    expect_pinned(page, "scores", 2, 3)


def noted(page: Page) -> list[str]:
    """What one warning says of a bad link, and what is to be opened below it."""
    expect(page.get_by_test_id("stAlert")).to_have_count(1)
    named = translate("en", "notice.more", count="").strip(": ")
    more = page.get_by_test_id("stExpander").filter(has_text=named)
    if more.count():
        more.get_by_text(named).click()
        expect(more.get_by_role("listitem").first).to_be_visible()
    places = page.get_by_test_id("stAlert").or_(more)
    return places.get_by_role("listitem").all_inner_texts()


def test_a_bad_link_opens_a_sane_page_and_says_what_it_could_not_take(
    visit: Callable[..., Page],
):
    page = visit("/scores", n=99999, d_k="abc", lang="xx", v=7)
    notices = page.get_by_test_id("stAlert")
    said = noted(page)
    assert len(said) == 4
    assert all(word in "".join(said) for word in ("n = 99999", "d_k = abc", "lang = xx", "(7;"))
    expect_page(page, "scores", preset(n=12))
    assert expect_link(page, v=1, lang="en", n=12, d_k=2)
    expect(page.get_by_test_id("stException")).to_have_count(0)

    choose(page, "d_k", "ArrowRight")
    expect_link(page, d_k=3)
    expect(notices).to_have_count(0)


@pytest.mark.parametrize(
    "link",
    [
        {"pin": "scores.99.99", "query": "-1", "seed": "1e3", "scaling": "yes"},
        {"pin": "<img src=x onerror=alert(1)>", "sentence": "nobody", "n": "3.5", "d_v": ""},
        {"sentence": "own", "text": "\u200b。", "split": "?"},
    ],
    ids=["numbers", "words", "no word"],
)
def test_nonsense_is_shown_as_it_came_and_replaced(visit: Callable[..., Page], link):
    page = visit("/scores", **link)
    said = noted(page)
    assert len(said) == (2 if "text" in link else len(link))
    if "<" in link.get("pin", ""):
        assert any("<img src=x onerror=alert" in notice for notice in said)
    expect_page(page, "scores", preset())
    expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.mark.parametrize("secure", [True, False], ids=["https", "plain http"])
def test_copy_link_copies_the_link_of_this_moment(visit: Callable[..., Page], secure: bool):
    page = visit("/scores", d_v=4)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    choose(page, "d_k", "ArrowRight")
    expect_link(page, d_k=3, d_v=4)
    if not secure:
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    page.get_by_role("button", name=translate("en", "link.copy")).click()
    expect(page.get_by_text(translate("en", "link.copied"), exact=True)).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
