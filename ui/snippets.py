"""The same step in code: lines of NumPy and PyTorch that give the page's numbers when run."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from attention_core import Trace
from attention_core.arrays import FloatArray

LIBRARIES = ("numpy", "torch")


_FILE = Path(__file__).parent.parent / "assets" / "snippets.toml"


@dataclass(frozen=True)
class _Dialect:
    """What differs between the libraries."""

    start: str
    array: str
    root: str
    mask: list[str]
    softmax: list[str]


_DIALECTS = {
    name: _Dialect(**lines)
    for name, lines in tomllib.loads(_FILE.read_text(encoding="utf-8")).items()
}

# What each stage starts from, and what its lines leave behind.
_INPUTS = {
    "overview": ("x", "w_q", "w_k", "w_v"),
    "input": ("x",),
    "projections": ("x", "w_q", "w_k", "w_v"),
    "scores": ("q", "k"),
    "softmax": ("scores",),
    "output": ("weights", "v"),
}
RESULTS = {
    "overview": ("q", "k", "v", "scores", "weights", "output"),
    "input": ("x",),
    "projections": ("q", "k", "v"),
    "scores": ("scores",),
    "softmax": ("weights",),
    "output": ("output",),
}


def snippet(library: str, stage: str, trace: Trace, *, scaling: bool, causal: bool) -> str:
    """Lines that compute one stage from the numbers the page shows, ready to be run."""
    dialect = _DIALECTS[library]
    given = [
        f"{name} = {dialect.array.format(rows=_rows(getattr(trace, name)))}"
        for name in _INPUTS[stage]
    ]
    project = ["q = x @ w_q", "k = x @ w_k", "v = x @ w_v"]
    score = ["scores = q @ k.T"]
    normalize = _softmax_lines(dialect, trace.q.shape[1], scaling, causal)
    mix = ["output = weights @ v"]
    steps = {
        "overview": [*project, *score, *normalize, *mix],
        "input": ["print(x.shape)"],
        "projections": project,
        "scores": score,
        "softmax": normalize,
        "output": mix,
    }
    return "\n".join([dialect.start, "", *given, "", *steps[stage]])


def _softmax_lines(dialect: _Dialect, d_k: int, scaling: bool, causal: bool) -> list[str]:
    divided = f"scores / {dialect.root.format(width=d_k)}" if scaling else "scores"
    mask = dialect.mask if causal else []
    return [f"scaled = {divided}", *mask, *dialect.softmax]


def _rows(values: FloatArray) -> str:
    """A matrix as a literal, one row a line, every digit kept."""
    rows = [f"    {[_short(value) for value in row]},".replace("'", "") for row in values.tolist()]
    return "\n".join(["[", *rows, "]"])


def _short(value: float) -> str:
    # "2." keeps whole numbers short and still makes the array one of floats.
    return f"{int(value)}." if value.is_integer() else repr(value)
