"""The widgets of the sidebar: each shows a setting and writes it back.

Each is also told the setting as its default. A browser that has lost what a widget showed falls
back to the default, and another one, such as a slider's smallest value, would count as a choice.
"""

from __future__ import annotations

import zlib
from functools import partial

import streamlit as st

from . import state
from .choices import choose
from .examples import EXAMPLES, SCENARIOS
from .permalink import named_scenario
from .settings import BOUNDS, LONGEST_TEXT, OWN, SPLITS, Settings
from .text import LANGUAGES, literal, translate

# Up to here every token has a button of its own; more go into a list.
_MOST_BUTTONS = 12


def choose_language(settings: Settings) -> None:
    """The language switch; each language is named in itself.

    So its labels are the same in both: one widget for all, which keeps the focus.
    """
    choose(
        LANGUAGES[0],
        "language",
        LANGUAGES,
        settings.lang,
        words="side.",
        take=partial(state.take, "lang"),
        title=translate(settings.lang, "side.language"),
        label_visibility="collapsed",
    )


def choose_sentence(settings: Settings) -> None:
    """A preset sentence, or a text of the reader's own and how it is split."""
    lang = settings.lang
    key = state.widget(f"sentence-{lang}", settings.sentence)
    sentences = (*EXAMPLES, OWN)
    st.selectbox(
        translate(lang, "side.sentence"),
        sentences,
        index=sentences.index(settings.sentence),
        format_func=lambda name: translate(lang, f"side.{name}"),
        # The field for one's own words stands below; what is typed here would go nowhere.
        filter_mode=None,
        key=key,
        on_change=state.take_sentence,
        args=(key,),
    )
    draft = state.draft()
    text = settings.shown_text if draft is None else draft
    key = state.widget("text", text)
    st.text_input(
        translate(lang, "side.text"),
        value=text,
        key=key,
        on_change=state.take_text,
        args=(key,),
        help=translate(lang, "side.text_help"),
    )
    if draft is not None:
        st.warning(translate(lang, "notice.empty"))
    _choose_split(settings)


def _choose_split(settings: Settings) -> None:
    lang = settings.lang
    choose(
        lang,
        "split",
        SPLITS,
        settings.split,
        words="side.split_",
        take=state.take_split,
        title=translate(lang, "side.split"),
        help=translate(lang, "side.split_help"),
        # Always there, so that nothing below moves away while a sentence is being typed.
        disabled=settings.sentence != OWN,
    )
    if settings.sentence != OWN:
        st.caption(translate(lang, "notice.split_word", count=settings.n))
        return
    split = settings.own_text
    mixed = settings.split == "auto" and any(map(_is_word, split.tokens))
    said = "mixed" if mixed and split.by == "character" else split.by
    st.caption(translate(lang, f"notice.split_{said}", count=len(split.tokens)))
    # While the box holds no token, its own warning is the one that counts.
    if split.cut and state.draft() is None:
        everything_counted = len(settings.text) < LONGEST_TEXT
        key = "notice.long" if everything_counted else "notice.long_more"
        st.warning(translate(lang, key, cut=split.cut))
    for problem in ("shortened", "hidden"):
        count = getattr(split, problem)
        if count:
            st.caption(translate(lang, f"notice.{problem}", count=count))


def _is_word(token: str) -> bool:
    return len(token) > 1 and token.isalnum()


def choose_sizes(settings: Settings) -> None:
    """Sequence length, widths and the random seed."""
    for name in ("n", "d_model", "d_k", "d_v"):
        _choose_size(settings, name, settings.bounds(name))
    low, high = BOUNDS["seed"]
    key = state.widget("seed", settings.seed)
    st.number_input(
        translate(settings.lang, "side.seed"),
        value=None,
        step=1,
        key=key,
        on_change=state.take_typed,
        args=("seed", key, (low, high)),
        help=translate(settings.lang, "side.seed_help"),
    )


