"""The race solved: against figures known before, and one step of the rules."""

from pathlib import Path

import pytest

from ibau.core.game import Game
from ibau.core.outcome import FIRST
from ibau.core.table_layout import Layer
from ibau.games.senet.race.rules import Position
from ibau.tables.table_file import Table
from ibau.tables.tablebase import Tablebase
from ibau.tables.verification import check_values


def even_and_odd(pawns: int) -> tuple[int, int]:
    """Pawns on 2, 4 … against pawns on 1, 3 …"""
    return sum(1 << 2 * n for n in range(1, pawns + 1)), sum(1 << 2 * n - 1 for n in range(1, pawns + 1))


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
    assert list(check_values(tablebase, Table(solved / f"{layer}.table"), 300)) == []
