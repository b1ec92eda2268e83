"""The buttons that take an edit back say which one."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest

from attention_core import Edit
from ui.settings import Settings

from .test_first_pages import click, now
from .test_pages import run


def label(app: AppTest, name: str) -> str:
    return app.button(key=f"edit-{name}").label.replace("\\", "")


def test_undo_and_redo_name_the_number() -> None:
    app = click(run("input", Settings(lang="en")), "rows-change")
    assert (label(app, "undo"), label(app, "redo")) == ("Undo: X[learning, 1] = 1", "Redo")
    click(app, "edit-undo")
    assert (label(app, "undo"), label(app, "redo")) == ("Undo", "Redo: X[learning, 1] = 1")


def test_what_restores_many_numbers_says_so() -> None:
    edits = (Edit("x", 0, 0, -2.5), Edit("w_q", 1, 0, 1e-6))
    app = click(run("input", Settings(lang="en", edits=edits)), "edit-drop")
    assert label(app, "undo") == "Undo: restored numbers"
    click(app, "edit-undo")
    assert label(app, "redo") == "Redo: restored numbers"
    click(app, "edit-redo")
    assert label(app, "undo") == "Undo: restored numbers"


def press(app: AppTest, words: str) -> AppTest:
    return next(button for button in app.button if button.label == words).click().run()


def choose_scenario(app: AppTest, name: str = "flat") -> AppTest:
    chips = next(one for one in app.button_group if one.key.startswith("scenario-"))
    return chips.set_value(name).run()


def test_nothing_is_undone_across_a_scenario() -> None:
    app = click(run("input", Settings(lang="en")), "rows-change")
    for name in ("loud", "flat"):
        choose_scenario(app, name)
        for step, plain in (("undo", "Undo"), ("redo", "Redo")):
            assert label(app, step) == plain
            assert app.button(key=f"edit-{step}").disabled


def test_a_reset_can_be_undone_until_something_is_chosen() -> None:
    edited = Settings(lang="en", n=3, seed=5, edits=(Edit("x", 0, 0, -2.5),))
    before = edited.within_bounds()
    app = press(run("scores", before), "Reset")
    assert now(app) == Settings(lang="en")
    press(app, "Back to before")
    assert now(app) == before


def test_what_could_be_undone_before_a_reset_or_a_scenario_can_be_undone_again() -> None:
    edits = (Edit("x", 0, 0, -2.5), Edit("w_q", 1, 0, 1e-6))
    for replace_all in (lambda app: press(app, "Reset"), choose_scenario):
        app = click(run("input", Settings(lang="en", edits=edits)), "edit-drop")
        click(app, "edit-undo")
        replace_all(app)
        assert now(app).edits != edits
        press(app, "Back to before")
        assert label(app, "redo") == "Redo: restored numbers"
        click(app, "edit-redo")
        assert now(app).edits == ()
        click(app, "edit-undo")
        assert now(app).edits == edits


def test_after_another_choice_a_reset_stays() -> None:
    app = press(run("input", Settings(lang="en", seed=5)), "Reset")
    click(app, "rows-more")
    assert "Back to before" not in [button.label for button in app.button]
