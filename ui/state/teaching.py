"""What the reader guessed and filled in, and what the teacher lets the class see of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..settings import Settings
from .presentation import stop_playing
from .session import put, settings
from .slots import Slot
from .widgets import chosen

SKIPPED = "skipped"
# What a teacher may choose for all cards.
ANSWERS = ("guessed", "hidden", "shown")

# What a page shows of its numbers, by the settings that say so.
_LOOKS = {"overview": ("formula", "chain"), "scores": ("same_position", "turned")}

# By page and question.
_ANY = ""
_GUESSES = Slot[dict[tuple[str, str], str]]("guesses", {}, until=("reset",))
_GAPS = Slot[dict[str, str]]("gaps", {}, until=("reset",))
_CHECKED = Slot("checked", False, until=("reset",))
_ANSWERS = Slot("answers", ANSWERS[0])
_RESETS = Slot("resets", 0)
# The token that the scores page's question is about, and the one that asked when it was answered.
_ASKED = Slot[tuple[int, int | None] | None]("asked", None, until=("reset",))


def guess(stage: str, question: str) -> str | None:
    """What the reader guessed when a page asked this; None while the question is open.

    Whoever skips does not want to be asked again at the next step of a slider: a skip holds for
    all questions of the page.
    """
    told = _GUESSES.get()
    return told.get((stage, question), told.get((stage, _ANY)))


def take_guess(stage: str, question: str, option: str | None) -> None:
    """The reader committed to an option, skipped, or (None) wants to guess again."""
    gone = ((stage, question), (stage, _ANY))
    told = {asked: value for asked, value in _GUESSES.get().items() if asked not in gone}
    if option:
        told[stage, _ANY if option == SKIPPED else question] = option
    _GUESSES.put(told)
    if stage == "scores":
        query = settings().query
        _ASKED.put((asked(query), query if option else None))


def asked(query: int) -> int:
    """The token the scores page's question is about, while the token `query` asks.

    An open question stays, and its number covered, whatever is pointed at.
    """
    about, answered_at = _ASKED.get() or (query, query)
    return about if answered_at in (None, query) or answers() == "hidden" else query


def ask() -> None:
    """The scores page asks its question; a first one, until it is answered."""
    if not _ASKED.get():
        _ASKED.put((settings().query, None))


def gaps() -> dict[str, str]:
    """What the reader put into the gaps of the sentence, by gap."""
    return _GAPS.get()


def take_gap(gap: str, name: str) -> None:
    """A gap was filled; the sentence is to be checked anew."""
    filled = chosen(name)
    if filled is not None:
        fill_gaps({**gaps(), gap: filled})


def fill_gaps(filled: dict[str, str], *, check: bool = False) -> None:
    """Fill the gaps, or empty them all, and check them or leave that to the reader."""
    _GAPS.put(filled)
    _CHECKED.put(check)


def checked() -> bool:
    """Whether the gaps as they are were checked."""
    return _CHECKED.get()


def answers() -> str:
    """What a teacher chose for all cards: "guessed" one by one, all "hidden", all "shown"."""
    return _ANSWERS.get()


def take_answers(name: str) -> None:
    """The teacher hides or shows all answers, or leaves each to its guess."""
    shown = chosen(name)
    if shown is not None:
        _ANSWERS.put(shown)


def choose_answers_again(before: object) -> None:
    """The page was loaded anew: what the teacher had chosen for all answers, if it is a choice."""
    if before in ANSWERS:
        _ANSWERS.put(str(before))


def reset_page(stage_key: str, variants: Collection[str]) -> None:
    """This page as on a first visit: its guesses, its own looks and departures, and the query and
    cell every page follows."""
    _GUESSES.put({asked: told for asked, told in _GUESSES.get().items() if asked[0] != stage_key})
    if stage_key == "output":
        fill_gaps({})
    if stage_key == "scores":
        _ASKED.empty()
    stop_playing()
    count_reset()
    now = settings()
    first = Settings().with_sentence(now.sentence, now.text)
    kept = "" if now.variant in variants else now.variant
    looks = {name: getattr(first, name) for name in _LOOKS.get(stage_key, ())}
    put(replace(now, query=first.query, pin=first.pin, variant=kept, **looks))


def resets() -> int:
    """How often a page, or everything, was put back: what only the browser chose goes, too."""
    return _RESETS.get()


def count_reset() -> None:
    """A page, or everything, is put back."""
    _RESETS.put(resets() + 1)
