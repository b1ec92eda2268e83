"""Agreement with worked examples of tutorials, courses and books, as recomputed exactly."""

import numpy as np
import pytest

from attention_core import attention, multi_head_attention, self_attention
from tests.core.outside import description, names, numbers

WORKED = names("worked")
PARAMETERS = ("Wq", "Wk", "Wv")
BIASES = ("bq", "bk", "bv")


@pytest.mark.parametrize("name", WORKED)
def test_the_worked_example_comes_out_exactly(name):
    told = description("worked", name)
    exact = {key: numbers(value) for key, value in told["exact_float64"].items()}
    trace, fields = traced(told)
    for field, wanted in fields.items():
        if wanted in exact:
            found = getattr(trace, field)
            np.testing.assert_allclose(found, exact[wanted], rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("name", WORKED)
def test_where_a_source_printed_wrong_numbers_ours_are_the_exact_ones(name):
    told = description("worked", name)
    trace, fields = traced(told)
    symbols = {symbol: field for field, symbol in fields.items()}
    for symbol, check in told["check"].items():
        for cell in check.get("first_wrong", ()):
            found = getattr(trace, symbols[symbol])[tuple(cell["at"])]
            assert abs(found - cell["exact"]) < 1e-9 < abs(found - cell["printed"])


def traced(told):
    given = {key: numbers(value) for key, value in told["given"].items()}
    switches = {"scale": scale(told["scale"]), **masking(told["mask"])}
    if "X" not in given:
        return attention(given["Q"], given["K"], given["V"], **switches), plain_fields()
    x = given["X"]
    identity = np.eye(x.shape[1])
    parameters = [given.get(part, identity) for part in PARAMETERS]
    biases = {f"b_{key[1]}": given.get(key) for key in BIASES}
    if told["num_heads"] == 1 and "Wo" not in given:
        return self_attention(x, *parameters, **biases, **switches), plain_fields()
    w_o = given.get("Wo", np.eye(parameters[2].shape[1]))
    trace = multi_head_attention(
        x, *parameters, w_o, told["num_heads"], **biases, b_o=given.get("bo"), **switches
    )
    return trace, head_fields(told)


def scale(told):
    if isinstance(told, (int, float)):
        return float(told)
    return 1.0 if told.startswith("none") else None


def masking(told):
    if told is None:
        return {}
    if isinstance(told, dict):
        return {"mask": np.array(told["allowed"])}
    assert told.startswith("causal")
    return {"causal": True}


def plain_fields():
    steps = {"scores": "S_raw", "scaled": "S", "masked": "S_masked", "weights": "A", "output": "O"}
    return {"q": "Q", "k": "K", "v": "V", **steps}


def head_fields(told):
    if told["num_heads"] == 1:
        return {"output": "O"}
    fields = {**plain_fields(), "heads": "O_heads", "concat": "O_concat"}
    return {field: symbol for field, symbol in fields.items() if field not in ("q", "k", "v")}
