"""What is said of positions, by tables where they know one, else by a network, and what is expected before a throw."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ibau.core.chance import SIXTEENTHS, possible
from ibau.core.contract import WIN, Evaluation, Rulebook
from ibau.core.layers import Tables
from ibau.core.outcome import CHANCE, FIRST, value_for_first
from ibau.lab.training.temporal import Learner, make_look, squashed
from ibau.machine.rule import once, rule
from ibau.tables.files import STEPS
from ibau.tables.mapped import UNTABLED, Mapped, make_chance

UNSEEN = -2.0  # less than any value


class Chooser(NamedTuple):
    """What chooses in a game, and how."""

    learner: Learner
    at_hand: Mapped
    by_hand: int  # 1 where the features choose, but for tabled positions


@once
def make_worth(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., tuple[float, bool]]:
    """What is said of a position."""
    outcome, chance, look = rulebook.outcome, make_chance(rulebook, tables), make_look(rulebook, evaluation)

    @rule
    def worth(rules: Any, position: Any, chooser: Chooser) -> tuple[float, bool]:
        """Its value for FIRST, and whether that is exact: by its end, else by a table, else by the network."""
        end = outcome(rules, position, 0)
        if end:
            return float(value_for_first(end)), True
        known = chance(rules, position, chooser.at_hand)
        if known != UNTABLED:
            return (2 * known - STEPS) / STEPS, True
        return float(squashed(look(rules, position, chooser.learner))), False

    return worth


@once
def make_best(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., tuple[int, float]]:
    """A rule that says what is played."""
    turn, moves, count, nth, play = rulebook.turn, rulebook.moves, rulebook.count, rulebook.nth, rulebook.play
    judge, worth = evaluation.judge, make_worth(rulebook, evaluation, tables)

    @rule
    def best(rules: Any, position: Any, chooser: Chooser) -> tuple[int, float]:
        """The best action of a decision, and what is said of the position after it."""
        side = 1.0 if turn(rules, position) == FIRST else -1.0
        legal = moves(rules, position)
        chosen, most, value = nth(legal, 0), UNSEEN, 0.0
        for n in range(count(legal)):
            after = play(rules, position, nth(legal, n))
            said, exact = worth(rules, after, chooser)
            seen = judge(rules, after) / WIN if chooser.by_hand and not exact else said
            if side * seen > most:
                chosen, most, value = nth(legal, n), side * seen, said
        return chosen, value

    return best


@once
def make_expect(rulebook: Rulebook, evaluation: Evaluation, tables: Tables | None) -> Callable[..., float]:
    """What is expected of a position before a throw or lot."""
    turn, chances, play = rulebook.turn, rulebook.chances, rulebook.play
    worth, best = make_worth(rulebook, evaluation, tables), make_best(rulebook, evaluation, tables)

    @rule
    def valued(rules: Any, position: Any, chooser: Chooser) -> float:
        """A position after a throw, by the best action there."""
        said, exact = worth(rules, position, chooser)
        if exact or turn(rules, position) == CHANCE:
            return said
        return best(rules, position, chooser)[1]

    @rule
    def expect(rules: Any, position: Any, chooser: Chooser) -> float:
        """The mean over all throws; what is exact is expected."""
        said, exact = worth(rules, position, chooser)
        if exact:
            return said
        weights, total = chances(rules, position), 0.0
        for n in range(possible(weights)):
            total += weights[n] * valued(rules, play(rules, position, n), chooser)
        return total / SIXTEENTHS

    return expect
