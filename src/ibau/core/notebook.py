"""What a notebook shows of a state.  Core cannot draw: the package tells it who can (`ibau/__init__.py`)."""

from collections.abc import Callable
from typing import Any


def _undrawn(_state: Any) -> None:
    """Nobody draws."""


drawn: Callable[[Any], str | None] = _undrawn  # the SVG of a state
