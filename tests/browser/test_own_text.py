"""A reader's own sentence, whatever it is: its rows as typed, or one clear sentence why not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from attention_core import Scenario
from scripts.browser import settle
from tests.browser.reading import (
    body,
    cell,
    expect_cursor,
    expect_link,
    expect_matrix,
    expect_page,
    go_on,
    preset,
)
from ui.text import isolated, translate

# What is typed, and the rows it must give.
MARKUP = {
    "<b>x</b>": ["<b>x</b>"],
    "$x$ $$": ["$x$", "$$"],
    "**x** __x__ ~~x~~ `x`": ["**x**", "__x__", "~~x~~", "`x`"],
    "=1+1 #x a|b \\x &lt": ["=1+1", "#x", "a|b", "\\x", "&lt"],
    "-> <- <img/src=x/onerror=alert() a@b": ["->", "<-", "<img/src=x/onerror=alert", "a@b"],
}
SCRIPTS = {
    "👩‍👩‍👧👍🏽🇨🇳❤️": ["👩‍👩‍👧", "👍🏽", "🇨🇳", "❤️"],
    "أنا أحب تعلم اللغات": ["أنا", "أحب", "تعلم", "اللغات"],
    "我喜欢AI": ["我", "喜", "欢", "AI"],
    "a\u200bb c\u200d \u2060 12\u202e3": ["ab", "c", "123"],
}
NO_WORD = ["", "   ", "。，!?…", "\u200b\u200d\ufeff"]
FORMATTED = (
    "e => e.querySelectorAll('b, strong, em, del, code, a, img, svg, .katex, ol, ul').length"
)


def box(page: Page) -> Locator:
    return page.get_by_role("textbox", name=translate("en", "side.text"))


def asking(page: Page) -> Locator:
    return page.get_by_role("radiogroup", name=translate("en", "side.query"))


def type_in(page: Page, text: str) -> None:
    box(page).fill(text)
    box(page).press("Enter")


def expect_rows(page: Page, tokens: list[str]) -> None:
    """X has a row for each token; its label and the token's button show it letter by letter."""
    expect_matrix(page, "x", Scenario(tuple(tokens)))
    labels = page.locator(".labels.row .label:not(.extra)")
    expect(labels.locator("bdi")).to_have_text(
        [token if len(token) <= 9 else f"{token[:8]}…" for token in tokens]
    )
    assert [label.get_attribute("title") for label in labels.all()] == tokens
    buttons = asking(page).get_by_role("radio")
    expect(buttons).to_have_count(len(tokens))
    for button, token in zip(buttons.all(), tokens, strict=True):
        # A word joiner, which nobody sees, keeps Streamlit from drawing "->" as an arrow; marks as
        # invisible set apart what is written from right to left.
        expect(button).to_have_accessible_name(
            re.compile("^" + "\u2060?".join(map(re.escape, isolated(token))) + "$")
        )
        assert button.evaluate(FORMATTED) == 0, token


@pytest.mark.parametrize("texts", [MARKUP, SCRIPTS], ids=["markup", "scripts"])
def test_every_token_is_shown_as_typed(visit: Callable[..., Page], texts: dict[str, list[str]]):
    page = visit("/input")
    for text, tokens in texts.items():
        type_in(page, text)
        expect_link(page, sentence="own", text=text, n=len(tokens), query=0)
        expect_rows(page, tokens)
        expect(box(page)).to_have_value(text)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_invisible_characters_are_counted_where_they_were_removed(visit: Callable[..., Page]):
    page = visit("/input", sentence="own", text="a\u200bb c\u200d d")
    expect(page.get_by_text(translate("en", "notice.hidden", count=2))).to_be_visible()


def test_the_reader_decides_how_a_text_without_spaces_is_split(visit: Callable[..., Page]):
    page = visit("/input")
    type_in(page, "我喜欢学习")
    expect_link(page, sentence="own", n=5)
    expect(page.get_by_text(translate("en", "notice.split_character", count=5))).to_be_visible()
    expect_rows(page, ["我", "喜", "欢", "学", "习"])
    split = page.get_by_role("radiogroup", name=translate("en", "side.split"))
    split.get_by_text(translate("en", "side.split_word"), exact=True).click()
    expect_link(page, split="word", text="我喜欢学习", n=1)
    expect_rows(page, ["我喜欢学习"])
    expect(page.get_by_text(translate("en", "notice.split_word", count=1))).to_be_visible()


def test_words_that_stay_whole_among_chinese_characters_are_said_to(visit: Callable[..., Page]):
    page = visit("/input", sentence="own", text="我 love 学习 languages")
    expect(page.get_by_text(translate("en", "notice.split_mixed", count=5))).to_be_visible()


