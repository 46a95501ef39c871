"""States and lines as tests write them: a ruleset, a position, the actions from there, or a game at random."""

import random

from ibau.core.game import State
from ibau.core.line import Line
from ibau.games import game


def state_after(ruleset: str, line: str = "", position: str = "") -> State:
    """The state after the actions of a line, played from a position text or else from the start."""
    begun = game(ruleset).state(position) if position else game(ruleset).initial()
    return play_all(begun, line)


def play_all(state: State, line: str) -> State:
    """The state after the actions of a line."""
    for action in line.split():
        state = state.play(action)
    return state


def random_line(ruleset: str, plies: int, seed: int = 1) -> Line:
    """A game played at random, this many plies long at most."""
    chosen = random.Random(seed)
    line = Line(game(ruleset).initial())
    while line.state.legal and line.ply_count < plies:
        line = line.after(chosen.choice(line.state.legal))
    return line
