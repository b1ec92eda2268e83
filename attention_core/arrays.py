"""Array types, and the border where the caller's arrays become ours."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from attention_core.errors import AttentionError

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]
Shape = tuple[int, ...]


def any_array(name: str, value: ArrayLike) -> NDArray[Any]:
    """`value` as an array of whatever it holds.

    Refused: rows of unequal length (ragged); hidden entries of a masked array (masked_array).
    """
    if isinstance(value, np.ma.MaskedArray) and np.ma.is_masked(value):
        raise AttentionError(
            "masked_array",
            f"{name} is a NumPy masked array with hidden entries; fill them: {name}.filled(0)",
            name=name,
        )
    try:
        return np.asarray(value)
    except (ValueError, TypeError) as cause:
        raise AttentionError(
            "ragged",
            f"{name} has rows of unequal length: every row needs the same width",
            name=name,
        ) from cause


def numbers(name: str, value: ArrayLike) -> FloatArray:
    """A float64 copy of `value`, so that later edits by the caller change nothing here.

    Refused: anything but integers and floats (not_numeric, not_real, boolean_data, ragged).
    """
    array = any_array(name, value)
    if array.dtype.kind not in "iuf":
        raise _wrong_kind(name, array)
    return np.array(array, dtype=np.float64, order="C")


def finite_numbers(name: str, value: ArrayLike) -> FloatArray:
    """A float64 copy of `value` without NaN and infinities.

    Refused: as `numbers`; an entry that is not finite (not_finite).
    """
    array = numbers(name, value)
    if not np.isfinite(array).all():
        raise not_finite(name, array)
    return array


def matrix(name: str, value: ArrayLike) -> FloatArray:
    """A finite float64 copy with at least two axes and at least one entry: (..., rows, columns).

    Refused: as `finite_numbers`; fewer axes (too_few_axes); no entries (empty).
    """
    array = finite_numbers(name, value)
    if array.ndim < 2:
        raise _too_few_axes(name, array.shape)
    if array.size == 0:
        raise empty(name, array.shape)
    return array


def plain_matrix(name: str, value: ArrayLike) -> FloatArray:
    """A finite float64 copy with exactly two axes: (rows, columns).

    Refused: as `matrix`; more axes (too_many_axes).
    """
    array = matrix(name, value)
    if array.ndim > 2:
        raise AttentionError(
            "too_many_axes",
            f"{name} is {shape_text(array.shape)}, but one plain matrix is needed: "
            "the heads stand side by side in its columns",
            name=name,
            shape=shape_text(array.shape),
        )
    return array


def leading_axes(**arrays: FloatArray) -> Shape:
    """The batch axes of all arrays together; () for plain matrices.

    Refused: axes that do not broadcast (leading_axes).
    """
    if all(array.ndim == 2 for array in arrays.values()):
        return ()
    try:
        return np.broadcast_shapes(*(array.shape[:-2] for array in arrays.values()))
    except ValueError as cause:
        shapes = ", ".join(f"{name} {shape_text(array.shape)}" for name, array in arrays.items())
        raise AttentionError(
            "leading_axes",
            f"the axes before rows and columns do not fit together: {shapes}; "
            "each must be equal, or 1, or absent",
            shapes=shapes,
        ) from cause


def check_overflow(name: str, array: FloatArray) -> None:
    """Refuse results that left the range of float64 (overflow)."""
    if np.isfinite(array).all():
        return
    raise AttentionError(
        "overflow",
        f"{name} grow beyond the largest float64 number (1.8e308): use smaller inputs",
        name=name,
    )


def magnitude(array: FloatArray) -> float:
    """The largest |entry|; NaN or infinity when an entry is not finite."""
    return float(np.abs(array).max())


def frozen(array: FloatArray) -> FloatArray:
    """The same array, read-only from now on. Only for arrays made here."""
    array.setflags(write=False)
    return array


def fits(shape: Shape, target: Shape) -> bool:
    """Whether `shape` broadcasts to `target` without adding axes or growing it."""
    if len(shape) > len(target):
        return False
    return all(s in (1, t) for s, t in zip(reversed(shape), reversed(target), strict=False))


def shape_text(shape: Shape) -> str:
    """A shape as people write it: 3×2, 2×3×2; one axis: length 3."""
    if len(shape) < 2:
        return f"length {shape[0]}" if shape else "a single number"
    return "×".join(map(str, shape))


def not_finite(name: str, array: FloatArray) -> AttentionError:
    """The refusal of NaN and infinities, naming the first place (counted from 1)."""
    index = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
    value = float(array[index])
    place = ", ".join(str(i + 1) for i in index)
    word = "NaN" if math.isnan(value) else "an infinity"
    hint = " To block a key use mask=, or −inf in bias." if math.isinf(value) else ""
    return AttentionError(
        "not_finite",
        f"{name} holds {word} at ({place}): all numbers must be finite.{hint}",
        name=name,
        value=value,
        place=place,
    )


def empty(name: str, shape: Shape) -> AttentionError:
    """The refusal of an array without entries."""
    return AttentionError(
        "empty",
        f"{name} is {shape_text(shape)}: it needs at least one row and one column",
        name=name,
        shape=shape_text(shape),
    )


def _too_few_axes(name: str, shape: Shape) -> AttentionError:
    if shape:
        message = (
            f"{name} has one axis (length {shape[0]}), but rows and columns are needed: "
            f"one row alone is written {name}[None, :], shape 1×{shape[0]}"
        )
    else:
        message = f"{name} is a single number, but rows and columns are needed: [[number]] is 1×1"
    return AttentionError(
        "too_few_axes", message, name=name, axes=len(shape), length=shape[0] if shape else 1
    )


def _wrong_kind(name: str, array: NDArray[Any]) -> AttentionError:
    dtype = str(array.dtype)
    if array.dtype.kind == "b":
        message = (
            f"{name} holds booleans; if the numbers 0 and 1 are meant, pass {name}.astype(float); "
            "a mask goes into mask="
        )
        return AttentionError("boolean_data", message, name=name, dtype=dtype)
    if array.dtype.kind == "c":
        message = f"{name} holds complex numbers ({dtype}); only real numbers can be used"
        return AttentionError("not_real", message, name=name, dtype=dtype)
    message = f"{name} holds {dtype} values, not numbers; give it a numeric dtype such as float64"
    return AttentionError("not_numeric", message, name=name, dtype=dtype)
