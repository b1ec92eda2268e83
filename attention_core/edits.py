"""Numbers a reader puts in place of others, to see what moves."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from attention_core.arrays import FloatArray
from attention_core.errors import AttentionError

GIVEN = ("x", "w_q", "w_k", "w_v")
"""Edits here change where the computation starts."""

COMPUTED = ("q", "k", "v", "scores")
"""Edits here ask "what if": the computed number is replaced, what came before it stays."""

LARGEST_VALUE = 1e6


@dataclass(frozen=True, slots=True)
class Edit:
    """One number in place of another: matrix[row, column] = value, counted from 0.

    Refused: a matrix that cannot be edited (not_editable), a value that is not finite or beyond
    ±1e6 (value_out_of_range).
    """

    matrix: str
    row: int
    column: int
    value: float

    def __post_init__(self) -> None:
        if self.matrix not in (*GIVEN, *COMPUTED):
            raise AttentionError(
                "not_editable",
                f"{self.matrix} cannot be edited; {', '.join((*GIVEN, *COMPUTED))} can",
                matrix=self.matrix,
            )
        if not math.isfinite(self.value) or abs(self.value) > LARGEST_VALUE:
            raise AttentionError(
                "value_out_of_range",
                f"{self.value} is not a number from −{LARGEST_VALUE:.0f} to {LARGEST_VALUE:.0f}",
                value=self.value,
                limit=LARGEST_VALUE,
            )

    @property
    def place(self) -> tuple[str, int, int]:
        """Which number is replaced."""
        return self.matrix, self.row, self.column


def with_edits(name: str, values: FloatArray, edits: Iterable[Edit]) -> FloatArray:
    """The matrix called `name` with its edits made; those outside its present size wait."""
    rows, columns = values.shape
    own = [e for e in edits if e.matrix == name and e.row < rows and e.column < columns]
    if not own:
        return values
    edited = values.copy()
    for edit in own:
        edited[edit.row, edit.column] = edit.value
    return edited


def most_decimals(at_least: int, names: Iterable[str], edits: Iterable[Edit]) -> int:
    """How many decimals the numbers of some matrices have once their edits are made."""
    written = [_decimals(edit.value) for edit in edits if edit.matrix in set(names)]
    return max([at_least, *written])


def _decimals(value: float) -> int:
    exponent = Decimal(repr(float(value))).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
