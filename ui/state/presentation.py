"""In front of a class: presenter mode, and what a page shows built up step by step."""

from __future__ import annotations

from ..stages import stage
from .session import go_to, settings
from .slots import Slot
from .widgets import shown

_PRESENTING = Slot("presenting", False)
_BLANK = Slot("blank", False)
# The page that is built up, how far, and for which token that asks.
_STEP = Slot[tuple[str, int, int] | None]("step", None, until=("reset",))
_STEPS = Slot("steps", 0)
# How far the page was when something else came up that needs all of it.
_ASIDE = Slot[int | None]("steps-aside", None, until=("page", "reset"))
# All is there, however many steps that takes.
_ALL = 10**6
_AT_END = Slot("at-end", False)
_PLAYING = Slot("playing", False, until=("page", "reset"))
_PANEL_OPEN = Slot("panel-open", False)


def presenting() -> bool:
    """Whether the page is shown large, for a projector."""
    return _PRESENTING.get()


def take_presenting(name: str) -> None:
    """Presenter mode was switched."""
    _present(bool(shown(name)))


def go_on_presenting() -> None:
    """The page was loaded anew in front of a class."""
    _present(True)


def _present(on: bool) -> None:
    _PRESENTING.put(on)
    for slot in (_PLAYING, _STEP, _ASIDE, _BLANK):
        slot.empty()


def blank() -> bool:
    """Whether the screen is blank, so that the class looks at the teacher."""
    return _BLANK.get() and presenting()


def turn_blank() -> None:
    """Blank the screen, or show it again."""
    _BLANK.put(not blank())


def at_end() -> bool:
    """Whether the clicker has just asked for more than there is, once."""
    asked = _AT_END.get()
    _AT_END.empty()
    return asked


def panel_open() -> bool:
    """Whether the teacher's panel is open, on every page."""
    return _PANEL_OPEN.get()


def take_panel_open(name: str) -> None:
    """The teacher's panel was opened or closed."""
    _PANEL_OPEN.put(bool(shown(name)))


def build_step(page: str) -> int | None:
    """How far what the page shows is built up; None: it is all there.

    Before a class a page begins with nothing, unless the class steps back to it.
    """
    if not (presenting() or playing()):
        return None
    where, step, _ = _STEP.get() or (None, 0, 0)
    if where == page:
        return step
    return 0 if presenting() else None


def build_query(page: str) -> int:
    """Whose row comes number by number: whoever is pointed at, the order of the steps stays."""
    where, step, query = _STEP.get() or (None, 0, 0)
    now = settings()
    return query if where == page and step and query < now.n else now.query


def building(page: str) -> bool:
    """Whether what the page drawn now shows is not all there yet."""
    step = build_step(page)
    return step is not None and step < _STEPS.get()


def show_all(page: str) -> None:
    """Before a class the page has everything there."""
    if presenting():
        _put_step(page, _ALL)


def put_steps_aside(page: str) -> None:
    """Before a class the page has everything there until its steps are taken up again."""
    if presenting() and _ASIDE.get() is None:
        _ASIDE.put(build_step(page))
        show_all(page)


def take_steps_up(page: str) -> None:
    """The page is as far as it was when its steps were put aside."""
    step = _ASIDE.get()
    if step is not None:
        _put_step(page, step)
        _ASIDE.empty()


def playing() -> bool:
    """Whether a reader watches the page's matrix being built up."""
    return _PLAYING.get() and not presenting()


def play(page: str) -> None:
    """Build the matrix up from the row of the token that asks."""
    _PLAYING.put(True)
    _put_step(page, settings().query)


def stop_playing() -> None:
    """As a page begins: before a class with nothing, else with all of the matrix."""
    _PLAYING.empty()
    _STEP.empty()


def keep_build_total(page: str, total: int) -> None:
    """How many steps the page drawn now takes, for the clicker's next press.

    The page before, should the class come to it again, begins anew. A page that is all there stays
    so, whatever makes its steps more.
    """
    _STEPS.put(total)
    step = build_step(page)
    if step is not None:
        _put_step(page, step if step < total else _ALL)


def _put_step(page: str, step: int) -> None:
    _STEP.put((page, step, build_query(page)))


def step_on(page: str, after: str | None) -> None:
    """One step further; after the last one the next page, from its beginning.

    A blank screen only shows again: nobody sees what a step brings.
    """
    step = build_step(page)
    if blank():
        turn_blank()
    elif step is not None and step < _STEPS.get():
        _put_step(page, step + 1)
    elif after:
        go_to(stage(after).path)
    else:
        _AT_END.put(True)


def step_back(page: str, before: str | None) -> None:
    """One step back; before the first one the page before, all of it. As for a blank screen, see
    step_on."""
    step = build_step(page)
    if blank():
        turn_blank()
    elif step and _STEPS.get():
        _put_step(page, min(step, _STEPS.get()) - 1)
        # That is where the class is now.
        _ASIDE.empty()
    elif before:
        _put_step(before, _ALL)
        go_to(stage(before).path)
