"""What every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the project."""
    return Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def cases(root: Path) -> Path:
    """The worked cases of others that the tests compare with."""
    return root / "tests" / "cases"
