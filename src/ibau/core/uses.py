"""What of its rules and special squares a game may make use of: told by the lab, counted in whole games."""

from collections.abc import Callable
from typing import Any, NamedTuple

Met = Callable[[Any, Any, Any, Any], bool]


class Use(NamedTuple):
    """One rule or square, and the @rule that says of a player's deed whether it mattered there."""

    id: str  # a word of the family: "wall", "water"
    text: str  # what has happened then, a text of the catalogues
    cites: str  # rulings and the place in the source
    met: Met  # (rules, position before, deed, position after)
    counted: str = ""  # what it is called where a side's are counted after a game, a text of the catalogues
