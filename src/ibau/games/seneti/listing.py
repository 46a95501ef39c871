"""All moves at once: `nth` looks for its place from the beginning each time."""

from collections.abc import Iterator

from ibau.core.bits import members
from ibau.games.seneti.rules import WORD, Moves


def listed(moves: Moves) -> Iterator[int]:
    """The actions in the order of `nth`."""
    for n, actions in enumerate(moves):
        if actions:
            yield from (WORD * n + action for action in members(actions))
