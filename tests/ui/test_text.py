"""Words and numbers as they are written on the pages."""

import pytest

from ui.numbers import percent, shown
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
        (2.675, 2, False, "2.67"),
        (1.005, 2, False, "1.00"),
        (-0.001, 2, True, "−0.00"),
        (0.000006, 4, False, "0.0000"),
        (-2.1213203435596424, 2, True, "−2.12"),
        (12345678.9, 2, True, "+1.23e7"),
        (12345678.0, 2, True, "+1.23e7"),
    ],
)
def test_a_number_is_written_by_one_rule(
    value: float, decimals: int, signed: bool, text: str
) -> None:
    assert shown(value, decimals, signed=signed) == text


def test_shares_are_whole_per_cent() -> None:
    assert percent(0.5976) == "60 %"
    assert percent(0.125) == "13 %"


@pytest.mark.parametrize("token", ["<b>x</b>", "$x$", "**x**", "=1+1", "[a](b)", ":red[x]", "`x`"])
def test_no_token_is_read_as_markdown(token: str) -> None:
    assert literal(token).replace("\\", "") == token
    for place, character in enumerate(literal(token)):
        if not (character.isalnum() or character == "\\"):
            assert literal(token)[place - 1] == "\\"
