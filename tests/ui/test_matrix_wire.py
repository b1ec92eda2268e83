"""What travels between Python and the browser: every number once and unchanged, and no pin
that names no cell."""

import json
from dataclasses import replace

import numpy as np
import pytest

from ui.matrix import (
    Added,
    Arrows,
    Bars,
    BarSeries,
    Build,
    Copy,
    Crumb,
    Matrix,
    MatrixView,
    Product,
    Readout,
    Scale,
    Scrub,
    Softmax,
    build_at,
)
from ui.matrix.wire import pack, pack_ahead

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
        bars=Bars((BarSeries("exp", np.full((3, 3), 7.0), 3, "positive", ranks=ranks),)),
        arrows=Arrows(TOKENS, np.array([0.5, 0.25, 0.25]), query=2, label="2"),
    )
    matrix, bars, arrows = header["matrices"][0], header["bars"], header["arrows"]
    np.testing.assert_array_equal(read(matrix["row_sums"]), np.ones((1, 3)))
    np.testing.assert_array_equal(read(matrix["column_sums"]), np.zeros((1, 3)))
    np.testing.assert_array_equal(read(matrix["masked"]), masked)
    np.testing.assert_array_equal(read(bars["series"][0]["values"]), np.full((3, 3), 7.0))
    np.testing.assert_array_equal(read(bars["series"][0]["ranks"]), ranks)
    np.testing.assert_array_equal(read(arrows["weights"])[0], [0.5, 0.25, 0.25])
    assert (arrows["query"], arrows["tokens"]) == (2, list(TOKENS))


def test_bars_cover_what_a_matrix_of_the_same_numbers_covers():
    row = np.array([[False] * 3, [True] * 3, [False] * 3])
    corner = np.eye(3) > 2
    series = (
        BarSeries("QKᵀ", np.arange(9.0).reshape(3, 3)),
        BarSeries("S", np.ones((3, 3))),
        BarSeries("A", np.arange(9.0).reshape(3, 3), covered=corner),
    )
    header, read = packed(scores(covered=row), bars=Bars(series))
    first, second, third = (entry["covered"] for entry in header["bars"]["series"])
    np.testing.assert_array_equal(read(header["matrices"][0]["covered"]), row)
    np.testing.assert_array_equal(read(first), row)
    assert second is None
    np.testing.assert_array_equal(read(third), corner)


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


K_T = Matrix(
    "k_t", "Kᵀ", np.zeros((2, 3)), ("1", "2"), TOKENS, transposed=True, source="k", owner="k"
)
VIEW = MatrixView((scores(), K_T))


def test_the_browser_offers_only_what_python_listens_to():
    assert unpack(pack(VIEW))[0]["events"] == ["pin"]
    assert unpack(pack(VIEW, {"pin": None, "follow": None}))[0]["events"] == ["follow", "pin"]


def test_the_trail_arrives_as_its_labels():
    crumbs = (Crumb("O[x, 1]", "output", 2, 0), Crumb("A", "weights", 2, 1))
    header, _ = packed(scores(), trail=crumbs)
    assert header["trail"] == ["O[x, 1]", "A"]


def test_edits_and_what_they_changed_arrive():
    now, before = np.array([[5.0, 2.0]]), np.array([[1.0, 2.0]])
    edited = np.array([[True, False]])
    header, read = packed(
        scores(now, editable=True, edited=edited, before=before, change=now - before),
        message="“abc”",
        answered=12,
    )
    found = header["matrices"][0]
    assert (found["editable"], header["message"], header["answered"]) == (True, "“abc”", 12)
    np.testing.assert_array_equal(read(found["edited"]), edited)
    np.testing.assert_array_equal(read(found["before"]), before)
    np.testing.assert_array_equal(read(found["change"]), [[4.0, 0.0]])


def test_a_colour_scale_also_holds_what_the_numbers_were():
    header, _ = packed(
        scores(np.ones((3, 3)), before=np.full((3, 3), -8.0), change=np.ones((3, 3)))
    )
    assert header["matrices"][0]["limit"] == 8.0