def slider_box(name: str) -> str:
    """CSS selector of the box that holds the slider of a size."""
    return f".st-key-slider-{name}"


def _choose_size(settings: Settings, name: str, bounds: tuple[int, int]) -> None:
    """A slider and, for those who would rather type, a number field of the same setting."""
    low, high = bounds
    label = translate(settings.lang, f"side.{name}")
    if low == high:
        said = "notice.n_fixed" if low == 1 else "notice.n_only"
        st.caption(translate(settings.lang, said, n=low))
        return
    # Other bounds make another slider; only a name that says so keeps the two apart.
    place = f"{name}-{low}-{high}"
    with st.container(
        key=f"slider-{name}", horizontal=True, vertical_alignment="bottom", wrap=False
    ):
        value = getattr(settings, name)
        key = state.widget(f"slide-{place}", value)
        st.slider(label, low, high, value, key=key, on_change=state.take, args=(name, key))
        key = state.widget(f"type-{place}", getattr(settings, name))
        st.number_input(
            label,
            value=None,
            step=1,
            key=key,
            on_change=state.take_typed,
            args=(name, key, bounds),
            label_visibility="collapsed",
            width=56,
        )


def choose_query(settings: Settings) -> None:
    """The token that asks: the row every page follows."""
    label = translate(settings.lang, "side.query")
    places = range(len(settings.tokens))
    names = [settings.token_name(place) for place in places]
    # Streamlit knows a choice by its label, so each needs one of its own, and a set of other
    # labels is another widget: a choice kept from the old ones would name nothing.
    key = f"query-{zlib.crc32(chr(10).join(names).encode()):08x}"
    if len(names) > _MOST_BUTTONS:
        key = state.widget(f"{key}-list", settings.query)
        st.selectbox(
            label,
            places,
            index=settings.query,
            format_func=lambda place: f"{place + 1}  {settings.shown_tokens[place]}",
            key=key,
            on_change=state.take_query,
            args=(key,),
        )
        return
    key = state.widget(key, settings.query)
    st.pills(
        label,
        places,
        required=True,
        format_func=lambda place: literal(names[place]),
        key=key,
        on_change=state.take_query,
        args=(key,),
    )


def choose_scenario(settings: Settings) -> None:
    """The lesson's scenarios, one click each, and what the one in use shows.

    None is lit once something was changed.
    """
    named = named_scenario(settings)
    key = state.widget(f"scenario-{settings.lang}", named)
    st.pills(
        translate(settings.lang, "side.scenario"),
        tuple(SCENARIOS),
        format_func=lambda name: translate(settings.lang, f"scenario.{name}"),
        key=key,
        on_change=state.take_scenario,
        args=(key,),
    )
    st.caption(translate(settings.lang, f"scenario.shows_{named or 'none'}"))


def choose_switches(settings: Settings) -> None:
    """Scaling and the causal mask."""
    for name in ("scaling", "causal"):
        choose_switch(settings, name)


def choose_switch(settings: Settings, name: str) -> None:
    """One setting that is on or off."""
    on = getattr(settings, name)
    key = state.widget(f"switch-{name}", on)
    label = translate(settings.lang, f"side.{name}")
    st.toggle(label, on, key=key, on_change=state.take, args=(name, key))


def choose_another_seed(settings: Settings) -> None:
    """Other random parameter matrices, one click each."""
    label = translate(settings.lang, "side.another_seed")
    st.button(label, key="another-seed", on_click=state.take_another_seed)


def choose_reset(settings: Settings) -> None:
    """Back to the first visit."""
    st.button(
        translate(settings.lang, "side.reset"),
        on_click=state.reset,
        help=translate(settings.lang, "side.reset_help"),
    )
    if state.can_restore():
        st.button(
            translate(settings.lang, "side.restore"),
            on_click=state.restore,
            help=translate(settings.lang, "side.restore_help"),
        )
