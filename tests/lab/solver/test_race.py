"""The race solved: against a second solver that shares nothing with the first, and figures known before."""

from pathlib import Path
from typing import Any

import pytest

from ibau.core.game import Game
from ibau.core.layers import Layer
from ibau.core.outcome import FIRST, value_for_first
from ibau.games.senet.race.rules import Position
from ibau.tables.checking import check
from ibau.tables.files import Table
from ibau.tables.tablebase import Tablebase

CLOSE = 1e-6  # of the second solver's bounds


def even_and_odd(pawns: int) -> tuple[int, int]:
    """Pawns on 2, 4 … against pawns on 1, 3 …"""
    return sum(1 << 2 * n for n in range(1, pawns + 1)), sum(1 << 2 * n - 1 for n in range(1, pawns + 1))


def brute_force(game: Game, own: int, enemy: int) -> dict[tuple[int, int], tuple[float, float]]:
    """Bounds of the chance of the player to throw, from 0 and 1 towards each other, in a dictionary of positions."""
    rulebook, rules = game.system.rulebook, game.rules
    choices: dict[tuple[int, int], list[tuple[float, list[Any]]]] = {}

    def seen(position: Any) -> tuple[bool, Any]:
        end = rulebook.outcome(rules, position, 1)
        if end:
            return True, (1 + value_for_first(end)) / 2
        return False, (position.player, (position.own, position.enemy))

    waiting = [(own, enemy)]
    while waiting:
        men = waiting.pop()
        if men in choices:
            continue
        start = Position(own=men[0], enemy=men[1], player=FIRST, throw=0, fresh=0, turns=0)
        choices[men] = []
        for n, weight in enumerate(rulebook.chances(rules, start)):
            thrown = rulebook.play(rules, start, n)
            moves = rulebook.moves(rules, thrown)
            after = [seen(rulebook.play(rules, thrown, rulebook.nth(moves, k))) for k in range(rulebook.count(moves))]
            choices[men].append((weight / 16, after))
            waiting += [place[1] for ended, place in after if not ended]
    bounds = dict.fromkeys(choices, (0.0, 1.0))

    def worth(after: tuple[bool, Any]) -> tuple[float, float]:
        ended, what = after
        if ended:
            return what, what
        lower, upper = bounds[what[1]]
        return (lower, upper) if what[0] == FIRST else (1 - upper, 1 - lower)

    while max(upper - lower for lower, upper in bounds.values()) > CLOSE:
        for men, throws in choices.items():
            values = [(share, [worth(after) for after in every]) for share, every in throws]
            bounds[men] = (
                sum(share * max(lower for lower, _ in every) for share, every in values),
                sum(share * max(upper for _, upper in every) for share, every in values),
            )
    return bounds


def test_a_second_solver_finds_the_same(race: Game, solved: Path) -> None:
    tablebase = Tablebase(race, [solved])
    bounds = brute_force(race, *even_and_odd(1))
    assert len(bounds) > 700
    for (own, enemy), (lower, upper) in bounds.items():
        value = tablebase.read(Position(own=own, enemy=enemy, player=FIRST, throw=0, fresh=0, turns=0))
        assert value.lower <= upper, (own, enemy)
        assert lower <= value.upper, (own, enemy)


@pytest.mark.parametrize(("pawns", "even", "odd"), [(1, 0.5145442, 0.5054284), (2, 0.5088801, 0.5031431)])
def test_starts_are_worth_what_was_known(race: Game, solved: Path, pawns: int, even: float, odd: float) -> None:
    tablebase = Tablebase(race, [solved])
    evens, odds = even_and_odd(pawns)
    for own, enemy, known in ((evens, odds, even), (odds, evens, odd)):
        value = tablebase.read(Position(own=own, enemy=enemy, player=FIRST, throw=0, fresh=0, turns=0))
        assert value.lower < known < value.upper
        assert value.upper - value.lower < 5e-5


@pytest.mark.parametrize("layer", [Layer(1, 1), Layer(1, 2), Layer(2, 1), Layer(2, 2)], ids=str)
def test_one_step_of_the_rules_agrees_everywhere(race: Game, solved: Path, layer: Layer) -> None:
    tablebase = Tablebase(race, [solved])
    assert list(check(tablebase, Table(solved / f"{layer}.table"), 300)) == []


def test_both_seats_and_both_counts_of_turns_share_a_value(race: Game, solved: Path) -> None:
    tablebase = Tablebase(race, [solved])
    own, enemy = even_and_odd(2)
    here = Position(own=own, enemy=enemy, player=FIRST, throw=0, fresh=0, turns=0)
    first, second = tablebase.read(here), tablebase.read(here._replace(player=1, turns=90))
    assert first.chance == pytest.approx(1 - second.chance)
