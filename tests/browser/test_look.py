"""What is painted can be read: in both themes, and on a telephone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scripts.browser import settle
from tests.browser.reading import (
    body,
    cell,
    cells,
    each_page,
    expect_page,
    go_on,
    present,
    preset,
    uncover,
    view,
)
from tests.walk import MATRICES
from ui.text import translate

# Every element of the matrix view with words of its own: [words, contrast with what is behind].
CONTRASTS = """
(view) => {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parsed = (colour) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha: alpha / 255 };
  };
  const over = (front, back) =>
    front.rgb.map((part, index) => part * front.alpha + back[index] * (1 - front.alpha));
  const parent = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const behind = (node) => {
    if (!node) return [255, 255, 255];
    const own = parsed(getComputedStyle(node).backgroundColor);
    return own.alpha === 1 ? own.rgb : over(own, behind(parent(node)));
  };
  const opacity = (node) =>
    node ? Number(getComputedStyle(node).opacity) * opacity(parent(node)) : 1;
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const words = (node) => [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    .map(({ data }) => data.trim()).join('');
  const painted = (node) => node.checkVisibility({ visibilityProperty: true })
    && !node.closest('.spoken') && !node.closest('svg') && node.getBoundingClientRect().width > 1;
  const read = [...view.querySelectorAll('*')].filter((node) => words(node) && painted(node));
  return read.map((node) => {
    const back = behind(node);
    const ink = parsed(getComputedStyle(node).color);
    const front = over({ rgb: ink.rgb, alpha: ink.alpha * opacity(node) }, back);
    const [dark, light] = [luminance(front), luminance(back)].sort((a, b) => a - b);
    return [words(node), (light + 0.05) / (dark + 0.05)];
  });
}
"""

# Pairs of texts outside of the strip that are painted over each other.
COLLISIONS = """
(view) => {
  // Scrolled, a box hides cells behind its row labels on purpose.
  const box = view.querySelector('.box');
  const { scrollLeft } = box;
  box.scrollLeft = 0;
  const walker = document.createTreeWalker(view, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode;
    if (!data.trim() || parent.closest('.spoken, .strip, svg')) continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const clip = getComputedStyle(parent).overflowX === 'visible' ? null : parent;
    const edge = clip?.getBoundingClientRect();
    const { left, right, top, bottom } = range.getBoundingClientRect();
    texts.push({
      text: data, top, bottom,
      left: Math.max(left, edge?.left ?? left), right: Math.min(right, edge?.right ?? right),
    });
  }
  box.scrollLeft = scrollLeft;
  // Lines may share their leading; letters may not share their place.
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  return texts.flatMap((a, index) =>
    texts.slice(index + 1).filter((b) => meet(a, b)).map((b) => [a.text, b.text]));
}
"""


def expect_readable(page: Page) -> None:
    """Every text in the view contrasts with what is behind it, 4.5:1, and covers no other."""
    found = view(page).evaluate(CONTRASTS)
    numbers = cells(page, "scores").all_text_contents()
    assert set(numbers) <= {words for words, _ in found}
    assert [(words, round(ratio, 2)) for words, ratio in found if ratio < 4.5] == []
    assert view(page).evaluate(COLLISIONS) == []


@pytest.mark.parametrize("look", [{"theme": "light"}, {"theme": "dark"}], indirect=True, ids=str)
def test_every_text_stands_out_and_none_covers_another(visit: Callable[..., Page], look):
    page = visit("/scores", n=12, seed=3, causal=1)
    colours = {"light": "rgb(255, 255, 255)", "dark": "rgb(14, 17, 23)"}
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", colours[look.theme])
    scenario = preset(n=12, seed=3, causal=True)
    expect_page(page, "scores", scenario)
    expect_readable(page)
    for row, column in ((0, 0), (7, 11)):
        cell(page, "scores", row, column).hover()
        expect_readable(page)
    go_on(page, "/softmax")
    expect_page(page, "softmax", scenario)
    expect_readable(page)
    cell(page, "weights", 6, 2).hover()
    expect_readable(page)
    page.get_by_test_id("stSidebar").get_by_role(
        "link", name=translate("en", "stage.overview")
    ).click()
    expect_page(page, "overview", scenario)
    expect_readable(page)


def test_the_lessons_example_has_room_for_its_labels_on_every_page(visit: Callable[..., Page]):
    page = visit("/")
    for stage in each_page(page):
        expect_page(page, stage, preset())
        assert view(page).evaluate(COLLISIONS) == [], stage


@pytest.mark.parametrize(
    "look", [{"language": lang, "height": 720} for lang in ("zh", "en")], indirect=True, ids=str
)
def test_the_lessons_example_is_in_sight_as_a_whole_at_1280(visit: Callable[..., Page], look):
    page = visit("/projections")
    for stage in each_page(page, "projections"):
        box = page.locator(".box")
        assert box.evaluate("box => box.scrollWidth - box.clientWidth") <= 1, stage
        hint = translate(look.language, "matrix.scroll_hint")
        expect(page.locator(".hints")).not_to_contain_text(hint)


PHONE = {"width": 360, "height": 740}


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["360 px"])
def test_a_page_never_scrolls_sideways(visit: Callable[..., Page], look):
    page = visit("/", n=12)
    for stage in each_page(page):
        expect_page(page, stage, preset(n=12))
        expect_no_sideways_scroll(page)


def expect_no_sideways_scroll(page: Page) -> None:
    document = "[document.documentElement.scrollWidth, innerWidth]"
    main = "e => [e.scrollWidth, e.clientWidth]"
    for wide, room in (page.evaluate(document), page.get_by_test_id("stMain").evaluate(main)):
        assert wide <= room, page.url


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["360 px"])
def test_a_wide_matrix_scrolls_inside_its_box(visit: Callable[..., Page], look):
    page = visit("/scores", n=12)
    last = cell(page, "scores", 11, 11)
    first_left = last.bounding_box()["x"]
    assert first_left > 360
    page.locator('.body[data-key="scores"] [tabindex="0"]').focus()
    page.keyboard.press("Control+End")
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport(ratio=0.9)
    assert last.bounding_box()["x"] < first_left
    assert page.get_by_test_id("stMain").evaluate("e => e.scrollLeft") == 0
    expect_no_sideways_scroll(page)


@pytest.mark.parametrize("look", [PHONE, {"theme": "dark"}], indirect=True, ids=["360 px", "dark"])
def test_nothing_of_the_page_lies_unreadably_under_streamlits_bar(visit: Callable[..., Page]):
    page = visit("/scores")
    bar, background = page.locator(".stAppHeader"), "bar => getComputedStyle(bar).backgroundColor"
    assert bar.evaluate(background) == page.locator(".stApp").evaluate(background)
    # And what is reached by keys comes out from under it.
    way = page.locator(".st-key-pipeline").get_by_role("link").first
    page.locator(".stMain").evaluate("(main, to) => main.scrollTo(0, to)", way.bounding_box()["y"])
    assert way.bounding_box()["y"] < bar.bounding_box()["height"]
    way.focus()
    assert way.bounding_box()["y"] >= bar.bounding_box()["height"]


PROJECTOR = {"width": 1280, "height": 720, "reduced_motion": True}


def step_through(page: Page, stage: str) -> None:
    """Press the clicker until all of the page's matrix is there."""
    for _ in range(30):
        if not cells(page, MATRICES[stage][-1]).filter(has_text=re.compile("^$")).count():
            return
        page.keyboard.press("PageDown")
        settle(page)
    raise AssertionError(stage)


