"""Who knows the games by their names.  Core does not: the package tells it who does (`ibau/__init__.py`)."""

from collections.abc import Callable
from typing import Any


def _unknown(text: str) -> Any:
    """Nobody does."""
    raise LookupError(text)


named: Callable[[str], Any] = _unknown  # the Game of a ruleset text
