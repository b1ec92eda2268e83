"""What a pass leaves behind: every array of it, in the order of computation, with named axes."""

from dataclasses import dataclass, field, fields

from attention_core.arrays import FloatArray


def _axes(*names: str) -> dict[str, tuple[str, ...]]:
    return {"axes": names}


class _Arrays:
    """What the traces share: their arrays by name, and the names of the axes."""

    __slots__ = ()

    def arrays(self) -> dict[str, FloatArray]:
        """All arrays by name, in the order of computation."""
        return {name: getattr(self, name) for name in self.axes()}

    @classmethod
    def axes(cls) -> dict[str, tuple[str, ...]]:
        """Names of the last axes of each array; batch axes, if any, stand before them."""
        return {f.name: f.metadata["axes"] for f in fields(cls) if f.metadata}  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, eq=False)
class AttentionSteps(_Arrays):
    """One attention from Q, K, V to the output. All arrays are read-only float64."""

    q: FloatArray = field(metadata=_axes("n_q", "d_k"))
    k: FloatArray = field(metadata=_axes("n_k", "d_k"))
    v: FloatArray = field(metadata=_axes("n_k", "d_v"))
    scale: float
    scores: FloatArray = field(metadata=_axes("n_q", "n_k"))
    scaled: FloatArray = field(metadata=_axes("n_q", "n_k"))
    masked: FloatArray = field(metadata=_axes("n_q", "n_k"))
    weights: FloatArray = field(metadata=_axes("n_q", "n_k"))
    output: FloatArray = field(metadata=_axes("n_q", "d_v"))


@dataclass(frozen=True, slots=True, eq=False)
class Trace(_Arrays):
    """One self-attention from X to the output. All arrays are read-only float64."""

    x: FloatArray = field(metadata=_axes("n", "d_model"))
    w_q: FloatArray = field(metadata=_axes("d_model", "d_k"))
    w_k: FloatArray = field(metadata=_axes("d_model", "d_k"))
    w_v: FloatArray = field(metadata=_axes("d_model", "d_v"))
    q: FloatArray = field(metadata=_axes("n", "d_k"))
    k: FloatArray = field(metadata=_axes("n", "d_k"))
    v: FloatArray = field(metadata=_axes("n", "d_v"))
    scale: float
    scores: FloatArray = field(metadata=_axes("n", "n"))
    scaled: FloatArray = field(metadata=_axes("n", "n"))
    masked: FloatArray = field(metadata=_axes("n", "n"))
    weights: FloatArray = field(metadata=_axes("n", "n"))
    output: FloatArray = field(metadata=_axes("n", "d_v"))


@dataclass(frozen=True, slots=True, eq=False)
class MultiHeadTrace(_Arrays):
    """One multi-head self-attention from X to the output. All arrays are read-only float64.

    `heads` is the output of each head, `concat` the heads side by side, `output` concat·W_O.
    """

    x: FloatArray = field(metadata=_axes("n", "d_model"))
    w_q: FloatArray = field(metadata=_axes("d_model", "n_heads*d_k"))
    w_k: FloatArray = field(metadata=_axes("d_model", "n_heads*d_k"))
    w_v: FloatArray = field(metadata=_axes("d_model", "n_heads*d_v"))
    w_o: FloatArray = field(metadata=_axes("n_heads*d_v", "d_model"))
    q: FloatArray = field(metadata=_axes("n_heads", "n", "d_k"))
    k: FloatArray = field(metadata=_axes("n_heads", "n", "d_k"))
    v: FloatArray = field(metadata=_axes("n_heads", "n", "d_v"))
    scale: float
    scores: FloatArray = field(metadata=_axes("n_heads", "n", "n"))
    scaled: FloatArray = field(metadata=_axes("n_heads", "n", "n"))
    masked: FloatArray = field(metadata=_axes("n_heads", "n", "n"))
    weights: FloatArray = field(metadata=_axes("n_heads", "n", "n"))
    heads: FloatArray = field(metadata=_axes("n_heads", "n", "d_v"))
    concat: FloatArray = field(metadata=_axes("n", "n_heads*d_v"))
    output: FloatArray = field(metadata=_axes("n", "d_model"))
