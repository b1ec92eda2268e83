"""The package as others meet it: names, example, imports, the same numbers in every process."""

import doctest
import json
import os
import subprocess
import sys

import attention_core
from attention_core import Scenario

FRESH = """
import json, sys, attention_core
trace = attention_core.Scenario(("river", "bank", "I"), d_model=9, d_k=4, seed=3).trace()
heavy = sorted({"streamlit", "pandas", "plotly", "scipy", "ui"} & set(sys.modules))
print(json.dumps([trace.x.tolist(), trace.q.tolist(), trace.output.tolist(), heavy]))
"""


def test_public_names_are_sorted_and_there():
    assert attention_core.__all__ == sorted(attention_core.__all__)
    for name in attention_core.__all__:
        assert getattr(attention_core, name).__doc__


def test_the_example_in_the_package_runs_as_shown():
    found = doctest.testmod(attention_core)
    assert found.attempted > 5
    assert found.failed == 0


def test_a_fresh_process_gives_the_same_numbers_and_loads_only_numpy(root):
    mine = Scenario(("river", "bank", "I"), d_model=9, d_k=4, seed=3).trace()
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", FRESH],
        capture_output=True,
        check=True,
        cwd=root,
        env=environment,
    )
    x, q, output, heavy = json.loads(answer.stdout)
    assert x == mine.x.tolist()
    assert q == mine.q.tolist()
    assert output == mine.output.tolist()
    assert heavy == []


def test_drawn_numbers_are_those_that_old_links_mean():
    # Recorded once: a change here would change the numbers behind every link that was shared.
    river = Scenario(("river",), d_model=8).x
    assert river.tolist() == [[-0.5, -0.8, -0.9, -0.2, -0.5, 0.9, -1.6, 0.2]]
    assert Scenario(seed=1).w_q[:2].tolist() == [[0.15, 0.37], [0.09, -0.21]]
