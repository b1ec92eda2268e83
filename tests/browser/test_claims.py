"""What only the matrix view draws is where docs/claims.md says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.claims import claims

DRAWN = [
    (address, wanted.removeprefix("css:"))
    for claim in claims()
    for address, wanted in claim.looked_for()
    if wanted.startswith("css:")
]


@pytest.mark.parametrize(("address", "selector"), DRAWN)
def test_what_the_table_names_is_drawn(
    visit: Callable[..., Page], address: str, selector: str
) -> None:
    page = visit(address)
    expect(page.locator(selector).first).to_be_visible()
