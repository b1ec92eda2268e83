"""The sentence: a preset, a scenario of the lesson, or the reader's own text."""

from __future__ import annotations

from dataclasses import replace

from attention_core import Edit

from ..examples import EXAMPLES
from ..permalink import named_scenario, named_scenarios
from ..settings import LONGEST_TEXT, OWN, SPLITS, TOKEN_ROWS, Note, Settings
from .edits import replacing_all
from .session import overtake, put, settings, tell
from .slots import Slot
from .widgets import JUST_THEN, chosen, is_late, shown

_DRAFT = Slot[str | None]("draft", None, until=("reset",))
# The reader's own text, while a preset or a scenario stands in for it.
_OWN_TEXT = Slot[str | None]("own-text", None, until=("reset",))


def draft() -> str | None:
    """A text in the box that gave no token, if there is one."""
    return _DRAFT.get()


def take_sentence(name: str) -> None:
    """A preset was chosen; OWN brings the last own text back, or opens these words for editing."""
    sentence = chosen(name)
    if sentence not in (*EXAMPLES, OWN) or sentence == settings().sentence:
        return
    _DRAFT.empty()
    if sentence == OWN:
        _open(settings().with_sentence(OWN, _OWN_TEXT.get() or settings().shown_text))
    else:
        _keep_own_text()
        _open(settings().with_sentence(sentence))


def take_text(name: str) -> None:
    """The sentence was typed over. A text without tokens stays in the box and changes nothing."""
    text = str(shown(name) or "")[:LONGEST_TEXT]
    # Pages that follow each other quickly make a browser repeat what its box shows.
    if text == settings().shown_text:
        _DRAFT.empty()
        return
    # The box follows n along a preset sentence, whose beginning nobody types by hand just then.
    begins = " ".join(settings().all_tokens).startswith(text)
    if is_late(name, JUST_THEN if begins else 0.0):
        return
    typed = replace(settings(), sentence=OWN, text=text)
    if typed.all_tokens:
        _DRAFT.empty()
        _open(settings().with_sentence(OWN, text))
    else:
        _DRAFT.put(text)


def take_scenario(name: str) -> None:
    """A scenario of the lesson was chosen, or the one in use chosen again, which clears it."""
    in_use = named_scenario(settings())
    scenario = chosen(name) or in_use
    if scenario and shown(name) != in_use:
        _DRAFT.empty()
        _keep_own_text()
        overtake()
        with replacing_all():
            put(named_scenarios(settings().lang)[scenario])


def _keep_own_text() -> None:
    if settings().sentence == OWN:
        _OWN_TEXT.put(settings().text)


def take_split(name: str) -> None:
    """Another way to split the reader's own text."""
    way = chosen(name)
    if way in SPLITS and settings().sentence == OWN:
        split = replace(settings(), split=way)
        _open(split.with_sentence(OWN, split.text))


def use_split(way: str) -> None:
    """The sentence as it stands becomes the reader's own text, split in one way."""
    now = settings()
    _open(replace(now, split=way).with_sentence(OWN, now.shown_text))


def _open(changed: Settings) -> None:
    """Another sentence. Numbers typed for tokens that are no longer there stay, and are named."""
    before = settings()
    put(changed)
    if edits := _left_behind(before.all_tokens, settings()):
        tell(Note("notice.left_behind", (("cells", edits),)))


def _left_behind(before: tuple[str, ...], after: Settings) -> tuple[Edit, ...]:
    """The edits of a row or a column whose token is another one now, or gone."""
    now = after.all_tokens

    def is_same(place: int) -> bool:
        return before[place : place + 1] == now[place : place + 1]

    def stays(edit: Edit) -> bool:
        return is_same(edit.row) and (edit.matrix != "scores" or is_same(edit.column))

    last = {edit.place: edit for edit in after.edits if edit.matrix in TOKEN_ROWS}
    return tuple(edit for edit in last.values() if not stays(edit))
