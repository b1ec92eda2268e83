"""The slider in the softmax page's view: real drags, keys and buttons."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Locator, Page, expect

from attention_core import Edit, Scenario, entropy
from scripts.browser import settle
from tests.browser.reading import (
    body,
    cell,
    expect_link,
    expect_matrix,
    parameters,
    preset,
)
from ui.numbers import shown
from ui.text import translate

QUERY = 2
LANGUAGES = [{"language": "en"}, {"language": "zh"}]

# Counts what the tab sends to the server from now on.
COUNT = """
() => {
  const count = window.__count = {sent: 0};
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    count.sent++;
    return send.call(this, data);
  };
}
"""


def choose(page: Page, name: str, language: str = "en") -> Locator:
    """Give the view a slider for that number; gives the slider."""
    box = page.locator(f".st-key-scrub-{language}")
    box.get_by_text(translate(language, f"scrub.{name}"), exact=True).click()
    slider = page.locator(".scrub input")
    expect(page.locator(".scrub output")).to_contain_text("=")
    settle(page)
    return slider


def grab(page: Page, slider: Locator) -> tuple[float, float, float]:
    """Hold the slider's thumb with the mouse; gives y, left and width of its way."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    share = slider.evaluate("(node) => Number(node.value) / Number(node.max)")
    y, left, width = box["y"] + box["height"] / 2, box["x"] + 8, box["width"] - 16
    page.mouse.move(left + share * width, y)
    page.mouse.down()
    return y, left, width


def drag(page: Page, slider: Locator, *, to: float) -> None:
    """Hold the slider and move it there in small steps; the mouse stays down."""
    y, left, width = grab(page, slider)
    for step in range(1, 11):
        page.mouse.move(left + width * (0.5 + (to - 0.5) * step / 10), y)


def value(page: Page) -> str:
    """What the slider says of itself, without the name of the number."""
    return (page.locator(".scrub output").text_content() or "").partition("= ")[2]


def readouts(page: Page) -> dict[str, str]:
    """The numbers beside the slider, by name."""
    entries = page.locator(".scrub .readouts > div")
    return dict(
        (entry.locator("dt").inner_text(), entry.locator("dd").inner_text())
        for entry in entries.all()
    )


def strip_texts(page: Page, place: int) -> list[str]:
    """The numbers of one strip of bars."""
    return (
        page.locator(".bar-row")
        .nth(place + 1)
        .locator(".figure > span:first-child")
        .all_inner_texts()
    )


def expect_frame(page: Page, scenario: Scenario, language: str) -> None:
    """Cells, bars and readouts show what the core computes."""
    row = scenario.trace().weights[QUERY]
    for key in ("scores", "scaled", "weights"):
        expect_matrix(page, key, scenario, language)
    beside = readouts(page)
    assert beside[translate(language, "scrub.entropy")] == shown(entropy(row))[1:]
    assert beside[translate(language, "scrub.largest")] == shown(row.max(), signed=False)
    assert strip_texts(page, 3) == [shown(weight, signed=False) for weight in row]
    other = replace(scenario, scaling=not scenario.scaling).trace().weights[QUERY]
    assert strip_texts(page, 4) == [shown(weight, signed=False) for weight in other]


@pytest.mark.parametrize("look", LANGUAGES, indirect=True)
def test_a_drag_shows_the_cores_numbers_before_the_server_hears_of_it(visit, look):
    page = visit("/softmax", n=12)
    slider = choose(page, "temperature", look.language)
    page.evaluate(COUNT)
    told = page.locator(".scrub output")
    before = told.text_content()
    drag(page, slider, to=0.2)
    expect(told).not_to_have_text(before)
    moved = value(page)
    scenario = replace(preset(look.language, 12), temperature=float(moved))
    row = scenario.trace().weights[QUERY]
    expect(page.locator(".scrub .readouts dd").nth(1)).to_have_text(shown(row.max(), signed=False))
    # Where it pauses, every cell, bar and name is written; the mouse is still down.
    expect_frame(page, scenario, look.language)
    expect(page.locator(".finding")).to_be_hidden()
    assert page.evaluate("window.__count.sent") == 0
    assert "temperature" not in parameters(page.url)
    page.mouse.up()
    expect_link(page, temperature=moved)
    settle(page)
    assert page.evaluate("window.__count.sent") == 1
    expect_frame(page, scenario, look.language)
    sums = body(page, "weights").locator(".row:not(.sums) .cell.sum")
    expect(sums).to_have_text(["1.00"] * 12)
    expect(page.locator(".finding")).to_be_visible()


