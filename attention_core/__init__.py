"""Self-attention computed step by step, with every number kept. NumPy only.

>>> import attention_core as ac
>>> steps = ac.attention(q=[[1, 0]], k=[[1, 0], [0, 1]], v=[[10, 0], [0, 10]])
>>> steps.scores
array([[1., 0.]])
>>> steps.weights.round(3)
array([[0.67, 0.33]])
>>> steps.output.round(2)
array([[6.7, 3.3]])

The lesson's example, from the sentence to the output:

>>> trace = ac.Scenario().trace()
>>> trace.scores[2]
array([-3., -1., -4.,  0.])
>>> trace.output[2].round(2)
array([0.18, 0.63, 1.23])

What does not fit is refused with the numbers and the remedy:

>>> ac.attention(q=[[1, 2]] * 3, k=[[1] * 4] * 2, v=[[1]] * 4)
Traceback (most recent call last):
attention_core.errors.AttentionError: widths of Q (2) and K (4) differ: K is 2×4 and looks \
transposed; its transpose 4×2 would fit Q 3×2
"""

from attention_core.attention import attention, multi_head_attention, self_attention
from attention_core.edits import Edit
from attention_core.errors import AttentionError
from attention_core.gradients import attention_gradients
from attention_core.masking import rows_without_keys
from attention_core.origins import Origin, changes_without, origin
from attention_core.output import contributions
from attention_core.scenario import Scenario
from attention_core.scores import Alignment, alignment
from attention_core.softmax import SoftmaxParts, softmax, softmax_parts
from attention_core.summaries import column_sums, difference, entropy, ranks, row_sums
from attention_core.tokens import Split, split_sentence
from attention_core.trace import AttentionSteps, MultiHeadTrace, Trace

__all__ = [
    "Alignment",
    "AttentionError",
    "AttentionSteps",
    "Edit",
    "MultiHeadTrace",
    "Origin",
    "Scenario",
    "SoftmaxParts",
    "Split",
    "Trace",
    "alignment",
    "attention",
    "attention_gradients",
    "changes_without",
    "column_sums",
    "contributions",
    "difference",
    "entropy",
    "multi_head_attention",
    "origin",
    "ranks",
    "row_sums",
    "rows_without_keys",
    "self_attention",
    "softmax",
    "softmax_parts",
    "split_sentence",
]