@pytest.mark.parametrize(
    "grids",
    [
        {"before": np.zeros((2, 3)), "change": np.zeros((3, 3))},
        {"before": np.zeros((3, 3))},
        {"edited": np.zeros((3, 2), dtype=bool)},
        {"covered": np.zeros((1, 3), dtype=bool)},
    ],
    ids=list,
)
def test_what_does_not_fit_the_matrix_is_refused(grids):
    with pytest.raises(ValueError, match="scores"):
        pack(MatrixView((scores(**grids),)))


FRAMES = np.stack([np.full((3, 3), size) for size in (1.0, -9.0, 3.0, 4.0)])


def scrub(**changes):
    given = {"name": "t", "label": "t", "values": np.arange(4.0), "texts": ("0", "1", "2", "3")}
    frames = {"frames": {"scores": FRAMES}, "row_sums": {"scores": FRAMES.sum(axis=2)}}
    return Scrub(**(given | frames | {"start": 2} | changes))


def test_frames_of_matrices_bars_and_readouts_arrive():
    bars = Bars((BarSeries("QKᵀ", np.zeros((3, 3))), BarSeries("A", FRAMES[2])))
    readouts = (Readout("entropy", np.arange(12.0).reshape(4, 3), 1),)
    header, read = packed(
        scores(FRAMES[2], row_sums=np.full(3, 9.0)),
        bars=bars,
        scrub=scrub(bars=(None, FRAMES), readouts=readouts),
    )
    sent = header["scrub"]
    np.testing.assert_array_equal(read(sent["frames"]["scores"]).reshape(4, 3, 3), FRAMES)
    np.testing.assert_array_equal(read(sent["row_sums"]["scores"]), FRAMES.sum(axis=2))
    assert sent["bars"][0] is None
    np.testing.assert_array_equal(read(sent["bars"][1]).reshape(4, 3, 3), FRAMES)
    np.testing.assert_array_equal(read(sent["readouts"][0]["values"]), readouts[0].values)
    assert (sent["start"], sent["texts"]) == (2, ["0", "1", "2", "3"])
    # One colour scale for the whole way of the slider.
    assert header["matrices"][0]["limit"] == 9.0


def test_the_arithmetic_of_every_frame_arrives():
    ones = np.ones((4, 3))
    recipes = {
        "scores": Added(1, np.array([-1.0, 0.0, 1.0, 2.0])),
        "scaled": tuple(Scale("scores", float(size), f"√{size}") for size in range(1, 5)),
        "weights": Softmax("scaled", FRAMES, 2 * ones, 3 * ones),
    }
    ranks = np.arange(36).reshape(4, 3, 3)
    header, read = packed(
        scores(FRAMES[2]),
        bars=Bars((BarSeries("A", FRAMES[2]),)),
        scrub=scrub(recipes=recipes, ranks=(ranks,), commits=False),
    )
    sent = header["scrub"]
    added, scaled, weights = (sent["recipes"][key] for key in ("scores", "scaled", "weights"))
    assert (added["kind"], added["row"], added["amounts"]) == ("added", 1, [-1.0, 0.0, 1.0, 2.0])
    assert scaled["steps"][3] == {"divisor": 4.0, "divisor_label": "√4"}
    np.testing.assert_array_equal(read(weights["exponentials"]).reshape(4, 3, 3), FRAMES)
    np.testing.assert_array_equal(read(weights["totals"]), 2 * ones)
    np.testing.assert_array_equal(read(weights["shift"]), 3 * ones)
    np.testing.assert_array_equal(read(sent["ranks"][0]).reshape(4, 3, 3), ranks)
    assert sent["commits"] is False