def test_d_k_moves_scores_ranks_and_weights(visit):
    page = visit("/softmax")
    slider = choose(page, "d_k")
    y, left, width = grab(page, slider)
    page.mouse.move(left + 0.4 * width, y, steps=6)
    width_now = int(value(page))
    assert width_now > 10
    scenario = preset(d_k=width_now)
    expect_frame(page, scenario, "en")
    page.mouse.up()
    expect_link(page, d_k=width_now)
    expect_frame(page, scenario, "en")


def test_keys_and_buttons_move_it_and_one_message_tells_the_server(visit):
    page = visit("/softmax")
    slider = choose(page, "temperature")
    page.evaluate(COUNT)
    slider.focus()
    # Held down, and for longer than a pause.
    for _ in range(4):
        page.keyboard.down("ArrowLeft")
    lower = value(page)
    expect_matrix(page, "weights", preset(temperature=float(lower)))
    assert page.evaluate("window.__count.sent") == 0
    page.keyboard.up("ArrowLeft")
    expect_link(page, temperature=lower)
    settle(page)
    assert page.evaluate("window.__count.sent") == 1
    expect_matrix(page, "weights", preset(temperature=float(lower)))
    less, more = page.locator(".scrub button").all()
    less.click()
    assert float(value(page)) < float(lower)
    more.click()
    more.click()
    higher = value(page)
    assert float(higher) > float(lower)
    expect_link(page, temperature=higher)
    expect_matrix(page, "weights", preset(temperature=float(higher)))


def test_the_mouse_may_be_let_go_of_outside(visit):
    page = visit("/softmax")
    slider = choose(page, "temperature")
    drag(page, slider, to=0.3)
    page.mouse.move(40, 700)
    moved = value(page)
    page.mouse.up()
    expect_link(page, temperature=moved)


@pytest.mark.parametrize("look", LANGUAGES, indirect=True)
def test_adding_to_a_row_changes_no_weight(visit, look):
    page = visit("/softmax")
    usual = preset(look.language)
    slider = choose(page, "added", look.language)
    page.evaluate(COUNT)
    slider.focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert value(page) == "+5"
    row = usual.trace().scores[QUERY]
    expect(cell(page, "scores", QUERY, 0)).to_have_text(shown(row[0] + 5))
    edits = tuple(Edit("scores", QUERY, place, score + 5) for place, score in enumerate(row))
    added = replace(usual, edits=edits)
    expect_matrix(page, "scaled", added, look.language)
    expect_matrix(page, "weights", usual, look.language)
    beside = readouts(page)
    assert beside[translate(look.language, "scrub.weights_moved")] == "0"
    assert beside[translate(look.language, "scrub.output_moved")] == "0"
    # The arithmetic goes with it, and a pinned cell does not bring the slider back.
    settle(page)
    cell(page, "scores", QUERY, 1).click()
    expect(page.locator(".strip .line")).to_have_text("(−1)+5=4")
    settle(page)
    assert value(page) == "+5"
    cell(page, "weights", QUERY, 3).click()
    expect(page.locator(".strip .line")).to_contain_text(shown(5 / 2**0.5, 2)[1:])
    settle(page)
    assert "c" not in parameters(page.url)


def test_adding_to_a_row_does_change_weights_down_the_columns(visit):
    page = visit("/softmax", variant="columns")
    slider = choose(page, "added")
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator(".scrub .readouts dd").first).not_to_have_text("0")


