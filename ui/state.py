"""The reader's settings in this browser tab: the only module that touches Streamlit's state.

Settings live under one key that no widget owns, so they survive page changes; widgets are
filled from them before they are drawn and write back through `take` when they change.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import streamlit as st
from streamlit.errors import StreamlitAPIException

from attention_core import AttentionError, Edit

from .examples import EXAMPLES
from .matrix import MatrixView
from .numbers import NotANumber, read_number
from .permalink import from_link, named_scenario, named_scenarios
from .settings import (
    BOUNDS,
    LONGEST_TEXT,
    OWN,
    SLIDERS,
    SPLITS,
    Note,
    Pin,
    Settings,
)
from .stages import HOME, stage
from .text import LANGUAGES

_SETTINGS = "settings"
_NOTES = "notes"
_DRAFT = "draft"
_GUESSES = "guesses"
_ANSWERS = "answers"
_GAPS = "gaps"
_CHECKED = "checked"
_TRAIL = "trail"
_LAGS = "lags"
_MOVED = "moved"
_DESTINATION = "destination"
_REFUSED = "refused"
_ANSWERED = "answered"
_PAST = "past"
_FUTURE = "future"
_PRESENTING = "presenting"
_BLANK = "blank"
_STEP = "step"
_STEPS = "steps"
_PLAYING = "playing"
_SCRUBBED = "scrubbed"
_WRITES = "writes"
_OPENED = "opened"
_OPENING = "opening"

SKIPPED = "skipped"
# The fragment that holds the matrix view.
NUMBERS = "numbers"
# From an output number to an entry of X or W takes seven steps.
_LONGEST_TRAIL = 12
# How long a browser may lag behind what its widgets were given; a hand that chooses the old value
# again takes longer.
_LAG_SECONDS = 0.6


def settings() -> Settings:
    """What the reader has chosen; read from the link when the tab opens."""
    if _SETTINGS not in st.session_state:
        opened, notes = from_link(st.query_params.to_dict(), _browser_language())
        st.session_state[_SETTINGS] = opened
        st.session_state[_NOTES] = notes
    current: Settings = st.session_state[_SETTINGS]
    return current


def notes() -> tuple[Note, ...]:
    """What the link could not give; gone after the next change."""
    found: tuple[Note, ...] = st.session_state.get(_NOTES, ())
    return found


def _browser_language() -> str:
    locale = (st.context.locale or LANGUAGES[0]).lower()
    return "zh" if locale.startswith("zh") else "en"


def start_page(stage_key: str) -> None:
    """A run of the whole page begins: whatever lagged behind catches up with it."""
    st.session_state[_LAGS] = False
    st.session_state[_OPENING] = st.session_state.get(_OPENED) != stage_key
    if playing() and st.session_state[_OPENING]:
        stop_playing()


def finish_page(stage_key: str) -> None:
    """Every widget of the page was drawn."""
    st.session_state[_OPENED] = stage_key


def lags() -> bool:
    """Whether only the numbers were repainted, and the rest of the page is still as before."""
    return bool(st.session_state.get(_LAGS))


def catch_up() -> None:
    """The numbers have stood still for a moment: run the whole page."""
    st.rerun()


def _numbers_first() -> None:
    """Repaint the matrix view at once, without waiting for the other eighty elements of a page.

    Only a callback may call it. A page that has not drawn its view yet runs as a whole.
    """
    st.session_state[_LAGS] = True
    with suppress(StreamlitAPIException):
        st.rerun(NUMBERS)


def _put(changed: Settings) -> None:
    st.session_state[_SETTINGS] = changed.within_bounds()
    st.session_state[_NOTES] = ()
    st.session_state[_REFUSED] = None
    st.session_state[_TRAIL] = ()


def widget(name: str, value: object) -> str:
    """The key of the widget called `name`, holding `value` from now on.

    Written only where it differs: an unneeded write would send the value back to a slider that
    has already moved on. A page that is just opened has new widgets, which know nothing yet.
    """
    before = st.session_state.get(name)
    if st.session_state[_OPENING] or before != value:
        st.session_state[name] = value
    if before != value:
        now = time.monotonic()
        recent = [entry for entry in _writes().get(name, ()) if now - entry[1] < _LAG_SECONDS]
        _writes()[name] = [*recent, (before, now)]
    return name


def _writes() -> dict[str, list[tuple[object, float]]]:
    """What each widget showed before it was given another value, and when."""
    found: dict[str, list[tuple[object, float]]] = st.session_state.setdefault(_WRITES, {})
    return found


def _chosen(name: str) -> Any:
    """What the reader chose in a widget; None where nothing was chosen.

    The browser sends the values of all widgets. One that was given a new value a moment ago may
    still send the old one, which would count as a choice and undo what was just done.
    """
    value = st.session_state.get(name)
    now = time.monotonic()
    lagging = (old for old, at in _writes().get(name, ()) if now - at < _LAG_SECONDS)
    return None if value in lagging else value


def take(field: str, name: str) -> None:
    """A widget changed: its value becomes the setting `field`."""
    value = _chosen(name)
    if value is not None:
        _put(replace(settings(), **{field: value}))
        st.session_state[_MOVED] = field
        _numbers_first()


def sliders() -> tuple[str, ...]:
    """The sizes that have a slider, the one moved last first."""
    moved = st.session_state.get(_MOVED)
    return tuple(sorted(SLIDERS, key=lambda name: name != moved))


def take_typed(field: str, name: str, bounds: tuple[int, int]) -> None:
    """A number was typed: the setting becomes it, or the nearest that is possible."""
    value = _chosen(name)
    if value is None:
        return
    low, high = bounds
    used = max(low, min(high, value))
    _put(replace(settings(), **{field: used}))
    if used != value:
        values = {"name": field, "value": value, "low": low, "high": high, "used": used}
        st.session_state[_NOTES] = (Note("notice.typed_range", tuple(values.items())),)
    _numbers_first()


def take_another_seed() -> None:
    """The next seed: other parameter matrices, never the hand-set ones."""
    _put(replace(settings(), seed=settings().seed % BOUNDS["seed"][1] + 1))
    _numbers_first()


def move_chain(steps: int) -> None:
    """The overview's chain some steps longer or shorter."""
    _put(replace(settings(), chain=settings().chain + steps))
    _numbers_first()


