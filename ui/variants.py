"""What if the computation were different: the choice under the view, and what one then sees."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from attention_core import row_sums

from . import state
from .choices import choose
from .numbers import listed, shown
from .page import Page
from .text import literal

# What a page offers; a variant chosen elsewhere can be undone everywhere.
OFFERED = {
    "projections": ("no_w", "same_w"),
    "scores": ("no_w", "same_w"),
    "softmax": ("columns",),
    "output": ("uniform", "v_is_k"),
}
USUAL = ""


def choose_variant(page: Page) -> None:
    """The usual computation or a departure from it, and one sentence about what that does."""
    chosen = page.settings.variant
    offered = OFFERED.get(page.stage.key, ())
    options = (*offered, chosen) if chosen not in (USUAL, *offered) else offered
    if not options:
        return
    choose(
        page.lang,
        f"variant-{'-'.join(options)}",
        (USUAL, *options),
        chosen,
        words="variant.name_",
        take=partial(state.take, "variant"),
        title=page.say("variant.title"),
    )
    if chosen:
        st.markdown(literal(found(page)))


def found(page: Page) -> str:
    """What one sees under the variant in force, with its numbers."""
    sentences = {
        "no_w": _symmetry,
        "same_w": _symmetry,
        "columns": _sums,
        "uniform": _average,
        "v_is_k": _handed_over,
    }
    return sentences[page.settings.variant](page)


def _symmetry(page: Page) -> str:
    """The score of one pair of positions, both ways: one that differs, if there is any."""
    settings, scores = page.settings, page.trace.scores
    if settings.n == 1:
        return page.say("variant.found_alone")
    query = settings.query
    uneven = np.argwhere(scores != scores.T).tolist()
    pairs = uneven or [[1 if query == 0 else 0, query]]
    other, asked = next((pair for pair in pairs if pair[1] == query), pairs[0])
    return page.say(
        "variant.found_uneven" if uneven else f"variant.found_{settings.variant}",
        a=settings.token_name(other),
        b=settings.token_name(asked),
        value=shown(scores[other, asked]),
        reverse=shown(scores[asked, other]),
        width=page.scenario.key_width,
    )


def _sums(page: Page) -> str:
    sums = row_sums(page.trace.weights)
    if (abs(sums - 1.0) < 1e-9).all():
        return page.say("variant.found_columns_silent")
    return page.say("variant.found_columns", sums=listed(sums.tolist(), signed=False))


def _average(page: Page) -> str:
    if page.settings.causal:
        return page.say("variant.found_uniform_causal")
    return page.say("variant.found_uniform", row=listed(page.trace.output[0].tolist()))


def _handed_over(page: Page) -> str:
    now, usual = page.scenario, page.scenario.usual
    same = now.value_width == usual.value_width
    return page.say(
        "variant.found_v_is_k_same" if same else "variant.found_v_is_k",
        shape=f"{now.n}×{now.value_width}",
        usual=f"{usual.n}×{usual.value_width}",
        query=page.settings.token_name(page.settings.query),
        row=listed(page.trace.output[page.settings.query].tolist()),
    )
