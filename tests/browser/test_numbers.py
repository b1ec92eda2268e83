"""Every number a reader sees on the walk is the core's."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from attention_core import Scenario, ranks, softmax_parts
from scripts.server import ROOT
from tests.browser.reading import (
    body,
    cell,
    cells,
    each_page,
    expect_cursor,
    expect_matrix,
    expect_page,
    preset,
    rows,
)
from tests.walk import MATRICES
from ui.addends import Sum, decimals_for
from ui.numbers import shown
from ui.text import translate

BOTH = [{"language": "zh"}, {"language": "en"}]
WIDE = {"n": 12, "seed": 7, "causal": 1}


@pytest.mark.parametrize("look", BOTH, indirect=True, ids=str)
@pytest.mark.parametrize("link", [{}, WIDE], ids=["default", "wide"])
def test_every_cell_of_the_walk_shows_the_cores_number(visit: Callable[..., Page], look, link):
    choices = {**link, "causal": True} if "causal" in link else link
    scenario = preset(look.language, **choices)
    page = visit("/", **link)
    for stage in each_page(page):
        expect_page(page, stage, scenario, look.language)


def test_the_overviews_arrows_carry_the_weights_of_the_token_that_asks(
    visit: Callable[..., Page],
):
    scenario = preset(n=5, seed=3)
    page = visit("/", n=5, seed=3, query=1)
    weights = scenario.trace().weights[1]
    named = zip(scenario.tokens, weights, strict=True)
    spoken = ", ".join(f"{token} {shown(weight, signed=False)}" for token, weight in named)
    picture = page.get_by_role("img", name=translate("en", "chart.arrows", query="love"))
    expect(picture).to_have_accessible_name(
        f"{translate('en', 'chart.arrows', query='love')}: {spoken}"
    )
    drawn = picture.locator("text.share").all_text_contents()
    assert sorted(drawn) == sorted(shown(weight, signed=False) for weight in weights)


def test_masked_cells_say_so_and_the_rows_still_add_up_to_one(visit: Callable[..., Page]):
    scenario = preset(n=5, causal=True)
    page = visit("/softmax", n=5, causal=1)
    for key in ("scaled", "weights"):
        expect_matrix(page, key, scenario)
        for row in range(5):
            for column in range(5):
                look = cell(page, key, row, column).evaluate("e => getComputedStyle(e).background")
                assert ("repeating-linear-gradient" in look) == (column > row), (key, row, column)
    expect(rows(page, "weights").locator("> .sum")).to_have_text(["1.00"] * 5)
    received = scenario.trace().weights.sum(axis=0)
    expect(body(page, "weights").locator(".sums .cell")).to_have_text(
        [f"{s:.2f}" for s in received]
    )

    cell(page, "weights", 1, 3).hover()
    reason = translate("en", "matrix.why_masked", row="love", column="languages")
    expect(page.locator(".strip")).to_contain_text(reason)


def test_without_scaling_s_is_the_raw_scores(visit: Callable[..., Page]):
    page = visit("/softmax", d_k=3)
    expect_page(page, "softmax", preset(d_k=3))
    page.get_by_text(translate("en", "side.scaling")).click()
    expect_page(page, "softmax", preset(d_k=3, scaling=False))
    assert cells(page, "scaled").all_text_contents() == cells(page, "scores").all_text_contents()


def test_the_four_strips_follow_the_row_of_the_cursor(visit: Callable[..., Page]):
    scenario = preset(n=5, causal=True, seed=2)
    page = visit("/softmax", n=5, causal=1, seed=2)
    lines = page.get_by_role("table", name=translate("en", "chart.softmax")).get_by_role("row")
    for row in (3, 1):
        cell(page, "weights", row, 0).hover()
        for line, wanted in enumerate(strips(scenario, row), start=1):
            expect(lines.nth(line).get_by_role("cell")).to_have_text(wanted, use_inner_text=True)


def strips(scenario: Scenario, row: int) -> list[list[re.Pattern[str]]]:
    """Raw and scaled scores, exponentials, weights of a row: each a number, perhaps a rank."""
    trace = scenario.trace()
    parts = softmax_parts(trace.masked)
    order = ranks(trace.masked)[row]

    def entry(value: float, place: int, decimals: int, signed: bool) -> re.Pattern[str]:
        if place > row:
            return re.compile(f"^{translate('en', 'matrix.masked')}$")
        rank = order[place]
        number = re.escape(shown(value, decimals, signed=signed))
        return re.compile(rf"^{number}\s*({translate('en', 'matrix.rank', rank=rank)}\s*{rank})?$")

    series = (
        (trace.scores, 2, True),
        (trace.masked, 2, True),
        (parts.exponentials, 3, False),
        (parts.weights, 2, False),
    )
    return [
        [entry(value, place, *rule) for place, value in enumerate(values[row])]
        for values, *rule in series
    ]


def test_the_tables_hold_the_same_numbers(visit: Callable[..., Page]):
    scenario = preset(n=12, seed=7)
    page = visit("/output", n=12, seed=7)
    page.get_by_text(translate("en", "frame.tables")).click()
    tables = page.locator(".st-key-tables").get_by_role("table")
    expect(tables).to_have_count(len(MATRICES["output"]))
    for place, key in enumerate(MATRICES["output"]):
        values = getattr(scenario.trace(), key)
        wanted = [shown(value, signed=key != "weights") for value in values.flat]
        expect(tables.nth(place).locator("tbody td")).to_have_text(wanted)


COLOUR_OF_EACH_CELL = """
(canvas, [rows, columns]) => {
  const pen = canvas.getContext('2d');
  const [width, height] = [canvas.width / columns, canvas.height / rows];
  // Off the middle: there a zero carries a dot.
  const look = (row, column) =>
    [...pen.getImageData((column + 0.3) * width, (row + 0.3) * height, 1, 1).data.slice(0, 3)];
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => look(row, column)));
}
"""


def test_beyond_twelve_columns_colour_tells_the_sign_and_focus_the_number(
    visit: Callable[..., Page],
):
    tokens = tuple(f"t{place}" for place in range(1, 14))
    scenario = Scenario(tokens)
    scores = scenario.trace().scores
    page = visit("/scores", sentence="own", text=" ".join(tokens))
    expect(page.get_by_text(translate("en", "matrix.colour_only"))).to_be_visible()
    expect(body(page, "scores").locator(".row")).to_have_count(0)

    colours = body(page, "scores").locator("canvas").evaluate(COLOUR_OF_EACH_CELL, [13, 13])
    red, _, blue = np.moveaxis(np.array(colours, dtype=int), -1, 0)
    # Too near to zero for a colour of its own.
    pale = abs(scores) < abs(scores).max() / 255
    np.testing.assert_array_equal(np.sign(blue - red)[~pale], np.sign(scores)[~pale])

    grid = body(page, "scores").get_by_role("grid")
    grid.focus()
    page.keyboard.press("Control+Home")
    expect_cursor(page, "scores", scenario, 0, 0)
    for key in ["ArrowDown"] * 5 + ["ArrowRight"] * 11:
        page.keyboard.press(key)
    expect_cursor(page, "scores", scenario, 5, 11)
    spoken = page.locator(f"#{grid.get_attribute('aria-activedescendant')}")
    expect(spoken).to_have_attribute(
        "aria-label", f"“t6” asks “t12”: raw score: {shown(scores[5, 11])} (row 6, column 12)"
    )
    page.keyboard.press("Control+End")
    expect_cursor(page, "scores", scenario, 12, 12)


HARD = (
    *(0.0, -0.0, 0.125, -0.125, 0.375, 2.5, 1.005, 2.675, 0.995, 0.9949999, -0.001, 0.05, 0.15),
    *(5e-324, -1e-12, 1.0, -3.0, 128.0, 99.995, 999999.995, 9999999.0, 9999999.994, 9999999.999),
    *(0.955, -0.905, -0.015, 1.575, 5.33 - 5.315, 0.1 + 0.2 + 0.025, 1234567.955, 0.994999999999),
    *(1e7, -1e7, 10000000.5, 12345678.9, -98765432.1, 2.0**53, 999999999999999.0, 1e15, 1.225e15),
    *(1e16, 1.5e21, 6.02214076e23, 1.7976931348623157e308),
)


def test_the_browser_writes_numbers_as_python_does(page: Page):
    source = (ROOT / "ui" / "matrix" / "browser" / "numbers.js").read_text(encoding="utf-8")
    rules = [[d, signed] for d in (0, 1, 2, 3) for signed in (True, False)]
    cases = [[value, *rule] for value in HARD for rule in rules]
    browser = page.evaluate(
        f"(cases) => {{ {source}; return cases.map((c) => shown(...c)); }}", cases
    )
    python = [shown(value, decimals, signed=signed) for value, decimals, signed in cases]
    differing = [
        (case, ours, theirs)
        for case, ours, theirs in zip(cases, python, browser, strict=True)
        if ours != theirs
    ]
    assert not differing


def test_what_rounds_to_zero_has_no_sign_in_the_browser_either(page: Page):
    source = (ROOT / "ui" / "matrix" / "browser" / "numbers.js").read_text(encoding="utf-8")
    calls = "[fixed(-0.001, 2), fixed(-0.4, 0), fixed(-0.01, 2), rounded(-0.0001), readable(-0.5)]"
    written = page.evaluate(f"() => {{ {source}; return {calls}; }}")
    assert written == ["0.00", "0", "−0.01", "0.000", "−0.5"]


def test_only_zero_itself_is_written_as_0(page: Page):
    source = (ROOT / "ui" / "matrix" / "browser" / "numbers.js").read_text(encoding="utf-8")
    calls = "fixed(0, 3), fixed(5e-13, 3), readable(-1.67e-5), exactDecimals(5e-13, 3)"
    written = page.evaluate(f"() => {{ {source}; return [{calls}]; }}")
    assert written == ["0", "0.000", "−1.67e−5", None]


def test_the_browser_gives_a_sum_as_many_decimals_as_python_does(page: Page):
    names = ("numbers.js", "addends.js")
    folder = ROOT / "ui" / "matrix" / "browser"
    source = "".join((folder / name).read_text(encoding="utf-8") for name in names)
    drawn = (
        np.random.default_rng(4).normal(size=(400, 3))
        * 10.0 ** np.arange(-5, 3).repeat(50)[:, None]
    )
    sums = [(terms, sum(terms)) for terms in drawn.tolist()]
    write = "([terms, total]) => addends(terms, total, 2).sum"
    texts = page.evaluate(f"(sums) => {{ {source}; return sums.map({write}); }}", sums)
    told = [len(text.partition(".")[2]) for text in texts if "e" not in text]
    wanted = [
        decimals_for([Sum(*entry)])
        for entry, text in zip(sums, texts, strict=True)
        if "e" not in text
    ]
    assert told == wanted
    assert {2, 3, 4, 5, 6} == set(told)
