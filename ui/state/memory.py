"""What only the browser remembers: the cell held at an entry of its history, and presenter mode."""

from __future__ import annotations

from .cells import hold_again
from .presentation import go_on_presenting
from .slots import Slot
from .widgets import sent

# The ordinal of the last message taken.
_HEARD = Slot("heard", 0)


def heard() -> int:
    """The last message of the browser's memory that was taken: it need not be said again."""
    return _HEARD.get()


def take_memory(name: str) -> None:
    """A page was reached by Back or Forward, or loaded anew, and the browser says how it was."""
    match sent(name, "memory"):
        case {"ordinal": int(ordinal), **memory} if ordinal > heard():
            _HEARD.put(ordinal)
            if memory.get("presenting") is True:
                go_on_presenting()
            hold_again(str(memory.get("pin")))
