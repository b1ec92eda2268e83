"""What a reader has chosen, and the link that carries it. Pure: knows no screen.

The link is the state: `to_link` writes every choice, `from_link` reads any text back into
settings that are safe to use, with a note for each value it could not take.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from attention_core import AttentionError, Edit, Scenario, Split
from attention_core.scenario import TEMPERATURES
from attention_core.variants import VARIANTS, Variant

from .compute import split_for
from .examples import EXAMPLES, SCENARIOS
from .stages import CHAIN, HOME
from .text import LANGUAGES, translate

LINK_VERSION = 1
OWN = "own"
SPLITS = ("auto", "word", "character")
# In the order of use: what a reader is most likely to move next stands first.
SLIDERS = ("d_k", "n", "d_model", "d_v")
BOUNDS = {"d_model": (2, 64), "d_k": (1, 64), "d_v": (1, 64), "seed": (0, 9999)}
# Pages read at most this much of a text; what lies beyond cannot be among the first 128 tokens
# that are used, or is said to be left out.
LONGEST_TEXT = 20_000
# A link repeats a text as typed up to this length, beyond it only the tokens that are used.
_LONGEST_LINK_TEXT = 1_000

# Switches that change what is shown of the numbers, and none of them.
LOOKS = ("same_position", "turned", "formula")

# More than a class will make by hand, and little enough for a link.
MOST_EDITS = 64

# Matrices whose rows are queries: pinning one of their cells chooses the query.
QUERY_ROWS = ("x", "q", "scores", "scaled", "weights", "output")
# Matrices with one cell for each pair of positions: a pin in one is the same pair in the others.
PAIRS = ("scores", "scaled", "weights")


@dataclass(frozen=True)
class Pin:
    """The cell a reader holds on to: a matrix, and a row and column in it, counted from 0."""

    matrix: str
    row: int
    column: int


@dataclass(frozen=True)
class Note:
    """Something to tell the reader: the key of a sentence and the values in it."""

    key: str
    values: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True)
class Settings:
    """Every choice a reader can make; the same settings give the same numbers everywhere."""

    lang: str = "zh"
    sentence: str = "study"
    text: str = ""
    split: str = "auto"
    n: int = 4
    d_model: int = 5
    d_k: int = 2
    d_v: int = 3
    seed: int = 0
    query: int = 2
    pin: Pin = Pin("scores", 2, 3)
    scaling: bool = True
    causal: bool = False
    edits: tuple[Edit, ...] = ()
    temperature: float = 1.0
    variant: Variant = ""
    same_position: bool = False
    turned: bool = False
    formula: bool = False
    chain: int = len(CHAIN)

    @property
    def own_text(self) -> Split:
        """The reader's own sentence, split into tokens."""
        return split_for(self.text, self.split)

    @property
    def all_tokens(self) -> tuple[str, ...]:
        """Every token of the sentence, also those beyond the first n."""
        if self.sentence == OWN:
            return self.own_text.tokens
        return EXAMPLES[self.sentence].tokens(self.lang)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens in use: the first n."""
        return self.all_tokens[: self.n]

    def token_name(self, place: int) -> str:
        """The token at a position; one that occurs more than once carries its position."""
        token = self.tokens[place]
        if self.tokens.count(token) == 1:
            return token
        return translate(self.lang, "token.repeated", token=token, position=place + 1)

    @property
    def shown_text(self) -> str:
        """The sentence as it stands in the text box."""
        return self.text if self.sentence == OWN else " ".join(self.tokens)

    @property
    def n_bounds(self) -> tuple[int, int]:
        """How short and how long the sentence can be made."""
        return (1 if self.sentence == OWN else 2, len(self.all_tokens))

    def bounds(self, name: str) -> tuple[int, int]:
        """How small and how large a size can be made."""
        return self.n_bounds if name == "n" else BOUNDS[name]

    def scenario(self) -> Scenario:
        """What the core computes for these settings."""
        return Scenario(
            tokens=self.tokens,
            d_model=self.d_model,
            d_k=self.d_k,
            d_v=self.d_v,
            seed=self.seed,
            scaling=self.scaling,
            causal=self.causal,
            edits=self.edits,
            temperature=self.temperature,
            variant=self.variant,
        )

    def with_sentence(self, sentence: str, text: str = "") -> Settings:
        """The same choices on another sentence, opened at its own length."""
        if sentence != OWN:
            example = EXAMPLES[sentence]
            opened = replace(self, sentence=sentence, text="", n=example.n, query=example.query)
        else:
            opened = replace(self, sentence=OWN, text=text)
            opened = replace(opened, n=len(opened.all_tokens), query=0)
        return opened.within_bounds()

    def with_query(self, query: int) -> Settings:
        """Another token asks; a pin on the old query's row moves along."""
        pin = self.pin
        if pin.matrix in QUERY_ROWS:
            pin = replace(pin, row=query)
        return replace(self, query=query, pin=pin)

    def with_pin(self, pin: Pin) -> Settings:
        """Another cell is held; in a matrix with a row for each query, its row's token asks."""
        query = pin.row if pin.matrix in QUERY_ROWS else self.query
        return replace(self, pin=pin, query=query)

    def with_edit(self, edit: Edit) -> Settings:
        """One number replaced; an earlier edit of the same number gives way."""
        others = tuple(entry for entry in self.edits if entry.place != edit.place)
        return replace(self, edits=(*others, edit)[-MOST_EDITS:])

    def within_bounds(self) -> Settings:
        """The nearest settings that exist: every size, row and column inside its matrix."""
        low, high = self.n_bounds
        chain = _clamp(self.chain, 1, len(CHAIN))
        fitted = replace(self, n=_clamp(self.n, low, high), chain=chain)
        sizes = {name: _clamp(getattr(self, name), *BOUNDS[name]) for name in BOUNDS}
        fitted = replace(fitted, **sizes)  # type: ignore[arg-type]
        fitted = replace(fitted, query=_clamp(fitted.query, 0, fitted.n - 1))
        rows, columns = fitted.shape(fitted.pin.matrix)
        pin = Pin(
            fitted.pin.matrix,
            _clamp(fitted.pin.row, 0, rows - 1),
            _clamp(fitted.pin.column, 0, columns - 1),
        )
        if pin.matrix in QUERY_ROWS:
            pin = replace(pin, row=fitted.query)
        return replace(fitted, pin=pin)

    def shape(self, matrix: str) -> tuple[int, int]:
        """Rows and columns of a matrix under these settings."""
        return self.scenario().shape(matrix)

    @property
    def named_scenario(self) -> str | None:
        """The scenario these settings are, whichever cell is held and however it is looked at."""
        for name, opened in named_scenarios(self.lang).items():
            free = ("query", "pin", "chain", *LOOKS)
            if replace(self, **{field: getattr(opened, field) for field in free}) == opened:
                return name
        return None

    def to_link(self) -> dict[str, str]:
        """Every choice as parameters of a link; tokens are written as they are used."""
        parameters = {"v": str(LINK_VERSION), "lang": self.lang, "sentence": self.sentence}
        if self.sentence == OWN:
            split = self.own_text
            as_typed = not split.cut and len(self.text) <= _LONGEST_LINK_TEXT
            parameters["text"] = self.text if as_typed else " ".join(split.tokens)
            parameters["split"] = self.split
        for name in ("n", *BOUNDS, "query"):
            parameters[name] = str(getattr(self, name))
        parameters["pin"] = f"{self.pin.matrix}.{self.pin.row}.{self.pin.column}"
        parameters["scaling"] = str(int(self.scaling))
        parameters["causal"] = str(int(self.causal))
        if self.temperature != 1.0:
            parameters["temperature"] = repr(self.temperature)
        if self.variant:
            parameters["variant"] = self.variant
        for name in LOOKS:
            if getattr(self, name):
                parameters[name] = "1"
        if self.chain != len(CHAIN):
            parameters["chain"] = str(self.chain)
        if self.edits:
            parameters["edits"] = " ".join(
                f"{edit.matrix}.{edit.row}.{edit.column}={edit.value!r}" for edit in self.edits
            )
        return parameters


