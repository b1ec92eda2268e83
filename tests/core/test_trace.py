"""What a pass leaves behind: in order, named, read-only, and never the caller's arrays."""

import copy
import dataclasses

import numpy as np
import pytest

from attention_core import Scenario, attention, multi_head_attention, self_attention

STREAM = np.random.default_rng(0)
X = STREAM.normal(size=(4, 5))
W_Q, W_K, W_V = (STREAM.normal(size=(5, width)) for width in (2, 2, 6))
W_O = STREAM.normal(size=(6, 5))
SIZES = {"n": 4, "n_q": 4, "n_k": 4, "d_model": 5, "d_k": 2, "d_v": 6}
HEAD_SIZES = {"n": 4, "d_model": 5, "d_k": 1, "d_v": 3, "n_heads": 2}
HEAD_SIZES |= {"n_heads*d_k": 2, "n_heads*d_v": 6}


def passes():
    trace = self_attention(X, W_Q, W_K, W_V)
    yield "steps", attention(trace.q, trace.k, trace.v), SIZES
    yield "trace", trace, SIZES
    yield "heads", multi_head_attention(X, W_Q, W_K, W_V, W_O, 2), HEAD_SIZES
    yield "scenario", Scenario(d_v=6).trace(), SIZES
    yield "causal", self_attention(X, W_Q, W_K, W_V, causal=True), SIZES


PASSES = [pytest.param(trace, sizes, id=name) for name, trace, sizes in passes()]


@pytest.mark.parametrize(("trace", "sizes"), PASSES)
def test_every_axis_has_the_size_its_name_says(trace, sizes):
    for name, array in trace.arrays().items():
        assert array.shape == tuple(sizes[axis] for axis in trace.axes()[name])


@pytest.mark.parametrize(("trace", "sizes"), PASSES)
def test_axis_names_are_the_metadata_of_the_fields(trace, sizes):
    told = {f.name: f.metadata["axes"] for f in dataclasses.fields(trace) if f.name != "scale"}
    assert told == trace.axes()


@pytest.mark.parametrize(("trace", "sizes"), PASSES)
def test_every_array_is_read_only_float64(trace, sizes):
    for array in trace.arrays().values():
        assert array.dtype == np.float64
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize(("trace", "sizes"), PASSES)
def test_no_field_can_be_replaced(trace, sizes):
    with pytest.raises(dataclasses.FrozenInstanceError):
        trace.output = trace.weights


@pytest.mark.parametrize(("trace", "sizes"), PASSES)
def test_arrays_share_no_memory_but_masked_with_scaled_and_heads_with_their_projection(
    trace, sizes
):
    arrays = list(trace.arrays().items())
    for i, (name, array) in enumerate(arrays):
        for other, another in arrays[i + 1 :]:
            if {name, other} != {"scaled", "masked"}:
                assert not np.shares_memory(array, another), (name, other)


def test_the_arrays_come_in_the_order_of_computation():
    steps = ["scores", "scaled", "masked", "weights", "output"]
    trace = self_attention(X, W_Q, W_K, W_V)
    assert list(attention(X, X, X).arrays()) == ["q", "k", "v", *steps]
    assert list(trace.arrays()) == ["x", "w_q", "w_k", "w_v", "q", "k", "v", *steps]
    heads = multi_head_attention(X, W_Q, W_K, W_V, W_O, 2)
    last = [*steps[:-1], "heads", "concat", "output"]
    assert list(heads.arrays()) == ["x", "w_q", "w_k", "w_v", "w_o", "q", "k", "v", *last]


@pytest.mark.parametrize("order", ["C", "F"])
def test_the_callers_arrays_stay_writable_and_apart(order):
    x, w_q, w_k, w_v = (np.array(a, order=order) for a in (X, W_Q, W_K, W_V))
    trace = self_attention(x, w_q, w_k, w_v)
    before = copy.deepcopy(trace.arrays())
    for array in (x, w_q, w_k, w_v):
        assert array.flags.writeable
        array[...] = 99
    for name, array in trace.arrays().items():
        np.testing.assert_array_equal(array, before[name])


def test_a_view_of_the_callers_numbers_is_copied_too():
    whole = np.arange(24.0).reshape(4, 6)
    steps = attention(whole[:, :2], whole[:, 2:4], whole[:, 4:])
    whole[...] = 0
    assert steps.q.tolist() == [[0, 1], [6, 7], [12, 13], [18, 19]]


def test_the_scale_is_kept():
    assert attention(X, X, X).scale == 1 / np.sqrt(5)
    assert attention(X, X, X, scale=2).scale == 2.0
    assert multi_head_attention(X, W_Q, W_K, W_V, W_O, 2).scale == 1.0
