"""The same step in code: lines of NumPy and PyTorch that give the page's numbers when run."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from attention_core import Scenario
from attention_core.arrays import FloatArray

LIBRARIES = ("numpy", "torch")


_FILE = Path(__file__).parent.parent / "assets" / "snippets.toml"


@dataclass(frozen=True)
class _Dialect:
    """What differs between the libraries."""

    start: str
    array: str
    root: str
    shown: str
    mask: list[str]
    softmax: list[str]
    columns: list[str]
    uniform: list[str]


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


def snippet(library: str, stage: str, scenario: Scenario) -> str:
    """Lines that compute one stage from the numbers the page shows, ready to be run."""
    trace = scenario.trace()
    dialect = _DIALECTS[library]
    given = [
        f"{name} = {dialect.array.format(rows=_rows(getattr(trace, name)))}"
        for name in _INPUTS[stage]
    ]
    project = [
        *("q = x @ w_q", *_edit_lines("q", scenario)),
        *("k = x @ w_k", *_edit_lines("k", scenario)),
        *("v = x @ w_v", *_edit_lines("v", scenario)),
    ]
    score = ["scores = q @ k.T", *_edit_lines("scores", scenario)]
    normalize = _softmax_lines(dialect, scenario)
    mix = ["output = weights @ v"]
    steps = {
        "overview": [*project, *score, *normalize, *mix],
        "input": ["print(x.shape)"],
        "projections": project,
        "scores": score,
        "softmax": normalize,
        "output": mix,
    }
    shown = [dialect.shown.format(name=name) for name in RESULTS[stage]]
    return "\n".join([dialect.start, "", *given, "", *steps[stage], "", *shown])


def _edit_lines(name: str, scenario: Scenario) -> list[str]:
    """The numbers a reader put in place of computed ones."""
    edits = (edit for edit in scenario.edits_in_force if edit.matrix == name)
    return [f"{name}[{edit.row}, {edit.column}] = {edit.value!r}" for edit in edits]


def _softmax_lines(dialect: _Dialect, scenario: Scenario) -> list[str]:
    root = f" / ({dialect.root.format(width=scenario.key_width)})" if scenario.scaling else ""
    usual = scenario.temperature == 1.0
    named = [] if usual else [f"temperature = {scenario.temperature!r}"]
    warmth = "" if usual else " / temperature"
    mask = dialect.mask if scenario.causal else []
    others = {"columns": dialect.columns, "uniform": dialect.uniform}
    weigh = others.get(scenario.variant, dialect.softmax)
    return [*named, f"scaled = scores{root}{warmth}", *mask, *weigh]


def _rows(values: FloatArray) -> str:
    """A matrix as a literal, one row a line, every digit kept."""
    rows = [f"    {[_short(value) for value in row]},".replace("'", "") for row in values.tolist()]
    return "\n".join(["[", *rows, "]"])


def _short(value: float) -> str:
    # "2." keeps whole numbers short and still makes the array one of floats.
    return f"{int(value)}." if value.is_integer() else repr(value)
