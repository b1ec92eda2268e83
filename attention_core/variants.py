"""What if the computation were different: departures from it, one at a time."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, get_args

import numpy as np

from attention_core.arrays import FloatArray
from attention_core.edits import Edit
from attention_core.errors import AttentionError
from attention_core.softmax import normalize

Variant = Literal["", "no_w", "same_w", "columns", "uniform", "v_is_k"]
"""no_w: raw inputs are compared, W_Q and W_K are the identity; same_w: W_K := W_Q;
columns: softmax down the columns; uniform: every allowed weight alike; v_is_k: V := K.
The empty one is the computation as it is."""

VARIANTS: tuple[str, ...] = get_args(Variant)

IDENTITY = "identity"

STAND_INS: dict[str, dict[str, str]] = {
    "no_w": {"w_q": IDENTITY, "w_k": IDENTITY},
    "same_w": {"w_k": "w_q"},
    "v_is_k": {"w_v": "w_k", "v": "k"},
}
"""For each variant the matrices it replaces, and by which."""


def check_variant(value: object) -> None:
    """Refuse what is no variant (no_such_variant)."""
    if not isinstance(value, str) or value not in VARIANTS:
        choices = ", ".join(map(repr, VARIANTS))
        raise AttentionError(
            "no_such_variant",
            f"variant is {value!r}, but it must be one of {choices}",
            value=repr(value),
            choices=choices,
        )


def edits_under(variant: str, edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """The edits that count: those of a replaced matrix wait, its stand-in brings its own along."""
    stand_ins = STAND_INS.get(variant, {})
    own = tuple(edit for edit in edits if edit.matrix not in stand_ins)
    brought = (
        replace(edit, matrix=name)
        for name, source in stand_ins.items()
        for edit in own
        if edit.matrix == source
    )
    return (*own, *brought)


def weights_under(variant: str, masked: FloatArray) -> FloatArray:
    """The weights a variant makes of the masked scores: (n, n)."""
    if variant == "columns":
        return normalize(masked, axis=-2)
    if variant == "uniform":
        return normalize(np.where(np.isneginf(masked), masked, 0.0))
    return normalize(masked)
