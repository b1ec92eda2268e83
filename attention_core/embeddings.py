"""Where X comes from: one row of numbers a token, always the same row for the same token."""

import hashlib
from collections.abc import Sequence

import numpy as np

from attention_core.arrays import BoolArray, FloatArray

WIDEST = 64
"""Most numbers a token can have; d_model shows the first of them."""

SPREAD = 0.7

DECIMALS = 1

HAND_SET: dict[str, tuple[int, ...]] = {
    "我": (1, 0, 0, 0, 1),
    "喜欢": (0, 1, 1, 0, 0),
    "学习": (0, 0, 1, 1, 1),
    "语言": (0, 0, 0, 1, 0),
}
"""The example's rows, chosen by hand; they tell about the computation, not about the words."""

EQUIVALENT: dict[str, str] = {
    "I": "我",
    "love": "喜欢",
    "learning": "学习",
    "languages": "语言",
    "because": "因为",
    "every": "每个",
    "new": "新",
    "word": "词",
    "opens": "打开",
    "a": "一扇",
    "bright": "明亮的",
    "window": "窗",
    "dog": "狗",
    "bites": "咬",
}
"""Words of the preset sentences that share one row, so both languages show the same figures."""


def embed(tokens: Sequence[str], d_model: int) -> FloatArray:
    """X: one row a token, repeated tokens get equal rows: (n, d_model)."""
    rows = {token: token_row(token, d_model) for token in set(tokens)}
    return np.array([rows[token] for token in tokens])


def token_row(token: str, d_model: int) -> FloatArray:
    """The numbers of one token, from its text alone: hand-set if it has them, then drawn.

    (d_model,). Drawn from N(0, 0.7²), rounded to one decimal; a larger d_model only adds numbers.
    """
    word = EQUIVALENT.get(token, token)
    digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
    stream = np.random.default_rng(int.from_bytes(digest[:8], "big"))
    row = np.round(stream.normal(0.0, SPREAD, d_model), DECIMALS) + 0.0  # no negative zeros
    given = HAND_SET.get(word, ())[:d_model]
    row[: len(given)] = given
    return row


def chosen_by_hand(tokens: Sequence[str], d_model: int) -> BoolArray:
    """Which numbers of X were chosen by hand rather than drawn: (n, d_model)."""
    widths = [len(HAND_SET.get(EQUIVALENT.get(token, token), ())) for token in tokens]
    return np.arange(d_model) < np.array(widths)[:, None]
