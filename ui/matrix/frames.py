"""How the frames of a slider travel: everything that moves, once for each of its values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from .arrays import Arrays
from .recipes import Added, Scale, Softmax
from .view import MatrixView, Readout, Scrub


def packed_scrub(scrub: Scrub, view: MatrixView, arrays: Arrays) -> dict[str, Any]:
    """Header of a slider; ValueError if its frames do not fit the view."""
    count = len(scrub.texts)
    shapes = {matrix.key: matrix.values.shape for matrix in view.matrices}
    series = view.bars.series if view.bars else ()

    def frames(name: str, grid: NDArray[Any], shape: tuple[int, ...]) -> dict[str, int] | None:
        if grid.shape != (count, *shape):
            raise ValueError(f"frames of {name} are {grid.shape}, not {(count, *shape)}")
        return arrays.add(grid.reshape(count, -1))

    def bars(grids: Sequence[NDArray[Any] | None]) -> list[dict[str, int] | None]:
        return [
            None if grid is None else frames(one.label, grid, one.values.shape)
            for one, grid in zip(series, grids, strict=False)
        ]

    if len(scrub.values) != count or not 0 <= scrub.start < count:
        raise ValueError(f"{count} texts for {len(scrub.values)} values, start {scrub.start}")
    sums = {"row_sums": (scrub.row_sums, 0), "column_sums": (scrub.column_sums, 1)}
    return {
        "name": scrub.name,
        "label": scrub.label,
        "texts": scrub.texts,
        "start": scrub.start,
        "commits": scrub.commits,
        "frames": {key: frames(key, grid, shapes[key]) for key, grid in scrub.frames.items()},
        **{
            name: {key: frames(key, grid, (shapes[key][axis],)) for key, grid in grids.items()}
            for name, (grids, axis) in sums.items()
        },
        "recipes": {key: _moving(recipe, arrays) for key, recipe in scrub.recipes.items()},
        "bars": bars(scrub.bars),
        "ranks": bars(scrub.ranks),
        "readouts": packed_readouts(scrub.readouts, arrays),
    }


def _moving(recipe: tuple[Scale, ...] | Softmax | Added, arrays: Arrays) -> dict[str, Any]:
    """A recipe whose numbers move with the slider: one entry a value, or arrays with T rows."""
    if isinstance(recipe, Added):
        return {"kind": "added", "row": recipe.row, "amounts": recipe.amounts.tolist()}
    if isinstance(recipe, Softmax):
        count = len(recipe.totals)
        parts = ("exponentials", "totals", "shift")
        moving = {name: arrays.add(getattr(recipe, name).reshape(count, -1)) for name in parts}
        return {"kind": "softmax", **moving}
    steps = [{"divisor": one.divisor, "divisor_label": one.divisor_label} for one in recipe]
    return {"kind": "scale", "steps": steps}


def packed_readouts(readouts: tuple[Readout, ...], arrays: Arrays) -> list[dict[str, Any]]:
    """Header of the numbers that stand beside a slider or below a label."""
    return [
        {
            "label": readout.label,
            "values": arrays.add(readout.values),
            "decimals": readout.decimals,
            "hides_zero": readout.hides_zero,
            "adds": readout.adds,
        }
        for readout in readouts
    ]
