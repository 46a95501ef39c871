"""States as tests write them: a ruleset, a position, the actions from there."""

from ibau.core.game import State
from ibau.games import game


def reached(ruleset: str, line: str = "", position: str = "") -> State:
    """The state after the actions of a line, played from a position text or else from the start."""
    begun = game(ruleset).state(position) if position else game(ruleset).initial()
    return played(begun, line)


def played(state: State, line: str) -> State:
    """The state after the actions of a line."""
    for action in line.split():
        state = state.play(action)
    return state