@pytest.mark.parametrize(
    "look",
    [
        {**PROJECTOR, "language": lang, "theme": theme}
        for lang, theme in (("en", "dark"), ("zh", "light"))
    ],
    indirect=True,
    ids=str,
)
def test_before_a_class_no_text_covers_another(visit: Callable[..., Page], look):
    page = visit("/softmax")
    present(page, look.language)
    for stage in ("softmax", "projections"):
        if stage != "softmax":
            page = visit(f"/{stage}")
        step_through(page, stage)
        # The sentence above stays in sight, over what has been scrolled away.
        page.locator(".stMain").evaluate("main => main.scrollTo(0, 0)")
        assert view(page).evaluate(COLLISIONS) == [], stage


# Numbers in sight of which a part is behind the row labels or beyond the edge of the box.
HALVES = """
(view, share) => {
  const box = view.querySelector('.box');
  box.scrollLeft = share * (box.scrollWidth - box.clientWidth);
  const edge = box.getBoundingClientRect();
  const labels = [...view.querySelectorAll('.labels.row')].map((one) => one.getBoundingClientRect())
    .filter(({ left, height }) => height && left < edge.left + 3);
  const soon = requestAnimationFrame;
  const frame = () => new Promise((done) => soon(() => soon(done)));
  const ink = (cell) => getComputedStyle(cell).webkitTextFillColor;
  return frame().then(() => [...view.querySelectorAll('.box .cell')].filter((cell) => {
    const { left, right, top, bottom } = cell.getBoundingClientRect();
    const beside = labels.filter((one) => one.top < bottom - 3 && one.bottom > top + 3);
    const from = Math.max(edge.left, ...beside.map((one) => one.right));
    const beyond = Math.max(from - left, right - edge.left - box.clientWidth);
    const hidden = ink(cell) === 'rgba(0, 0, 0, 0)';
    return hidden ? beyond < 0 : beyond > 2;
  }).map((cell) => cell.textContent));
}
"""


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["360 px"])
def test_half_a_number_never_reads_as_another_one(visit: Callable[..., Page], look):
    for path in ("/scores", "/softmax", "/output"):
        page = visit(path)
        for share in (0, 0.3, 0.65, 1):
            assert view(page).evaluate(HALVES, share) == [], (path, share)


