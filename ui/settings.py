"""What a reader has chosen. Pure: knows no screen; `permalink.py` writes it as a link."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attention_core import Edit, Scenario, Split
from attention_core.variants import Variant

from .compute import split_for
from .examples import EXAMPLES
from .stages import CHAIN
from .text import isolated, translate

OWN = "own"
SPLITS = ("auto", "word", "character")
# In the order of use: what a reader is most likely to move next stands first.
SLIDERS = ("d_k", "n", "d_model", "d_v")
BOUNDS = {"d_model": (2, 64), "d_k": (1, 64), "d_v": (1, 64), "seed": (0, 9999)}
# Pages read at most this much of a text; what lies beyond cannot be among the first 128 tokens
# that are used, or is said to be left out.
LONGEST_TEXT = 20_000

# Switches that change what is shown of the numbers, and none of them.
LOOKS = ("same_position", "turned", "formula")

# More than a class will make by hand, and little enough for a link.
MOST_EDITS = 64

# Matrices whose rows are queries: pinning one of their cells chooses the query.
QUERY_ROWS = ("x", "q", "scores", "scaled", "weights", "output")
# Matrices with a row for each token. In QKᵀ each column is a token as well.
TOKEN_ROWS = ("x", "q", "k", "v", "scores")
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

    @property
    def shown_tokens(self) -> tuple[str, ...]:
        """The tokens in use, as they can stand between other words."""
        return tuple(isolated(token) for token in self.tokens)

    def token_name(self, place: int) -> str:
        """The token at a position; one that occurs more than once carries its position."""
        token = self.tokens[place]
        shown = isolated(token)
        if self.tokens.count(token) == 1:
            return shown
        return translate(self.lang, "token.repeated", token=shown, position=place + 1)

    @property
    def token_names(self) -> tuple[str, ...]:
        """The name of every token in use."""
        return tuple(self.token_name(place) for place in range(len(self.tokens)))

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
        return replace(self, edits=(*self.without_edit(edit).edits, edit)[-MOST_EDITS:])

    def without_edit(self, edit: Edit) -> Settings:
        """The number in the place of an edit as it is given or computed."""
        others = tuple(entry for entry in self.edits if entry.place != edit.place)
        return replace(self, edits=others)

    def with_exchanged(self, one: int, other: int) -> Settings:
        """Two tokens in each other's place, the first of them asking from there.

        A token has the same row wherever it stands, and what was typed into it.
        """
        tokens = list(self.tokens)
        tokens[one], tokens[other] = tokens[other], tokens[one]
        turned = replace(self, edits=exchanged(self.edits, one, other))
        return turned.with_sentence(OWN, " ".join(tokens)).with_query(other)

    def has_room_for(self, edit: Edit) -> bool:
        """Whether its number is there at some sizes that this sentence can have."""
        sizes = {name: self.bounds(name)[1] for name in SLIDERS}
        rows, columns = replace(self, **sizes).shape(edit.matrix)  # type: ignore[arg-type]
        return edit.row < rows and edit.column < columns

    def within_bounds(self) -> Settings:
        """The nearest settings that exist: every size, row and column inside its matrix."""
        low, high = self.n_bounds
        chain = clamp(self.chain, 1, len(CHAIN))
        fitted = replace(self, n=clamp(self.n, low, high), chain=chain)
        sizes = {name: clamp(getattr(self, name), *BOUNDS[name]) for name in BOUNDS}
        fitted = replace(fitted, **sizes)  # type: ignore[arg-type]
        fitted = replace(fitted, query=clamp(fitted.query, 0, fitted.n - 1))
        rows, columns = fitted.shape(fitted.pin.matrix)
        pin = Pin(
            fitted.pin.matrix,
            clamp(fitted.pin.row, 0, rows - 1),
            clamp(fitted.pin.column, 0, columns - 1),
        )
        if pin.matrix in QUERY_ROWS:
            pin = replace(pin, row=fitted.query)
        return replace(fitted, pin=pin)

    def shape(self, matrix: str) -> tuple[int, int]:
        """Rows and columns of a matrix under these settings."""
        return self.scenario().shape(matrix)


def exchanged(edits: tuple[Edit, ...], one: int, other: int) -> tuple[Edit, ...]:
    """Edits after two tokens have changed places."""
    places = {one: other, other: one}

    def moved(edit: Edit) -> Edit:
        row = places.get(edit.row, edit.row) if edit.matrix in TOKEN_ROWS else edit.row
        column = places.get(edit.column, edit.column) if edit.matrix == "scores" else edit.column
        return replace(edit, row=row, column=column)

    return tuple(map(moved, edits))


def clamp(value: int, low: int, high: int) -> int:
    """The nearest value within bounds."""
    return max(low, min(high, value))
