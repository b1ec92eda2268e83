"""Words and numbers as they are written on the pages."""

from pathlib import Path

import pytest

from ui.numbers import NotANumber, percent, read_number, shown
from ui.text import literal


@pytest.mark.parametrize(
    ("value", "decimals", "signed", "text"),
    [
        (0.0, 2, True, "0"),
        (-0.0, 2, True, "0"),
        (2.0, 2, True, "+2"),
        (-4.0, 2, True, "−4"),
        (2.0, 2, False, "2"),
        (0.125, 2, False, "0.13"),
        (-0.125, 2, False, "−0.13"),
        (2.675, 2, False, "2.68"),
        (1.005, 2, False, "1.01"),
        (0.955, 2, True, "+0.96"),
        (-0.905, 2, True, "−0.91"),
        (-0.015, 2, True, "−0.02"),
        (5.33 - 5.315, 2, True, "+0.02"),
        (0.1 + 0.2 + 0.025, 2, False, "0.33"),
        (1234567.955, 2, False, "1234567.96"),
        (0.994999999999, 2, False, "0.99"),
        (-0.001, 2, True, "0.00"),
        (0.0049, 2, True, "0.00"),
        (-0.005, 2, True, "−0.01"),
        (-0.4, 0, True, "0"),
        (0.000006, 4, False, "0.0000"),
        (-2.1213203435596424, 2, True, "−2.12"),
        (12345678.9, 2, True, "+1.23e7"),
        (1.225e15, 2, True, "+1.23e15"),
        (9.999e15, 2, True, "+1.00e16"),
        (12345678.0, 2, True, "+12345678"),
    ],
)
def test_a_number_is_written_by_one_rule(
    value: float, decimals: int, signed: bool, text: str
) -> None:
    assert shown(value, decimals, signed=signed) == text


def test_chinese_uses_one_pair_of_quotation_marks_and_closes_each() -> None:
    assets = Path(__file__).resolve().parents[2] / "assets"
    for file in [assets / "locales" / "zh.toml", *sorted(assets.glob("prose/*.zh.md"))]:
        text = file.read_text(encoding="utf-8")
        assert not set(text) & set("「」『』"), file
        marks = [mark for mark in text if mark in "“”"]
        assert marks == ["“", "”"] * (len(marks) // 2), file


def test_shares_are_whole_per_cent() -> None:
    assert percent(0.5976) == "60 %"
    assert percent(0.125) == "13 %"
    assert percent(0.285) == "29 %"


@pytest.mark.parametrize("token", ["<b>x</b>", "$x$", "**x**", "=1+1", "[a](b)", ":red[x]", "`x`"])
def test_no_token_is_read_as_markdown(token: str) -> None:
    assert literal(token).replace("\\", "") == token
    for place, character in enumerate(literal(token)):
        if not (character.isalnum() or character == "\\"):
            assert literal(token)[place - 1] == "\\"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.0634", 0.0634),
        ("4.52", 4.52),
        ("1e-6", 1e-6),
        ("-2", -2.0),
        ("−2", -2.0),
        ("–2", -2.0),
        ("0,5", 0.5),
        ("-0,125", -0.125),
        ("+3", 3.0),
        (" 7 ", 7.0),
        (".5", 0.5),
        ("5.", 5.0),
        ("０．５", 0.5),
        ("－１", -1.0),
        ("0,125", 0.125),
    ],
)
def test_a_typed_number_is_taken_exactly(text: str, value: float) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "edit.empty"),
        ("   ", "edit.empty"),
        ("abc", "edit.not_a_number"),
        ("1.2.3", "edit.not_a_number"),
        ("1,2,3", "edit.not_a_number"),
        ("nan", "edit.not_a_number"),
        ("inf", "edit.not_a_number"),
        ("--2", "edit.not_a_number"),
        ("1 2", "edit.not_a_number"),
        ("=1+1", "edit.not_a_number"),
        ("0x10", "edit.not_a_number"),
        ("1_000", "edit.not_a_number"),
        ("1,000", "edit.ambiguous"),
    ],
)
def test_what_is_no_number_is_refused_with_its_reason(text: str, key: str) -> None:
    with pytest.raises(NotANumber) as refused:
        read_number(text)
    assert refused.value.key == key
