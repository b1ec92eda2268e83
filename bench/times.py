"""Middle and slow end of repeated measurements, and Markdown tables of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Times:
    """What repeated measurements in milliseconds come to."""

    median: float
    p95: float

    @classmethod
    def of(cls, milliseconds: Sequence[float]) -> Times:
        return cls(*(float(np.quantile(milliseconds, share)) for share in (0.5, 0.95)))

    def text(self, decimals: int = 0) -> str:
        return f"{self.median:.{decimals}f} / {self.p95:.{decimals}f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, the first column to the left and the others to the right."""
    rule = ["---", *["--:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))