# Of each column of row labels: whether it lies over its matrix, whether it casts a shadow on it.
SHADOWS = """
(view) => [...view.querySelectorAll('.labels.row:not([hidden])')].map((labels) => {
  const body = labels.nextElementSibling.getBoundingClientRect();
  const covers = labels.getBoundingClientRect().right > body.left + 1;
  return [covers, getComputedStyle(labels, '::after').content !== 'none'];
})
"""


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["360 px"])
def test_what_has_scrolled_under_the_row_labels_lies_in_their_shadow(visit: Callable[..., Page]):
    page = visit("/scores", n=8)
    # The queries stay beside their labels while the scores scroll.
    for share, scrolled in ((0, False), (0.3, True), (0, False)):
        assert view(page).evaluate(HALVES, share) == []
        assert view(page).evaluate(SHADOWS) == [[False] * 2, [scrolled] * 2, [scrolled] * 2]
    page = visit("/softmax")
    bars, label = page.locator(".picture.scroller").last, page.locator(".bar-label").last
    shadow = "label => getComputedStyle(label, '::after').content !== 'none'"
    assert not label.evaluate(shadow)
    bars.evaluate("bars => bars.scrollTo(50, 0)")
    expect(bars).to_have_class(re.compile("shades"))
    assert label.evaluate(shadow)


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["telephone"])
def test_the_heading_of_the_sums_comes_into_sight_with_them(visit: Callable[..., Page], look):
    page = visit("/scores", lang="zh", sentence="own", text="我喜欢 tea", n=4)
    box, heading = page.locator(".box"), page.locator(".sum-title").last
    sums = page.locator('.body[data-key="scores"] .sum')
    assert box.evaluate("box => box.scrollWidth - box.clientWidth") > 1
    expect(sums.first).to_have_attribute("data-cut", "")
    expect(heading).to_be_hidden()
    box.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
    expect(sums.first).not_to_have_attribute("data-cut", "")
    expect(heading).to_be_visible()


CLIPPED_SUMS = """
body => [...body.querySelectorAll('.sum')].filter((sum) => sum.scrollWidth > sum.clientWidth + 1)
  .map((sum) => sum.textContent)
"""

