"""Agreement with PyTorch: forward values, and the gradients of Q, K and V."""

import numpy as np
import pytest

from attention_core import attention, attention_gradients, multi_head_attention
from tests.core.outside import arrays, description, names

SDPA = names("torch", "sdpa_")
MHA = names("torch", "mha_")


@pytest.mark.parametrize("name", SDPA)
def test_attention_agrees_with_torch(name):
    case, told = arrays("torch", name), description("torch", name)
    atol = told["suggested_tolerance"]["O_abs"]
    steps, _ = sdpa(case, told)
    for found, wanted in (
        (steps.scores, "S_raw"),
        (steps.scaled, "S"),
        (steps.masked, "S_masked"),
        (steps.weights, "A"),
        (steps.output, "O"),
    ):
        assert_near(found, case[wanted], atol)


@pytest.mark.parametrize("name", SDPA)
def test_gradients_agree_with_torch(name):
    case, told = arrays("torch", name), description("torch", name)
    steps, group = sdpa(case, told)
    found = attention_gradients(steps, case["G"])
    for gradient, wanted in zip(found, (case["dQ"], case["dK"], case["dV"]), strict=True):
        if gradient.shape != wanted.shape:
            gradient = summed_groups(gradient, group)
        largest = max(np.abs(wanted).max(), 1e-300)
        atol = told["suggested_tolerance"]["grad_abs_over_max_abs"] * largest
        np.testing.assert_allclose(gradient, wanted, rtol=0, atol=atol)


@pytest.mark.parametrize("name", MHA)
def test_heads_agree_with_torch(name):
    case, told = arrays("torch", name), description("torch", name)
    atol = told["suggested_tolerance"]["O_abs"]
    mask, bias = blocked(case)
    steps = attention(case["Q_heads"], case["K_heads"], case["V_heads"], mask=mask, bias=bias)
    without_nan = np.nan_to_num(case["A_heads"], nan=0.0)
    assert_near(steps.scaled, case["S_heads"], atol)
    assert_near(steps.weights, without_nan, atol)
    if not told["nan_in_torch_output"]["A"]:
        assert_near(joined(steps.output), case["heads_concat"], atol)


@pytest.mark.parametrize(
    "name", [name for name in MHA if "cross" not in name and "add_zero_attn" not in name]
)
def test_multi_head_attention_agrees_with_torch(name):
    case, told = arrays("torch", name), description("torch", name)
    atol = told["suggested_tolerance"]["O_abs"]
    mask, bias = blocked(case)
    trace = multi_head_attention(
        case["X_query"],
        case["Wq"],
        case["Wk"],
        case["Wv"],
        case["Wo"],
        told["num_heads"],
        **{f"b_{part}": case.get(f"b{part}") for part in "qkvo"},
        mask=mask,
        bias=bias,
    )
    wanted = "O_need_weights_false" if told["nan_in_torch_output"]["O"] else "O"
    assert_near(trace.q, case["Q_heads"], atol)
    assert_near(trace.weights, np.nan_to_num(case["A_heads"], nan=0.0), atol)
    assert_near(trace.output, case[wanted], atol)


def sdpa(case, told):
    group = case["Q"].shape[1] // case["K"].shape[1] if told["enable_gqa"] else 1
    k, v = (np.repeat(case[n], group, axis=1) if group > 1 else case[n] for n in "KV")
    mask = case.get("mask")
    kind = "mask" if mask is not None and mask.dtype == bool else "bias"
    scale = told["scale"] if isinstance(told["scale"], float) else None
    steps = attention(case["Q"], k, v, causal=told["is_causal"], scale=scale, **{kind: mask})
    return steps, group


def summed_groups(gradient, group):
    batch, heads, n, width = gradient.shape
    return gradient.reshape(batch, heads // group, group, n, width).sum(axis=2)


def blocked(case):
    """Torch's masks of this operator in our words: True = may attend, floats are added."""
    attn, padding = case.get("attn_mask"), case.get("key_padding_mask")
    mask = bias = None
    if attn is not None and attn.dtype != bool:
        bias = attn
    elif attn is not None:
        mask = ~attn
    if padding is not None:
        allowed = ~padding[..., None, None, :]
        mask = allowed if mask is None else mask & allowed
    return mask, bias


def joined(heads):
    *batch, n_heads, n, width = heads.shape
    return heads.swapaxes(-2, -3).reshape(*batch, n, n_heads * width)


def assert_near(found, wanted, atol):
    # Logits of 1e4 hold about 12 digits, so their own rounding is allowed for.
    np.testing.assert_allclose(found, wanted, rtol=1e-12 if atol < 1e-6 else 1e-5, atol=atol)
