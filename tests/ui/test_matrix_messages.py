"""What the browser says of a view is taken if it can be meant, and ignored if it cannot."""

from dataclasses import replace

import numpy as np
import pytest

from ui.matrix import (
    Cell,
    Crumb,
    Matrix,
    MatrixView,
    Scrub,
    Typed,
    back_of,
    edits_of,
    pin_of,
    scrub_of,
)

TOKENS = ("我", "喜欢", "<b>x</b>")
SCORES = Matrix("scores", "QKᵀ", np.zeros((3, 3)), TOKENS, TOKENS)
K_T = Matrix(
    "k_t", "Kᵀ", np.zeros((2, 3)), ("1", "2"), TOKENS, transposed=True, source="k", owner="k"
)
VIEW = MatrixView((SCORES, K_T))


@pytest.mark.parametrize("cell", [("scores", 0, 0), ("scores", 2, 2), ("k", 2, 1)])
def test_a_pin_on_a_cell_of_the_view_is_taken(cell):
    matrix, row, column = cell
    payload = {"matrix": matrix, "row": row, "column": column}
    assert pin_of(VIEW, payload) == Cell(*cell)


@pytest.mark.parametrize(
    "payload",
    [
        None,
        "scores",
        ["scores", 0, 0],
        {},
        {"matrix": "scores", "row": 0},
        {"matrix": "weights", "row": 0, "column": 0},
        {"matrix": "k_t", "row": 0, "column": 0},
        {"matrix": ["scores"], "row": 0, "column": 0},
        {"matrix": "scores", "row": 3, "column": 0},
        {"matrix": "scores", "row": 0, "column": -1},
        {"matrix": "k", "row": 1, "column": 2},
        {"matrix": "scores", "row": True, "column": 0},
        {"matrix": "scores", "row": 1.0, "column": 0},
        {"matrix": "scores", "row": "1", "column": 0},
        {"matrix": "scores", "row": 10**30, "column": 0},
        {"matrix": "scores", "row": None, "column": None},
    ],
)
def test_a_message_that_names_no_cell_is_ignored(payload):
    assert pin_of(VIEW, payload) is None


def test_an_operand_that_is_followed_is_given_in_its_own_rows_and_columns():
    assert pin_of(VIEW, {"matrix": "k", "row": 2, "column": 1}) == Cell("k", 2, 1)
    assert pin_of(VIEW, {"matrix": "k", "row": 1, "column": 2}) is None


TRAIL = MatrixView((SCORES,), trail=(Crumb("O[x, 1]", "output", 2, 0), Crumb("A", "weights", 2, 1)))


def test_a_crumb_leads_to_its_cell_which_may_be_on_another_page():
    assert back_of(TRAIL, {"index": 0}) == Cell("output", 2, 0)


@pytest.mark.parametrize("index", [2, -1, True, 0.0, "0", None, 10**30])
def test_a_crumb_that_is_none_is_ignored(index):
    assert back_of(TRAIL, {"index": index}) is None
    assert back_of(TRAIL, [index]) is None


EDITABLE = MatrixView(
    (
        Matrix(
            "scores",
            "QKᵀ",
            np.array([[1.0, -np.inf, 3.0]]),
            TOKENS[:1],
            TOKENS,
            editable=True,
            covered=np.array([[0, 0, 1]]) > 0,
        ),
        replace(K_T, editable=True),
        Matrix("v", "V", np.zeros((1, 1)), ("1",), ("1",)),
    )
)


def typed(matrix="scores", row=0, column=0, text="2", ordinal=7):
    return {"matrix": matrix, "row": row, "column": column, "text": text, "ordinal": ordinal}


def test_edits_come_in_the_order_they_were_typed_and_once_each():
    edits = [typed(text="b", ordinal=9), typed("k", 2, 1, "a", 8), typed(text="b", ordinal=9)]
    assert edits_of(EDITABLE, {"edits": edits}) == (
        Typed(Cell("k", 2, 1), "a", 8),
        Typed(Cell("scores", 0, 0), "b", 9),
    )


def test_an_edit_that_was_answered_is_not_taken_again():
    edits = {"edits": [typed(ordinal=7), typed(ordinal=8)]}
    assert [edit.ordinal for edit in edits_of(EDITABLE, edits, after=7)] == [8]


@pytest.mark.parametrize(
    "edit",
    [
        None,
        typed("v"),
        typed("weights"),
        typed("k_t"),
        typed("k", 1, 2),
        typed(column=1),
        typed(column=2),
        typed(text="9" * 41),
        typed(text=2),
        typed(ordinal=True),
        typed(ordinal="7"),
    ],
    ids=repr,
)
def test_an_edit_of_what_cannot_be_edited_is_ignored(edit):
    assert edits_of(EDITABLE, {"edits": [edit, typed(ordinal=99)]}) == (
        Typed(Cell("scores", 0, 0), "2", 99),
    )


@pytest.mark.parametrize("payload", [None, {}, [], {"edits": None}, {"edits": "abc"}, "edits"])
def test_a_message_without_edits_is_ignored(payload):
    assert edits_of(EDITABLE, payload) == ()


def test_a_message_of_endless_edits_is_cut():
    many = {"edits": [typed(ordinal=place) for place in range(1, 10_000)]}
    assert len(edits_of(EDITABLE, many)) == 200


def test_the_slider_rests_only_where_it_has_a_frame():
    texts = ("1", "2", "4", "8")
    scrub = Scrub("d_k", "d_k", np.array([1.0, 2.0, 4.0, 8.0]), texts, start=1)
    view = MatrixView((SCORES,), scrub=scrub)
    assert scrub_of(view, {"index": 3}) == 3
    stays = replace(view, scrub=replace(scrub, commits=False))
    assert scrub_of(stays, {"index": 3}) is None
    for index in (4, -1, True, 1.0, "1", None):
        assert scrub_of(view, {"index": index}) is None
    assert scrub_of(VIEW, {"index": 0}) is None
