"""Traces and split sentences, computed once each: the only place that caches."""

from __future__ import annotations

from functools import lru_cache

from attention_core import Scenario, Split, Trace, split_sentence


# Traces are read-only, so sessions may share them. The largest (n = 128, d = 64) takes about 1 MB.
@lru_cache(maxsize=128)
def trace_for(scenario: Scenario) -> Trace:
    """Every array of the scenario's one pass."""
    return scenario.trace()


# A page asks for the tokens of the same text several times in one run.
@lru_cache(maxsize=64)
def split_for(text: str, by: str) -> Split:
    """The tokens of a text."""
    return split_sentence(text, by)
