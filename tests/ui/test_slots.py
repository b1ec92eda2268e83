"""What a tab keeps, and what empties it."""

from types import SimpleNamespace

import pytest

from ui.state import slots
from ui.state.slots import Slot, happened

NAMES = [slot.name for slot in slots._SLOTS]


@pytest.fixture(autouse=True)
def a_fresh_tab(monkeypatch):
    monkeypatch.setattr(slots, "_SLOTS", [])
    monkeypatch.setattr(slots, "st", SimpleNamespace(session_state={}))


def test_no_two_slots_share_a_name():
    assert len(NAMES) > 20
    assert sorted(set(NAMES)) == sorted(NAMES)


def test_an_event_empties_only_what_was_kept_until_it():
    trail = Slot[tuple[int, ...]]("trail", (), until=("change",))
    played = Slot("played", False, until=("page", "reset"))
    chosen = Slot[str | None]("chosen", None)
    for event, left in {
        "change": ((), True, "d_k"),
        "page": ((1, 2), False, "d_k"),
        "reset": ((1, 2), False, "d_k"),
    }.items():
        trail.put((1, 2))
        played.put(True)
        chosen.put("d_k")
        happened(event)
        assert (trail.get(), played.get(), chosen.get()) == left


def test_an_emptied_slot_holds_its_default():
    guesses = Slot[dict[str, str]]("guesses", {})
    guesses.put({"scores": "a"})
    guesses.empty()
    guesses.empty()
    assert guesses.get() == {}
    # Streamlit goes through all names while another run may be emptying a slot.
    assert "guesses" in slots.st.session_state
