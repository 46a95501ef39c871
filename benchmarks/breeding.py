"""Do players of the formation game who only want to win finish their games?  python -m benchmarks.breeding RULESET

Players look one ply ahead and judge positions by weights (`Weights`).  The weights evolve: a mutation that beats the
best so far, over games with both seats, replaces it.  A game that reaches the cap is a draw, or scores `--unfinished`
for both, so that nobody gains by it.  Now and then the best plays itself, and the share of games that end is printed.
"""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibau.core.chance import THROW, advance, below, draw, seeded, word
from ibau.core.interval import wilson
from ibau.core.outcome import CHANCE, FIRST, NOBODY, SECOND, other
from ibau.games import game
from ibau.games.senet.formation.players import CAN_BE_HIT, SAFE, Weights, weighed
from ibau.games.senet.formation.rules import BEFORE_LOT, Position, count, moves, nth, play, turn
from ibau.machine.rule import loop, rule

TURNS = 3000  # of the cap
STEPS = Weights(settled=30, in_order=5, stranded=60, in_hand=30, leading=10, exposed=20)  # of a mutation, about
TRIAL, PROOF, SELF = 200, 600, 400  # games: of a first trial, of a mutation that passes it, of the best against itself
SEEMS, IS = 0.06, 0.03  # points a game by which a mutation must be better in the trial, and in the proof
LEAST = Weights(settled=0, in_order=0, stranded=0, in_hand=-200, leading=-100, exposed=0)


@rule
def choice(rules: Any, position: Position, weights: Weights, random: int) -> int:
    """The action that looks best one ply ahead; one of those at random."""
    legal = moves(rules, position)
    width = count(legal)
    begin = below(random, width)
    side = 1 if position.player == FIRST else -1
    best, most = 0, -2000
    for n in range(width):
        action = nth(legal, (begin + n) % width)
        value = side * weighed(rules, play(rules, position, action), weights)
        if value > most:
            best, most = action, value
    return best


@loop
def games(rules: Any, start: Position, one: Weights, two: Weights, winners: NDArray[np.int64], random: int) -> int:
    """Play games, `one` first in every second of them; who has won each, 0 or 1, or NOBODY.  The generator state."""
    for n in range(len(winners)):
        position = start
        while position.winner == NOBODY and position.turns < TURNS:
            random = advance(random)
            if position.throw == BEFORE_LOT:
                position = play(rules, position, below(random, 2))
            elif turn(rules, position) == CHANCE:
                position = play(rules, position, draw(THROW, word(random) >> 28))
            else:
                weights = one if (position.player == FIRST) == (n % 2 == 0) else two
                position = play(rules, position, choice(rules, position, weights, random))
        if position.winner == NOBODY:
            winners[n] = NOBODY
        else:
            winners[n] = position.winner if n % 2 == 0 else other(position.winner)
    return random


class Breeder:
    """Players of a ruleset, the best so far first."""

    def __init__(self, ruleset: str, unfinished: float, seed: int) -> None:
        played = game(ruleset)
        self._rules, self._start = played.rules, played.initial().position
        self._unfinished = unfinished
        self._random = seeded(seed)
        self._mutations = np.random.default_rng(seed)
        self.best = SAFE if played.rules.settled_safe else CAN_BE_HIT

    def played(self, one: Weights, two: Weights, n: int) -> NDArray[np.int64]:
        """The winners of `n` games."""
        winners = np.zeros(n, np.int64)
        self._random = games(self._rules, self._start, one, two, winners, self._random)
        return winners

    def points(self, one: Weights, two: Weights, n: int) -> float:
        """The average score of the first of two players."""
        winners = self.played(one, two, n)
        won, lost = (winners == FIRST).sum(), (winners == SECOND).sum()
        return float(won - lost + self._unfinished * (n - won - lost)) / n

    def try_one(self) -> None:
        """Try a mutation of the best, which replaces it if it is better by the margins above."""
        changes = np.rint(
            self._mutations.normal(size=len(STEPS)) * STEPS * self._mutations.integers(2, size=len(STEPS))
        )
        changed = np.maximum(np.array(self.best) + changes.astype(int), LEAST)
        other_one = Weights(*map(int, changed))
        even = self.points(self.best, self.best, TRIAL) if self._unfinished else 0.0
        if self.points(other_one, self.best, TRIAL) > even + SEEMS and (
            self.points(other_one, self.best, PROOF) > even + IS
        ):
            self.best = other_one


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.breeding", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument("--unfinished", type=float, default=0.0, help="what the cap is worth to both (default: 0)")
    parser.add_argument("--trials", type=int, default=300, help="how many weights are tried (default: 300)")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    breeder = Breeder(options.ruleset, options.unfinished, options.seed)
    first = breeder.best
    for trial in range(options.trials + 1):
        if trial % (options.trials // 3 or 1) == 0:
            ended = int((breeder.played(breeder.best, breeder.best, SELF) != NOBODY).sum())
            low, high = wilson(ended, SELF)
            gained = breeder.points(breeder.best, first, PROOF)
            print(f"{trial}: {ended / SELF:.1%} ({low:.1%} to {high:.1%}) end; {gained:+.2f} a game against the first")
            print(f"    {breeder.best}", flush=True)
        breeder.try_one()


if __name__ == "__main__":
    main()
