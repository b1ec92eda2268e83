"""With how many decimals a sum is written: as few as make it true as shown."""

from decimal import Decimal

import pytest

from ui.addends import Shares, Sum, decimals_for, read, readable, written
from ui.numbers import shown

THIRDS = Sum([1 / 3, 1 / 3, 1 / 3], 1.0)


def test_two_decimals_where_they_add_up():
    assert decimals_for([Sum([0.3, 0.45], 0.75)]) == 2


def test_more_decimals_where_two_do_not_add_up():
    entry = Sum([0.0353, 1.1962], 1.2315)
    assert not entry.holds(2)
    assert decimals_for([entry]) == 4


def test_every_sum_must_be_true_with_the_same_decimals():
    assert decimals_for([Sum([0.5, 0.5], 1.0), Sum([0.0353, 1.1962], 1.2315)]) == 4


def test_thirds_never_add_up_to_one():
    assert not any(THIRDS.holds(decimals) for decimals in range(2, 7))
    assert decimals_for([THIRDS]) == 3


@pytest.mark.parametrize("decimals", [2, 3, 6])
@pytest.mark.parametrize("value", [0.0, -0.125, 0.005, 2.675, -3.0, 1 / 3, 1e6, 12345678.9, -4e11])
def test_what_is_added_is_what_is_written(value, decimals):
    assert written(value, decimals) == read(shown(value, decimals))


def shares(weights, values):
    parts = [weight * value for weight, value in zip(weights, values, strict=True)]
    exact = [Decimal(str(value)) for value in values]
    return Shares(weights, 1.0, exact, parts, sum(parts))


def test_products_are_exact_too_where_few_decimals_can_do_it():
    found = shares([0.274, 0.726], [2.0, 0.0])
    assert Sum(found.parts, found.total).holds(2)
    assert not found.multiplies(2)
    assert found.decimals() == 3
    assert found.multiplies(3)


def test_small_parts_are_not_written_as_zeros():
    found = shares([0.0004, 0.9996], [1.0, 0.0])
    assert written(found.parts[0], found.decimals()) == Decimal("0.0004")


@pytest.mark.parametrize(
    ("value", "text"),
    [(2.0, "2"), (-0.5, "−0.5"), (0.1 + 0.2, "0.3"), (1 / 3, "0.3333"), (0.0, "0")],
)
def test_a_number_is_written_as_it_was_meant(value, text):
    assert readable(value) == text
    assert read(text) == Decimal(text.replace("−", "-"))