def take_query(name: str) -> None:
    """Another token asks."""
    query = _chosen(name)
    if query is not None:
        _put(settings().with_query(query))
        _numbers_first()


def take_component(name: str, count: int) -> None:
    """Another of the `count` components of the query's output is held, counted from 1."""
    component = _chosen(name)
    if component is not None:
        column = max(1, min(count, component)) - 1
        _put(settings().with_pin(Pin("output", settings().query, column)))
        _numbers_first()


def take_sentence(name: str) -> None:
    """A preset was chosen; OWN keeps the words and opens them for editing."""
    chosen = _chosen(name)
    if chosen not in (*EXAMPLES, OWN):
        return
    st.session_state[_DRAFT] = None
    if chosen == OWN:
        _put(settings().with_sentence(OWN, settings().shown_text))
    else:
        _put(settings().with_sentence(chosen))


def take_text(name: str) -> None:
    """The sentence was typed over. A text without tokens stays in the box and changes nothing."""
    text = str(st.session_state.get(name) or "")[:LONGEST_TEXT]
    # The box follows n along a preset sentence, so only the beginning of one can be a lagging text.
    if " ".join(settings().all_tokens).startswith(text) and _chosen(name) is None:
        return
    typed = replace(settings(), sentence=OWN, text=text)
    if typed.all_tokens:
        st.session_state[_DRAFT] = None
        _put(settings().with_sentence(OWN, text))
    else:
        st.session_state[_DRAFT] = text


def take_scenario(name: str) -> None:
    """A scenario of the lesson was chosen, or the one in use chosen again."""
    chosen = _chosen(name) or named_scenario(settings())
    if chosen:
        st.session_state[_DRAFT] = None
        _put(named_scenarios(settings().lang)[chosen])


def take_split(name: str) -> None:
    """Another way to split the reader's own text."""
    way = _chosen(name)
    if way in SPLITS and settings().sentence == OWN:
        split = replace(settings(), split=way)
        _put(split.with_sentence(OWN, split.text))


def take_words(tokens: Sequence[str], query: int) -> None:
    """Other tokens become the reader's own text, and one of them asks."""
    _put(settings().with_sentence(OWN, " ".join(tokens)).with_query(query))


def use_split(way: str) -> None:
    """The sentence as it stands becomes the reader's own text, split in one way."""
    now = settings()
    _put(replace(now, split=way).with_sentence(OWN, now.shown_text))


def take_n(n: int) -> None:
    """Another sequence length."""
    _put(replace(settings(), n=n))


def draft() -> str | None:
    """A text in the box that gave no token, if there is one."""
    found: str | None = st.session_state.get(_DRAFT)
    return found


def take_pin(name: str, view: MatrixView) -> None:
    """A cell of the matrix view called `name` was pinned; a message that names none is ignored."""
    cell = view.pin_of(_sent(name, "pin"))
    if cell is not None:
        _put(settings().with_pin(Pin(cell.matrix, cell.row, cell.column)))
        st.session_state[_LAGS] = True


