"""What the browser remembers: how a page was that is loaded anew, or reached by Back or Forward."""

from __future__ import annotations

from ..permalink import place_in_link
from .cells import go_along_again, hold_again, trail
from .presentation import go_on_presenting, presenting
from .slots import Slot
from .teaching import answers, choose_answers_again
from .widgets import sent

# The ordinal of the last message taken.
_HEARD = Slot("heard", 0)


def heard() -> int:
    """The last message of the browser's memory that was taken: it need not be said again."""
    return _HEARD.get()


def to_keep() -> dict[str, object]:
    """What outlasts a reload of this tab, but is not for those who are sent the link."""
    return {
        "presenting": presenting(),
        "answers": answers(),
        "trail": [place_in_link(pin) for pin in trail()],
    }


def take_memory(name: str) -> None:
    """The browser says how the page was."""
    match sent(name, "memory"):
        case {"ordinal": int(ordinal), **memory} if ordinal > heard():
            _HEARD.put(ordinal)
            if memory.get("presenting") is True:
                go_on_presenting()
            choose_answers_again(memory.get("answers"))
            hold_again(str(memory.get("pin")))
            go_along_again(memory.get("trail"))
