"""Every core test runs with floating-point accidents turned into errors."""

import numpy as np
import pytest


@pytest.fixture(autouse=True)
def no_silent_accident():
    """Overflow, 0/0 and ∞−∞ raise. Underflow only where a test says so: np.testing has some."""
    with np.errstate(over="raise", divide="raise", invalid="raise"):
        yield
