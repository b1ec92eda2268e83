"""A slider's next step is painted before the server hears of it, and is the core's all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from scripts.browser import settle
from tests.browser.reading import expect_link, expect_matrix, preset, uncover
from tests.walk import MATRICES

# What the page would tell the server is held back until `release` is called.
HOLD = """() => {
  const send = WebSocket.prototype.send;
  const held = [];
  WebSocket.prototype.send = function (message) { held.push([this, message]); };
  window.release = () => {
    WebSocket.prototype.send = send;
    held.forEach(([socket, message]) => send.call(socket, message));
  };
}"""


def press(page: Page, name: str, key: str) -> None:
    slider = page.locator(f'.st-key-slider-{name} [data-testid="stSlider"] input')
    slider.focus()
    page.keyboard.press(key)


# Every page once, the languages in turn.
PAGES = [({"language": "zh" if place % 2 else "en"}, stage) for place, stage in enumerate(MATRICES)]


@pytest.mark.parametrize(("look", "stage"), PAGES, indirect=["look"], ids=str)
def test_one_step_is_there_without_the_server_and_stays(visit: Callable[..., Page], look, stage):
    page = visit("/" if stage == "overview" else f"/{stage}", n=5)
    if stage == "scores":
        uncover(page)
    name, size = ("d_model", 5) if stage == "input" else ("d_k", 2)
    settle(page)
    page.evaluate(HOLD)
    press(page, name, "ArrowRight")
    wider = preset(look.language, n=5, **{name: size + 1})
    for key in MATRICES[stage]:
        expect_matrix(page, key, wider, look.language)
    press(page, name, "ArrowLeft")
    for key in MATRICES[stage]:
        expect_matrix(page, key, preset(look.language, n=5), look.language)
    press(page, name, "ArrowRight")
    page.evaluate("release()")
    expect_link(page, **{name: size + 1})
    settle(page)
    for key in MATRICES[stage]:
        expect_matrix(page, key, wider, look.language)


def test_every_slider_has_its_next_steps_ready(visit: Callable[..., Page]):
    page = visit("/output", n=5)
    settle(page)
    page.evaluate(HOLD)
    for name, size in {"n": 5, "d_model": 5, "d_k": 2, "d_v": 3}.items():
        for key, step in (("ArrowRight", 1), ("ArrowLeft", -1)):
            press(page, name, key)
            moved = preset(**{"n": 5, name: size + step})
            for matrix in MATRICES["output"]:
                expect_matrix(page, matrix, moved)
            press(page, name, "ArrowLeft" if step > 0 else "ArrowRight")
            for matrix in MATRICES["output"]:
                expect_matrix(page, matrix, preset(n=5))


def test_what_was_not_prepared_comes_from_the_server(visit: Callable[..., Page]):
    page = visit("/scores", n=5)
    uncover(page)
    press(page, "d_k", "End")
    expect_matrix(page, "scores", preset(n=5, d_k=64))
    page.keyboard.press("Home")
    expect_matrix(page, "scores", preset(n=5, d_k=1))
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect_matrix(page, "scores", preset(n=5, d_k=7))


def test_another_choice_makes_what_was_prepared_worthless(visit: Callable[..., Page]):
    page = visit("/output", n=5)
    settle(page)
    page.locator(".st-key-switch-causal label").click()
    press(page, "d_k", "ArrowRight")
    expect_link(page, causal=1, d_k=3)
    for matrix in MATRICES["output"]:
        expect_matrix(page, matrix, preset(n=5, d_k=3, causal=True))


def test_a_slider_that_is_held_keeps_what_it_shows_and_is_reported_when_let_go(
    visit: Callable[..., Page],
):
    page = visit("/output", n=5)
    settle(page)
    thumb = page.locator('.st-key-slider-d_k [data-testid="stSliderThumbValue"]').locator("..")
    box = thumb.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    value = page.locator('.st-key-slider-d_k [data-testid="stSlider"] input')
    for step in range(1, 9):
        page.mouse.move(box["x"] + box["width"] / 2 + step, box["y"] + box["height"] / 2)
        if value.input_value() == "3":
            break
    # Longer than the page waits for an answer elsewhere.
    page.wait_for_timeout(3500)
    expect_matrix(page, "output", preset(n=5, d_k=3))
    page.mouse.up()
    expect_link(page, d_k=3)
    expect_matrix(page, "output", preset(n=5, d_k=3))


@pytest.mark.parametrize("empty", ["", "   "])
def test_a_slider_that_python_draws_anew_paints_nothing(visit: Callable[..., Page], empty):
    page = visit("/input")
    box = page.get_by_role("textbox", name="Your own sentence")
    box.fill(empty)
    box.press("Enter")
    page.get_by_role("alert").first.wait_for()
    settle(page)
    expect_matrix(page, "x", preset())


def test_a_page_survives_many_quick_steps(visit: Callable[..., Page]):
    page = visit("/projections", n=6, d_model=12, d_k=8)
    settle(page)
    keys = 4 * ["ArrowRight"] + 3 * ["ArrowLeft"] + 12 * ["ArrowRight", "ArrowLeft"]
    for place, key in enumerate(keys):
        press(page, "d_k", key)
        page.wait_for_timeout(50 * (place % 4))
    expect_link(page, d_k=9)
    settle(page)
    # Streamlit's word for a message that it did not repeat and the browser had dropped.
    assert "ForwardMsg" not in page.locator("body").inner_text()
    for matrix in MATRICES["projections"]:
        expect_matrix(page, matrix, preset(n=6, d_model=12, d_k=9))
