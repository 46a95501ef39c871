"""How the players stand to each other: python -m benchmarks.levels [RULESET] [A:B:PAIRS ...].

Pairs of games: seats changed, the same throws for both.  Scores are wins, draws half, with Wilson's 95 % interval.
"""

import argparse
import math
from typing import NamedTuple

from ibau.core.chance import advance, seeded, word
from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, NOBODY
from ibau.games import game
from ibau.players import player

USUAL = ("level1:random:100", "greedy:level1:100", "level5:level1:100", "level8:level5:5")


class Score(NamedTuple):
    """Points of the first named player, out of so many games."""

    points: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the score."""
        share, z = self.points / self.games, 1.96
        centre = share + z * z / (2 * self.games)
        half = z * math.sqrt(share * (1 - share) / self.games + z * z / (4 * self.games**2))
        return (centre - half) / (1 + z * z / self.games), (centre + half) / (1 + z * z / self.games)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.points / self.games:.1%} ({low:.1%} to {high:.1%}) of {self.games} games"


def match(rules: Game, one: str, other: str, pairs: int) -> Score:
    """The score of a player against another."""
    points = 0.0
    for seed in range(pairs):
        points += (1 + played(rules, (one, other), seed)[0]) / 2
        points += (1 + played(rules, (other, one), seed)[1]) / 2
    return Score(points, 2 * pairs)


def played(rules: Game, names: tuple[str, str], seed: int) -> tuple[int, int]:
    """What a game returns to both seats."""
    seats = [player(name, seed) for name in names]
    state, throws = rules.initial(), seeded(seed)
    while state.turn != NOBODY:
        if state.turn == CHANCE:
            throws = advance(throws)
            state = state.play(state.drawn(word(throws) >> 28))
        else:
            state = state.play(seats[state.turn].choose(state).action)
    return returns(state)


def returns(state: State) -> tuple[int, int]:
    """How a finished game ended for both."""
    assert state.result is not None  # noqa: S101 - it is finished
    return state.result.returns


class Wish(NamedTuple):
    """A match that is asked for."""

    one: str
    other: str
    pairs: int


def wish(text: str) -> Wish:
    """A match in one word such as `greedy:level1:100`.  Raises IbauError."""
    one, other, pairs = text.split(":") if text.count(":") == 2 else ("", "", "")
    if not pairs.isdecimal() or int(pairs) < 1:
        raise IbauError(f"{text!r} is no match; write two players and how many pairs, such as 'greedy:level1:100'.")
    for name in (one, other):
        player(name)
    return Wish(one, other, int(pairs))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__)
    parser.add_argument("ruleset", nargs="?", default="seega")
    parser.add_argument("matches", nargs="*", default=USUAL, metavar="A:B:PAIRS")
    options = parser.parse_args()
    try:
        rules = game(options.ruleset)
        wishes = [wish(text) for text in options.matches]
    except IbauError as error:
        parser.error(str(error))
    for one, other, pairs in wishes:
        print(f"{rules.ruleset}: {one} against {other}: {match(rules, one, other, pairs)}")


if __name__ == "__main__":
    main()
