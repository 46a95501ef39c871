"""Compare players with perfect play: python -m benchmarks.perfect [RULESET ...] [--players P ...] [--write].

Games are played by a search with few nodes, a tenth of the moves at random.  Once tables have the value of every legal
action, every third decision is given to every player.  The loss of a choice is the difference in the exact chance to
win between the best action and this one.  A second table does the same with random positions from the tables.  Players
do not use the tables.  With --write the results are saved in docs/measured/perfect.tsv.
"""

import argparse
import random
from collections.abc import Iterator
from itertools import islice
from statistics import mean, stdev
from typing import NamedTuple

from benchmarks.figure_tables import machine_text, save
from ibau.core.errors import MissingTableError
from ibau.core.game import Game, State
from ibau.core.interval import TWO_SIDED_95, wilson
from ibau.core.outcome import CHANCE, FIRST
from ibau.games import game
from ibau.lab.arena import Entrant, parse_entrant
from ibau.players import Budget, player
from ibau.tables.probing import tables_hidden
from ibau.tables.tablebase import ExactValue, Tablebase

TABLED = ("seega", "seti-beth", "senet-race", "senet-geoludie")  # the games that have tables
PLAYERS = ("random", "greedy", "level1", "level5", "level8:nodes=3000")
QUICK_BUDGET = Budget(nodes=200)  # per move in the games that lead to decisions
AT_RANDOM = 0.1  # of their moves
HEADING = ("ruleset", "decisions", "player", "loses a decision", "plays the best")
EVERY = 3  # decisions from one that is used to the next of the same game
TOLERANCE = 5e-5  # the precision of tables: closer chances are equal


class Decision(NamedTuple):
    """A state with several legal actions, and the chance to win after each, for the player to move."""

    state: State
    chances: dict[str, float]

    def lost_by(self, action: str) -> float:
        """The chance to win that an action loses."""
        return max(self.chances.values()) - self.chances[action]


class ChoiceLosses(NamedTuple):
    """The losses of a player's choices."""

    player: str
    lost: list[float]

    def row(self) -> tuple[str, str, str]:
        """The player, the mean loss per decision with its 95 % interval, and the share of best choices."""
        n, best = len(self.lost), sum(loss < TOLERANCE for loss in self.lost)
        reach = TWO_SIDED_95 * stdev(self.lost) / n**0.5
        low, high = wilson(best, n)
        return self.player, f"{mean(self.lost):.4f} ± {reach:.4f}", f"{best / n:.0%} ({low:.0%} to {high:.0%})"


def decision_of(tablebase: Tablebase, state: State) -> Decision | None:
    """The decision of a state; None if there is none, or it is not in the tables."""
    if state.outcome or state.turn == CHANCE or len(state.legal) < 2:
        return None
    try:
        actions = tablebase.actions(state)
    except MissingTableError:
        return None
    return Decision(state, {text: chance_for(state.turn, exact) for text, exact in actions.items()})


def chance_for(seat: int, exact: ExactValue) -> float:
    """The chance of the player in `seat`."""
    return exact.chance if seat == FIRST else 1 - exact.chance


def played_decisions(tested: Game, tablebase: Tablebase, seed: int) -> Iterator[Decision]:
    """Yield decisions of one game after another."""
    dice, mover = random.Random(seed), player("mcts" if tested.system.has_throws else "alphabeta", seed)  # noqa: S311 - nothing is secret here
    while True:
        state, seen = tested.initial(), dice.randrange(EVERY)
        while not state.outcome:
            if decision := decision_of(tablebase, state):
                seen += 1
                if seen % EVERY == 0:
                    yield decision
            if state.turn == CHANCE:
                state = state.play(state.chance_action(dice.randrange(16)))
            elif dice.random() < AT_RANDOM:
                state = state.play(dice.choice(state.actions))
            else:
                state = state.play(mover.choose(state, QUICK_BUDGET).action)


def drawn_decisions(tested: Game, tablebase: Tablebase, seed: int) -> Iterator[Decision]:
    """Yield decisions at random positions of the largest layers, after a throw where there are throws."""
    dice, tables = random.Random(seed), tablebase.tables  # noqa: S311 - nothing is secret here
    layers = [table.header.layer for table in tablebase.layers.values()]
    most = max(layer.own + layer.enemy for layer in layers)
    largest = [layer for layer in layers if layer.own + layer.enemy == most]
    while True:
        layer = dice.choice(largest)
        place = dice.randrange(tables.size(layer))
        state = State(tested, tables.position(tested.rules, layer, place))
        if state.turn == CHANCE and not state.outcome:
            state = state.play(state.chance_action(dice.randrange(16)))
        if decision := decision_of(tablebase, state):
            yield decision


def choice_losses(decisions: list[Decision], entrant: Entrant) -> ChoiceLosses:
    """Let a player choose, without tables."""
    chooser = entrant.player(seed=1)
    with tables_hidden():
        chosen = [chooser.choose(decision.state, entrant.budget).action for decision in decisions]
    losses = [decision.lost_by(action) for decision, action in zip(decisions, chosen, strict=True)]
    return ChoiceLosses(entrant.text, losses)


def ranked(decisions: list[Decision], entrants: list[Entrant]) -> list[ChoiceLosses]:
    """The losses of each player's choices, the best player last."""
    return sorted((choice_losses(decisions, entrant) for entrant in entrants), key=lambda losses: -mean(losses.lost))


def decisions_of(ruleset: str, decisions: int) -> Iterator[tuple[str, list[Decision]]]:
    """The name and the decisions of each kind."""
    tested = game(ruleset)
    tablebase = Tablebase.open(tested)
    yield "games", list(islice(played_decisions(tested, tablebase, seed=1), decisions))
    yield "drawn by lot", list(islice(drawn_decisions(tested, tablebase, seed=1), decisions))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.perfect", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=f"by default {', '.join(TABLED)}")
    parser.add_argument("--players", nargs="+", default=PLAYERS, metavar="PLAYER", help="such as mcts:nodes=3000")
    parser.add_argument("--decisions", type=int, default=200, help="of either kind (default: 200)")
    parser.add_argument("--write", action="store_true", help="save the results in docs/measured/perfect.tsv")
    options = parser.parse_args()
    entrants = [parse_entrant(text) for text in options.players]
    rows: list[tuple[str, ...]] = []
    for ruleset in options.rulesets or TABLED:
        for kind, decisions in decisions_of(ruleset, options.decisions):
            print(f"{ruleset}, {len(decisions)} decisions, {kind}:", flush=True)
            found = [losses.row() for losses in ranked(decisions, entrants)]
            print(*map(" | ".join, found), sep="\n")
            rows += ((ruleset, f"{len(decisions)}, {kind}", *row) for row in found)
    if options.write:
        save("perfect", machine_text(), rows, HEADING)


if __name__ == "__main__":
    main()
