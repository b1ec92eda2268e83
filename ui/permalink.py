"""Settings as the text of a link, and back. Pure: knows no screen.

The link is the state: `to_link` writes every choice, `from_link` reads any text back into
settings that are safe to use, with a note for each value it could not take.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from attention_core import AttentionError, Edit
from attention_core.scenario import TEMPERATURES
from attention_core.variants import VARIANTS, Variant

from .examples import EXAMPLES, SCENARIOS
from .settings import (
    BOUNDS,
    LONGEST_TEXT,
    LOOKS,
    MOST_EDITS,
    OWN,
    SPLITS,
    Note,
    Pin,
    Settings,
    clamp,
)
from .stages import CHAIN, HOME
from .text import LANGUAGES

LINK_VERSION = 1
# A link repeats a text as typed up to this length, beyond it only the tokens that are used.
_LONGEST_LINK_TEXT = 1_000
_SWITCH = ("1", "0")


def to_link(settings: Settings) -> dict[str, str]:
    """Every choice as parameters of a link; tokens are written as they are used."""
    parameters = {"v": str(LINK_VERSION), "lang": settings.lang, "sentence": settings.sentence}
    if settings.sentence == OWN:
        parameters |= {"text": _text(settings), "split": settings.split}
    for name in ("n", *BOUNDS, "query"):
        parameters[name] = str(getattr(settings, name))
    parameters["pin"] = place_in_link(settings.pin)
    for name in ("scaling", "causal"):
        parameters[name] = str(int(getattr(settings, name)))
    return parameters | _unusual(settings)


def _unusual(settings: Settings) -> dict[str, str]:
    """What most links leave out, because it is as on a first visit."""
    usual = Settings()
    written = {
        "temperature": repr(settings.temperature),
        "variant": settings.variant,
        **dict.fromkeys(LOOKS, "1"),
        "chain": str(settings.chain),
        "edits": " ".join(f"{place_in_link(edit)}={edit.value!r}" for edit in settings.edits),
    }
    return {
        name: text
        for name, text in written.items()
        if getattr(settings, name) != getattr(usual, name)
    }


def _text(settings: Settings) -> str:
    split = settings.own_text
    as_typed = not split.cut and len(settings.text) <= _LONGEST_LINK_TEXT
    return settings.text if as_typed else " ".join(split.tokens)


def from_link(parameters: Mapping[str, str], lang: str) -> tuple[Settings, tuple[Note, ...]]:
    """Settings read from a link, and a note for everything in it that could not be taken.

    `lang` is the language to use where the link names none.
    """
    reader = _Reader(parameters)
    reader.scenario()
    settings = Settings(lang=reader.choice("lang", LANGUAGES, lang))
    reader.version()
    settings = reader.sentence(settings)
    settings = replace(
        settings,
        n=reader.number("n", settings.n, settings.n_bounds),
        **{name: reader.number(name, getattr(settings, name), BOUNDS[name]) for name in BOUNDS},  # type: ignore[arg-type]
        scaling=reader.switch("scaling", settings.scaling),
        causal=reader.switch("causal", settings.causal),
        edits=reader.edits(settings),
        temperature=reader.temperature(),
        variant=cast(Variant, reader.choice("variant", VARIANTS, "")),
        **{name: reader.switch(name, getattr(settings, name)) for name in LOOKS},  # type: ignore[arg-type]
        chain=reader.number("chain", len(CHAIN), (1, len(CHAIN))),
    )
    pin = reader.pin(settings)
    settings = settings.with_pin(pin) if pin else settings.within_bounds()
    query = reader.number("query", settings.query, (0, settings.n - 1))
    if query != settings.query:
        settings = settings.with_query(query)
    return settings.within_bounds(), tuple(reader.notes)


def named_scenarios(lang: str) -> dict[str, Settings]:
    """Every scenario of the lesson, as settings."""
    return {name: from_link(parameters, lang)[0] for name, parameters in SCENARIOS.items()}


def named_scenario(settings: Settings) -> str | None:
    """The scenario that settings are, whichever cell is held and however it is looked at."""
    free = ("query", "pin", "chain", *LOOKS)
    for name, opened in named_scenarios(settings.lang).items():
        if replace(settings, **{field: getattr(opened, field) for field in free}) == opened:
            return name
    return None


class _Reader:
    """Takes values out of a link one by one and notes those it has to replace."""

    def __init__(self, parameters: Mapping[str, str]) -> None:
        self._parameters = parameters
        self.notes: list[Note] = []

    def _note(self, key: str, **values: object) -> None:
        self.notes.append(Note(key, tuple(values.items())))

    def scenario(self) -> None:
        """What the link's scenario says, where the link says nothing else."""
        named = self.choice("scenario", tuple(SCENARIOS), "study")
        self._parameters = {**SCENARIOS[named], **self._parameters}

    def version(self) -> None:
        version = self._parameters.get("v", str(LINK_VERSION))
        if version != str(LINK_VERSION):
            self._note("notice.version", version=_excerpt(version), ours=LINK_VERSION)

    def choice(self, name: str, options: tuple[str, ...], default: str) -> str:
        value = self._parameters.get(name, default)
        if value in options:
            return value
        if default:
            self._note("notice.unreadable", name=name, value=_excerpt(value), used=default)
        else:
            # The usual computation has no name in a link.
            self._note("notice.unreadable_usual", name=name, value=_excerpt(value))
        return default

    def switch(self, name: str, default: bool) -> bool:
        return self.choice(name, _SWITCH, str(int(default))) == "1"

    def number(self, name: str, default: int, bounds: tuple[int, int]) -> int:
        low, high = bounds
        fitting = clamp(default, low, high)
        value = self._parameters.get(name)
        if value is None:
            return fitting
        if not re.fullmatch(r"-?[0-9]{1,15}", value):
            self._note("notice.unreadable", name=name, value=_excerpt(value), used=fitting)
            return fitting
        used = clamp(int(value), low, high)
        if used != int(value):
            self._note("notice.range", name=name, value=int(value), low=low, high=high, used=used)
        return used

    def sentence(self, settings: Settings) -> Settings:
        named = OWN if "text" in self._parameters else "study"
        sentence = self.choice("sentence", (*EXAMPLES, OWN), named)
        split = self.choice("split", SPLITS, "auto")
        if sentence != OWN:
            return replace(settings, split=split).with_sentence(sentence)
        text = self._parameters.get("text", "")[:LONGEST_TEXT]
        own = replace(settings, split=split, sentence=OWN, text=text)
        if not own.all_tokens:
            self._note("notice.link_text")
            return settings
        return own.with_sentence(OWN, text)

    def temperature(self) -> float:
        value = self._parameters.get("temperature", "1")
        low, high = TEMPERATURES
        if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,20})?", value) and low <= float(value) <= high:
            return float(value)
        self._note("notice.unreadable", name="temperature", value=_excerpt(value), used=1)
        return 1.0

    def edits(self, settings: Settings) -> tuple[Edit, ...]:
        """Those that have a place at some sizes; the ones outside the present sizes wait."""
        written = self._parameters.get("edits", "").split()
        taken = []
        for text in dict.fromkeys(written[:MOST_EDITS]):
            edit = _edit(text)
            if edit is None:
                self._note("notice.edit", value=_excerpt(text))
            elif not settings.has_room_for(edit):
                self._note("notice.edit_outside", value=_excerpt(text))
            else:
                taken.append(edit)
        if len(written) > MOST_EDITS:
            self._note("notice.many_edits", most=MOST_EDITS, count=len(written))
        return tuple(taken)

    def pin(self, settings: Settings) -> Pin | None:
        value = self._parameters.get("pin")
        if value is None:
            return None
        pin = pin_in_link(value, settings)
        if pin is None:
            self._note("notice.pin", value=_excerpt(value))
        return pin


