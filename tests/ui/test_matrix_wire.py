"""What travels between Python and the browser: every number once and unchanged, and no pin
that names no cell."""

import json

import numpy as np
import pytest

from ui.matrix import (
    Arrows,
    Bars,
    BarSeries,
    Cell,
    Copy,
    Crumb,
    Matrix,
    MatrixView,
    Product,
    Scale,
    Softmax,
)
from ui.matrix.wire import pack

TOKENS = ("我", "喜欢", "<b>x</b>")


def unpack(data: bytes):
    """The header and a reader of its arrays, as the browser finds them."""
    length = int.from_bytes(data[:4], "little")
    start = -(-(4 + length) // 8) * 8
    assert len(data[start:]) % 8 == 0
    numbers = np.frombuffer(data, dtype="<f8", offset=start)

    def read(place):
        return numbers[place["o"] :][: place["r"] * place["c"]].reshape(place["r"], place["c"])

    return json.loads(data[4 : 4 + length]), read


def scores(values=None, **changes):
    values = np.arange(9.0).reshape(3, 3) if values is None else values
    columns = tuple(str(place + 1) for place in range(values.shape[1]))
    given = {"rows": TOKENS[: values.shape[0]], "columns": columns} | changes
    return Matrix("scores", "QKᵀ", values, **given)


def packed(*matrices, **changes):
    return unpack(pack(MatrixView(matrices, **changes)))


def test_numbers_arrive_bit_for_bit():
    values = np.array([[0.1 + 0.2, -0.0, np.pi], [1e-300, -1e300, -np.inf]])
    header, read = packed(scores(values))
    np.testing.assert_array_equal(read(header["matrices"][0]["values"]), values)


def test_labels_arrive_literally_whatever_the_length_of_the_header():
    for extra in range(9):
        header, read = packed(scores(), name="n" * extra, texts={"at": "第 {i} 行"})
        assert tuple(header["matrices"][0]["rows"]) == TOKENS
        assert header["texts"] == {"at": "第 {i} 行"}
        assert read(header["matrices"][0]["values"])[2, 2] == 8.0


def test_a_view_of_rows_that_are_not_adjacent_in_memory_is_sent_as_shown():
    k = np.arange(6.0).reshape(3, 2)
    header, read = packed(scores(k.T, columns=TOKENS))
    np.testing.assert_array_equal(read(header["matrices"][0]["values"]), k.T)


def test_an_array_used_twice_is_sent_once():
    once = pack(MatrixView((scores(),)))
    twice = pack(MatrixView((scores(), scores())))
    header, _ = unpack(twice)
    assert header["matrices"][0]["values"] == header["matrices"][1]["values"]
    assert len(twice) - len(once) < len(once)


def test_arrays_with_the_same_numbers_keep_their_own_shapes():
    flat, tall = np.ones((1, 3)), np.ones((3, 1))
    header, read = packed(scores(flat), scores(tall))
    assert [read(matrix["values"]).shape for matrix in header["matrices"]] == [(1, 3), (3, 1)]


@pytest.mark.parametrize(
    ("recipe", "sent"),
    [
        (Product("q", "k_t"), {"kind": "product", "left": "q", "above": "k_t"}),
        (Scale("scores", 2.0, "√4"), {"kind": "scale", "source": "scores", "divisor": 2.0}),
        (Copy("scaled"), {"kind": "copy", "source": "scaled"}),
    ],
)
def test_a_recipe_says_what_a_cell_comes_from(recipe, sent):
    header, _ = packed(scores(recipe=recipe))
    found = header["matrices"][0]["recipe"]
    assert {name: found[name] for name in sent} == sent


def test_softmax_brings_its_exponentials_totals_and_shift():
    exponentials, totals = np.exp(np.eye(3)), np.exp(np.eye(3)).sum(axis=1)
    recipe = Softmax("scaled", exponentials, totals, np.zeros(3))
    header, read = packed(scores(recipe=recipe))
    found = header["matrices"][0]["recipe"]
    np.testing.assert_array_equal(read(found["exponentials"]), exponentials)
    np.testing.assert_array_equal(read(found["totals"])[0], totals)
    np.testing.assert_array_equal(read(found["shift"])[0], np.zeros(3))


def test_sums_masks_bars_and_arrows_arrive():
    masked = np.triu(np.ones((3, 3), dtype=bool), 1)
    ranks = np.arange(9).reshape(3, 3)
    header, read = packed(
        scores(row_sums=np.ones(3), column_sums=np.zeros(3), masked=masked),
        bars=Bars((BarSeries("exp", np.full((3, 3), 7.0), 3, "positive"),), ranks=ranks),
        arrows=Arrows(TOKENS, np.array([0.5, 0.25, 0.25]), query=2, label="2"),
    )
    matrix, bars, arrows = header["matrices"][0], header["bars"], header["arrows"]
    np.testing.assert_array_equal(read(matrix["row_sums"]), np.ones((1, 3)))
    np.testing.assert_array_equal(read(matrix["column_sums"]), np.zeros((1, 3)))
    np.testing.assert_array_equal(read(matrix["masked"]), masked)
    np.testing.assert_array_equal(read(bars["series"][0]["values"]), np.full((3, 3), 7.0))
    np.testing.assert_array_equal(read(bars["ranks"]), ranks)
    np.testing.assert_array_equal(read(arrows["weights"])[0], [0.5, 0.25, 0.25])
    assert (arrows["query"], arrows["tokens"]) == (2, list(TOKENS))


@pytest.mark.parametrize(
    ("values", "given", "limit"),
    [
        ([[-3.0, 2.0]], None, 3.0),
        ([[-np.inf, 0.5]], None, 0.5),
        ([[0.0, 0.0]], None, 1.0),
        ([[-np.inf, -np.inf]], None, 1.0),
        ([[-3.0, 2.0]], 8.0, 8.0),
    ],
)
def test_the_colour_scale_ends_at_the_limit_or_the_largest_size(values, given, limit):
    header, _ = packed(scores(np.array(values), limit=given))
    assert header["matrices"][0]["limit"] == limit


def test_weights_are_coloured_from_0_to_1_whatever_the_limit():
    header, _ = packed(scores(np.array([[0.2, 0.3]]), scale="weights", limit=0.3))
    assert header["matrices"][0]["limit"] == 1.0


def test_labels_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"scores is \(3, 3\), its labels are for \(2, 3\)"):
        pack(MatrixView((scores(rows=("a", "b")),)))


