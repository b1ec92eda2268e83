"""How a view travels to the browser: a JSON header, then every array once, as float64."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .build import built_matrix, path
from .view import (
    Added,
    Arrows,
    Bars,
    BarSeries,
    Copy,
    Matrix,
    MatrixView,
    Product,
    Readout,
    Recipe,
    Scale,
    Scrub,
    Softmax,
)

_ALIGN = 8
_NAMES: dict[type, str] = {
    Product: "product",
    Scale: "scale",
    Softmax: "softmax",
    Copy: "copy",
}


@dataclass
class _Arrays:
    """Arrays in the order they are sent; one that is used twice is sent once."""

    blocks: list[bytes] = field(default_factory=list)
    places: dict[bytes, int] = field(default_factory=dict)
    end: int = 0

    def add(self, values: NDArray[Any] | None) -> dict[str, int] | None:
        """Where the browser finds the array: offset in numbers, rows, columns."""
        if values is None:
            return None
        grid = np.atleast_2d(np.asarray(values, dtype="<f8"))
        block = grid.tobytes()
        if block not in self.places:
            self.places[block] = self.end
            self.blocks.append(block)
            self.end += grid.size
        return {"o": self.places[block], "r": grid.shape[0], "c": grid.shape[1]}


def pack(view: MatrixView, events: Collection[str] = ("pin",)) -> bytes:
    """Bytes of a view: header length (uint32), header, zeros up to a multiple of 8, arrays.

    events: what Python wants to hear of; the browser offers nothing else.
    """
    arrays = _Arrays()
    header = json.dumps(_header(view, events, arrays), ensure_ascii=False).encode()
    start = len(header).to_bytes(4, "little") + header
    return b"".join([start, b"\0" * (-len(start) % _ALIGN), *arrays.blocks])


def pack_ahead(
    stamp: str, views: Iterable[MatrixView], events: Collection[str], most_bytes: int
) -> bytes:
    """Views one slider step away from the view called `stamp`, each as `pack` writes it.

    As many as there is room for, in their order: header length (uint32), header, views.
    """
    places: list[dict[str, Any]] = []
    packed: list[bytes] = []
    start = 0
    for view in views:
        data = pack(view, events)
        if start + len(data) > most_bytes:
            break
        places.append({"sliders": view.sliders, "start": start, "length": len(data)})
        packed.append(data)
        start += len(data)
    header = json.dumps({"stamp": stamp, "views": places}, ensure_ascii=False).encode()
    return b"".join([len(header).to_bytes(4, "little"), header, *packed])


def _header(view: MatrixView, events: Collection[str], arrays: _Arrays) -> dict[str, Any]:
    return {
        "events": sorted(events),
        "name": view.name,
        "finding": view.finding,
        "layout": view.layout,
        "size": view.size,
        "query": view.query,
        "language": view.language,
        "rest_follows": view.rest_follows,
        "sliders": view.sliders,
        "stamp": view.stamp,
        "pin": asdict(view.pin) if view.pin else None,
        "texts": view.texts,
        "matrices": [_matrix(matrix, view.scrub, arrays) for matrix in view.matrices],
        "build": _build(view) if view.build else None,
        "step": view.step,
        "scrub": _scrub(view.scrub, view, arrays) if view.scrub else None,
        "message": view.message,
        "trail": [crumb.label for crumb in view.trail],
        "answered": view.answered,
        "bars": _bars(view.bars, view.matrices, arrays) if view.bars else None,
        "arrows": _arrows(view.arrows, arrays) if view.arrows else None,
    }


def _matrix(matrix: Matrix, scrub: Scrub | None, arrays: _Arrays) -> dict[str, Any]:
    _check_labels(matrix)
    return {
        "key": matrix.key,
        "symbol": matrix.symbol,
        "values": arrays.add(matrix.values),
        "rows": matrix.rows,
        "columns": matrix.columns,
        "owner": matrix.owner,
        "scale": matrix.scale,
        "limit": _limit(matrix, scrub),
        "decimals": matrix.decimals,
        "place": matrix.place,
        "row_title": matrix.row_title,
        "column_title": matrix.column_title,
        "transposed": matrix.transposed,
        "source": matrix.source or matrix.key,
        "recipe": _recipe(matrix.recipe, arrays),
        "row_sums": arrays.add(matrix.row_sums),
        "column_sums": arrays.add(matrix.column_sums),
        "query_rows": matrix.query_rows,
        "given": matrix.given,
        "by_hand": arrays.add(matrix.by_hand),
        "given_by_hand": matrix.given_by_hand,
        "note": matrix.note,
        "heading": matrix.heading,
        "masked": arrays.add(matrix.masked),
        "editable": matrix.editable,
        "edited": arrays.add(matrix.edited),
        "before": arrays.add(matrix.before),
        "change": arrays.add(matrix.change),
        "covered": arrays.add(matrix.covered),
        "source_page": matrix.source_page,
    }


def _check_labels(matrix: Matrix) -> None:
    labelled = (len(matrix.rows), len(matrix.columns))
    if matrix.values.shape != labelled or 0 in labelled:
        raise ValueError(f"{matrix.key} is {matrix.values.shape}, its labels are for {labelled}")
    for name in ("edited", "before", "change", "covered"):
        grid = getattr(matrix, name)
        if grid is not None and grid.shape != labelled:
            raise ValueError(f"{name} of {matrix.key} is {grid.shape}, the matrix is {labelled}")
    if (matrix.before is None) != (matrix.change is None):
        raise ValueError(f"{matrix.key} needs both `before` and `change`, or neither")


def _limit(matrix: Matrix, scrub: Scrub | None) -> float:
    """End of the colour scale: as given, else the largest size that is ever shown."""
    if matrix.scale == "weights":
        return 1.0
    if matrix.limit is not None:
        return matrix.limit
    frames = scrub.frames.get(matrix.key) if scrub else None
    grids = [grid for grid in (matrix.values, matrix.before, frames) if grid is not None]
    sizes = np.abs(np.concatenate([grid[np.isfinite(grid)] for grid in grids]))
    return float(sizes.max(initial=0.0)) or 1.0


def _recipe(recipe: Recipe | None, arrays: _Arrays) -> dict[str, Any] | None:
    if recipe is None:
        return None
    kind = {"kind": _NAMES[type(recipe)]}
    if isinstance(recipe, Softmax):
        return kind | {
            "source": recipe.source,
            "exponentials": arrays.add(recipe.exponentials),
            "totals": arrays.add(recipe.totals),
            "shift": arrays.add(recipe.shift),
        }
    return kind | asdict(recipe)


def _scrub(scrub: Scrub, view: MatrixView, arrays: _Arrays) -> dict[str, Any]:
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
        "readouts": _readouts(scrub.readouts, arrays),
    }


def _moving(recipe: tuple[Scale, ...] | Softmax | Added, arrays: _Arrays) -> dict[str, Any]:
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


def _readouts(readouts: tuple[Readout, ...], arrays: _Arrays) -> list[dict[str, Any]]:
    return [
        {
            "label": readout.label,
            "values": arrays.add(readout.values),
            "decimals": readout.decimals,
            "hides_zero": readout.hides_zero,
        }
        for readout in readouts
    ]


def _build(view: MatrixView) -> dict[str, Any] | None:
    matrix, steps = built_matrix(view.matrices), path(view.matrices, view.query)
    if view.build is None or matrix is None or view.build.step >= len(steps) - 1:
        return None
    step = max(0, view.build.step)
    return {"key": matrix.key, "step": step} | asdict(steps[step])


def _covered(series: BarSeries, matrices: tuple[Matrix, ...]) -> NDArray[np.bool_] | None:
    """What a strip must not show: as given, else what is covered in a matrix of its numbers."""
    if series.covered is not None:
        return series.covered
    for matrix in matrices:
        if matrix.covered is not None and np.array_equal(matrix.values, series.values):
            return matrix.covered
    return None


def _bars(bars: Bars, matrices: tuple[Matrix, ...], arrays: _Arrays) -> dict[str, Any]:
    return {
        "title": bars.title,
        "series": [
            {
                "label": series.label,
                "values": arrays.add(series.values),
                "decimals": series.decimals,
                "scale": series.scale,
                "limit": series.limit,
                "covered": arrays.add(_covered(series, matrices)),
                "ranks": arrays.add(series.ranks),
                "readouts": _readouts(series.readouts, arrays),
                "muted": series.muted,
            }
            for series in bars.series
        ],
    }


def _arrows(arrows: Arrows, arrays: _Arrays) -> dict[str, Any]:
    return {
        "tokens": arrows.tokens,
        "weights": arrays.add(arrows.weights),
        "masked": arrays.add(arrows.masked),
        "query": arrows.query,
        "label": arrows.label,
    }
