"""Where W_Q, W_K and W_V come from: corners of three large matrices that never change."""

import numpy as np

from attention_core.arrays import BoolArray, FloatArray

LARGEST = 64
"""Rows and columns of the large matrices; sizes show more or less of them."""

HAND_SET: dict[str, tuple[tuple[int, ...], ...]] = {
    "w_q": ((2, -1), (0, -1), (-1, 0), (1, 2), (-1, 0)),
    "w_k": ((1, 0), (-1, 0), (0, -1), (2, 1), (0, -1)),
    "w_v": ((1, 0, 1), (0, 1, 0), (0, 1, 0), (0, 0, 2), (1, 0, -1)),
}
"""The example's matrices, chosen by hand so that learning prefers languages and love."""

HAND_SET_SEED = 0

DECIMALS = 2

FIRST_WIDTH = 5
"""d_model of the example: no row is drawn for a narrower input."""


def parameter(name: str, rows: int, columns: int, seed: int) -> FloatArray:
    """The top-left corner of `w_q`, `w_k` or `w_v`: (rows, columns), rounded to two decimals.

    More rows or columns never change those that were there. Seed 0 holds the hand-set corner.
    """
    stream = np.random.default_rng((seed, tuple(HAND_SET).index(name)))
    drawn = stream.standard_normal((rows, LARGEST))[:, :columns]
    corner = np.round(drawn * _spread(rows)[:, None], DECIMALS) + 0.0  # no negative zeros
    if seed == HAND_SET_SEED:
        given = np.array(HAND_SET[name], dtype=np.float64)[:rows, :columns]
        corner[: given.shape[0], : given.shape[1]] = given
    return corner


def chosen_by_hand(name: str, rows: int, columns: int, seed: int) -> BoolArray:
    """Which numbers of `parameter` were chosen by hand rather than drawn: (rows, columns)."""
    chosen = np.zeros((rows, columns), dtype=np.bool_)
    if seed == HAND_SET_SEED:
        chosen[: len(HAND_SET[name]), : len(HAND_SET[name][0])] = True
    return chosen


def _spread(rows: int) -> FloatArray:
    # Row r first takes part at width r+1, hence variance 1/(r+1): scores keep their size.
    return 1.0 / np.sqrt(np.maximum(np.arange(1, rows + 1), FIRST_WIDTH))
