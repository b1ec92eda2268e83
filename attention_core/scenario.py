"""The one thing that determines every number on screen."""

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from attention_core import embeddings, parameters
from attention_core.arrays import BoolArray, FloatArray, frozen
from attention_core.attention import decimal_self_attention
from attention_core.edits import Edit, most_decimals, with_edits
from attention_core.embeddings import WIDEST, embed
from attention_core.errors import AttentionError
from attention_core.parameters import HAND_SET_SEED, LARGEST, parameter
from attention_core.tokens import MOST_CHARACTERS, MOST_TOKENS
from attention_core.trace import Trace
from attention_core.variants import IDENTITY, STAND_INS, Variant, check_variant, edits_under

Kind = Literal["hand_set", "mixed", "random", "edited"]

RANGES: dict[str, tuple[int, int]] = {
    "d_model": (2, WIDEST),
    "d_k": (1, LARGEST),
    "d_v": (1, LARGEST),
    "seed": (0, 9999),
}
"""Smallest and largest value of each size and of the seed."""

TEMPERATURES = (0.05, 20.0)
"""Lowest and highest temperature: below, softmax is a choice of one; above, all keys are alike."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """Tokens, sizes, seed and switches; they yield X, W_Q, W_K, W_V and the whole trace.

    Sizes are nested: a larger d_k, d_v, d_model or sentence only adds numbers.
    Refused: values outside `RANGES` (out_of_range); no, too many or too long tokens (token_count,
    token_length, tokens_not_split); switches that are not True or False (not_a_switch); a variant
    that does not exist (no_such_variant).
    """

    tokens: tuple[str, ...] = tuple(embeddings.HAND_SET)
    d_model: int = 5
    d_k: int = 2
    d_v: int = 3
    seed: int = 0
    scaling: bool = True
    causal: bool = False
    edits: tuple[Edit, ...] = ()
    temperature: float = 1.0
    variant: Variant = ""

    def __post_init__(self) -> None:
        _check_tokens(self.tokens)
        object.__setattr__(self, "tokens", tuple(self.tokens))
        for name in RANGES:
            _check_range(name, getattr(self, name))
        for name in ("scaling", "causal"):
            _check_switch(name, getattr(self, name))
        _check_temperature(self.temperature)
        check_variant(self.variant)

    @property
    def n(self) -> int:
        """Number of positions."""
        return len(self.tokens)

    @property
    def x(self) -> FloatArray:
        """One row a token: (n, d_model)."""
        return self._given("x", embed(self.tokens, self.d_model))

    @property
    def w_q(self) -> FloatArray:
        """(d_model, key width)."""
        return self._parameter("w_q")

    @property
    def w_k(self) -> FloatArray:
        """(d_model, key width)."""
        return self._parameter("w_k")

    @property
    def w_v(self) -> FloatArray:
        """(d_model, value width)."""
        return self._parameter("w_v")

    @property
    def key_width(self) -> int:
        """Columns of Q and K: d_k, but d_model where raw inputs are compared."""
        return self.d_model if self.variant == "no_w" else self.d_k

    @property
    def value_width(self) -> int:
        """Columns of V and of the output: d_v, but d_k where V is K."""
        return self.d_k if self.variant == "v_is_k" else self.d_v

    @property
    def replaced(self) -> tuple[str, ...]:
        """The matrices in whose place the variant puts others."""
        return tuple(STAND_INS.get(self.variant, {}))

    def _source(self, name: str) -> str:
        return STAND_INS.get(self.variant, {}).get(name, name)

    def _parameter(self, name: str) -> FloatArray:
        source = self._source(name)
        if source == IDENTITY:
            return frozen(np.eye(self.d_model))
        return self._given(name, parameter(source, *self.shape(name), self.seed))

    def _given(self, name: str, values: FloatArray) -> FloatArray:
        return frozen(with_edits(name, values, self._edits))

    @property
    def _edits(self) -> tuple[Edit, ...]:
        return edits_under(self.variant, self.edits)

    @property
    def kind(self) -> Kind:
        """Whether numbers were edited; else whether all were chosen by hand, some, or no W."""
        if self.edits_in_force:
            return "edited"
        if self.seed != HAND_SET_SEED:
            return "random"
        by_hand = all(self.chosen_by_hand(name).all() for name in ("x", *parameters.HAND_SET))
        return "hand_set" if by_hand else "mixed"

    @property
    def divisor(self) -> float:
        """What scores are divided by: √d_k (1 without scaling) times the temperature."""
        return (math.sqrt(self.key_width) if self.scaling else 1.0) * self.temperature

    @property
    def edits_in_force(self) -> tuple[Edit, ...]:
        """The edits that count inside the present sizes, the last one for each number."""
        last = {edit.place: edit for edit in self._edits}
        return tuple(edit for edit in last.values() if self._holds(edit))

    @property
    def usual(self) -> "Scenario":
        """The same scenario computed as usual: without any edit, without a variant."""
        return replace(self, edits=(), variant="")

    @property
    def before(self) -> "Scenario":
        """What it is compared with: itself before its edits; if none counts, as usual."""
        return replace(self, edits=()) if self.edits_in_force else self.usual

    def edited(self, name: str) -> BoolArray:
        """Which numbers of a matrix that can be edited were."""
        chosen = np.zeros(self.shape(name), dtype=np.bool_)
        for edit in self.edits_in_force:
            if edit.matrix == name:
                chosen[edit.row, edit.column] = True
        return chosen

    def _holds(self, edit: Edit) -> bool:
        rows, columns = self.shape(edit.matrix)
        return edit.row < rows and edit.column < columns

    def shape(self, name: str) -> tuple[int, int]:
        """Rows and columns of the matrix called `name` in the trace."""
        n, d_model, d_k, d_v = self.n, self.d_model, self.key_width, self.value_width
        pairs = dict.fromkeys(("scores", "scaled", "masked", "weights"), n)
        rows = {"w_q": d_model, "w_k": d_model, "w_v": d_model}.get(name, n)
        columns = {"x": d_model, "v": d_v, "w_v": d_v, "output": d_v, **pairs}.get(name, d_k)
        return rows, columns

    def chosen_by_hand(self, name: str) -> BoolArray:
        """Which numbers of `x`, `w_q`, `w_k` or `w_v` were chosen by hand, not drawn."""
        if name == "x":
            return embeddings.chosen_by_hand(self.tokens, self.d_model)
        source = self._source(name)
        if source == IDENTITY:
            return np.ones(self.shape(name), dtype=np.bool_)
        return parameters.chosen_by_hand(source, *self.shape(name), self.seed)

    def trace(self) -> Trace:
        """Every array from X to the output."""
        return decimal_self_attention(
            self.x,
            self.w_q,
            self.w_k,
            self.w_v,
            decimals=(
                most_decimals(embeddings.DECIMALS, ("x",), self._edits),
                most_decimals(parameters.DECIMALS, ("w_q", "w_k", "w_v"), self._edits),
            ),
            edits=self._edits,
            causal=self.causal,
            scale=1.0 / self.divisor,
            variant=self.variant,
        )


def _check_tokens(tokens: object) -> None:
    if not isinstance(tokens, (tuple, list)) or not all(isinstance(t, str) for t in tokens):
        raise AttentionError(
            "tokens_not_split",
            "tokens must be a tuple of strings; a sentence is split by split_sentence(text).tokens",
        )
    if not 1 <= len(tokens) <= MOST_TOKENS:
        raise AttentionError(
            "token_count",
            f"{len(tokens)} tokens, but 1 to {MOST_TOKENS} are possible",
            count=len(tokens),
            low=1,
            high=MOST_TOKENS,
        )
    for position, token in enumerate(tokens, start=1):
        if not 1 <= len(token) <= MOST_CHARACTERS:
            raise AttentionError(
                "token_length",
                f"token {position} has {len(token)} characters, "
                f"but 1 to {MOST_CHARACTERS} are possible",
                position=position,
                length=len(token),
                low=1,
                high=MOST_CHARACTERS,
            )


def _check_range(name: str, value: object) -> None:
    low, high = RANGES[name]
    if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
        return
    raise AttentionError(
        "out_of_range",
        f"{name} is {value!r}, but it must be a whole number from {low} to {high}",
        name=name,
        value=repr(value),
        low=low,
        high=high,
    )


def _check_temperature(value: object) -> None:
    low, high = TEMPERATURES
    if isinstance(value, (int, float)) and not isinstance(value, bool) and low <= value <= high:
        return
    raise AttentionError(
        "out_of_range",
        f"temperature is {value!r}, but it must be a number from {low} to {high}",
        name="temperature",
        value=repr(value),
        low=low,
        high=high,
    )


def _check_switch(name: str, value: object) -> None:
    if not isinstance(value, bool):
        raise AttentionError(
            "not_a_switch",
            f"{name} is {value!r}, but it is a switch: True or False",
            name=name,
            value=repr(value),
        )
