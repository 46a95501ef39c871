"""What a ply costs late in a long game, beside the same ply in a game that begins there: time and memory."""

import random
import tracemalloc
from collections.abc import Iterator, Sequence

from benchmarks.measure import Work, rates
from benchmarks.table import Row, compared, short
from ibau.core.game import State
from ibau.core.line import Line
from ibau.games import game

RULESET = "seneti"  # positions come back, so all that have occurred are remembered
PLIES, LATE = 1000, 100  # of the game, and of its end, which is measured
TIMES = 5  # in a round


def late_plies(rounds: int) -> Iterator[Row]:
    """The last plies of a long game, played again and again; the line is held, as a game being played is."""
    line = long_game()
    late = line.back_to(PLIES - LATE)
    begun = Line(State(late.state.game, late.state.position))
    actions = line.actions[late.at :]

    def again(start: Line) -> Work:
        for _ in range(TIMES):
            played(start, actions)
        return {"plies": TIMES * LATE}

    measured = rates({"late": lambda _: again(late), "begun": lambda _: again(begun)}, rounds)
    what = f"{RULESET}, plies {late.at + 1} to {line.at}"
    yield compared(f"{what}: plies / s", measured["late"]["plies"], "in a game begun there", measured["begun"]["plies"])
    ours, theirs = (bytes_held(start, actions) / LATE for start in (late, begun))
    yield Row(f"{what}: bytes a ply", short(ours), f"in a game begun there {short(theirs)}", short(ours / theirs))


def long_game() -> Line:
    """A random game of this many plies."""
    for seed in range(1000):
        dice = random.Random(seed)  # noqa: S311 - nothing is secret here
        line = Line(game(RULESET).initial())
        while line.at < PLIES and line.state.legal:
            line = line.after(dice.choice(line.state.legal))
        if line.at == PLIES:
            return line
    raise RuntimeError(f"no random game of {RULESET} was {PLIES} plies long")


def played(line: Line, actions: Sequence[str]) -> Line:
    """The line after some actions."""
    for action in actions:
        line = line.play(action)
    return line


def bytes_held(start: Line, actions: Sequence[str]) -> int:
    """The memory that a game holds more after some actions; what it shares with `start` is there already."""
    tracemalloc.start()
    line = played(start, actions)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held if line.at else 0
