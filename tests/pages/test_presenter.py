"""Presenter mode: what the clicker brings, page by page, and what stays untold until then."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from ui.settings import Pin, Settings
from ui.stages import CHAIN, stage
from ui.text import translate

from .test_first_pages import click, names
from .test_pages import drawn, run


def present(stage: str, **choices: object) -> AppTest:
    app = run(stage, Settings(lang="en", **choices))
    app.toggle(key="presenting-switch").set_value(True).run()
    app.run()
    assert not app.exception
    return app


def step(app: AppTest) -> int:
    return drawn(app).header["step"][1]


def finding(app: AppTest) -> str:
    return drawn(app).header["finding"]


def test_before_a_class_the_overview_begins_with_x_and_has_one_set_of_buttons() -> None:
    app = present("overview")
    keys = {button.key for button in app.button}
    assert "present-on" in keys and not keys & {"chain-on", "chain-back"}
    for last, step in enumerate(CHAIN):
        assert names(app) == [name for names in CHAIN[: last + 1] for name in names]
        assert drawn(app).header["step"] == ["overview", last]
        if last < len(CHAIN) - 1:
            assert finding(app) == translate("en", f"chain.{step[0]}")
            click(app, "present-on")
    click(app, "present-back")
    assert names(app)[-1] == "weights"
    app.toggle(key="presenting-switch").set_value(False).run()
    app.run()
    # The reader's own choice is as it was.
    assert names(app)[-1] == "output"


def test_before_a_class_a_page_begins_with_nothing_however_it_is_opened() -> None:
    app = present("scores")
    assert drawn(app).header["build"]["step"] == 0
    click(app, "present-on")
    for key in ("projections", "scores", "softmax"):
        app.switch_page(stage(key).path).run()
        app.run()
        assert drawn(app).header["build"]["step"] == step(app) == 0, key


def test_what_is_computed_later_than_the_matrix_built_is_not_told_before_it() -> None:
    app = present("softmax", variant="columns")
    assert drawn(app).header["build"]["key"] == "weights"
    while drawn(app).header["build"]:
        assert step(app) < 20
        click(app, "present-on")
    assert names(app)[-1] == "weights"


def test_the_finding_waits_for_the_last_step() -> None:
    app = run("scores", Settings(lang="en"))
    told = finding(app)
    click(app, "play-row")
    said = []
    while finding(app) != told:
        said.append(finding(app))
        assert len(said) < 20
        click(app, "play-more")
    last = translate("en", "finding.building", symbol="QKᵀ", step=10, total=10)
    assert said[-1] == last
    assert drawn(app).header["build"] is None
    click(app, "play-less")
    assert finding(app) != told


def test_whoever_is_pointed_at_the_steps_keep_their_order() -> None:
    app = present("scores")
    for _ in range(6):
        click(app, "present-on")
    before = drawn(app).header["build"]
    app.session_state["settings"] = Settings(lang="en").with_pin(Pin("scores", 1, 3))
    app.run()
    assert drawn(app).header["build"] == before
    # From the beginning again, the row of the token that asks now comes number by number.
    for _ in range(6):
        click(app, "present-back")
    for _ in range(2):
        click(app, "present-on")
    assert drawn(app).header["build"]["row"] == 1
    assert drawn(app).header["build"]["terms"] == 1


def walk_to_the_end(app: AppTest) -> None:
    while drawn(app).header["build"]:
        assert step(app) < 20
        click(app, "present-on")


def test_the_last_number_has_a_step_of_its_own_before_the_whole() -> None:
    app = present("output")
    built = []
    while build := drawn(app).header["build"]:
        built.append((build["rows"], build["row"], build["column"]))
        click(app, "present-on")
    assert built[-1] == (4, 3, 2)
    click(app, "present-back")
    assert drawn(app).header["build"]["row"] == 3


@pytest.mark.parametrize("query", range(4))
def test_a_page_that_was_all_there_stays_so_whatever_makes_its_steps_more(query: int) -> None:
    app = present("scores")
    walk_to_the_end(app)
    click(app, "guess-a")
    app.session_state["settings"] = Settings(lang="en", n=6).with_pin(Pin("scores", query, 0))
    app.run()
    assert drawn(app).header["build"] is None
    assert not finding(app).startswith("QKᵀ is being computed")
    app.run()
    click(app, "present-back")
    build = drawn(app).header["build"]
    assert (build["rows"], build["row"]) == (6, 5)


def reset(app: AppTest, name: str) -> None:
    next(one for one in app.button if one.label == translate("en", name)).click().run()
    app.run()


@pytest.mark.parametrize("key", ["scores", "output"])
def test_a_page_that_is_reset_before_a_class_begins_with_nothing(key: str) -> None:
    app = present(key)
    walk_to_the_end(app)
    app.session_state["panel-open"] = True
    app.run()
    reset(app, "teacher.reset_page")
    assert drawn(app).header["build"]["step"] == 0
    walk_to_the_end(app)
    reset(app, "side.reset")
    assert drawn(app).header["build"]["step"] == 0


def test_on_a_blank_screen_the_clicker_only_shows_the_page_again() -> None:
    app = present("scores")
    click(app, "present-on")
    for name in ("on", "back"):
        click(app, "present-blank")
        assert app.button(key="present-blank").label == translate("en", "teacher.show")
        click(app, f"present-{name}")
        assert step(app) == 1
        assert app.button(key="present-blank").label == translate("en", "teacher.blank")