# Which of the cells with that class or key lie as a whole inside of the box, and above the strip.
IN_SIGHT = """
(view, key) => {
  const box = view.querySelector('.box').getBoundingClientRect();
  const cells = [...view.querySelectorAll(`.body[data-key="${key}"] [role="gridcell"]`)];
  return cells.every((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return left >= box.left && right <= box.right && !cell.hasAttribute('data-cut');
  });
}
"""


@pytest.mark.parametrize(
    "look", [{**PHONE, "language": lang} for lang in ("en", "zh")], indirect=True, ids=str
)
def test_on_a_telephone_all_factors_of_the_lessons_example_are_in_sight(visit, look):
    page = visit("/")
    for stage in each_page(page):
        assert page.locator(".box").evaluate("box => box.scrollLeft") == 0
        for key in MATRICES[stage]:
            assert view(page).evaluate(IN_SIGHT, key), (stage, key)
        # The bars below the softmax scroll behind their labels.
        if stage != "softmax":
            assert view(page).evaluate(COLLISIONS) == [], stage


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["360 px"])
def test_on_a_telephone_a_narrow_factor_stays_while_its_product_scrolls(visit, look):
    page = visit("/scores", n=8, pin="scores.2.7")
    assert page.locator(".box").evaluate("box => box.scrollLeft") > 100
    cell(page, "q", 2, 0).scroll_into_view_if_needed()
    for column in (0, 1):
        expect(cell(page, "q", 2, column)).to_be_in_viewport(ratio=1)
    heads = body(page, "q").locator("xpath=preceding-sibling::*[contains(@class, 'head')][1]")
    expect(heads.locator(".shape")).to_be_in_viewport(ratio=1)
    # And where it would not fit it scrolls along, so that all of it is within reach.
    page = visit("/scores", n=8, d_k=8)
    page.locator(".box").evaluate("box => box.scrollTo(1000, 0)")
    expect(cell(page, "q", 2, 7)).to_be_in_viewport(ratio=1)


