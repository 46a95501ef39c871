"""What core leaves to others: it knows no game by name, and neither draws nor prints.

The package sets these functions (`ibau/__init__.py`); without it a state has no picture, and prints as its text.
"""

from collections.abc import Callable
from typing import Any


def _unknown(text: str) -> Any:
    raise LookupError(text)


def _undrawn(_state: Any) -> None: ...


def _unprinted(state: Any, _columns: int) -> str:
    return str(state)


named: Callable[[str], Any] = _unknown  # the Game of a ruleset text
drawn: Callable[[Any], str | None] = _undrawn  # the SVG of a state, which a notebook shows
printed: Callable[[Any, int], str] = _unprinted  # its board in letters, in this many columns
