"""Reads docs/claims.md: what is looked for, at which address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "docs" / "claims.md"
COUNT = 56


@dataclass(frozen=True)
class Claim:
    """One row of the table."""

    number: int
    words: str
    seen: str
    caveat: str
    later: tuple[str, ...]

    def looked_for(self) -> Iterator[tuple[str, str]]:
        """Each address with one thing to look for there."""
        for line in self.seen.split("<br>"):
            address, *wanted = re.findall(r"`([^`]+)`", line) or [""]
            yield from ((address, one) for one in wanted)

    def caveats(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Each address with the words said there, by language."""
        for line in self.caveat.split("<br>"):
            if found := re.fullmatch(r"\s*`([^`]+)` (.+?) / (.+?)\s*", line):
                yield found[1], {"zh": found[2], "en": found[3]}


@cache
def claims() -> tuple[Claim, ...]:
    """Every row, in order."""
    rows = re.findall(r"^\| (\d+) \|(.*)\|$", FILE.read_text(encoding="utf-8"), re.MULTILINE)
    return tuple(_claim(int(number), row) for number, row in rows)


def _claim(number: int, row: str) -> Claim:
    words, seen, caveat, later = (cell.strip() for cell in row.split("|"))
    return Claim(number, words, seen, caveat, tuple(later.split()))


def addresses() -> tuple[str, ...]:
    """Every address of the table, once."""
    seen = [address for claim in claims() for address, _ in claim.looked_for()]
    said = [address for claim in claims() for address, _ in claim.caveats()]
    return tuple(dict.fromkeys([*seen, *said]))
