"""The preset sentences and scenarios of `assets/examples.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parent.parent / "assets" / "examples.toml"


@dataclass(frozen=True)
class Example:
    """One preset sentence: its tokens by language, and the n and query row it opens with."""

    n: int
    query: int
    zh: tuple[str, ...]
    en: tuple[str, ...]

    def tokens(self, lang: str) -> tuple[str, ...]:
        """The sentence in one language; both have the same length and the same numbers."""
        return self.zh if lang == "zh" else self.en


_DATA = tomllib.loads(_FILE.read_text(encoding="utf-8"))

EXAMPLES = {
    key: Example(entry["n"], entry["query"], tuple(entry["zh"]), tuple(entry["en"]))
    for key, entry in _DATA["sentences"].items()
}

# Each scenario as the parameters of a link.
SCENARIOS: dict[str, dict[str, str]] = _DATA["scenarios"]
