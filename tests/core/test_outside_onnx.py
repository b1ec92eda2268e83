"""Agreement with the conformance cases of the ONNX operators Attention, FlexAttention, Softmax."""

import numpy as np
import pytest

from attention_core import attention, softmax
from tests.core.outside import arrays, description, names


@pytest.mark.parametrize("name", names("onnx", "test_softmax"))
def test_softmax_agrees_with_onnx(name):
    case, told = arrays("onnx", name), description("onnx", name)
    axis = told["attributes"].get("axis", -1)
    found = softmax(case["in_x"], axis=axis)
    np.testing.assert_allclose(found, case["out_y"], rtol=0, atol=told["suggested_atol"])


@pytest.mark.parametrize(
    "name", names("onnx", "test_attention") + names("onnx", "test_flexattention")
)
def test_attention_agrees_with_onnx(name):
    case, told = arrays("onnx", name), description("onnx", name)
    q, k, v, switches = as_call(case, told["attributes"])
    steps = attention(q, k, v, **switches)
    check = {"rtol": 0, "atol": told["suggested_atol"]}
    np.testing.assert_allclose(as_given(steps.output, case["out_Y"]), case["out_Y"], **check)
    if "out_qk_matmul_output" in case:
        found = intermediate(steps, told["attributes"].get("qk_matmul_output_mode", 0))
        np.testing.assert_allclose(found, case["out_qk_matmul_output"], **check)


def as_call(case, attributes):
    """The arguments of attention() that say the same as the operator's inputs."""
    q = in_heads(case["in_Q"], attributes.get("q_num_heads"))
    k = in_heads(case["in_K"], attributes.get("kv_num_heads"))
    v = in_heads(case["in_V"], attributes.get("kv_num_heads"))
    past = 0
    if "in_past_key" in case:
        past = case["in_past_key"].shape[2]
        k = np.concatenate([case["in_past_key"], k], axis=2)
        v = np.concatenate([case["in_past_value"], v], axis=2)
    group = q.shape[1] // k.shape[1]
    k, v = np.repeat(k, group, axis=1), np.repeat(v, group, axis=1)
    allowed = window(case, attributes, past, q.shape[2], k.shape[2])
    bias = None
    if "in_attn_mask" in case:
        given = full_width(case["in_attn_mask"], k.shape[2])
        if given.dtype == bool:
            allowed = given if allowed is None else allowed & given
        else:
            bias = given
    plain_causal = attributes.get("is_causal", 0) and not past and "in_nonpad_kv_seqlen" not in case
    return (
        q,
        k,
        v,
        {
            "mask": allowed,
            "bias": bias,
            "causal": bool(plain_causal),
            "scale": attributes.get("scale"),
        },
    )


def in_heads(array, heads):
    if array.ndim == 4:
        return array
    batch, n, width = array.shape
    return array.reshape(batch, n, heads, width // heads).swapaxes(1, 2)


def as_given(output, wanted):
    if wanted.ndim == 4:
        return output
    return output.swapaxes(1, 2).reshape(wanted.shape)


def full_width(mask, n_k):
    missing = n_k - mask.shape[-1]
    blocked = False if mask.dtype == bool else -np.inf
    pad = [(0, 0)] * (mask.ndim - 1) + [(0, missing)]
    return np.pad(mask, pad, constant_values=blocked)


def window(case, attributes, past, n_q, n_k):
    """What lengths, offset causality and sliding windows allow; None where attention() has it."""
    lengths = case.get("in_nonpad_kv_seqlen")
    left = attributes.get("left_window_size", -1)
    right = attributes.get("right_window_size", -1)
    causal = attributes.get("is_causal", 0)
    if lengths is None and left < 0 and right < 0 and not (causal and past):
        return None
    offset = past if lengths is None else (lengths - n_q)[:, None, None, None]
    i, j = np.arange(n_q)[:, None] + offset, np.arange(n_k)
    allowed = np.ones(np.broadcast_shapes(i.shape, j.shape), dtype=bool)
    if lengths is not None:
        allowed = allowed & (j < lengths[:, None, None, None])
    if causal:
        allowed = allowed & (j <= i)
    if left >= 0:
        allowed = allowed & (j >= i - left)
    if right >= 0:
        allowed = allowed & (j <= i + right)
    return allowed


def intermediate(steps, mode):
    return {0: steps.scaled, 2: steps.masked, 3: steps.weights}[mode]