# A square of colour is to be hit with a finger; what tells of sums and rounding is read as a whole.
@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["360 px"])
def test_on_a_telephone_a_long_sentence_flattens_no_matrix_and_cuts_no_words(visit, look):
    for n in (9, 13, 17):
        page = visit("/output", sentence="own", text=" ".join("abcdefghijklmnopq"[:n]))
        for key in ("weights", "v", "output"):
            assert body(page, key).bounding_box()["height"] > 15 * n, (n, key)
        for key in ("v", "output"):
            assert len(cells(page, key).all_text_contents()) == 3 * n
        assert body(page, "weights").evaluate(CLIPPED_SUMS) == []
        box = page.locator(".box").bounding_box()
        for note in page.locator(".box .note:visible").all():
            area = note.bounding_box()
            assert area["x"] + area["width"] <= box["x"] + box["width"] + 1
    page = visit("/output", sentence="own", text="a b c d e f g h i")
    page.locator(".box").evaluate("box => box.scrollTo(1000, 0)")
    assert page.locator(".box").evaluate("box => box.scrollLeft") > 20
    for key in ("v", "output"):
        for column in range(3):
            cell(page, key, 0, column).scroll_into_view_if_needed()
            expect(cell(page, key, 0, column)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("look", [PHONE], indirect=True, ids=["360 px"])
def test_a_stacked_product_stands_below_its_factors_and_lights_them(visit, look):
    page = visit("/output")
    tops = [body(page, key).bounding_box() for key in ("weights", "v", "output")]
    assert tops == sorted(tops, key=lambda box: box["y"])
    assert len({box["x"] for box in tops}) == 1
    cell(page, "output", 1, 2).click()
    lit = [body(page, key).locator(".lit").bounding_box() for key in ("weights", "v")]
    row, column = cell(page, "weights", 1, 0).bounding_box(), cell(page, "v", 0, 2).bounding_box()
    assert lit[0]["y"] == pytest.approx(row["y"], abs=1)
    assert lit[0]["height"] == pytest.approx(row["height"], abs=2)
    assert lit[1]["x"] == pytest.approx(column["x"], abs=1)
    assert lit[1]["width"] == pytest.approx(column["width"], abs=2)


def grey(colour: str) -> float:
    """How light a colour is, from 0 to 255."""
    return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3


@pytest.mark.parametrize("look", [{"theme": "light"}, {"theme": "dark"}], indirect=True, ids=str)
def test_among_faded_numbers_too_zero_is_white_and_larger_is_darker(visit, look):
    page = visit("/output", pin="output.2.0")
    background = "cells => cells.map(cell => getComputedStyle(cell).backgroundColor)"
    weights = preset().trace().weights
    colours = cells(page, "weights").evaluate_all(background)
    pairs = list(zip(weights.ravel().tolist(), map(grey, colours), strict=True))
    faded = sorted(pair for place, pair in enumerate(pairs) if place // 4 != 2)
    assert [light for _, light in faded] == sorted((light for _, light in faded), reverse=True)
    assert faded[0][1] > 245
    assert faded[-1][1] < 200
    zeros = [
        colour
        for value, colour in zip(
            preset().trace().v.ravel(), cells(page, "v").evaluate_all(background), strict=True
        )
        if value == 0
    ]
    assert set(zeros) == {"rgb(255, 255, 255)"}


# Pixels from the number to the inner edge of its cell's frame, where the cursor is: left, right.
AIR = """
(cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const [text, room] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
  return [text.left - room.left, room.right - text.right];
}
"""


def test_the_cursors_frame_covers_no_digit(visit):
    for path, key in (("/softmax", "scaled"), ("/output", "output")):
        page = visit(path, edits="x.2.0=3")
        for at in range(cells(page, key).count()):
            assert min(cells(page, key).nth(at).evaluate(AIR)) >= 3, (path, at)
        cells(page, key).nth(5).click()
        mark = body(page, key).locator(".cursor")
        expect(mark).to_have_css("border-width", "0px")
        expect(mark).to_have_css("outline-offset", "-1px")
        expect(mark).to_have_css("box-shadow", "rgb(255, 255, 255) 0px 0px 0px 3px inset")


# Words of column labels that are cut short.
CUT = """
(view) => [...view.querySelectorAll('.labels.column .label bdi')]
  .filter((label) => label.checkVisibility() && label.scrollWidth > label.clientWidth)
  .map((label) => label.textContent)
"""


@pytest.mark.parametrize("look", [{"height": 720}], indirect=True, ids=["720"])
def test_labels_take_the_room_that_the_box_has(visit, look):
    page = visit("/softmax", n=1, sentence="own", split="word", text="hello")
    assert view(page).evaluate(CUT) == []
    for n in (6, 9):
        page = visit("/softmax", n=n)
        assert view(page).evaluate(CUT) == []
        assert page.locator(".box").evaluate("box => box.scrollWidth - box.clientWidth") <= 1
    page = visit("/softmax")
    room = page.locator(".box").evaluate("box => box.parentElement.clientWidth")
    taken = page.locator(".plane").evaluate(
        "plane => plane.lastChild.getBoundingClientRect().right - plane.getBoundingClientRect().x"
    )
    # Of what is left over each of the 14 columns would get less than a pixel or two.
    assert room - 28 <= taken <= room


@pytest.mark.parametrize("look", [PROJECTOR], indirect=True, ids=["projector"])
def test_the_label_of_the_cursors_column_is_whole_in_bold(visit: Callable[..., Page], look):
    page = visit("/scores")
    uncover(page)
    for presenting in (False, True):
        if presenting:
            present(page, "en")
        for column in range(4):
            cell(page, "k_t", 0, column).hover()
            expect(page.locator(".labels.column .at-cursor").first).to_be_visible()
            assert view(page).evaluate(CUT) == [], (presenting, column)


def test_the_ends_of_a_slider_in_the_sidebar_are_not_cut_off(visit):
    page = visit("/softmax")
    boxes = page.locator('[class*="st-key-slider-"]')
    assert boxes.count() >= 3
    for box in boxes.all():
        expect(box).to_have_css("overflow", "visible")