def test_sums_betray_the_wrong_direction(visit):
    page = visit("/softmax", variant="columns")
    rows = body(page, "weights").locator(".row:not(.sums) .cell.sum")
    expect(rows).to_have_text(["1.84", "0.95", "0.16", "1.05"])
    for row in rows.all():
        assert (row.get_attribute("data-remark") or "").startswith("≠1")
    columns = body(page, "weights").locator(".sums .cell.sum")
    expect(columns).to_have_text(["1.00"] * 4)
    expect(body(page, "weights").locator(".sums .axis")).to_have_text(
        translate("en", "matrix.column_sums_wrong")
    )


def test_numbers_that_do_not_add_up_as_shown_say_so(visit):
    page = visit("/softmax", temperature="0.71")
    sums = body(page, "weights").locator(".row:not(.sums) .cell.sum")
    expect(sums).to_have_text(["1.00"] * 4)
    weights = preset(temperature=0.71).trace().weights
    for place, row in enumerate(weights):
        total = sum(round(float(shown(weight, signed=False)) * 100) for weight in row)
        found = sums.nth(place).get_attribute("data-remark")
        assert found == (None if total == 100 else f"*{total / 100:.2f}")
    assert any(sums.nth(place).get_attribute("data-remark") for place in range(4))


def test_the_view_stays_while_the_page_around_it_says_more(visit):
    page = visit("/softmax", n=99)
    page.locator(".view").evaluate("(view) => { view.dataset.marked = true; }")
    page.get_by_role("slider", name=translate("en", "side.d_k")).press("ArrowRight")
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    choose(page, "temperature").press("ArrowRight")
    said = translate("en", "notice.divided", temperature="")[:30]
    expect(page.get_by_text(said)).to_be_visible()
    expect(page.locator("[data-marked]")).to_have_count(1)


def test_the_slider_keeps_its_length_while_its_value_grows(visit, page):
    # Narrow enough that the slider has to share its line.
    page.set_viewport_size({"width": 560, "height": 800})
    visit("/softmax")
    slider = choose(page, "temperature")
    width = "slider => slider.getBoundingClientRect().width"
    before = slider.evaluate(width)
    texts = set()
    slider.focus()
    for key in ("End", "Home", "ArrowRight"):
        page.keyboard.press(key)
        texts.add(value(page))
        settle(page)
        assert slider.evaluate(width) == before
    assert len(set(map(len, texts))) > 1


# The colours in the middle of the cells' upper edge, as painted on the canvas above them.
PAINTED = """
(body) => {
  const canvas = body.querySelector('canvas.in-motion');
  const pen = canvas.getContext('2d');
  const start = canvas.getBoundingClientRect();
  return [...body.querySelectorAll('[role="gridcell"]')].map((cell) => {
    const { left, top, width } = cell.getBoundingClientRect();
    const scale = canvas.width / start.width;
    const [x, y] = [left + width / 2 - start.left, top + 2 - start.top];
    const [red, green, blue] = pen.getImageData(x * scale, y * scale, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  });
}
"""


@pytest.mark.parametrize("look", [{"theme": "dark"}], indirect=True, ids=str)
def test_the_canvas_in_motion_has_the_colours_of_the_cells_it_covers(visit, look):
    page = visit("/softmax")
    slider = choose(page, "temperature")
    y, left, width = grab(page, slider)
    page.mouse.move(left + 0.3 * width, y, steps=3)
    scaled = body(page, "scaled")
    painted = scaled.evaluate(PAINTED)
    page.mouse.up()
    settle(page)
    colours = "cells => cells.map(cell => getComputedStyle(cell).backgroundColor)"
    cells = scaled.locator('[role="gridcell"]').evaluate_all(colours)
    for one, other in zip(painted, cells, strict=True):
        parts = [list(map(int, re.findall(r"\d+", colour)[:3])) for colour in (one, other)]
        assert parts[0] == pytest.approx(parts[1], abs=3)
