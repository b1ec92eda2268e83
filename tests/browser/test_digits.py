"""As many digits as a number needs: in sums, products and powers of the strip, and beside a row."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from decimal import Decimal

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.reading import arithmetic, body, cell, rows, uncover
from ui.addends import read
from ui.text import translate

# A link, and the line that it must show.
LINES = {
    "a row whose score of 10 leaves nothing to the others": (
        "/output",
        {
            "n": 3,
            "d_k": 1,
            "pin": "output.1.0",
            "edits": "q.2.0=1.5 v.0.0=-4.25 k.1.1=0.3 scores.1.1=10.0",
        },
        "1.67e−5×(−4.25)+1.000×0+6.14e−6×1≈−0.000071+0+0.000006≈−0.000065",
    ),
    "smaller than six decimals": (
        "/output",
        {"pin": "output.1.1", "edits": "scores.1.0=-40 v.1.1=0 v.2.1=0 v.0.1=3"},
        "1.1e−13×3+0.870×0+0.104×0+0.025×0≈3.3e−13+0+0+0≈3.3e−13",
    ),
    "an ordinary sentence": (
        "/output",
        {"sentence": "own", "text": "The cat sat on the mat", "pin": "output.2.1"},
        "0.233×(−0.5)+0.012×0+0.313×0.8+0.270×(−0.8)+0.092×(−0.3)+0.081×(−1.7)"
        "≈−0.116+0+0.251−0.216−0.027−0.137≈−0.246",
    ),
    "the lesson": (
        "/output",
        {"pin": "output.2.0"},
        "0.072×2+0.295×0+0.035×1+0.598×0≈0.1434+0+0.0353+0≈0.1787",
    ),
    "only zero is 0": (
        "/softmax",
        {"temperature": 0.1, "pin": "weights.2.1"},
        "e^(−7.07)÷(0.000+0.001+0.000+1)≈0.001÷1.001≈0.001",
    ),
    "down the columns": (
        "/softmax",
        {"variant": "columns", "pin": "weights.2.2"},
        "e^(−2.83)÷(8.342+0.493+0.059+1)≈0.059÷9.894≈0.006",
    ),
    "a weight that is not 0": (
        "/softmax",
        {"temperature": 0.1, "pin": "weights.2.0"},
        "e^(−21.213)÷(0.000+0.001+0.000+1)≈6.13e−10÷1.001≈6.12e−10",
    ),
}


@pytest.mark.parametrize("case", LINES)
def test_no_number_that_counts_is_written_as_zeros_and_none_with_endless_digits(
    visit: Callable[..., Page], case: str
):
    path, link, line = LINES[case]
    assert arithmetic(visit(path, **link)) == line


POWERS = [
    {},
    {"edits": "scores.1.1=10 scores.0.0=0.3"},
    {"seed": 7, "d_k": 3},
    {"temperature": 0.1},
    {"temperature": 0.05},
    {"variant": "columns"},
    {"variant": "columns", "temperature": 0.1},
]


@pytest.mark.parametrize("link", POWERS, ids=str)
def test_e_to_the_power_shown_is_the_exponential_shown(visit: Callable[..., Page], link):
    page = visit("/softmax", **link)
    for row in range(4):
        for column in range(4):
            cell(page, "weights", row, column).hover()
            line = arithmetic(page)
            power, own = re.fullmatch(r"e\^(.+)÷\(.*\)[=≈](.+)÷.+", line).groups()
            # A score, or a score − the largest of its row.
            parts = re.findall(r"−?[\d.]+", power.replace("−(−", "+"))
            given = math.exp(sum(float(minus(part)) for part in parts))
            assert all(len(part) <= 6 for part in re.findall(r"\.(\d+)", power)), line
            assert said(given, own) == float(minus(own)), line


def said(value: float, like: str) -> float:
    """A number as it reads when it is written like another."""
    if "e" in like:
        return float(f"{value:.2e}")
    return round(value, len(like.partition(".")[2]))


def minus(text: str) -> str:
    return text.replace("−", "-")


STARRED = [
    ("/softmax", {}),
    ("/softmax", {"variant": "columns"}),
    ("/softmax", {"seed": 7, "d_k": 3, "causal": 1}),
    ("/softmax", {"d_model": 1, "d_k": 1, "edits": "scores.0.0=1 scores.1.1=1"}),
    ("/scores", {"seed": 7, "d_k": 3}),
    ("/output", {"temperature": 0.71}),
]


@pytest.mark.parametrize(("path", "link"), STARRED, ids=str)
def test_a_sum_whose_numbers_do_not_add_up_as_shown_says_so(
    visit: Callable[..., Page], path: str, link: dict
):
    page = visit(path, **link)
    uncover(page)
    words = translate("en", "matrix.rounded_sums")
    for key in {"/output": ["weights"], "/scores": ["scores"]}.get(path, ["scores", "weights"]):
        numbers = [[read(text) for text in row] for row in shown_rows(page, key)]
        beside = rows(page, key).locator("> .sum").all()
        below = body(page, key).locator(".sums .cell").all()
        stars = [star_of(sum_, row) for sum_, row in zip(beside, numbers, strict=True)]
        if below:
            columns = zip(*numbers, strict=True)
            stars += [star_of(sum_, column) for sum_, column in zip(below, columns, strict=True)]
        note = page.locator(".note").filter(has_text=words).locator("visible=true")
        assert stars
        own = page.locator(f'.body[data-key="{key}"] + .note').filter(has_text=words)
        expect(own.locator("visible=true")).to_have_count(int(any(stars)))
        assert note.count() >= int(any(stars))


def shown_rows(page: Page, key: str) -> list[list[str]]:
    texts = [row.locator("> .cell:not(.sum)").all_inner_texts() for row in rows(page, key).all()]
    masked = translate("en", "matrix.masked")
    return [["0" if text in (masked, "×") else text for text in row] for row in texts]


def star_of(node: Locator, numbers: Iterable[Decimal]) -> bool:
    """Whether a sum bears the star that these numbers call for."""
    added, said = sum(numbers), read(node.inner_text())
    star = re.search(r"\*(.+)", node.get_attribute("data-remark") or "")
    words = translate("en", "matrix.rounded_sum", shown="")
    assert bool(star) == (added != said) == (words in (node.get_attribute("aria-label") or ""))
    assert not star or read(star[1]) == added
    return bool(star)


@pytest.mark.parametrize(
    ("link", "total"),
    [
        (
            {"n": 6, "d_model": 6, "d_k": 3, "d_v": 4, "seed": 42, "query": 5}
            | {"causal": 1, "temperature": 2},
            "≈\u00a07.706",
        ),
        ({"query": 2}, None),
    ],
    ids=["rounded", "default"],
)
def test_the_sum_beside_the_bars_is_about_right_where_rounded_numbers_do_not_give_it(
    visit: Callable[..., Page], link, total
):
    page = visit("/softmax", **link)
    line = page.locator(".bars [role=row]").filter(has_text=translate("en", "chart.exp"))
    texts = line.locator(".figure > span:first-child").all_inner_texts()
    added = sum(Decimal(text) for text in texts if text[0].isdigit())
    said = line.locator("dd").first.inner_text()
    assert total is None or said == total
    assert said == str(added) or said.startswith("≈")