def test_the_strip_names_a_repeated_token_as_its_button_does(visit: Callable[..., Page]):
    page = visit("/scores", sentence="own", text="مرحبا hello مرحبا")
    named = asking(page).get_by_role("radio").first.inner_text()
    assert named == f"{isolated('مرحبا')} (1)"
    heading = page.locator(".strip .heading")
    expect(heading).to_contain_text(f"“{isolated(named)}” asks")
    name = heading.locator("span span").first
    # The position stands to the right of the word in both, as in the sentence around it.
    ends = name.evaluate(
        """node => [0, node.textContent.length - 3].map(place => {
          const range = document.createRange();
          range.setStart(node.firstChild, place);
          range.setEnd(node.firstChild, place + 3);
          return range.getBoundingClientRect().left;
        })"""
    )
    assert ends[0] < ends[1]


def test_repeated_tokens_stay_apart(visit: Callable[..., Page]):
    page = visit("/scores")
    type_in(page, "the cat the the")
    expect_link(page, sentence="own", n=4)
    expect_page(page, "scores", Scenario(("the", "cat", "the", "the")))
    names = body(page, "scores").get_by_role("rowheader").all_text_contents()
    assert len(set(names)) == 4
    assert [name.startswith("the") for name in names] == [True, False, True, True]
    buttons = [re.compile(rf"^{token}\W*\d?\W*$") for token in ("the", "cat", "the", "the")]
    expect(asking(page).get_by_role("radio")).to_have_text(buttons)
    asking(page).get_by_role("radio").nth(2).click()
    expect_link(page, query=2)
    expect(asking(page).get_by_role("radio", checked=True)).to_have_count(1)


def test_one_token_takes_everything_from_itself(visit: Callable[..., Page]):
    page = visit("/softmax")
    type_in(page, "hello")
    expect_link(page, sentence="own", n=1, query=0)
    expect_page(page, "softmax", Scenario(("hello",)))
    expect(page.get_by_text(translate("en", "notice.n_fixed"))).to_be_visible()
    go_on(page, "/output")
    scenario = Scenario(("hello",))
    expect_page(page, "output", scenario)
    assert scenario.trace().output.tolist() == scenario.trace().v.tolist()


@pytest.mark.parametrize(
    "look", [{"width": 360, "height": 740, "reduced_motion": True}], indirect=True, ids=["360 px"]
)
def test_no_longer_label_takes_the_cell_that_is_held_or_focused_out_of_sight(
    visit: Callable[..., Page],
):
    short = {"sentence": "own", "split": "word", "text": "我 喜欢 茶 和 水", "n": 5}
    page = visit("/scores", **short, pin="scores.0.4")
    page.get_by_test_id("stExpandSidebarButton").click()
    longer = ["我们大家今天", "一起学习", "注意力机制", "研究因为", "它们打开", "一扇", "明亮的"]
    type_in(page, " ".join(longer))
    expect_link(page, n=7, pin="scores.0.4")
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").click()
    settle(page)
    # Neither beyond the edge of the box nor under the row labels.
    expect(cell(page, "scores", 0, 4)).not_to_have_attribute("data-cut", "")
    cell(page, "scores", 0, 4).focus()
    for key in ("ArrowRight",) * 2 + ("ArrowLeft",) * 6:
        page.keyboard.press(key)
        expect(page.locator(".box :focus")).not_to_have_attribute("data-cut", "")
        expect(page.locator(".box :focus")).to_be_in_viewport(ratio=1)


def test_ten_thousand_characters_give_128_rows_and_none_is_lost_from_the_box(
    visit: Callable[..., Page],
):
    words = [f"{count:04d}" for count in range(2000)]
    text = f"{' '.join(words)}."
    assert len(text) == 10_000
    page = visit("/scores")
    type_in(page, text)
    expect_link(page, sentence="own", n=128)
    scenario = Scenario(tuple(words[:128]))
    expect(page.get_by_text(translate("en", "notice.long", cut=2000 - 128))).to_be_visible()
    expect(box(page)).to_have_value(text)

    body(page, "scores").get_by_role("grid").focus()
    page.keyboard.press("Control+End")
    expect_cursor(page, "scores", scenario, 127, 127)
    query = page.get_by_role("combobox", name=translate("en", "side.query"))
    expect(query).to_have_value("1  0000")
    query.fill("0127")
    query.press("Enter")
    expect_link(page, query=127)
    go_on(page, "/softmax")
    body(page, "weights").get_by_role("grid").focus()
    page.keyboard.press("Home")
    expect_cursor(page, "weights", scenario, 127, 0)
    expect(box(page)).to_have_value(text)


def test_a_text_without_a_word_gets_one_sentence_and_changes_nothing(
    visit: Callable[..., Page],
):
    page = visit("/input")
    sentence = page.get_by_text(translate("en", "notice.empty"))
    for text in NO_WORD:
        type_in(page, text)
        expect(sentence).to_be_visible()
        expect(box(page)).to_have_value(text)
        expect_page(page, "input", preset())
        type_in(page, "hello")
        expect_link(page, sentence="own", text="hello", n=1)
        expect(sentence).to_have_count(0)
        page.get_by_role("button", name=translate("en", "side.reset")).click()
        expect_link(page, sentence="study")
        expect(box(page)).to_have_value("I love learning languages")
