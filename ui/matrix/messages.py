"""What the browser says of a matrix view, read with suspicion: it may be late, or not ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .view import Cell, Matrix, MatrixView

# Refused beyond this: letters of a typed number, edits of a message.
TEXT_UP_TO = 40
EDITS_UP_TO = 200


@dataclass(frozen=True, slots=True)
class Typed:
    """A number as it was typed. Later edits have larger ordinals; one may be sent twice."""

    cell: Cell
    text: str
    ordinal: int


def pin_of(view: MatrixView, payload: Any) -> Cell | None:
    """The cell to be pinned or followed if the message names a cell of this view, else None."""
    if not isinstance(payload, dict):
        return None
    matrix, row, column = (payload.get(name) for name in ("matrix", "row", "column"))
    if not isinstance(matrix, str) or type(row) is not int or type(column) is not int:
        return None
    rows, columns = view.pinnable().get(matrix, (0, 0))
    return Cell(matrix, row, column) if 0 <= row < rows and 0 <= column < columns else None


def back_of(view: MatrixView, payload: Any) -> Cell | None:
    """The cell of the crumb that was chosen, else None."""
    index = _index(payload, len(view.trail))
    if index is None:
        return None
    crumb = view.trail[index]
    return Cell(crumb.matrix, crumb.row, crumb.column)


def scrub_of(view: MatrixView, payload: Any) -> int | None:
    """The index of the frame where the slider rests, else None."""
    if view.scrub is None or not view.scrub.commits:
        return None
    return _index(payload, len(view.scrub.texts))


def edits_of(view: MatrixView, payload: Any, after: int = 0) -> tuple[Typed, ...]:
    """The edits later than ordinal `after`, in order; what names no editable cell is left out.

    The browser sends all that are not yet answered, so that none is lost when a later message
    overtakes one that is still waiting.
    """
    sent = payload.get("edits") if isinstance(payload, dict) else None
    edits = (
        _typed_of(view, edit) for edit in (sent[:EDITS_UP_TO] if isinstance(sent, list) else ())
    )
    later = {edit.ordinal: edit for edit in edits if edit and edit.ordinal > after}
    return tuple(later[ordinal] for ordinal in sorted(later))


def _typed_of(view: MatrixView, payload: Any) -> Typed | None:
    cell = pin_of(view, payload)
    if cell is None or not any(_can_edit(matrix, cell) for matrix in view.matrices):
        return None
    text, ordinal = payload.get("text"), payload.get("ordinal")
    if not isinstance(text, str) or len(text) > TEXT_UP_TO or type(ordinal) is not int:
        return None
    return Typed(cell, text, ordinal)


def _can_edit(matrix: Matrix, cell: Cell) -> bool:
    if not matrix.editable or cell.matrix != (matrix.source or matrix.key):
        return False
    place = (cell.column, cell.row) if matrix.transposed else (cell.row, cell.column)
    covered = matrix.covered is not None and bool(matrix.covered[place])
    return bool(np.isfinite(matrix.values[place])) and not covered


def _index(payload: Any, length: int) -> int | None:
    """The index in a message if it is one of so many, else None."""
    index = payload.get("index") if isinstance(payload, dict) else None
    return index if type(index) is int and 0 <= index < length else None
