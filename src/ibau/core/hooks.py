"""Functions that core needs from packages that import it: to find a game by name, and to draw and print a state.

`ibau/__init__.py` sets them.
"""

from collections.abc import Callable
from typing import Any

resolve_game: Callable[[str], Any]  # the Game of a ruleset text
render_svg: Callable[[Any], str]  # the SVG of a state, which a notebook shows
render_text: Callable[[Any, int], str]  # its board as text, in a number of columns
