"""One scenario determines every number; larger sizes only add numbers."""

from fractions import Fraction

import numpy as np
import pytest

from attention_core import Scenario
from attention_core.embeddings import EQUIVALENT

CHINESE = ("我", "喜欢", "学习", "语言", "因为", "每个", "新", "词", "打开", "一扇", "明亮的", "窗")
ENGLISH = tuple(EQUIVALENT)[:12]
SEEDS = (0, 1, 7)


def test_the_default_is_the_example_of_the_lesson():
    scenario = Scenario()
    assert scenario.tokens == CHINESE[:4]
    assert (scenario.n, scenario.d_model, scenario.d_k, scenario.d_v) == (4, 5, 2, 3)
    assert (scenario.seed, scenario.scaling, scenario.causal) == (0, True, False)


def test_equal_scenarios_are_equal_and_hash_alike():
    assert Scenario(d_k=3) == Scenario(d_k=3) != Scenario(d_k=4)
    assert len({Scenario(), Scenario(), Scenario(seed=1)}) == 2
    assert Scenario(tokens=["a", "b"]) == Scenario(tokens=("a", "b"))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("small", "large"), [(1, 2), (2, 3), (2, 64), (7, 33)])
def test_a_larger_d_k_adds_columns_and_one_term_each_and_changes_nothing_else(seed, small, large):
    before = Scenario(CHINESE, d_k=small, seed=seed).trace()
    after = Scenario(CHINESE, d_k=large, seed=seed).trace()
    for name in ("w_q", "w_k", "q", "k"):
        np.testing.assert_array_equal(getattr(after, name)[:, :small], getattr(before, name))
    for name in ("x", "w_v", "v"):
        np.testing.assert_array_equal(getattr(after, name), getattr(before, name))
    terms = after.q[:, None, small:] * after.k[None, :, small:]
    gained = after.scores - before.scores
    np.testing.assert_allclose(gained, terms.sum(axis=-1), rtol=0, atol=1e-12)
    assert terms.shape[-1] == large - small


