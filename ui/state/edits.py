"""Numbers typed over: taken or refused, undone and done again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from attention_core import AttentionError, Edit

from ..matrix import MatrixView, edits_of
from ..numbers import NotANumber, read_number
from ..settings import Note, Pin, Settings, exchanged
from .session import lag, overtake, overtaken, put, settings
from .slots import Slot
from .widgets import sent

Edits = tuple[Edit, ...]

_PAST = Slot[tuple[Edits, ...]]("past", (), until=("reset",))
_FUTURE = Slot[tuple[Edits, ...]]("future", (), until=("reset",))
# Settings that were all replaced at once, with what could be undone and done again then.
_BEFORE = Slot[tuple[Settings, tuple[Edits, ...], tuple[Edits, ...]] | None](
    "before", None, until=("change",)
)
_ANSWERED = Slot("answered", 0)
# Why, in which cell, and the settings then.
_REFUSED = Slot[tuple[Note, Pin, Settings] | None]("refused", None)


def take_edits(name: str, view: MatrixView) -> None:
    """Numbers were typed into cells; the first that cannot be taken is said, the others count."""
    problems: list[tuple[Note, Pin]] = []
    for typed in edits_of(view, sent(name, "edit"), after=answered()):
        _ANSWERED.put(typed.ordinal)
        if overtaken():
            continue
        cell = typed.cell
        place = Pin(cell.matrix, cell.row, cell.column)
        try:
            edit = Edit(cell.matrix, cell.row, cell.column, read_number(typed.text))
        except NotANumber as reason:
            problems.append((Note(reason.key, (("text", typed.text),)), place))
        except AttentionError:
            problems.append((Note("edit.too_large", (("text", typed.text),)), place))
        else:
            # Each can be undone by itself, however many a message brings.
            take_edit(edit)
    _REFUSED.put((*problems[0], settings()) if problems else None)
    lag()


def take_edit(edit: Edit) -> None:
    """One number is put in the place of another; typed back, it is an edit no more."""
    given = settings().without_edit(edit)
    put_edits(given if _number(given, edit) == edit.value else given.with_edit(edit))


def _number(given: Settings, edit: Edit) -> float | None:
    """The number in the place of an edit; None outside the present sizes."""
    rows, columns = given.shape(edit.matrix)
    if edit.row >= rows or edit.column >= columns:
        return None
    return float(getattr(given.scenario().trace(), edit.matrix)[edit.row, edit.column])


def exchange(one: int, other: int) -> None:
    """Two tokens change places, each with the numbers typed into its rows, also those undone."""
    for slot in (_PAST, _FUTURE):
        slot.put(tuple(exchanged(edits, one, other) for edits in slot.get()))
    put(settings().with_exchanged(one, other))


def answered() -> int:
    """The ordinal of the last typed number that was dealt with."""
    return _ANSWERED.get()


def refused() -> Note | None:
    """Why the number just typed could not be taken; gone after the next change.

    The double click that opened the cell may hold it only now.
    """
    held = _REFUSED.get()
    if held is None:
        return None
    note, place, then = held
    return note if settings() in (then, then.with_pin(place)) else None


def drop_edits() -> None:
    """Every number as it was given."""
    overtake()
    put_edits(replace(settings(), edits=()))


def undo() -> None:
    """The edits as they were before the last change."""
    _step(_PAST, _FUTURE)


def redo() -> None:
    """The change that was undone, again."""
    _step(_FUTURE, _PAST)


def can_undo() -> bool:
    """Whether an edit can be taken back."""
    return bool(_PAST.get())


def can_redo() -> bool:
    """Whether an edit was taken back."""
    return bool(_FUTURE.get())


def to_undo() -> Edits:
    """The edits that undo takes back; none where it brings back what was dropped."""
    return _gained(_PAST.get()[-1], settings().edits)


def to_redo() -> Edits:
    """The edits that redo makes again; none where it drops them again."""
    return _gained(settings().edits, _FUTURE.get()[-1])


def _gained(before: Edits, after: Edits) -> Edits:
    return tuple(edit for edit in after if edit not in before)


def put_edits(changed: Settings) -> None:
    """Other settings from now on; what that does to the edits can be undone."""
    if changed.edits != settings().edits:
        _PAST.put((*_PAST.get(), settings().edits))
        _FUTURE.empty()
    if changed != settings():
        put(changed)


@contextmanager
def replacing_all() -> Iterator[None]:
    """All settings are replaced at once, and nothing is left to undo.

    Both can be had again until the next choice.
    """
    before = settings(), _PAST.get(), _FUTURE.get()
    _PAST.empty()
    _FUTURE.empty()
    yield
    if before != (settings(), (), ()):
        _BEFORE.put(before)


def can_restore() -> bool:
    """Whether all settings were just replaced at once."""
    return _BEFORE.get() is not None


def restore() -> None:
    """The settings as they were before they were all replaced, and their edits to undo."""
    if before := _BEFORE.get():
        restored, past, future = before
        put(restored)
        _PAST.put(past)
        _FUTURE.put(future)


def _step(source: Slot[tuple[Edits, ...]], target: Slot[tuple[Edits, ...]]) -> None:
    *rest, edits = source.get()
    source.put(tuple(rest))
    target.put((*target.get(), settings().edits))
    put(replace(settings(), edits=edits))
