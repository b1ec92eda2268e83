"""What every part of a page works with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from attention_core import Scenario, Trace

from . import state
from .compute import trace_for
from .settings import Settings
from .stages import Stage, stage
from .text import prose, translate

# Quick fingers and a key that is held down go on before the page has caught up.
_STEPS = (1, -1, 2, -2, 3, -3)


@dataclass(frozen=True)
class Page:
    """What a page works with: its stage, the reader's settings, and the trace they give."""

    stage: Stage
    settings: Settings
    scenario: Scenario
    trace: Trace
    # The token its question is about, where by now another one asks.
    asked: int | None = None

    @property
    def lang(self) -> str:
        """The language everything on the page is written in."""
        return self.settings.lang

    def say(self, key: str, /, **values: object) -> str:
        """The label `key` in the page's language."""
        return translate(self.lang, key, **values)

    @property
    def prose(self) -> dict[str, str]:
        """The page's longer texts, by heading; those of the turned picture where it is turned."""
        parts = prose(self.lang, self.stage.key)
        if not self.settings.turned:
            return parts
        turned = {name: parts[f"{name}_turned"] for name in parts if f"{name}_turned" in parts}
        return parts | turned


def page_now(key: str) -> Page:
    """A page with the settings of this moment and the numbers they give."""
    return _page(key, state.settings())


def pages_ahead(page: Page) -> Iterator[Page]:
    """The page after another step of a slider: the one moved last first, and further ahead."""
    moved_last, *others = state.sliders()
    for name, steps in ((moved_last, _STEPS), *((name, _STEPS[:2]) for name in others)):
        low, high = page.settings.bounds(name)
        for step in steps:
            value = getattr(page.settings, name) + step
            if low <= value <= high:
                moved = replace(page.settings, **{name: value})
                yield _page(page.stage.key, moved.within_bounds())


def _page(key: str, settings: Settings) -> Page:
    scenario = settings.scenario()
    asked = state.asked(settings.query)
    return Page(stage(key), settings, scenario, trace_for(scenario), asked)
