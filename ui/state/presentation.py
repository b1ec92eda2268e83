"""In front of a class: presenter mode, and the page's matrix built up step by step."""

from __future__ import annotations

from .session import go_to, settings
from .slots import Slot
from .widgets import shown

_PRESENTING = Slot("presenting", False)
_BLANK = Slot("blank", False)
_STEP = Slot[int | None]("step", None)
_STEPS = Slot("steps", 0)
_PLAYING = Slot("playing", False, until=("page", "reset"))


def presenting() -> bool:
    """Whether the page is shown large, for a projector."""
    return _PRESENTING.get()


def take_presenting(name: str) -> None:
    """Presenter mode was switched."""
    _PRESENTING.put(bool(shown(name)))
    for slot in (_PLAYING, _STEP, _BLANK):
        slot.empty()


def blank() -> bool:
    """Whether the screen is blank, so that the class looks at the teacher."""
    return _BLANK.get() and presenting()


def turn_blank() -> None:
    """Blank the screen, or show it again."""
    _BLANK.put(not blank())


def build_step() -> int | None:
    """How far the page's matrix is built up in front of the class; None: it is all there."""
    return _STEP.get() if presenting() or playing() else None


def playing() -> bool:
    """Whether a reader watches the page's matrix being built up."""
    return _PLAYING.get() and not presenting()


def play() -> None:
    """Build the matrix up from the row of the token that asks."""
    _PLAYING.put(True)
    _STEP.put(settings().query)


def stop_playing() -> None:
    """All of the matrix again."""
    _PLAYING.empty()
    _STEP.empty()


def keep_build_total(total: int) -> None:
    """How many steps the matrix drawn now takes, for the clicker's next press."""
    _STEPS.put(total)


def step_on(path: str | None) -> None:
    """One step further; after the last one the next page, from its beginning."""
    step = build_step()
    if step is not None and step < _STEPS.get():
        _STEP.put(step + 1)
    elif path:
        _STEP.put(0)
        go_to(path)


def step_back(path: str | None) -> None:
    """One step back; before the first one the page before, all of it."""
    step = build_step()
    if step:
        _STEP.put(step - 1)
    elif path:
        _STEP.empty()
        go_to(path)
