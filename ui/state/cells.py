"""The cell that is held, and the way from number to number that led to it."""

from __future__ import annotations

from ..matrix import Cell, MatrixView, back_of, pin_of
from ..permalink import pin_in_link
from ..settings import Pin
from ..stages import HOME, stage
from .presentation import show_all
from .session import lag, put, settings, turn_to
from .slots import Slot
from .widgets import sent

# From an output number to an entry of X or W takes seven steps.
_LONGEST_TRAIL = 12

# Whether a cell was chosen on the page that is shown.
_HELD_HERE = Slot("held-here", False, until=("page", "reset"))
_TRAIL = Slot[tuple[Pin, ...]]("trail", (), until=("change",))


def take_pin(name: str, view: MatrixView) -> None:
    """A cell of the matrix view called `name` was pinned; a message that names none is ignored."""
    cell = pin_of(view, sent(name, "pin"))
    if cell is not None:
        put(settings().with_pin(_pin(cell)))
        _HELD_HERE.put(True)
        lag()


def take_follow(name: str, view: MatrixView) -> None:
    """An operand was followed: the pin moves to that number, on the page that computes it."""
    cell = pin_of(view, sent(name, "follow"))
    if cell is not None:
        pin = _pin(cell)
        _go_along((*(trail() or (_shown_pin(view),)), pin))


def take_back(name: str, view: MatrixView) -> None:
    """A crumb of the trail was chosen: back to that number."""
    cell = back_of(view, sent(name, "back"))
    if cell is not None:
        _go_along(trail()[: trail().index(_pin(cell)) + 1])


def hold_again(written: str) -> None:
    """Back or Forward led to a page: the cell that was held there, as links write it, is again."""
    pin = pin_in_link(written, settings())
    if pin not in (None, settings().pin):
        way = trail()
        put(settings().with_pin(pin))
        _TRAIL.put(way[: way.index(pin) + 1] if pin in way else ())


def go_along_again(written: object) -> None:
    """A page was loaded anew: the numbers followed before, as links write them, if they lead to
    the one that is held."""
    if isinstance(written, list):
        way = [pin_in_link(str(place), settings()) for place in written[:_LONGEST_TRAIL]]
        known = tuple(pin for pin in way if pin)
        if way and len(known) == len(way) and way[-1] == settings().pin:
            _TRAIL.put(known)


def held_here() -> bool:
    """Whether the cell that is held was chosen on this page, and not on one before it."""
    return _HELD_HERE.get()


def trail() -> tuple[Pin, ...]:
    """The numbers followed so far, the present one last; empty where nothing was followed."""
    return _TRAIL.get()


def _go_along(way: tuple[Pin, ...]) -> None:
    """To the last number of the way."""
    put(settings().with_pin(way[-1]))
    _TRAIL.put(way[-_LONGEST_TRAIL:])
    home = HOME[way[-1].matrix]
    # A number that was asked for must be there.
    show_all(home)
    turn_to(stage(home).path)


def _shown_pin(view: MatrixView) -> Pin:
    """The cell that stood for the pin in a view."""
    return settings().pin if view.pin is None else _pin(view.pin)


def _pin(cell: Cell) -> Pin:
    return Pin(cell.matrix, cell.row, cell.column)
