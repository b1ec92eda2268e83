"""What a reader finds on a page as text, and what the core says must stand there."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from decimal import Decimal
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Locator, Page, TimeoutError, expect

from attention_core import Scenario
from scripts.browser import settle
from tests.walk import MATRICES, expected
from ui.examples import EXAMPLES
from ui.numbers import shown
from ui.text import prose, translate

# A busy machine may need longer than the usual five seconds.
PATIENCE = 10_000
expect.set_options(timeout=PATIENCE)

_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-"})


def preset(language: str = "en", n: int = 4, **choices: object) -> Scenario:
    """The scenario of the first n tokens of the preset sentence."""
    return Scenario(EXAMPLES["study"].tokens(language)[:n], **choices)


def written(scenario: Scenario, key: str, language: str = "en") -> list[list[str]]:
    """The texts that the cells of a matrix must hold, row by row."""
    values = expected(scenario, key)
    masked = (expected(scenario, "scaled") if key == "weights" else values) == -math.inf

    def text(value: float, covered: bool) -> str:
        if covered:
            return translate(language, "matrix.masked")
        return shown(value, 1 if key == "x" else 2, signed=key != "weights")

    rows = zip(values.tolist(), masked.tolist(), strict=True)
    return [[text(*pair) for pair in zip(*row, strict=True)] for row in rows]


def view(page: Page) -> Locator:
    """The whole matrix view: the matrices, their legend and the strip below."""
    return page.locator(".strip").locator("..")


def body(page: Page, key: str) -> Locator:
    """The matrix called `key`."""
    return page.locator(f'.body[data-key="{key}"]')


def rows(page: Page, key: str) -> Locator:
    """The rows of a matrix, without the one of the column sums."""
    return body(page, key).locator(".row:not(.sums)")


def cells(page: Page, key: str) -> Locator:
    """The numbers of a matrix, without its sums."""
    return rows(page, key).locator("> .cell:not(.sum)")


def cell(page: Page, key: str, row: int, column: int) -> Locator:
    """One number, counted from 0."""
    return rows(page, key).nth(row).locator("> .cell").nth(column)


def expect_matrix(page: Page, key: str, scenario: Scenario, language: str = "en") -> None:
    """Every cell of the matrix shows what the core computes."""
    wanted = written(scenario, key, language)
    # A cell too small for the word carries a cross, which the legend explains.
    masked = translate(language, "matrix.masked")
    cross = re.compile(f"^({masked}|×)$")
    texts = [cross if text == masked else text for row in wanted for text in row]
    expect(cells(page, key)).to_have_text(texts)
    expect(rows(page, key)).to_have_count(len(wanted))


def uncover(page: Page) -> None:
    """Skip the scores page's prediction, so that every number of it is shown."""
    settle(page)
    skip = page.locator(".st-key-guess-skip button")
    if skip.count():
        skip.click()
        expect(skip).to_have_count(0)


def present(page: Page, language: str, *, sidebar: bool = False) -> None:
    """Turn presenter mode on, which closes the sidebar; `sidebar` opens it again."""
    name = translate(language, "teacher.presenter")
    page.get_by_test_id("stSidebar").get_by_text(name, exact=True).click()
    expect(page.locator(".st-key-presenter")).to_be_visible()
    opener = page.get_by_test_id("stExpandSidebarButton")
    # On a telephone the sidebar, which lies over the page, stays until it is closed.
    if page.viewport_size["width"] > 768:
        expect(opener).to_be_visible()
    if sidebar:
        opener.click()
    settle(page)


def expect_page(page: Page, stage: str, scenario: Scenario, language: str = "en") -> None:
    """The page asks its question and every matrix of it shows what the core computes."""
    title = page.get_by_role("heading", level=1)
    expect(title).to_have_text(prose(language, stage)["question"])
    if stage == "scores":
        uncover(page)
    for key in MATRICES[stage]:
        expect_matrix(page, key, scenario, language)


def expect_cursor(page: Page, key: str, scenario: Scenario, row: int, column: int) -> None:
    """The strip speaks of this cell: where it is and the number the core computes."""
    heading = page.locator(".strip .heading")
    expect(heading).to_contain_text(translate("en", "matrix.at", i=row + 1, j=column + 1))
    expect(heading).to_contain_text(written(scenario, key)[row][column])


def expect_pinned(page: Page, key: str, row: int, column: int) -> None:
    """The one selected cell of the page is this one."""
    chosen = page.locator('.body [aria-selected="true"]')
    expect(chosen).to_have_count(1)
    place = f'.body[data-key="{key}"] [aria-rowindex="{row + 1}"] [aria-colindex="{column + 1}"]'
    expect(page.locator(place)).to_have_attribute("aria-selected", "true")


def arithmetic(page: Page) -> str:
    """The line of the strip as written, without the spaces."""
    return re.sub(r"\s", "", page.locator(".strip .line").text_content() or "")


def sides(line: str) -> Iterator[tuple[str, Decimal, Decimal]]:
    """Each "=" or "≈" of a line of sums and products, with the exact values of its two sides."""
    first, *rest = re.split("([=≈])", line)
    left = _exact(first)
    for sign, text in zip(rest[::2], rest[1::2], strict=True):
        right = _exact(text)
        yield sign, left, right
        left = right


def _exact(text: str) -> Decimal:
    assert re.fullmatch(r"[-−+×÷().\d]+", text), f"not a sum of products: {text}"
    formula = re.sub(r"\d+(\.\d+)?", r'Decimal("\g<0>")', text.translate(_SIGNS))
    return Decimal(eval(formula, {"Decimal": Decimal}))


def parameters(url: str) -> dict[str, str]:
    """What a link carries."""
    return dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))


def expect_link(page: Page, **wanted: object) -> dict[str, str]:
    """The address bar says so, soon; gives all it says."""
    texts = {name: str(value) for name, value in wanted.items()}
    try:
        page.wait_for_url(lambda url: texts.items() <= parameters(url).items(), timeout=PATIENCE)
    except TimeoutError:
        raise AssertionError(f"the address {page.url} does not say {texts}") from None
    return parameters(page.url)


def go_on(page: Page, path: str) -> None:
    """Follow the link to the next page and arrive there."""
    page.locator(".st-key-way-on").get_by_role("link").last.click()
    page.wait_for_url(f"**{path}?*", timeout=PATIENCE)


def each_page(page: Page, first: str = "overview") -> Iterator[str]:
    """The stages from the open one on, each when the link of the page before has led to it."""
    stages = list(MATRICES)
    for stage in stages[stages.index(first) :]:
        if stage != first:
            go_on(page, f"/{stage}")
        settle(page)
        yield stage
