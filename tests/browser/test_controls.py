"""Sliders, number fields and switches: what they change, and what they leave alone."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from attention_core import Scenario
from tests.browser.reading import (
    cells,
    expect_link,
    expect_page,
    parameters,
    preset,
    rows,
    uncover,
)
from ui.text import translate


def slider(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=translate("en", f"side.{name}"))


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=translate("en", f"side.{name}"))


def texts(page: Page, key: str) -> np.ndarray:
    """The cells of a matrix as they are painted."""
    flat = cells(page, key).all_text_contents()
    return np.array(flat).reshape(rows(page, key).count(), -1)


def test_an_arrow_key_on_d_k_adds_one_column_and_changes_nothing_else(
    visit: Callable[..., Page],
):
    page = visit("/projections", n=5, query=3)
    expect_page(page, "projections", preset(n=5))
    before = {key: texts(page, key) for key in ("x", "w_q", "w_k", "w_v", "q", "k", "v")}
    link = parameters(page.url)

    slider(page, "d_k").press("ArrowRight")
    assert expect_link(page, d_k=3) == {**link, "d_k": "3"}
    expect_page(page, "projections", preset(n=5, d_k=3))
    expect(field(page, "d_k")).to_have_value("3")
    for key, old in before.items():
        new = texts(page, key)
        np.testing.assert_array_equal(new[:, : old.shape[1]], old, err_msg=key)
        assert new.shape[1] - old.shape[1] == (key in ("w_q", "w_k", "q", "k")), key

    slider(page, "d_k").press("ArrowLeft")
    assert expect_link(page, d_k=2) == link
    expect_page(page, "projections", preset(n=5))


def test_a_longer_sentence_only_adds_rows_and_columns(visit: Callable[..., Page]):
    page = visit("/scores")
    uncover(page)
    old = texts(page, "scores")
    slider(page, "n").press("ArrowRight")
    assert expect_link(page, n=5)["query"] == "2"
    expect_page(page, "scores", preset(n=5))
    np.testing.assert_array_equal(texts(page, "scores")[:4, :4], old)
    slider(page, "n").press("Home")
    # The token that asked is gone; the nearest one left asks.
    assert expect_link(page, n=2)["query"] == "1"
    expect_page(page, "scores", preset(n=2))
    slider(page, "n").press("End")
    expect_link(page, n=12)
    expect_page(page, "scores", preset(n=12))


def test_a_typed_number_is_taken_and_the_slider_follows(visit: Callable[..., Page]):
    page = visit("/output")
    field(page, "d_v").fill("7")
    field(page, "d_v").press("Enter")
    expect_link(page, d_v=7)
    expect_page(page, "output", preset(d_v=7))
    expect(slider(page, "d_v")).to_have_value("7")

    field(page, "seed").fill("42")
    field(page, "seed").press("Tab")
    expect_link(page, seed=42)
    expect_page(page, "output", preset(d_v=7, seed=42))


@pytest.mark.parametrize(("typed", "used"), [("0", 1), ("65", 64), ("-3", 1), ("999999999", 64)])
def test_a_number_out_of_range_is_said_and_the_nearest_one_used(
    visit: Callable[..., Page], typed: str, used: int
):
    page = visit("/scores")
    field(page, "d_k").fill(typed)
    field(page, "d_k").press("Enter")
    expect_link(page, d_k=used)
    expect(field(page, "d_k")).to_have_value(str(used))
    said = translate("en", "notice.typed_range", name="d_k", value=typed, low=1, high=64, used=used)
    expect(page.get_by_text(said)).to_be_visible()


def test_an_emptied_number_field_gives_its_number_back(visit: Callable[..., Page]):
    page = visit("/scores", d_k=9)
    link = parameters(page.url)
    field(page, "d_k").fill("")
    field(page, "d_k").press("Enter")
    expect(field(page, "d_k")).to_have_value("9")
    assert parameters(page.url) == link


@pytest.mark.parametrize("seed", [0, 5])
def test_a_slider_never_jumps_back_however_fast_the_key_is_pressed(
    visit: Callable[..., Page], seed: int
):
    page = visit("/scores", seed=seed)
    handle = slider(page, "d_k")
    for place, pause in enumerate([0] * 3 + [200] * 4 + [350] * 3, start=3):
        handle.press("ArrowRight")
        # The pace of a hand: answers to one step arrive while the next is made.
        page.wait_for_timeout(pause)
        assert handle.input_value() == str(place)
    expect_link(page, d_k=12)
    expect(handle).to_have_value("12")
    expect_page(page, "scores", preset(seed=seed, d_k=12))


def test_a_chosen_sentence_opens_at_its_own_length_with_the_same_sizes(
    visit: Callable[..., Page],
):
    page = visit("/scores", n=7, d_k=3, seed=2)
    page.get_by_role("combobox", name=translate("en", "side.sentence")).click()
    page.get_by_role("option", name=translate("en", "side.twin")).click()
    expect_link(page, sentence="twin", n=3, query=0, d_k=3, seed=2)
    expect_page(page, "scores", Scenario(("dog", "bites", "dog"), d_k=3, seed=2))