def take_follow(name: str, view: MatrixView) -> None:
    """An operand was followed: the pin moves to that number, on the page that computes it."""
    cell = view.follow_of(_sent(name, "follow"))
    if cell is not None:
        pin = Pin(cell.matrix, cell.row, cell.column)
        _go_to(pin, (*(trail() or (_shown_pin(view),)), pin))


def take_back(name: str, view: MatrixView) -> None:
    """A crumb of the trail was chosen: back to that number."""
    cell = view.back_of(_sent(name, "back"))
    if cell is not None:
        pin = Pin(cell.matrix, cell.row, cell.column)
        _go_to(pin, trail()[: trail().index(pin) + 1])


def _shown_pin(view: MatrixView) -> Pin:
    """The cell that stood for the pin in a view."""
    if view.pin is None:
        return settings().pin
    return Pin(view.pin.matrix, view.pin.row, view.pin.column)


def trail() -> tuple[Pin, ...]:
    """The numbers followed so far, the present one last; empty where nothing was followed."""
    found: tuple[Pin, ...] = st.session_state.get(_TRAIL, ())
    return found


def destination() -> str | None:
    """The page to go to now, once, because a number was followed there."""
    path: str | None = st.session_state.pop(_DESTINATION, None)
    return path


def _go_to(pin: Pin, way: tuple[Pin, ...]) -> None:
    _put(settings().with_pin(pin))
    st.session_state[_TRAIL] = way[-_LONGEST_TRAIL:]
    st.session_state[_DESTINATION] = stage(HOME[pin.matrix]).path
    # The view is a fragment: without this only it would run, and no page would change.
    st.rerun()


def take_edits(name: str, view: MatrixView) -> None:
    """Numbers were typed into cells; the first that cannot be taken is said, the others count."""
    changed, problem = settings(), None
    for typed in view.edits_of(_sent(name, "edit"), after=answered()):
        st.session_state[_ANSWERED] = typed.ordinal
        cell = typed.cell
        try:
            edit = Edit(cell.matrix, cell.row, cell.column, read_number(typed.text))
        except NotANumber as reason:
            problem = problem or Note(reason.key, (("text", typed.text),))
        except AttentionError:
            problem = problem or Note("edit.too_large", (("text", typed.text),))
        else:
            changed = changed.with_edit(edit)
    _remember(changed)
    st.session_state[_REFUSED] = problem
    st.session_state[_LAGS] = True


def take_edit(edit: Edit) -> None:
    """One number is put in the place of another."""
    _remember(settings().with_edit(edit))


def scrubbed() -> str:
    """The setting that the slider in the view moves, or "off"."""
    chosen: str = st.session_state.get(_SCRUBBED, "off")
    return chosen


def take_scrubbed(name: str) -> None:
    """Another setting for the slider in the view."""
    chosen = _chosen(name)
    if chosen is not None:
        st.session_state[_SCRUBBED] = chosen


def take_scrub(name: str, view: MatrixView) -> None:
    """The slider in the view came to rest: its value becomes the setting."""
    index = view.scrub_of(_sent(name, "scrub"))
    if index is not None and view.scrub is not None:
        setting, value = view.scrub.name, float(view.scrub.values[index])
        now = settings()
        _put(replace(now, d_k=int(value)) if setting == "d_k" else replace(now, temperature=value))
        # The view shows it already: the rest of the page in the same run, without another message.
        st.rerun()


def answered() -> int:
    """The ordinal of the last typed number that was dealt with."""
    return int(st.session_state.get(_ANSWERED, 0))


def refused() -> Note | None:
    """Why the number just typed could not be taken; gone after the next change."""
    found: Note | None = st.session_state.get(_REFUSED)
    return found


def undo() -> None:
    """The edits as they were before the last change."""
    _step(_PAST, _FUTURE)


def redo() -> None:
    """The change that was undone, again."""
    _step(_FUTURE, _PAST)


def drop_edits() -> None:
    """Every number as it was given."""
    _remember(replace(settings(), edits=()))


def can_undo() -> bool:
    """Whether an edit can be taken back."""
    return bool(st.session_state.get(_PAST))


def can_redo() -> bool:
    """Whether an edit was taken back."""
    return bool(st.session_state.get(_FUTURE))


def _remember(changed: Settings) -> None:
    """Take settings whose edits changed, so that it can be undone."""
    if changed.edits != settings().edits:
        st.session_state[_PAST] = (*st.session_state.get(_PAST, ()), settings().edits)
        st.session_state[_FUTURE] = ()
        _put(changed)


