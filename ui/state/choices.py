"""Sizes, switches and who asks: a choice becomes a setting, and the numbers are painted first."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..matrix import MatrixView, scrub_of
from ..settings import BOUNDS, SLIDERS, Note, Pin, Settings
from ..stages import HOME
from .edits import replacing_all
from .presentation import put_steps_aside, take_steps_up
from .session import catch_up, numbers_first, overtake, put, settings, tell
from .slots import Slot, happened
from .teaching import count_reset
from .widgets import chosen, sent

_MOVED = Slot[str | None]("moved", None)
_SCRUBBED = Slot("scrubbed", "off")


def take(field: str, name: str) -> None:
    """A widget changed: its value becomes the setting `field`."""
    value = chosen(name)
    if value is not None:
        _MOVED.put(field)
        _change(**{field: value})


def take_typed(field: str, name: str, bounds: tuple[int, int]) -> None:
    """A number was typed: the setting becomes it, or the nearest that is possible."""
    value = chosen(name)
    if value is None:
        return
    low, high = bounds
    used = max(low, min(high, value))
    put(replace(settings(), **{field: used}))
    if used != value:
        values = {"name": field, "value": value, "low": low, "high": high, "used": used}
        tell(Note("notice.typed_range", tuple(values.items())))
    numbers_first()


def take_another_seed() -> None:
    """The next seed: other parameter matrices, never the hand-set ones."""
    _change(seed=settings().seed % BOUNDS["seed"][1] + 1)


def move_chain(steps: int) -> None:
    """The overview's chain some steps longer or shorter."""
    _change(chain=settings().chain + steps)


def take_n(n: int) -> None:
    """Another sequence length."""
    put(replace(settings(), n=n))


def take_query(name: str) -> None:
    """Another token asks."""
    query = chosen(name)
    if query is not None:
        put(settings().with_query(query))
        numbers_first()


def take_component(name: str, count: int) -> None:
    """Another of the `count` components of the query's output is held, counted from 1."""
    component = chosen(name)
    if component is not None:
        column = max(1, min(count, component)) - 1
        put(settings().with_pin(Pin("output", settings().query, column)))
        numbers_first()


def sliders() -> tuple[str, ...]:
    """The sizes that have a slider, the one moved last first."""
    moved = _MOVED.get()
    return tuple(sorted(SLIDERS, key=lambda name: name != moved))


def scrubbed() -> str:
    """The setting that the slider in the view moves, or "off"."""
    return _SCRUBBED.get()


def take_scrubbed(name: str) -> None:
    """Another setting for the slider in the view, which moves numbers that are all there."""
    setting = chosen(name)
    if setting is not None:
        _SCRUBBED.put(setting)
        if setting == "off":
            take_steps_up(HOME["weights"])
        else:
            put_steps_aside(HOME["weights"])


def take_scrub(name: str, view: MatrixView) -> None:
    """The slider in the view came to rest: its value becomes the setting."""
    index = scrub_of(view, sent(name, "scrub"))
    if index is not None and view.scrub is not None:
        setting, value = view.scrub.name, float(view.scrub.values[index])
        now = settings()
        put(replace(now, d_k=int(value)) if setting == "d_k" else replace(now, temperature=value))
        # The view shows it already: the rest of the page in the same run, without another message.
        catch_up()


def reset() -> None:
    """Everything as on a first visit, in the language the reader uses."""
    overtake()
    with replacing_all():
        happened("reset")
        count_reset()
        put(Settings(lang=settings().lang))


def _change(**fields: Any) -> None:
    put(replace(settings(), **fields))
    numbers_first()