def from_link(parameters: Mapping[str, str], lang: str) -> tuple[Settings, tuple[Note, ...]]:
    """Settings read from a link, and a note for everything in it that could not be taken.

    `lang` is the language to use where the link names none.
    """
    scenario = SCENARIOS.get(parameters.get("scenario", ""), {})
    reader = _LinkReader({**scenario, **parameters})
    settings = Settings(lang=reader.choice("lang", LANGUAGES, lang))
    reader.version()
    settings = reader.sentence(settings)
    settings = replace(
        settings,
        n=reader.number("n", settings.n, settings.n_bounds),
        **{name: reader.number(name, getattr(settings, name), BOUNDS[name]) for name in BOUNDS},  # type: ignore[arg-type]
        scaling=reader.choice("scaling", ("1", "0"), "1") == "1",
        causal=reader.choice("causal", ("1", "0"), "0") == "1",
        edits=reader.edits(),
        temperature=reader.temperature(),
        variant=cast(Variant, reader.choice("variant", VARIANTS, "")),
        **{name: reader.choice(name, ("1", "0"), "0") == "1" for name in LOOKS},  # type: ignore[arg-type]
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


class _LinkReader:
    """Takes values out of a link one by one and notes those it has to replace."""

    def __init__(self, parameters: Mapping[str, str]) -> None:
        self._parameters = parameters
        self.notes: list[Note] = []

    def _note(self, key: str, **values: object) -> None:
        self.notes.append(Note(key, tuple(values.items())))

    def version(self) -> None:
        version = self._parameters.get("v", str(LINK_VERSION))
        if version != str(LINK_VERSION):
            self._note("notice.version", version=_excerpt(version), ours=LINK_VERSION)

    def choice(self, name: str, options: tuple[str, ...], default: str) -> str:
        value = self._parameters.get(name, default)
        if value in options:
            return value
        self._note("notice.unreadable", name=name, value=_excerpt(value), used=default)
        return default

    def number(self, name: str, default: int, bounds: tuple[int, int]) -> int:
        low, high = bounds
        fitting = _clamp(default, low, high)
        value = self._parameters.get(name)
        if value is None:
            return fitting
        if not re.fullmatch(r"-?[0-9]{1,15}", value):
            self._note("notice.unreadable", name=name, value=_excerpt(value), used=fitting)
            return fitting
        used = _clamp(int(value), low, high)
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

    def edits(self) -> tuple[Edit, ...]:
        written = self._parameters.get("edits", "").split()
        read = {text: _edit(text) for text in written[:MOST_EDITS]}
        for text, edit in read.items():
            if edit is None:
                self._note("notice.edit", value=_excerpt(text))
        if len(written) > MOST_EDITS:
            self._note("notice.many_edits", most=MOST_EDITS, count=len(written))
        return tuple(edit for edit in read.values() if edit is not None)

    def pin(self, settings: Settings) -> Pin | None:
        value = self._parameters.get("pin")
        if value is None:
            return None
        matrix, *places = value.split(".")
        known = matrix in HOME and len(places) == 2
        if not known or not all(re.fullmatch(r"[0-9]{1,3}", place) for place in places):
            self._note("notice.pin", value=_excerpt(value))
            return None
        pin = Pin(matrix, int(places[0]), int(places[1]))
        rows, columns = settings.shape(matrix)
        if pin.row >= rows or pin.column >= columns:
            self._note("notice.pin", value=_excerpt(value))
            return None
        return pin


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


def _clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


def _excerpt(value: str) -> str:
    return value if len(value) <= 24 else value[:24] + "…"