def _step(source: str, target: str) -> None:
    *rest, edits = st.session_state[source]
    st.session_state[source] = tuple(rest)
    st.session_state[target] = (*st.session_state.get(target, ()), settings().edits)
    _put(replace(settings(), edits=edits))


def _sent(name: str, event: str) -> object:
    sent: object = st.session_state.get(name, {}).get(event)
    return sent


def reset() -> None:
    """Everything as on a first visit, in the language the reader uses."""
    if playing():
        stop_playing()
    for name in (_DRAFT, _GUESSES, _GAPS, _CHECKED, _TRAIL, _PAST, _FUTURE):
        st.session_state.pop(name, None)
    _put(Settings(lang=settings().lang))


def guess(stage: str) -> str | None:
    """What the reader guessed on a page; None while the card is open."""
    guesses: dict[str, str] = st.session_state.get(_GUESSES, {})
    return guesses.get(stage)


def take_guess(stage: str, option: str | None) -> None:
    """The reader committed to an option, skipped, or (None) wants to guess again."""
    guesses = {**st.session_state.get(_GUESSES, {}), stage: option}
    st.session_state[_GUESSES] = {name: value for name, value in guesses.items() if value}


def gaps() -> dict[str, str]:
    """What the reader put into the gaps of the sentence, by gap."""
    filled: dict[str, str] = st.session_state.get(_GAPS, {})
    return filled


def take_gap(gap: str, name: str) -> None:
    """A gap was filled; the sentence is to be checked anew."""
    chosen = _chosen(name)
    if chosen is not None:
        fill_gaps({**gaps(), gap: chosen})


def fill_gaps(filled: dict[str, str], *, check: bool = False) -> None:
    """Fill the gaps, or empty them all, and check them or leave that to the reader."""
    st.session_state[_GAPS] = filled
    st.session_state[_CHECKED] = check


def checked() -> bool:
    """Whether the gaps as they are were checked."""
    return bool(st.session_state.get(_CHECKED))


def answers() -> str:
    """What a teacher chose for all cards: "guessed" one by one, all "hidden", all "shown"."""
    chosen: str = st.session_state.get(_ANSWERS) or "guessed"
    return chosen


def take_answers(name: str) -> None:
    """The teacher hides or shows all answers, or leaves each to its guess."""
    chosen = _chosen(name)
    if chosen is not None:
        st.session_state[_ANSWERS] = chosen


def presenting() -> bool:
    """Whether the page is shown large, for a projector."""
    return bool(st.session_state.get(_PRESENTING))


def take_presenting(name: str) -> None:
    """Presenter mode was switched."""
    st.session_state[_PLAYING] = False
    st.session_state[_PRESENTING] = bool(st.session_state.get(name))
    st.session_state[_STEP] = None
    st.session_state[_BLANK] = False


def blank() -> bool:
    """Whether the screen is blank, so that the class looks at the teacher."""
    return bool(st.session_state.get(_BLANK)) and presenting()


def turn_blank() -> None:
    """Blank the screen, or show it again."""
    st.session_state[_BLANK] = not blank()


def build_step() -> int | None:
    """How far the page's matrix is built up in front of the class; None: it is all there."""
    step: int | None = st.session_state.get(_STEP) if presenting() or playing() else None
    return step


def playing() -> bool:
    """Whether a reader watches the page's matrix being built up."""
    return bool(st.session_state.get(_PLAYING)) and not presenting()


def play() -> None:
    """Build the matrix up from the row of the token that asks."""
    st.session_state[_PLAYING] = True
    st.session_state[_STEP] = settings().query


def stop_playing() -> None:
    """All of the matrix again."""
    st.session_state[_PLAYING] = False
    st.session_state[_STEP] = None


def keep_build_total(total: int) -> None:
    """How many steps the matrix drawn now takes, for the clicker's next press."""
    st.session_state[_STEPS] = total


def step_on(path: str | None) -> None:
    """One step further; after the last one the next page, from its beginning."""
    step = build_step()
    if step is not None and step < st.session_state.get(_STEPS, 0):
        st.session_state[_STEP] = step + 1
    elif path:
        st.session_state[_STEP] = 0
        st.session_state[_DESTINATION] = path


def step_back(path: str | None) -> None:
    """One step back; before the first one the page before, all of it."""
    step = build_step()
    if step:
        st.session_state[_STEP] = step - 1
    elif path:
        st.session_state[_STEP] = None
        st.session_state[_DESTINATION] = path


def reset_page(stage_key: str) -> None:
    """This page as on a first visit: its guess, and the query and cell every page follows."""
    take_guess(stage_key, None)
    if stage_key == "output":
        fill_gaps({})
    first = Settings().with_sentence(settings().sentence, settings().text)
    _put(replace(settings(), query=first.query, pin=first.pin))
