"""The code on the pages runs as it stands and gives the numbers of the page."""

from __future__ import annotations

import importlib.util

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


def results(library: str, stage: str, scenario: Scenario) -> dict[str, np.ndarray]:
    code = snippet(library, stage, scenario)
    names: dict[str, object] = {}
    exec(code, names)
    return {name: np.asarray(names[name]) for name in RESULTS[stage]}


def agrees(library: str, stage: str, scenario: Scenario) -> None:
    trace = scenario.trace()
    for name, values in results(library, stage, scenario).items():
        np.testing.assert_allclose(values, getattr(trace, name), rtol=1e-12, atol=1e-12)


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
