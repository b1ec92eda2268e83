"""The reader's settings in this browser tab: the only package that touches Streamlit's state.

Settings live under one key that no widget owns, so they survive page changes; widgets are
filled from them before they are drawn and write back through `take…` when they change.

    slots        one thing kept, its default, and what empties it
    session      the settings, notes about them, and the run of a page
    widgets      what widgets show and send; a browser may lag behind
    sentences    a preset, a scenario, the reader's own text
    choices      sizes, switches, who asks; everything as at first
    cells        the cell that is held, and the way from number to number
    edits        numbers typed over, undone and done again
    teaching     guesses, gaps and answers
    presentation presenter mode, and a matrix built up step by step
    memory       what the browser remembers over a reload, and for Back and Forward
"""

from .cells import take_back, take_follow, take_pin, trail
from .choices import (
    move_chain,
    reset,
    scrubbed,
    sliders,
    take,
    take_another_seed,
    take_component,
    take_n,
    take_query,
    take_scrub,
    take_scrubbed,
    take_typed,
)
from .edits import (
    answered,
    can_redo,
    can_undo,
    drop_edits,
    redo,
    refused,
    take_edit,
    take_edits,
    to_redo,
    to_undo,
    undo,
)
from .memory import heard, take_memory, to_keep
from .presentation import (
    blank,
    build_query,
    build_step,
    building,
    keep_build_total,
    panel_open,
    play,
    playing,
    presenting,
    step_back,
    step_on,
    stop_playing,
    take_panel_open,
    take_presenting,
    turn_blank,
)
from .sentences import (
    draft,
    take_scenario,
    take_sentence,
    take_split,
    take_text,
    take_words,
    use_split,
)
from .session import (
    NUMBERS,
    address,
    catch_up,
    destination,
    finish_page,
    keep_address,
    lags,
    notes,
    settings,
    start_page,
)
from .teaching import (
    SKIPPED,
    answers,
    ask,
    asked,
    checked,
    fill_gaps,
    gaps,
    guess,
    reset_page,
    take_answers,
    take_gap,
    take_guess,
)
from .widgets import echo, widget

__all__ = [
    "NUMBERS",
    "SKIPPED",
    "address",
    "answered",
    "answers",
    "ask",
    "asked",
    "blank",
    "build_query",
    "build_step",
    "building",
    "can_redo",
    "can_undo",
    "catch_up",
    "checked",
    "destination",
    "draft",
    "drop_edits",
    "echo",
    "fill_gaps",
    "finish_page",
    "gaps",
    "guess",
    "heard",
    "keep_address",
    "keep_build_total",
    "lags",
    "move_chain",
    "notes",
    "panel_open",
    "play",
    "playing",
    "presenting",
    "redo",
    "refused",
    "reset",
    "reset_page",
    "scrubbed",
    "settings",
    "sliders",
    "start_page",
    "step_back",
    "step_on",
    "stop_playing",
    "take",
    "take_another_seed",
    "take_answers",
    "take_back",
    "take_component",
    "take_edit",
    "take_edits",
    "take_follow",
    "take_gap",
    "take_guess",
    "take_memory",
    "take_n",
    "take_panel_open",
    "take_pin",
    "take_presenting",
    "take_query",
    "take_scenario",
    "take_scrub",
    "take_scrubbed",
    "take_sentence",
    "take_split",
    "take_text",
    "take_typed",
    "take_words",
    "to_keep",
    "to_redo",
    "to_undo",
    "trail",
    "turn_blank",
    "undo",
    "use_split",
    "widget",
]
