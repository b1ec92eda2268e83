"""The address bar: keeps the page's link equal to the state, and copies it on request."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from ui import state
from ui.permalink import to_link
from ui.settings import Settings
from ui.stages import Stage
from ui.text import HTML_LANGUAGE, translate

_HERE = Path(__file__).parent
_show = st.components.v2.component(
    "link",
    css=(_HERE / "link.css").read_text(encoding="utf-8"),
    js="".join((_HERE / name).read_text(encoding="utf-8") for name in ("fields.js", "link.js")),
)


def show_link(stage: Stage, settings: Settings) -> None:
    """Write the settings into the address bar and offer a button that copies the link."""
    lang, link = settings.lang, to_link(settings)
    _show(
        key="link",
        data={
            "query": urlencode(link),
            "page": "" if stage.key == "overview" else stage.key,
            "lang": HTML_LANGUAGE[lang],
            "copy": translate(lang, "link.copy"),
            "copied": translate(lang, "link.copied"),
            "failed": translate(lang, "link.failed"),
            "kept": json.dumps(state.to_keep()),
            "heard": state.heard(),
        },
        on_memory_change=lambda: state.take_memory("link"),
    )
    state.keep_address(link)
