"""The arrays of a view on their way to the browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass
class Arrays:
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