# --- What the browser sends -----------------------------------------------------------------------

K_T = Matrix(
    "k_t", "Kᵀ", np.zeros((2, 3)), ("1", "2"), TOKENS, transposed=True, source="k", owner="k"
)
VIEW = MatrixView((scores(), K_T))


@pytest.mark.parametrize("cell", [("scores", 0, 0), ("scores", 2, 2), ("k", 2, 1)])
def test_a_pin_on_a_cell_of_the_view_is_taken(cell):
    matrix, row, column = cell
    payload = {"matrix": matrix, "row": row, "column": column}
    assert VIEW.pin_of(payload) == Cell(*cell)


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
    assert VIEW.pin_of(payload) is None


def test_an_operand_that_is_followed_is_given_in_its_own_rows_and_columns():
    assert VIEW.follow_of({"matrix": "k", "row": 2, "column": 1}) == Cell("k", 2, 1)
    assert VIEW.follow_of({"matrix": "k", "row": 1, "column": 2}) is None


TRAIL = MatrixView(
    (scores(),), trail=(Crumb("O[x, 1]", "output", 2, 0), Crumb("A", "weights", 2, 1))
)


def test_a_crumb_leads_to_its_cell_which_may_be_on_another_page():
    assert TRAIL.back_of({"index": 0}) == Cell("output", 2, 0)
    header, _ = unpack(pack(TRAIL))
    assert header["trail"] == ["O[x, 1]", "A"]


@pytest.mark.parametrize("index", [2, -1, True, 0.0, "0", None, 10**30])
def test_a_crumb_that_is_none_is_ignored(index):
    assert TRAIL.back_of({"index": index}) is None
    assert TRAIL.back_of([index]) is None


def test_the_browser_offers_only_what_python_listens_to():
    assert unpack(pack(VIEW))[0]["events"] == ["pin"]
    assert unpack(pack(VIEW, {"pin": None, "follow": None}))[0]["events"] == ["follow", "pin"]
