"""Words in both languages: short labels from the catalogues, longer prose from Markdown."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from pathlib import Path
from typing import Any

LANGUAGES = ("zh", "en")
HTML_LANGUAGE = {"zh": "zh-CN", "en": "en"}

_ASSETS = Path(__file__).parent.parent / "assets"
# Backslash escapes work in Markdown for ASCII punctuation only.
_MARKDOWN = re.compile(r"([!-/:-@\[-`{-~])")
# Streamlit turns these pairs into arrows even when both characters are escaped.
_WORD_JOINER = "\u2060"
_RIGHT_TO_LEFT = {"R", "AL", "AN"}
_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"


def _flatten(tree: dict[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in tree.items():
        if isinstance(value, dict):
            flat |= _flatten(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat


def _read_catalogue(lang: str) -> dict[str, str]:
    file = _ASSETS / "locales" / f"{lang}.toml"
    return _flatten(tomllib.loads(file.read_text(encoding="utf-8")))


def _read_prose(file: Path) -> dict[str, str]:
    parts = re.split(r"^## (.+)$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {name.strip(): body.strip() for name, body in zip(parts[1::2], parts[2::2], strict=True)}


CATALOGUES = {lang: _read_catalogue(lang) for lang in LANGUAGES}
_PROSE = {file.stem: _read_prose(file) for file in sorted((_ASSETS / "prose").glob("*.md"))}


def translate(lang: str, key: str, /, **values: object) -> str:
    """The label `key` in one language, its {places} filled; KeyError for an unknown key."""
    return CATALOGUES[lang][key].format(**values)


def template(lang: str, key: str) -> str:
    """The label `key` with its {places} left open, for code that fills them elsewhere."""
    return CATALOGUES[lang][key]


def prose(lang: str, stage: str) -> dict[str, str]:
    """The Markdown sections of one stage in one language, by heading."""
    return _PROSE[f"{stage}.{lang}"]


def literal(text: str) -> str:
    """Text that Markdown shows exactly as it stands, whatever it contains."""
    joined = text.replace("->", f"-{_WORD_JOINER}>").replace("<-", f"<{_WORD_JOINER}-")
    return _MARKDOWN.sub(r"\\\1", joined)


def isolated(text: str) -> str:
    """Text that cannot change the order of the words around it, also if it runs right to left."""
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return f"{_ISOLATE}{text}{_END_OF_ISOLATE}"
    return text
