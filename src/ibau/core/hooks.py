"""Functions that core needs from packages that import it: to find a game by name, and to draw and print a state.

`ibau/__init__.py` sets them; by default no game is found, and a state has no picture and prints as its text.
"""

from collections.abc import Callable
from typing import Any


def _no_games(text: str) -> Any:
    raise LookupError(text)


def _no_svg(_state: Any) -> None: ...


def _no_text(state: Any, _columns: int) -> str:
    return str(state)


resolve_game: Callable[[str], Any] = _no_games  # the Game of a ruleset text
render_svg: Callable[[Any], str | None] = _no_svg  # the SVG of a state, which a notebook shows
render_text: Callable[[Any, int], str] = _no_text  # its board as text, in a number of columns
