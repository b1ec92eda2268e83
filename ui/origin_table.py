"""One output number taken apart, as the columns of a table: texts only, ready to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from attention_core import Origin
from attention_core.arrays import FloatArray

from . import state
from .addends import Shares, Sum, decimals_for, read, readable, written
from .charts.origins import MOST_TERMS
from .matrices import scaling
from .numbers import MINUS, shown
from .page import Page

# Up to here a term is written with its two factors; in the large letters before a class fewer fit.
MOST_FACTORS = 3
MOST_LARGE_FACTORS = 2
EQUAL, ABOUT = "=", "≈"
NOTHING = "–"
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Column:
    """A heading, a text for each key, and what stands in the row of the sums."""

    heading: str
    cells: Sequence[str]
    total: str = ""


@dataclass(frozen=True)
class Digits:
    """How many decimals the numbers of one origin are shown with, and whether the sum is exact."""

    terms: int
    exponentials: int
    parts: int
    adds_up: bool


def digits_of(found: Origin) -> Digits:
    """The decimals with which as much as possible is true as shown."""
    sums = [Sum(*row) for row in _summed_rows(found)] if _has_terms(found) else []
    parts = _shares(found).decimals()
    return Digits(
        terms=decimals_for(sums),
        exponentials=decimals_for([Sum(found.exponentials.tolist(), found.total)]),
        parts=parts,
        adds_up=Sum(found.parts.tolist(), found.output).holds(parts),
    )


def columns_of(page: Page, found: Origin, changes: FloatArray) -> list[Column]:
    """The chain from the products of a score to the contribution, a column for each step.

    changes (n_k,): how the number moves without each key.
    """
    digits = digits_of(found)
    chain = [
        *(_terms(found, digits.terms) if _has_terms(found) else []),
        _scores(page, found, digits.terms),
        _scaled(page, found, digits.terms),
    ]
    if found.by_softmax:
        chain.append(_exponentials(page, found, digits.exponentials))
    chain += [_weights(page, found, digits), _values(page, found), _parts(page, found, digits)]
    if found.by_softmax:
        chain.append(_without(page, found, changes))
    return chain


def term_name(place: int) -> str:
    """q₁k₁ for the first product of a score."""
    mark = str(place + 1).translate(_SUBSCRIPTS)
    return f"q{mark}k{mark}"


def _has_terms(found: Origin) -> bool:
    """Beyond, a score is said as one sum with the number of its terms."""
    return _count(found) <= MOST_TERMS


def _count(found: Origin) -> int:
    return int(found.terms.shape[1])


def _counts(found: Origin) -> list[bool]:
    """Whether the terms of each key made its score, and the score its weight."""
    return [bool(own) for own in found.summed & ~found.masked]


def _summed_rows(found: Origin) -> list[tuple[list[float], float]]:
    rows = zip(found.terms.tolist(), found.scores.tolist(), _counts(found), strict=True)
    return [(terms, score) for terms, score, counts in rows if counts]


def _terms(found: Origin, decimals: int) -> list[Column]:
    """One column for each product; its factors are written out where there are few."""
    counts, count = _counts(found), _count(found)
    columns = []
    for place in range(count):
        factors = zip(found.keys[:, place].tolist(), found.terms[:, place].tolist(), strict=True)
        texts = [
            _product(found.query[place], key, term, decimals)
            if count <= (MOST_LARGE_FACTORS if state.presenting() else MOST_FACTORS)
            else shown(term, decimals)
            for key, term in factors
        ]
        cells = [text if own else NOTHING for text, own in zip(texts, counts, strict=True)]
        columns.append(Column(term_name(place), cells))
    return columns


def _product(left: float, right: float, term: float, decimals: int) -> str:
    first, second = readable(left), readable(right)
    sign = EQUAL if read(first) * read(second) == written(term, decimals) else ABOUT
    return f"{first} × {_bracketed(second)} {sign} {shown(term, decimals)}"


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith(MINUS) else text


def _scores(page: Page, found: Origin, decimals: int) -> Column:
    holds = all(Sum(*row).holds(decimals) for row in _summed_rows(found))
    cells = []
    for place, score in enumerate(found.scores.tolist()):
        if found.masked[place]:
            cells.append(NOTHING)
        elif not found.summed[place]:
            cells.append(page.say("origins.by_hand", value=shown(score, decimals)))
        else:
            cells.append(shown(score, decimals))
    if _has_terms(found):
        return Column(page.say("origins.score", sign=EQUAL if holds else ABOUT), cells)
    return Column(page.say("origins.score_of_many", count=_count(found)), cells)


def _scaled(page: Page, found: Origin, decimals: int) -> Column:
    scale = scaling(page, "scores")
    divisor = read(readable(scale.divisor, 6))
    pairs = list(zip(found.scores.tolist(), found.scaled.tolist(), strict=True))
    cells = [
        shown(value, 2) if isfinite(value) else page.say("matrix.masked") for _, value in pairs
    ]
    exact = all(
        written(value, 2) * divisor == written(score, decimals)
        for score, value in pairs
        if isfinite(value)
    )
    sign = EQUAL if exact else ABOUT
    return Column(page.say("origins.scaled", divisor=scale.divisor_label, sign=sign), cells)


def _exponentials(page: Page, found: Origin, decimals: int) -> Column:
    cells = [shown(value, decimals, signed=False) for value in found.exponentials.tolist()]
    total = shown(found.total, decimals, signed=False)
    holds = Sum(found.exponentials.tolist(), found.total).holds(decimals)
    shifted = "_shifted" if found.shift else ""
    heading = page.say(f"origins.exponential{shifted}", shift=shown(found.shift))
    return Column(heading, cells, total if holds else f"{ABOUT} {total}")


def _weights(page: Page, found: Origin, digits: Digits) -> Column:
    weights, whole = found.weights.tolist(), float(found.weights.sum())
    cells = [shown(weight, digits.parts, signed=False) for weight in weights]
    total = shown(whole, digits.parts, signed=False)
    holds = Sum(weights, whole).holds(digits.parts)
    key = "origins.weight" if found.by_softmax else "origins.weight_given"
    return Column(page.say(key), cells, total if holds else f"{ABOUT} {total}")


def _values(page: Page, found: Origin) -> Column:
    cells = [readable(value, signed=True) for value in found.values.tolist()]
    return Column(page.say("origins.value"), cells)


def _parts(page: Page, found: Origin, digits: Digits) -> Column:
    cells = [shown(part, digits.parts) for part in found.parts.tolist()]
    sign = EQUAL if _shares(found).multiplies(digits.parts) else ABOUT
    total = shown(found.output, digits.parts)
    heading = page.say("origins.part", sign=sign)
    return Column(heading, cells, total if digits.adds_up else f"{ABOUT} {total}")


def _shares(found: Origin) -> Shares:
    return Shares(
        found.weights.tolist(),
        float(found.weights.sum()),
        [read(readable(value)) for value in found.values.tolist()],
        found.parts.tolist(),
        found.output,
    )


def _without(page: Page, found: Origin, changes: FloatArray) -> Column:
    alone = int((~found.masked).sum()) == 1
    cells = [
        page.say("origins.nothing_left") if alone and not masked else shown(change, 2)
        for change, masked in zip(changes.tolist(), found.masked.tolist(), strict=True)
    ]
    return Column(page.say("origins.without"), cells)
