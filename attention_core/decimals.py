"""Products of numbers with few decimals, the same on every machine and at every size."""

import numpy as np

from attention_core.arrays import FloatArray, magnitude

LARGEST_EXACT = 2.0**53
"""Up to here every whole number is a float64."""

MOST_DECIMALS = 22
"""Up to here every power of ten is a float64."""


def decimal_product(a: FloatArray, a_decimals: int, b: FloatArray, b_decimals: int) -> FloatArray:
    """The matrix product a·b, where a and b hold numbers of so many decimals.

    (..., n, m), (..., m, p) → (..., n, p). Counted in steps of the last decimal all numbers are
    whole, and whole numbers add up exactly in any order. An ordinary product may differ in its
    last bit from machine to machine and size to size, and 0.125 would then be shown as 0.13 or
    0.12. Numbers too long to be counted so are multiplied in the ordinary way.
    """
    decimals = a_decimals + b_decimals
    largest = magnitude(a) * magnitude(b) * a.shape[-1]
    if decimals > MOST_DECIMALS or not largest * 10.0**decimals < LARGEST_EXACT:
        ordinary: FloatArray = np.matmul(a, b)
        return ordinary
    steps = np.matmul(np.rint(a * 10.0**a_decimals), np.rint(b * 10.0**b_decimals))
    product: FloatArray = steps / 10.0**decimals
    return product