@pytest.mark.parametrize("seed", SEEDS)
def test_a_larger_d_v_adds_columns_to_the_output_and_changes_nothing_else(seed):
    before, after = (Scenario(CHINESE, d_v=d_v, seed=seed).trace() for d_v in (3, 17))
    for name in ("v", "w_v"):
        np.testing.assert_array_equal(getattr(after, name)[:, :3], getattr(before, name))
    for name in ("x", "q", "k", "scores", "scaled", "masked", "weights"):
        np.testing.assert_array_equal(getattr(after, name), getattr(before, name))
    np.testing.assert_allclose(after.output[:, :3], before.output, rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_larger_d_model_adds_columns_to_x_and_rows_to_the_parameters(seed):
    before, after = (Scenario(CHINESE, d_model=d, seed=seed).trace() for d in (5, 40))
    np.testing.assert_array_equal(after.x[:, :5], before.x)
    for name in ("w_q", "w_k", "w_v"):
        np.testing.assert_array_equal(getattr(after, name)[:5], getattr(before, name))
    added = after.x[:, 5:] @ after.w_q[5:]
    np.testing.assert_allclose(after.q - before.q, added, rtol=0, atol=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_longer_sentence_adds_rows_and_columns_and_changes_no_score(seed):
    whole = Scenario(CHINESE, seed=seed).trace()
    for n in range(2, 12):
        part = Scenario(CHINESE[:n], seed=seed).trace()
        for name in ("x", "q", "k", "v"):
            np.testing.assert_array_equal(getattr(whole, name)[:n], getattr(part, name))
        for name in ("scores", "scaled"):
            np.testing.assert_array_equal(getattr(whole, name)[:n, :n], getattr(part, name))


@pytest.mark.parametrize("sizes", [(5, 2, 3), (6, 3, 3), (16, 9, 4), (64, 64, 64)])
def test_projections_and_scores_are_the_nearest_float64_to_the_exact_decimals(sizes):
    d_model, d_k, d_v = sizes
    trace = Scenario(CHINESE[:3], d_model=d_model, d_k=d_k, d_v=d_v, seed=3).trace()
    q, k = (exactly(trace.x, 10, w, 100) for w in (trace.w_q, trace.w_k))
    assert trace.q.tolist() == [[float(cell) for cell in row] for row in q]
    assert trace.k.tolist() == [[float(cell) for cell in row] for row in k]
    scores = [[sum(a * b for a, b in zip(row, key, strict=True)) for key in k] for row in q]
    assert trace.scores.tolist() == [[float(cell) for cell in row] for row in scores]


def exactly(x, x_steps, w, w_steps):
    """x·w with every entry read as the decimal it was rounded to."""
    left = [[Fraction(round(cell * x_steps), x_steps) for cell in row] for row in x.tolist()]
    right = [[Fraction(round(cell * w_steps), w_steps) for cell in row] for row in w.T.tolist()]
    return [[sum(a * b for a, b in zip(row, col, strict=True)) for col in right] for row in left]


def test_numbers_are_decimals_as_they_are_shown():
    scenario = Scenario(CHINESE, d_model=64, d_k=64, d_v=64, seed=5)
    np.testing.assert_array_equal(scenario.x, scenario.x.round(1))
    for w in (scenario.w_q, scenario.w_k, scenario.w_v):
        np.testing.assert_array_equal(w, w.round(2))
        assert not np.signbit(w[w == 0]).any()


def test_drawn_parameters_have_the_variance_that_keeps_scores_in_size():
    spread = [Scenario(d_model=64, d_k=64, d_v=64, seed=seed) for seed in range(1, 40)]
    w = np.stack([m for s in spread for m in (s.w_q, s.w_k, s.w_v)])
    wanted = 1 / np.maximum(np.arange(1, 65), 5)
    np.testing.assert_allclose(w.var(axis=(0, 2)), wanted, rtol=0.1)
    assert abs(w.mean()) < 0.002


def test_seeds_and_matrices_differ_from_one_another():
    one, two = Scenario(d_k=8, d_v=8, seed=1), Scenario(d_k=8, d_v=8, seed=2)
    matrices = [one.w_q, one.w_k, one.w_v, two.w_q, two.w_k, two.w_v]
    assert len({w.tobytes() for w in matrices}) == 6
    np.testing.assert_array_equal(one.x, two.x)


def test_another_seed_replaces_the_hand_set_corner_too():
    assert not np.array_equal(Scenario(seed=1).w_q, Scenario().w_q)
    assert not (Scenario(seed=1).w_q == Scenario().w_q.round()).all()


def test_english_and_chinese_presets_share_all_numbers():
    for sizes in ({}, {"d_model": 20, "d_k": 5, "seed": 4}):
        np.testing.assert_array_equal(
            Scenario(ENGLISH, **sizes).trace().output, Scenario(CHINESE, **sizes).trace().output
        )
    assert (
        " ".join(ENGLISH)
        == "I love learning languages because every new word opens a bright window"
    )
    assert [EQUIVALENT[word] for word in ENGLISH] == list(CHINESE)


def test_the_row_of_a_token_depends_on_its_text_alone():
    here = Scenario(("river", "bank", "river"), d_model=20).x
    there = Scenario(("bank", "deposit"), d_model=20, seed=9, d_k=4).x
    np.testing.assert_array_equal(here[0], here[2])
    np.testing.assert_array_equal(here[1], there[0])
    assert not np.array_equal(here[0], here[1])


def test_rows_of_drawn_tokens_are_about_as_large_as_the_hand_set_ones():
    tokens = tuple(f"word{i}" for i in range(128))
    x = Scenario(tokens, d_model=64).x
    assert abs(x.std() - 0.7) < 0.03
    assert abs(x.mean()) < 0.03


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ({}, "hand_set"),
        ({"d_k": 1, "d_v": 1, "d_model": 2}, "hand_set"),
        ({"tokens": ("学习", "语言")}, "hand_set"),
        ({"tokens": ENGLISH[:4]}, "hand_set"),
        ({"causal": True, "scaling": False}, "hand_set"),
        ({"d_k": 3}, "mixed"),
        ({"d_v": 4}, "mixed"),
        ({"d_model": 6}, "mixed"),
        ({"tokens": CHINESE[:5]}, "mixed"),
        ({"tokens": ("狗", "咬", "狗")}, "mixed"),
        ({"seed": 1}, "random"),
        ({"seed": 1, "tokens": ("狗",)}, "random"),
    ],
)
def test_the_kind_says_where_the_numbers_come_from(values, kind):
    assert Scenario(**values).kind == kind


def test_switches_act_where_they_should():
    trace = Scenario(scaling=False, causal=True).trace()
    assert trace.scale == 1.0
    np.testing.assert_array_equal(trace.scaled, trace.scores)
    assert (np.triu(trace.weights, k=1) == 0).all()
    assert Scenario().trace().scale == 1 / np.sqrt(2)


@pytest.mark.parametrize("n", [1, 12, 128])
@pytest.mark.parametrize("size", [2, 64])
def test_the_extremes_of_all_sizes_give_finite_numbers(n, size):
    tokens = tuple(str(i) for i in range(n))
    for d in (1, 64):
        trace = Scenario(tokens, d_model=size, d_k=d, d_v=d, seed=9999, causal=True).trace()
        assert trace.output.shape == (n, d)
        assert np.isfinite(trace.output).all()


def test_its_matrices_are_read_only():
    scenario = Scenario()
    for name in ("x", "w_q", "w_k", "w_v"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(scenario, name)[0, 0] = 5


def test_every_number_knows_whether_it_was_chosen_or_drawn():
    scenario = Scenario(tokens=("我", "喜欢", "书"), d_model=6, d_k=3)
    assert scenario.chosen_by_hand("x").tolist() == [[True] * 5 + [False]] * 2 + [[False] * 6]
    assert scenario.chosen_by_hand("w_q").tolist() == [[True, True, False]] * 5 + [[False] * 3]
    assert scenario.chosen_by_hand("w_v").tolist() == [[True] * 3] * 5 + [[False] * 3]
    assert not Scenario(seed=7).chosen_by_hand("w_k").any()
