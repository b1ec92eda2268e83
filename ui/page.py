"""What every part of a page works with."""

from __future__ import annotations

from dataclasses import dataclass

from attention_core import Scenario, Trace

from . import state
from .compute import trace_for
from .settings import Settings
from .stages import Stage, stage
from .text import prose, translate


@dataclass(frozen=True)
class Page:
    """What a page works with: its stage, the reader's settings, and the trace they give."""

    stage: Stage
    settings: Settings
    scenario: Scenario
    trace: Trace

    @property
    def lang(self) -> str:
        """The language everything on the page is written in."""
        return self.settings.lang

    def say(self, key: str, /, **values: object) -> str:
        """The label `key` in the page's language."""
        return translate(self.lang, key, **values)

    @property
    def prose(self) -> dict[str, str]:
        """The page's longer texts, by heading."""
        return prose(self.lang, self.stage.key)


def page_now(key: str) -> Page:
    """A page with the settings of this moment and the numbers they give."""
    settings = state.settings()
    scenario = settings.scenario()
    return Page(stage(key), settings, scenario, trace_for(scenario))
