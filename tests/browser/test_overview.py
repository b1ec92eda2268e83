"""The arrows of the overview: one from each token from which something is taken."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from attention_core import Scenario
from ui.numbers import shown
from ui.text import translate


def test_a_masked_token_has_no_arrow_and_says_why(visit: Callable[..., Page]):
    page = visit("/", query=1)
    picture = page.locator("svg").filter(has=page.locator(".token"))
    expect(picture.locator(".arc")).to_have_count(4)
    expect(picture.locator(".no-share")).to_have_count(0)
    page = visit("/", query=1, causal=1)
    masked = translate("en", "matrix.masked")
    own, earlier = (
        shown(Scenario(causal=True).trace().weights[1, key], signed=False) for key in (1, 0)
    )
    picture = page.locator("svg").filter(has=page.locator(".token"))
    expect(picture.locator(".arc")).to_have_count(2)
    expect(picture.locator(".share")).to_have_text([earlier, own])
    expect(picture.locator(".no-share")).to_have_text([masked, masked])
    expect(picture).to_have_attribute(
        "aria-label",
        f"How much “love” takes from each token: I {earlier}, love {own}, "
        f"learning {masked}, languages {masked}",
    )
