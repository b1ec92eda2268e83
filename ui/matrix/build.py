"""The order in which a class sees a matrix come about, one step a click."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .recipes import Product
from .view import Build, Matrix

# A longer sum comes in one step.
TERMS_UP_TO = 6


@dataclass(frozen=True, slots=True)
class Progress:
    """What is there after a step: whole rows, cells of the next row, terms of the next cell.

    row, column: the cell of the step.
    """

    rows: int
    columns: int
    terms: int
    row: int
    column: int


def built_matrix(matrices: Sequence[Matrix]) -> Matrix | None:
    """The matrix that is built up, if any is computed: the last one, for it comes from the others
    even where it has no recipe."""
    return matrices[-1] if any(matrix.recipe is not None for matrix in matrices) else None


def path(matrices: Sequence[Matrix], query: int) -> tuple[Progress, ...]:
    """Every step from nothing to the whole matrix: row by row, the query's row cell by cell and
    its cells term by term. After the last number one more, which is about the matrix as a whole."""
    matrix = built_matrix(matrices)
    if matrix is None:
        return ()
    rows, columns = matrix.values.shape
    steps = [Progress(0, 0, 0, 0, 0)]
    for row in range(rows):
        if matrix.query_rows and row == query:
            for column in range(columns):
                # The terms of a covered cell would give it away.
                grids = (matrix.covered, matrix.at_once)
                whole = any(grid is not None and grid[row, column] for grid in grids)
                terms = 1 if whole else _terms(matrix, matrices)
                steps += [Progress(row, column, term, row, column) for term in range(1, terms)]
                last = column == columns - 1
                steps.append(Progress(row + last, 0 if last else column + 1, 0, row, column))
        else:
            steps.append(Progress(row + 1, 0, 0, row, columns - 1))
    return (*steps, steps[-1])


def _terms(matrix: Matrix, matrices: Sequence[Matrix]) -> int:
    """Steps of one cell."""
    if not isinstance(matrix.recipe, Product):
        return 1
    left = next(one for one in matrices if one.key == matrix.recipe.left)
    terms = len(left.columns)
    return terms if terms <= TERMS_UP_TO else 1


def build_at(matrices: Sequence[Matrix], query: int, step: int) -> Build | None:
    """The build-up at a step, from 0 to its total; None where nothing is computed."""
    total = len(path(matrices, query)) - 1
    return Build(total, max(0, min(step, total)), query) if total > 0 else None
