"""What a matrix looks like: an array of a trace, dressed with its name, labels and colours."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from attention_core import Trace, column_sums, difference, row_sums
from attention_core.arrays import BoolArray, FloatArray
from attention_core.edits import COMPUTED, GIVEN, most_decimals

from .compute import trace_for
from .matrix import Matrix, Product, Recipe, Scale, Sums
from .page import Page
from .settings import QUERY_ROWS
from .stages import HOME
from .text import template

Axis = Literal["query", "key", "token", "d_model", "d_k", "d_v"]


@dataclass(frozen=True)
class Fact:
    """What stays the same about a matrix on every page."""

    symbol: str
    rows: Axis
    columns: Axis
    owner: Literal["q", "k", "v"] | None = None
    decimals: int = 2


AXIS_WORDS = {
    "query": "asks",
    "key": "asked",
    "token": "position",
    "d_model": "component",
    "d_k": "component",
    "d_v": "component",
}

# Variants whose weights are no softmax of their row.
OTHER_WEIGHTS = ("columns", "uniform")

FACTS = {
    "x": Fact("X", "token", "d_model", decimals=1),
    "w_q": Fact("W_Q", "d_model", "d_k", "q"),
    "w_k": Fact("W_K", "d_model", "d_k", "k"),
    "w_v": Fact("W_V", "d_model", "d_v", "v"),
    "q": Fact("Q", "query", "d_k", "q"),
    "k": Fact("K", "key", "d_k", "k"),
    "v": Fact("V", "key", "d_v", "v"),
    "scores": Fact("QKᵀ", "query", "key"),
    "scaled": Fact("S", "query", "key"),
    "weights": Fact("A", "query", "key"),
    "output": Fact("O", "query", "d_v"),
}


def array(trace: Trace, name: str) -> FloatArray:
    """The array called `name` in a trace; S is shown with its mask on."""
    values: FloatArray = getattr(trace, "masked" if name == "scaled" else name)
    return values


def labels(page: Page, axis: Axis) -> tuple[str, ...]:
    """What stands beside the rows or above the columns of an axis."""
    if axis in ("query", "key", "token"):
        return page.settings.tokens
    scenario = page.scenario
    widths = {"d_model": scenario.d_model, "d_k": scenario.key_width, "d_v": scenario.value_width}
    return tuple(str(place + 1) for place in range(widths[axis]))


def matrix(
    page: Page,
    name: str,
    *,
    place: tuple[int, int] = (0, 0),
    recipe: Recipe | None = None,
    transposed: bool = False,
    with_row_sums: bool = False,
    with_column_sums: bool = False,
    covered: BoolArray | None = None,
    limit: float | None = None,
) -> Matrix:
    """The matrix called `name`, ready to be drawn; `transposed` draws K as Kᵀ, key `k_t`.

    limit: the end of its colour scale, if it is not that of the matrix alone.
    """
    fact = FACTS[name]
    numbers = _numbers(page, name)
    rows, columns = fact.rows, fact.columns
    if transposed:
        numbers, rows, columns = numbers.turned(), columns, rows
    sums = _sums(numbers.now, with_row_sums, with_column_sums)
    before_sums = _sums(numbers.before, with_row_sums, with_column_sums)
    return Matrix(
        key=f"{name}_t" if transposed else name,
        symbol=_turned(fact.symbol) if transposed else fact.symbol,
        values=numbers.now,
        rows=labels(page, rows),
        columns=labels(page, columns),
        owner=fact.owner,
        scale="weights" if name == "weights" else "signed",
        limit=limit or _limit(page, name),
        decimals=_decimals(page, name),
        place=place,
        row_title=page.say(f"axis.{AXIS_WORDS[rows]}"),
        column_title=page.say(f"axis.{AXIS_WORDS[columns]}"),
        transposed=transposed,
        source=name if transposed else None,
        recipe=recipe,
        row_sums=sums.row,
        column_sums=sums.column,
        query_rows=name in QUERY_ROWS and not transposed,
        masked=_masked_cells(page, name),
        heading=template(page.lang, f"heading.{name}_t" if transposed else f"heading.{name}"),
        given=_given(page, name),
        by_hand=page.scenario.chosen_by_hand(name) if _is_given(page, name) else None,
        given_by_hand=page.say("matrix.given_hand"),
        editable=_is_editable(page, name),
        edited=numbers.edited,
        before=numbers.before,
        change=numbers.change,
        before_sums=before_sums,
        change_sums=Sums(*map(_change, sums, before_sums)),
        covered=covered.T if transposed and covered is not None else covered,
        source_page=_source_page(page, name),
    )


def _sums(values: FloatArray | None, by_row: bool, by_column: bool) -> Sums:
    if values is None:
        return Sums()
    return Sums(
        row_sums(values) if by_row else None,
        column_sums(values) if by_column else None,
    )


def _change(now: FloatArray | None, before: FloatArray | None) -> FloatArray | None:
    return None if now is None or before is None else difference(now, before)


def _turned(symbol: str) -> str:
    return f"{symbol}ᵀ" if len(symbol) == 1 else f"({symbol})ᵀ"


def _is_given(page: Page, name: str) -> bool:
    """Whether the computation starts from these numbers; what stands in for others does not."""
    return name in GIVEN and name not in page.scenario.replaced


def _is_editable(page: Page, name: str) -> bool:
    own = name in (*GIVEN, *COMPUTED) and name not in page.scenario.replaced
    return own and page.stage.key != "overview"


def _decimals(page: Page, name: str) -> int:
    """As many as its kind has, and up to four more where a number was typed with them."""
    return min(4, most_decimals(FACTS[name].decimals, (name,), page.scenario.edits_in_force))


@dataclass(frozen=True)
class _Numbers:
    """A matrix now; and where the computation was changed, before, its change and what was edited.

    There is no before where the matrix had another shape.
    """

    now: FloatArray
    before: FloatArray | None = None
    change: FloatArray | None = None
    edited: BoolArray | None = None

    def turned(self) -> _Numbers:
        """Rows as columns."""
        return _Numbers(
            self.now.T,
            None if self.before is None else self.before.T,
            None if self.change is None else self.change.T,
            None if self.edited is None else self.edited.T,
        )


def _numbers(page: Page, name: str) -> _Numbers:
    now, scenario = array(page.trace, name), page.scenario
    if not scenario.edits_in_force and not scenario.variant:
        return _Numbers(now)
    before, edited = array(trace_for(scenario.before), name), scenario.edited(name)
    if before.shape != now.shape:
        return _Numbers(now, edited=edited)
    return _Numbers(now, before, difference(now, before), edited)


def _source_page(page: Page, name: str) -> str:
    """The page that computes a matrix, unless it is this one."""
    return "" if HOME[name] == page.stage.key else page.say(f"stage.{HOME[name]}")


def _masked_cells(page: Page, name: str) -> BoolArray | None:
    """Where a weight is 0 because of the mask and not because the score was low."""
    if name != "weights" or not page.settings.causal:
        return None
    masked: BoolArray = page.trace.masked == -math.inf
    return masked


def _limit(page: Page, name: str) -> float | None:
    """The end of the colour scale; QKᵀ and S share one, so that scaling is seen as fading."""
    if name == "weights":
        return None
    shared = ("scores", "scaled") if name in ("scores", "scaled") else (name,)
    largest = max(abs(getattr(page.trace, each)).max() for each in shared)
    return float(largest) or 1.0


def _given(page: Page, name: str) -> str:
    """Where a number comes from that this page does not compute."""
    if name == "x":
        return page.say("matrix.given_token")
    if name in page.scenario.replaced:
        of_v = "_w" if name == "w_v" else ""
        return page.say(f"variant.given_{page.scenario.variant}{of_v}")
    if name == "weights" and page.scenario.variant in OTHER_WEIGHTS:
        return page.say(f"variant.given_{page.scenario.variant}")
    if name in GIVEN:
        return page.say("matrix.given_random", seed=page.scenario.seed)
    return page.say("matrix.computed_on", page=page.say(f"stage.{HOME[name]}"))


def product(
    page: Page,
    name: str,
    left: Matrix,
    above: Matrix,
    *,
    transposed: bool = False,
    with_row_sums: bool = False,
    covered: BoolArray | None = None,
) -> Matrix:
    """The matrix called `name` as a product, where the bands of its two factors meet."""
    return matrix(
        page,
        name,
        place=(left.place[0], above.place[1]),
        recipe=Product(left.key, above.key),
        transposed=transposed,
        with_row_sums=with_row_sums,
        covered=covered,
    )


def scaling(page: Page, source: str) -> Scale:
    """How S comes from QKᵀ: divided by √d_k where scaling is on, and by the temperature."""
    scenario = page.scenario
    root = f"√{scenario.key_width}" if scenario.scaling else ""
    warmth = "" if scenario.temperature == 1.0 else f"{scenario.temperature:g}"
    label = f"({root} × {warmth})" if root and warmth else root or warmth or "1"
    return Scale(source, scenario.divisor, label)
