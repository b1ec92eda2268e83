"""What each prediction card asks of the numbers in hand, and its answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from attention_core import Edit, Scenario, contributions, entropy, softmax
from attention_core.arrays import BoolArray, FloatArray

from .compute import trace_for
from .numbers import shown
from .page import Page
from .settings import BOUNDS
from .text import literal

OPTIONS = {
    "overview": ("a", "b", "c", "d"),
    "input": ("a", "b", "c", "d"),
    "projections": ("a", "b", "c", "d"),
    "scores": ("a", "b", "c"),
    "softmax": ("a", "b", "c", "d"),
    "output": ("a", "b", "c", "d"),
}
# There V is K: as wide as K whatever d_v, and with it A would change; and the weights are no
# softmax of their row.
_BESIDE_THE_POINT = {
    ("projections", "v_is_k"),
    ("softmax", "columns"),
    ("softmax", "uniform"),
    ("output", "v_is_k"),
    ("output", "uniform"),
}

_READS_AS_ZERO_BELOW = 0.005


@dataclass(frozen=True)
class Pair:
    """Two positions, for the card of the scores page: it tells what `other` scores for `query`
    and asks what `query` scores for `other`."""

    query: int
    other: int


def has_card(page: Page) -> bool:
    """Whether the page's question has its one answer under the numbers in force."""
    if page.stage.key == "scores":
        return pair_of(page) is not None
    if (page.stage.key, page.scenario.variant) in _BESIDE_THE_POINT:
        return False
    return page.stage.key != "output" or _tripled(page) is not None


def pair_of(page: Page) -> Pair | None:
    """The positions the scores card asks about: of the token that asks, else of any.

    The two scores must read differently, and neither as 0: else another option would be right,
    too. None where no pair is like that, or where Q and K come from one matrix.
    """
    if page.scenario.variant in ("no_w", "same_w"):
        return None
    return next((pair for pair in _uneven(page) if _tells_apart(page, pair)), None)


def _uneven(page: Page) -> Iterator[Pair]:
    scores = page.trace.scores
    query = page.settings.query if page.asked is None else page.asked
    telling = abs(scores) >= _READS_AS_ZERO_BELOW
    uneven = (scores != scores.T) & telling & telling.T
    for row in sorted(range(page.settings.n), key=lambda row: row != query):
        yield from (Pair(row, int(other)) for other in uneven[row].nonzero()[0])


def _tells_apart(page: Page, pair: Pair) -> bool:
    scores, same = page.trace.scores, same_scores(page, pair)
    told, asked = shown(scores[pair.other, pair.query]), shown(scores[pair.query, pair.other])
    # What stands on the diagonal, or is the number told, cannot be covered.
    open_anyway = same.diagonal().any() or same[pair.other, pair.query]
    return told != asked and not open_anyway


def same_scores(page: Page, pair: Pair) -> BoolArray:
    """Where the score asked for stands: once, or as often as its two tokens occur."""
    q, k = page.trace.q, page.trace.k
    rows, columns = (
        (abs(values - values[place]) < 1e-9).all(axis=1)
        for values, place in ((q, pair.query), (k, pair.other))
    )
    cells: BoolArray = np.outer(rows, columns)
    return cells


def _tripled(page: Page) -> int | None:
    """The token whose V the output card multiplies by 3: one with which O reads differently."""
    weights, v, output = page.trace.weights, page.trace.v, page.trace.output
    places: tuple[int, ...] = (*range(1, page.settings.n), 0)
    for place in places:
        row = int(weights[:, place].argmax())
        after = output[row] + 2.0 * contributions(weights[row], v)[place]
        if [shown(value) for value in after] != [shown(value) for value in output[row]]:
            return place
    return None


def values_of(page: Page) -> dict[str, str]:
    """The names and numbers in the words of the page's card."""
    settings = page.settings
    if page.stage.key == "scores" and (pair := pair_of(page)) is not None:
        scores = page.trace.scores
        return {
            "query": literal(settings.token_name(pair.query)),
            "other": literal(settings.token_name(pair.other)),
            "value": literal(shown(scores[pair.other, pair.query])),
            "reverse": literal(shown(scores[pair.query, pair.other])),
        }
    if page.stage.key == "projections":
        return {"width": str(settings.d_v), "other": str(_other_width(settings.d_v))}
    if page.stage.key == "output" and (place := _tripled(page)) is not None:
        return {"token": literal(settings.token_name(place))}
    return {}


def _other_width(d_v: int) -> int:
    """Twice as wide, or half, where that is more than possible."""
    return 2 * d_v if 2 * d_v <= BOUNDS["d_v"][1] else d_v // 2


def answer(stage: str) -> str:
    """The right option of a card, found by trying it out on the lesson's example."""
    return _ANSWERS[stage](Scenario())


def _overview(example: Scenario) -> str:
    row = trace_for(example).output[2]
    return "c" if row.shape == (example.d_v,) else "b"


def _input(example: Scenario) -> str:
    longer = replace(example, tokens=(*example.tokens, "?"))
    rows, columns = (a != b for a, b in zip(example.x.shape, longer.x.shape, strict=True))
    return {(True, False): "a", (False, True): "b", (True, True): "c"}.get((rows, columns), "d")


def _projections(example: Scenario) -> str:
    before, after = trace_for(example), trace_for(replace(example, d_v=_other_width(example.d_v)))
    other = frozenset(
        name
        for name in ("q", "k", "v", "weights", "output")
        if getattr(before, name).shape != getattr(after, name).shape
    )
    kinds = {frozenset("qk"): "a", frozenset({"v", "output"}): "b", frozenset({"weights"}): "c"}
    return kinds.get(other, "d")


def _scores(example: Scenario) -> str:
    scores = trace_for(example).scores
    return "a" if scores[2, 0] == scores[0, 2] else "b" if scores[2, 0] == 0 else "c"


def _softmax(example: Scenario) -> str:
    row: FloatArray = trace_for(example).masked[2]
    before, after = softmax(row), softmax(row + 5.0)
    if abs(after.sum() - before.sum()) > 1e-9:
        return "d"
    change = float(entropy(after) - entropy(before))
    return "c" if abs(change) < 1e-9 else "a" if change < 0 else "b"


def _output(example: Scenario) -> str:
    edits = tuple(Edit("v", 1, column, 3.0 * value) for column, value in enumerate((0.0, 2.0, 0.0)))
    before, after = trace_for(example), trace_for(replace(example, edits=edits))
    weights = (before.weights != after.weights).any()
    output = (before.output != after.output).any()
    return {(True, False): "a", (False, True): "b", (True, True): "c"}.get((weights, output), "d")


_ANSWERS = {
    "overview": _overview,
    "input": _input,
    "projections": _projections,
    "scores": _scores,
    "softmax": _softmax,
    "output": _output,
}