@pytest.mark.parametrize(
    "changes",
    [
        {"start": 4},
        {"values": np.arange(3.0)},
        {"frames": {"scores": FRAMES[:3]}},
        {"frames": {"scores": FRAMES[:, :2]}},
        {"row_sums": {"scores": FRAMES[:, 0, :2]}},
    ],
    ids=repr,
)
def test_frames_that_do_not_fit_are_refused(changes):
    with pytest.raises(ValueError, match=r"frames of scores|4 texts"):
        packed(scores(), scrub=scrub(**changes))


Q = Matrix("q", "Q", np.ones((3, 2)), TOKENS, ("1", "2"))
PRODUCT = (Q, K_T, scores(columns=TOKENS, recipe=Product("q", "k_t"), query_rows=True))


def progress(step, matrices=PRODUCT):
    header, _ = packed(*matrices, query=1, build=build_at(matrices, 1, step))
    return header["build"]


def test_a_build_up_goes_row_by_row_and_in_the_querys_row_term_by_term():
    steps = [progress(step) for step in range(build_at(PRODUCT, 1, 0).total)]
    places = [tuple(step[name] for name in ("rows", "columns", "terms")) for step in steps]
    query_row = [(1, 0, 1), (1, 1, 0), (1, 1, 1), (1, 2, 0), (1, 2, 1), (2, 0, 0)]
    assert places == [(0, 0, 0), (1, 0, 0), *query_row, (3, 0, 0)]
    assert {step["key"] for step in steps} == {"scores"}
    assert [(step["row"], step["column"]) for step in steps[2:]] == [
        *[(1, 0)] * 2,
        *[(1, 1)] * 2,
        *[(1, 2)] * 2,
        # The last row is shown like the others before the matrix is there as a whole.
        (2, 2),
    ]


def test_after_its_last_step_everything_is_there():
    build = build_at(PRODUCT, 1, 10**6)
    assert build == Build(9, 9, 1)
    assert progress(9) is None
    assert build_at(PRODUCT, 1, -5) == Build(9, 0, 1)


def test_a_long_sum_comes_in_one_step():
    wide = Matrix("q", "Q", np.ones((3, 7)), TOKENS, tuple("1234567"))
    assert build_at((wide, K_T, PRODUCT[2]), 1, 0).total == 6


def test_a_covered_cell_comes_in_one_step():
    covered = np.zeros((3, 3), dtype=bool)
    covered[1, 0] = True
    matrices = (Q, K_T, replace(PRODUCT[2], covered=covered))
    assert build_at(matrices, 1, 0).total == build_at(PRODUCT, 1, 0).total - 1
    assert [progress(step, matrices)["terms"] for step in (2, 3)] == [0, 1]


def test_uncovering_a_cell_leaves_the_steps_as_they_are():
    asked = np.zeros((3, 3), dtype=bool)
    asked[1, 0] = True
    covered = (Q, K_T, replace(PRODUCT[2], covered=asked, at_once=asked))
    open_ = (Q, K_T, replace(PRODUCT[2], at_once=asked))
    total = build_at(covered, 1, 0).total
    assert [progress(step, covered) for step in range(total)] == [
        progress(step, open_) for step in range(total)
    ]


def test_where_nothing_is_computed_nothing_is_built_up():
    assert build_at((Q,), 1, 0) is None
    header, _ = packed(Q, build=Build(3, 1))
    assert header["build"] is None


def test_views_ahead_are_packed_in_order_as_far_as_there_is_room():
    views = [MatrixView((scores(),), sliders={".d_k": width}) for width in (3, 1, 4)]
    room = len(pack(views[0])) + len(pack(views[1]))
    data = pack_ahead("now", iter(views), ("pin",), most_bytes=room)
    length = int.from_bytes(data[:4], "little")
    header = json.loads(data[4 : 4 + length])
    assert header["stamp"] == "now"
    assert [entry["sliders"] for entry in header["views"]] == [{".d_k": 3}, {".d_k": 1}]
    for view, entry in zip(views, header["views"], strict=False):
        start = 4 + length + entry["start"]
        assert data[start : start + entry["length"]] == pack(view)
