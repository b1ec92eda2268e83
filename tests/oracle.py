"""Attention in plain loops over plain numbers: slow, and obvious enough to be believed."""

import math


def attention(q, k, v, allowed=None, bias=None, scale=None):
    """Scores, scaled, weights and output as nested lists; q, k, v are lists of rows."""
    scale = 1 / math.sqrt(len(k[0])) if scale is None else scale
    scores, scaled, weights, output = [], [], [], []
    for i, query in enumerate(q):
        row = [sum(a * b for a, b in zip(query, key, strict=True)) for key in k]
        s_row = [score * scale for score in row]
        logits = []
        for j, score in enumerate(s_row):
            may = allowed is None or allowed[i][j]
            added = 0.0 if bias is None else bias[i][j]
            logits.append(score + added if may else -math.inf)
        a_row = softmax(logits)
        out = [
            math.fsum(a * value[c] for a, value in zip(a_row, v, strict=True))
            for c in range(len(v[0]))
        ]
        scores.append(row)
        scaled.append(s_row)
        weights.append(a_row)
        output.append(out)
    return scores, scaled, weights, output


def softmax(logits):
    """Weights of one row; no key at all gives zeros."""
    top = max(logits)
    if top == -math.inf:
        return [0.0] * len(logits)
    exponentials = [math.exp(logit - top) for logit in logits]
    total = math.fsum(exponentials)
    return [e / total for e in exponentials]


def loss(q, k, v, g, **switches):
    """Σ output·g, whose gradients attention_gradients returns."""
    output = attention(q, k, v, **switches)[3]
    return math.fsum(
        o * d
        for o_row, d_row in zip(output, g, strict=True)
        for o, d in zip(o_row, d_row, strict=True)
    )


def slope(matrix, i, j, value, step=1e-6):
    """Central difference of value() when one entry of a list of rows moves."""
    here = matrix[i][j]
    matrix[i][j] = here + step
    above = value()
    matrix[i][j] = here - step
    below = value()
    matrix[i][j] = here
    return (above - below) / (2 * step)
