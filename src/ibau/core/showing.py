"""How a state shows itself.  Core neither draws nor prints: the package tells it who can (`ibau/__init__.py`)."""

from collections.abc import Callable
from typing import Any


def _undrawn(_state: Any) -> None:
    """Nobody draws."""


def _unprinted(state: Any, _columns: int) -> str:
    """Nobody prints boards."""
    return str(state)


drawn: Callable[[Any], str | None] = _undrawn  # the SVG of a state, which a notebook shows
printed: Callable[[Any, int], str] = _unprinted  # its board in letters, in this many columns
