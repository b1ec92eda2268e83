"""Reading the cases in tests/cases."""

import json
from pathlib import Path

import numpy as np

CASES = Path(__file__).resolve().parents[1] / "cases"


def names(folder, start=""):
    """The names of all cases of one folder."""
    found = sorted(path.stem for path in (CASES / folder).glob(f"{start}*.json"))
    assert found, f"no cases {start}* in {folder}"
    return found


def description(folder, name):
    return json.loads((CASES / folder / f"{name}.json").read_text(encoding="utf-8"))


def arrays(folder, name):
    with np.load(CASES / folder / f"{name}.npz") as file:
        return dict(file)


def numbers(rows):
    """Rows of numbers in which infinities are written as text."""
    return np.array(rows, dtype=object).astype(np.float64)
