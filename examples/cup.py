"""A round-robin tournament with a table of points.

    python examples/cup.py seti-beth Narrow greedy level2 random --games 20

A player is a level, a search such as uct:nodes=300, or a class in this file: write your own.
"""

import argparse
from itertools import combinations

import ibau


class Narrow(ibau.Player):
    """Leaves the opponent as few legal actions as possible."""

    def move(self, state):
        return min(state.actions, key=lambda action: choices(state.play(action), state.turn))


def choices(state, seat):
    """The number of the opponent's actions; a win counts as the fewest, a loss as the most."""
    if state.result:
        return -100 * state.result.returns[seat]
    return 50 if state.turn == seat else len(state.legal)


def play(ruleset, names, games):
    """The points of each player against each other: {(one, other): points of one}."""
    points = {}
    for one, other in combinations(names, 2):
        tally = ibau.tournament(entrant(one), entrant(other), ruleset, games)
        points[one, other], points[other, one] = tally.points, tally.games - tally.points
    return points


def entrant(name):
    return globals()[name]() if name in globals() else name


def show(names, points):
    """Print the table, the best first."""
    totals = {name: sum(points[name, other] for other in names if other != name) for name in names}
    ranked = sorted(names, key=totals.get, reverse=True)
    wide = max(map(len, names)) + 2
    print(" " * (wide + 3), *(f"{rank:>6}" for rank in range(1, len(names) + 1)), " points")
    for rank, name in enumerate(ranked, 1):
        cells = ("–" if other == name else f"{points[name, other]:g}" for other in ranked)
        print(f"{rank:>2} {name:{wide}}", *(f"{cell:>6}" for cell in cells), f"{totals[name]:>7g}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("ruleset")
    parser.add_argument("names", nargs="+")
    parser.add_argument("--games", type=int, default=20, help="between two")
    wish = parser.parse_args()
    show(wish.names, play(wish.ruleset, wish.names, wish.games))
