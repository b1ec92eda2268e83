"""How a view travels to the browser: a JSON header, then every array once, as float64."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arrays import Arrays
from .build import built_matrix, path
from .frames import packed_readouts, packed_scrub
from .recipes import Copy, Product, Recipe, Scale, Softmax
from .view import Arrows, Bars, BarSeries, Matrix, MatrixView, Scrub, Sums

_ALIGN = 8
_NAMES: dict[type, str] = {
    Product: "product",
    Scale: "scale",
    Softmax: "softmax",
    Copy: "copy",
}


def pack(view: MatrixView, events: Collection[str] = ("pin",)) -> bytes:
    """Bytes of a view: header length (uint32), header, zeros up to a multiple of 8, arrays.

    events: what Python wants to hear of; the browser offers nothing else.
    """
    arrays = Arrays()
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


def _header(view: MatrixView, events: Collection[str], arrays: Arrays) -> dict[str, Any]:
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
        "scrub": packed_scrub(view.scrub, view, arrays) if view.scrub else None,
        "message": view.message,
        "trail": [crumb.label for crumb in view.trail],
        "answered": view.answered,
        "resets": view.resets,
        "bars": _bars(view.bars, view.matrices, arrays) if view.bars else None,
        "arrows": _arrows(view.arrows, arrays) if view.arrows else None,
    }


def _matrix(matrix: Matrix, scrub: Scrub | None, arrays: Arrays) -> dict[str, Any]:
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
        "before_sums": _sums(matrix.before_sums, arrays),
        "change_sums": _sums(matrix.change_sums, arrays),
        "covered": arrays.add(matrix.covered),
        "source_page": matrix.source_page,
    }


def _sums(sums: Sums, arrays: Arrays) -> dict[str, Any]:
    return {"row": arrays.add(sums.row), "column": arrays.add(sums.column)}


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


def _recipe(recipe: Recipe | None, arrays: Arrays) -> dict[str, Any] | None:
    if recipe is None:
        return None
    kind = {"kind": _NAMES[type(recipe)]}
    if isinstance(recipe, Softmax):
        return kind | {
            "source": recipe.source,
            "exponentials": arrays.add(recipe.exponentials),
            "totals": arrays.add(recipe.totals),
            "shift": arrays.add(recipe.shift),
            "by_column": recipe.by_column,
        }
    return kind | asdict(recipe)


def _build(view: MatrixView) -> dict[str, Any] | None:
    matrix = built_matrix(view.matrices)
    if view.build is None or matrix is None:
        return None
    steps = path(view.matrices, view.build.query)
    if view.build.step >= len(steps) - 1:
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


def _bars(bars: Bars, matrices: tuple[Matrix, ...], arrays: Arrays) -> dict[str, Any]:
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
                "readouts": packed_readouts(series.readouts, arrays),
                "muted": series.muted,
            }
            for series in bars.series
        ],
    }


def _arrows(arrows: Arrows, arrays: Arrays) -> dict[str, Any]:
    return {
        "tokens": arrows.tokens,
        "weights": arrays.add(arrows.weights),
        "masked": arrays.add(arrows.masked),
        "query": arrows.query,
        "label": arrows.label,
        "in_turn": arrows.in_turn,
    }
