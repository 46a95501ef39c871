"""Parameters of tests that `make test` tries in part, and `make test-all` completely."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def slow_but(quick: Container[Any], values: Iterable[Any]) -> list[Any]:
    """The parameters `values`, of which all but the `quick` ones are marked as slow."""
    return [value if value in quick else _slow(value) for value in values]


def _slow(value: Any) -> Any:
    return pytest.param(*value if isinstance(value, tuple) else (value,), marks=pytest.mark.slow)
