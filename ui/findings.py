"""One sentence a page that says what its numbers show, for the query token in hand."""

from __future__ import annotations

import math

from attention_core import contributions
from attention_core.arrays import FloatArray

from .numbers import percent, shown
from .page import Page
from .predictions import covered_cell

_MOST_NAMES = 4


def overview(page: Page) -> str:
    """Where the query's new vector takes most from."""
    row = page.trace.weights[page.settings.query]
    share = percent(row.max())
    return _about_largest(page, "overview", row, percent=share, d_v=page.scenario.value_width)


def received(page: Page) -> str:
    """How many numbers the model receives."""
    settings = page.settings
    count = settings.n * settings.d_model
    size = page.say("finding.input", n=settings.n, d_model=settings.d_model, count=count)
    token = settings.shown_tokens[settings.query]
    places = [place for place, other in enumerate(settings.shown_tokens) if other == token]
    times, rows = len(places), page.trace.x[places]
    # A number typed over keeps its row apart.
    if times == 1 or (rows != rows[0]).any():
        return size
    return size + page.say("finding.input_repeated", token=token, times=times)


def projections(page: Page) -> str:
    """How many parameters the matrices have that are not put in place of others."""
    settings, scenario = page.settings, page.scenario
    sizes = {"d_model": settings.d_model, "d_k": settings.d_k, "d_v": settings.d_v}
    own = [name for name in ("w_q", "w_k", "w_v") if name not in scenario.replaced]
    count = sum(math.prod(scenario.shape(name)) for name in own)
    departure = f"_{scenario.variant}" if scenario.replaced else ""
    return page.say(f"finding.projections{departure}", count=count, **sizes)


def scores(page: Page) -> str:
    """The query's largest score, unless it is to be predicted, and what the table holds."""
    query, n = page.settings.query, page.settings.n
    row, covered = page.trace.scores[query], covered_cell(page)
    if page.settings.same_position and n > 1:
        own = {"query": page.settings.token_name(query), "value": shown(row[query])}
        return page.say("finding.scores_same_position", n=n, **own)
    if covered is not None and row[covered[query]].max(initial=-math.inf) >= _nearly(row):
        return page.say("finding.scores_covered", n=n, count=n**2)
    return _about_largest(page, "scores", row, value=shown(row.max()), count=n**2)


def softmax(page: Page) -> str:
    """Where the query takes most from; down the columns, what the row then adds up to."""
    row = page.trace.weights[page.settings.query]
    if page.scenario.variant == "columns":
        query = page.settings.token_name(page.settings.query)
        total = shown(row.sum(), signed=False)
        return page.say("finding.softmax_columns", query=query, value=total)
    return _about_largest(page, "softmax", row, percent=percent(row.max()))


def output(page: Page) -> str:
    """Which key contributes most to the query's output: the longest a·v, not the largest weight."""
    row = page.trace.weights[page.settings.query]
    lengths = (contributions(row, page.trace.v) ** 2).sum(axis=-1) ** 0.5
    values = {
        "d_v": page.scenario.value_width,
        "value": shown(lengths.max(), signed=False),
        "percent": percent(row[int(lengths.argmax())]),
    }
    return _about_largest(page, "output", lengths, **values)


def _nearly(row: FloatArray) -> float:
    """From here on a number counts as the largest of its row.

    Equal tokens have equal numbers, but a matrix product may round them apart in the last bit.
    """
    return float(row.max() - 1e-12 * max(1.0, abs(row.max())))


def _about_largest(page: Page, stage: str, row: FloatArray, **values: object) -> str:
    """The finding for a row whose largest entry is one key, the query itself, or several keys."""
    query = page.settings.query
    alone = page.settings.n == 1 or (page.settings.causal and query == 0 and stage != "scores")
    n = page.settings.n
    largest = [place for place, value in enumerate(row.tolist()) if value >= _nearly(row)]
    names = [page.settings.token_name(place) for place in largest]
    quoted = [page.say("token.quoted", token=name) for name in names[:_MOST_NAMES]]
    more = page.say("finding.and_more", count=len(names)) if len(names) > _MOST_NAMES else ""
    if alone:
        kind = "_one"
    elif len(largest) > 1:
        # Down the columns, equal weights of a row need not be 1/n.
        everywhere = len(largest) == n and page.scenario.variant != "columns"
        kind = "_all" if everywhere else "_tie"
    else:
        kind = "_self" if largest == [query] else ""
    return page.say(
        f"finding.{stage}{kind}",
        query=page.settings.token_name(query),
        key=names[0],
        keys=page.say("finding.join").join(quoted) + more,
        n=n,
        **values,
    )
