"""From any number back to the numbers it came from, by pointer, by keyboard and by touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from attention_core import Scenario, softmax_parts
from tests.browser.reading import (
    arithmetic,
    cell,
    expect_cursor,
    expect_link,
    expect_matrix,
    expect_pinned,
    go_on,
    preset,
    rows,
    sides,
    uncover,
    written,
)
from tests.walk import expected
from ui.numbers import shown
from ui.text import translate


@pytest.fixture
def sent(page: Page) -> list[str | bytes]:
    """What the tab sends to the server from now on."""
    frames: list[str | bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: frames.append(frame)))
    return frames


def fills(page: Page, key: str) -> list[list[str]]:
    """The background of every cell of a matrix."""
    colours = (
        "row => [...row.querySelectorAll('.cell')].map(e => getComputedStyle(e).backgroundColor)"
    )
    return [row.evaluate(colours) for row in rows(page, key).all()]


def lit(page: Page, rested: dict[str, list[list[str]]]) -> dict[str, set[tuple[int, int]]]:
    """The cells of each operand that keep the colour they have when nothing is chosen."""
    found = {}
    for key, before in rested.items():
        now = fills(page, key)
        places = product(range(len(now)), range(len(now[0])))
        found[key] = {(i, j) for i, j in places if now[i][j] == before[i][j]}
    return found


def bracketed(value: float) -> str:
    text = shown(value, signed=False)
    return f"({text})" if value < 0 else text


def expect_product(page: Page, scenario: Scenario, row: int, column: int) -> None:
    """The strip multiplies this row of Q with this column of Kᵀ and comes to the score."""
    expect_cursor(page, "scores", scenario, row, column)
    trace = scenario.trace()
    pairs = zip(trace.q[row], trace.k[column], strict=True)
    factors = "+".join(f"{bracketed(a)}×{bracketed(b)}" for a, b in pairs)
    line = arithmetic(page)
    assert line.startswith(f"{factors}=")
    assert line.endswith(f"={shown(trace.scores[row, column], signed=False)}")
    assert all(sign == "=" and left == right for sign, left, right in sides(line)), line


def operands(scenario: Scenario, row: int, column: int) -> dict[str, set[tuple[int, int]]]:
    """The row of Q and the column of Kᵀ that a score comes from."""
    terms = range(scenario.d_k)
    return {"q": {(row, t) for t in terms}, "k_t": {(t, column) for t in terms}}


def test_pointer_and_arrow_keys_show_where_a_score_comes_from_and_ask_nobody(
    visit: Callable[..., Page], sent: list[str | bytes]
):
    scenario = preset()
    page = visit("/scores")
    uncover(page)
    cell(page, "q", 0, 0).hover()
    expect_cursor(page, "q", scenario, 0, 0)
    rested = {key: fills(page, key) for key in ("q", "k_t")}
    assert sent, "the connection was not seen"
    sent.clear()

    for row, column in ((2, 0), (0, 3), (3, 3)):
        cell(page, "scores", row, column).hover()
        expect_product(page, scenario, row, column)
        assert lit(page, rested) == operands(scenario, row, column)

    page.mouse.move(700, 5)
    expect_product(page, scenario, 2, 3)
    page.locator('.body[data-key="scores"] [tabindex="0"]').focus()
    for key, row, column in (
        ("ArrowUp", 1, 3),
        ("ArrowLeft", 1, 2),
        ("Home", 1, 0),
        ("ArrowDown", 2, 0),
        ("Control+End", 3, 3),
        ("ArrowDown", 3, 3),
    ):
        page.keyboard.press(key)
        if (row, column) == (3, 3):
            expect(cell(page, "scores", 3, 3)).to_be_focused()
        expect_product(page, scenario, row, column)
        assert lit(page, rested) == operands(scenario, row, column)

    page.wait_for_timeout(400)
    assert sent == []
    page.keyboard.press("Enter")
    expect_link(page, pin="scores.3.3", query=3)
    assert sent


@pytest.mark.parametrize("key", ["scores", "output"])
def test_an_equals_sign_is_true_of_numbers_that_were_not_rounded_and_the_rest_says_about(
    visit: Callable[..., Page], key: str
):
    scenario = preset(seed=7, d_k=3)
    values = expected(scenario, key)
    page = visit(f"/{key}", seed=7, d_k=3)
    uncover(page)
    for row, column in product(range(4), range(values.shape[1])):
        cell(page, key, row, column).hover()
        expect_cursor(page, key, scenario, row, column)
        line = arithmetic(page)
        for sign, left, right in sides(line):
            assert sign == "≈" or left == right, line
            assert abs(left - right) < Decimal("0.005"), line
        about = translate("en", "matrix.rounded")
        assert ("≈" in line) == (about in page.locator(".strip .notes").inner_text())
        # Weights are never what their decimals say.
        assert key == "scores" or "=" not in line, line
        result = re.split("[=≈]", line)[-1]
        exact = abs(float(result.replace("−", "-")) - values[row, column]) < 1e-11
        assert exact or line.endswith(f"≈{result}"), line
        digits = len(result.partition(".")[2])
        assert result in {shown(values[row, column], d, signed=False) for d in (digits, 2, 3)}, line


def test_a_rounded_number_is_not_equal_though_its_digits_would_be(visit: Callable[..., Page]):
    text = {"sentence": "own", "text": "the74 the94", "split": "auto", "n": 2}
    sizes = {"d_model": 3, "d_k": 4, "d_v": 7, "seed": 2, "query": 1}
    page = visit("/output", **text, **sizes, pin="output.1.4", temperature=0.05)
    line = arithmetic(page)
    assert [sign for sign, left, right in sides(line) if left == right], line
    assert "=" not in line
    assert translate("en", "matrix.rounded") in page.locator(".strip .notes").inner_text()
    assert arithmetic(visit("/scores")).count("=") == 2


def test_the_strip_of_a_weight_holds_the_rows_exponentials_and_their_sum(
    visit: Callable[..., Page],
):
    scenario = preset()
    parts = softmax_parts(expected(scenario, "scaled"))
    page = visit("/softmax")
    for row, column in ((2, 1), (2, 3), (0, 2)):
        cell(page, "weights", row, column).hover()
        expect_cursor(page, "weights", scenario, row, column)
        line = arithmetic(page)
        whole = re.fullmatch(r"e\^(.+)÷\(([\d.+]+)\)[=≈]([\d.]+)÷([\d.]+)[=≈]([\d.]+)", line)
        assert whole, line
        power, terms, own, total, weight = whole.groups()
        score = scenario.trace().scaled[row, column]
        said = power.strip("()").replace("−", "-")
        last_digit = 10.0 ** -len(said.partition(".")[2])
        assert float(said) == pytest.approx(score, abs=0.5001 * last_digit), line
        written = [float(term) for term in terms.split("+")]
        assert written == pytest.approx(parts.exponentials[row].tolist(), abs=0.5e-3)
        assert float(own) == written[column]
        assert float(total) == pytest.approx(parts.totals[row], abs=0.5e-3)
        assert float(total) == pytest.approx(sum(written), abs=1e-9) or "≈" in line
        assert float(weight) == pytest.approx(parts.weights[row, column], abs=0.5e-3)


@pytest.mark.parametrize(
    "look", [{"touch": True, "width": 390, "height": 844}], indirect=True, ids=str
)
def test_a_tap_shows_the_arithmetic_and_pins(visit: Callable[..., Page], look):
    scenario = preset()
    page = visit("/scores")
    uncover(page)
    cell(page, "scores", 0, 1).tap()
    expect_link(page, pin="scores.0.1", query=0)
    expect_product(page, scenario, 0, 1)
    expect_pinned(page, "scores", 0, 1)


def test_the_pin_goes_along_to_every_page(visit: Callable[..., Page]):
    scenario = preset()
    page = visit("/scores")
    uncover(page)
    cell(page, "scores", 1, 3).hover()
    page.locator('.body[data-key="scores"] [tabindex="0"]').focus()
    page.keyboard.press("Enter")
    link = expect_link(page, pin="scores.1.3", query=1)
    asking = page.get_by_role("radiogroup", name=translate("en", "side.query"))

    def arrived(path: str, key: str, row: int, column: int) -> None:
        page.wait_for_url(f"**{path}?*")
        expect_link(page, **link)
        expect_pinned(page, key, row, column)
        expect_cursor(page, key, scenario, row, column)
        expect(asking.get_by_role("radio", checked=True)).to_have_accessible_name("love")

    page.locator(".st-key-pipeline").get_by_role("link", name=re.compile("^A ")).click()
    arrived("/softmax", "weights", 1, 3)
    go_on(page, "/output")
    arrived("/output", "output", 1, 0)
    page.locator(".st-key-way-on").get_by_role("link").first.click()
    arrived("/softmax", "weights", 1, 3)
    sidebar = page.get_by_test_id("stSidebar")
    sidebar.get_by_role("link", name=translate("en", "stage.scores")).click()
    arrived("/scores", "scores", 1, 3)
    sidebar.get_by_role("link", name=translate("en", "stage.overview")).click()
    arrived("/", "scores", 1, 3)


def test_a_score_chosen_beside_its_weight_is_held_itself(visit: Callable[..., Page]):
    page = visit("/softmax")
    expect_pinned(page, "weights", 2, 3)
    for key, row, column in (("scores", 2, 1), ("weights", 1, 1), ("scores", 0, 1)):
        cell(page, key, row, column).click()
        expect_link(page, pin=f"{key}.{row}.{column}")
        expect_pinned(page, key, row, column)
    # Another page's score stands for its weight here.
    page.locator(".st-key-way-on").get_by_role("link").first.click()
    page.wait_for_url("**/scores?*")
    expect_pinned(page, "scores", 0, 1)
    go_on(page, "/softmax")
    expect_pinned(page, "weights", 0, 1)


def test_a_pin_in_kᵀ_names_the_cell_of_k(visit: Callable[..., Page]):
    page = visit("/scores")
    cell(page, "k_t", 1, 3).click()
    expect_link(page, pin="k.3.1", query=2)
    expect_pinned(page, "k_t", 1, 3)
    sidebar = page.get_by_test_id("stSidebar")
    sidebar.get_by_role("link", name=translate("en", "stage.projections")).click()
    page.wait_for_url("**/projections?*")
    expect_pinned(page, "k", 3, 1)
    expect_cursor(page, "k", preset(), 3, 1)


def test_choosing_the_token_that_asks_moves_the_pin_to_its_row(visit: Callable[..., Page]):
    page = visit("/scores", pin="scores.2.1")
    page.get_by_role("radiogroup", name=translate("en", "side.query")).get_by_text(
        "love", exact=True
    ).click()
    expect_link(page, query=1, pin="scores.1.1")
    expect_pinned(page, "scores", 1, 1)


def test_a_number_to_predict_is_nowhere_until_the_reader_has_guessed(
    visit: Callable[..., Page],
):
    scenario = preset()
    page = visit("/scores")
    asked = cell(page, "scores", 2, 0)
    page.get_by_text(translate("en", "frame.tables")).click()
    table = page.locator(".st-key-tables").get_by_role("table").nth(2).locator("tbody td")
    expect(table).to_have_count(16)
    asked.hover()
    expect(page.locator(".strip")).to_contain_text(translate("en", "matrix.covered"))
    number, total = "−3", "−8"
    assert written(scenario, "scores")[2][0] == number
    for place in (asked, page.locator(".strip"), table.nth(8)):
        expect(place).not_to_contain_text(number)
    assert number not in (asked.get_attribute("aria-label") or "")
    expect(rows(page, "scores").nth(2).locator("> .sum")).not_to_contain_text(total)

    page.locator(".st-key-guess-a button").click()
    expect_matrix(page, "scores", scenario)
    asked.hover()
    expect_product(page, scenario, 2, 0)
    expect(rows(page, "scores").nth(2).locator("> .sum")).to_have_text(total)
    expect(table.nth(8)).to_have_text(number)
    expect(page.get_by_text(translate("en", "predict.yours"))).to_be_visible()


def free(page: Page, key: str, row: int, column: int) -> bool:
    """The cell is in sight as a whole, and not behind the strip."""
    box, strip = cell(page, key, row, column).bounding_box(), page.locator(".strip").bounding_box()
    return box["y"] >= 0 and box["y"] + box["height"] <= strip["y"]


@pytest.mark.parametrize("look", [{"height": 694}], indirect=True, ids=["694"])
def test_a_click_brings_the_cell_out_from_behind_the_strip_and_a_pointer_does_not(visit, look):
    page = visit("/output", edits="x.2.0=3", pin="output.0.0")
    main = page.get_by_test_id("stMain")
    top = "e => e.scrollTop"
    # What opens keeps its question in sight.
    assert main.evaluate(top) == 0
    assert not free(page, "output", 2, 0)
    place, strip = cell(page, "output", 2, 0).bounding_box(), page.locator(".strip").bounding_box()
    assert place["y"] < strip["y"] - 4
    page.mouse.move(place["x"] + 20, place["y"] + 3)
    expect(page.locator(".strip .heading")).to_contain_text(translate("en", "matrix.at", i=3, j=1))
    page.wait_for_timeout(600)
    assert main.evaluate(top) == 0
    page.mouse.click(place["x"] + 20, place["y"] + 3)
    expect_pinned(page, "output", 2, 0)
    page.wait_for_function("e => e.scrollTop > 0", arg=main.element_handle())
    assert free(page, "output", 2, 0)
    # As little as needed.
    assert main.evaluate(top) < 100


@pytest.mark.parametrize("look", [{"height": 720}], indirect=True, ids=["720"])
def test_two_clicks_on_a_cell_at_the_strip_edit_that_cell(visit, look):
    page = visit("/softmax", n=6)
    last = cell(page, "scores", 5, 1)
    place, strip = last.bounding_box(), page.locator(".strip").bounding_box()
    page.mouse.dblclick(place["x"] + 20, min(place["y"] + 20, strip["y"] - 3))
    expect(page.locator(".editor")).to_have_count(1)
    page.wait_for_timeout(600)
    expect(page.locator(".strip .heading")).to_contain_text(translate("en", "matrix.at", i=6, j=2))