def place_in_link(cell: Pin | Edit) -> str:
    """A cell as links write it."""
    return f"{cell.matrix}.{cell.row}.{cell.column}"


def pin_in_link(text: str, settings: Settings) -> Pin | None:
    """The pin that a link writes so, or None where these settings have no such cell."""
    matrix, *places = text.split(".")
    known = matrix in HOME and len(places) == 2
    if not known or not all(re.fullmatch(r"[0-9]{1,3}", place) for place in places):
        return None
    pin = Pin(matrix, int(places[0]), int(places[1]))
    rows, columns = settings.shape(matrix)
    return pin if pin.row < rows and pin.column < columns else None


def _edit(text: str) -> Edit | None:
    """An edit as a link writes it, or None."""
    found = re.fullmatch(r"([a-z_]{1,6})\.([0-9]{1,3})\.([0-9]{1,3})=([0-9.e+-]{1,25})", text)
    if not found:
        return None
    matrix, row, column, value = found.groups()
    try:
        return Edit(matrix, int(row), int(column), float(value))
    except (ValueError, AttentionError):
        return None


def _excerpt(value: str) -> str:
    """A value as a note repeats it; an empty one can be seen as well."""
    if not value:
        return '""'
    return value if len(value) <= 24 else value[:24] + "…"
