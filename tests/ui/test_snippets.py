"""The code on the pages runs as it stands and gives the numbers of the page."""

from __future__ import annotations

import importlib.util
import io
import re
from contextlib import redirect_stdout

import numpy as np
import pytest

from attention_core import Edit, Scenario
from attention_core.variants import VARIANTS
from ui.settings import Settings
from ui.snippets import RESULTS, snippet

SCENARIOS = {
    "default": Scenario(),
    "causal": Scenario(causal=True),
    "unscaled": Scenario(seed=7, d_k=3, scaling=False),
    "edited": Scenario(
        edits=(Edit("x", 0, 0, 0.0634), Edit("q", 2, 1, 4.52), Edit("scores", 1, 0, -1e-6)),
        temperature=0.5,
    ),
    **{
        variant: Scenario(
            variant=variant, causal=variant == "uniform", edits=(Edit("k", 1, 0, 2.5),)
        )
        for variant in VARIANTS
        if variant
    },
    "one token": Scenario(tokens=("x",)),
    "large": Settings(n=12, d_model=64, d_k=64, d_v=64).scenario(),
}


# With a point: the shape of X is printed in whole numbers.
NUMBER = r"-?\d+\.\d*(?:e[+-]\d+)?"


def results(library: str, stage: str, scenario: Scenario) -> tuple[dict[str, np.ndarray], str]:
    """What the lines leave behind, and what they print."""
    code = snippet(library, stage, scenario)
    names: dict[str, object] = {}
    with redirect_stdout(io.StringIO()) as printed:
        exec(code, names)
    return {name: np.asarray(names[name]) for name in RESULTS[stage]}, printed.getvalue()


def agrees(library: str, stage: str, scenario: Scenario) -> None:
    trace = scenario.trace()
    arrays, printed = results(library, stage, scenario)
    for name, values in arrays.items():
        np.testing.assert_allclose(values, getattr(trace, name), rtol=1e-12, atol=1e-12)
    # Libraries shorten what they print of large arrays.
    if "..." not in printed:
        seen = [float(number) for number in re.findall(NUMBER, printed)]
        page = np.concatenate([getattr(trace, name).ravel() for name in RESULTS[stage]])
        np.testing.assert_allclose(seen, page, rtol=5.1e-5, atol=5.1e-5)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("stage", RESULTS)
def test_numpy_lines_give_the_numbers_of_the_page(stage: str, scenario: str) -> None:
    agrees("numpy", stage, SCENARIOS[scenario])


@pytest.mark.skipif(
    importlib.util.find_spec("torch") is None,
    reason="torch is not installed, so the PyTorch lines were NOT checked: "
    "pip install -r requirements-torch.txt",
)
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("stage", RESULTS)
def test_pytorch_lines_give_the_numbers_of_the_page(stage: str, scenario: str) -> None:
    agrees("torch", stage, SCENARIOS[scenario])


def test_numbers_in_the_lines_are_written_to_the_last_digit() -> None:
    scenario = Scenario(seed=7)
    code = snippet("numpy", "output", scenario)
    for value in scenario.trace().weights.ravel().tolist():
        assert repr(value) in code
