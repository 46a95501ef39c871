"""Alpha-beta with tables: what it proves is so, and it proves more than without."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ibau.core.game import Game, State
from ibau.core.table_layout import Layer
from ibau.games import game
from ibau.machine.arrays import zeros
from ibau.search.alphabeta import AlphaBetaSearch
from ibau.search.pvs import DECIDED, FORCED, WON_BY_TABLE
from ibau.tables.table_arrays import UNTABLED, make_result, result_arrays
from ibau.tables.tablebase import ExactValue, Tablebase

DEPTH = 4


def drawn(tablebase: Tablebase, layer: Layer, count: int) -> Iterator[State]:
    """States of a layer right after a capture, of either side."""
    tables, lot = tablebase.tables, random.Random(8)
    for _ in range(count):
        position = tables.position(tablebase.rules, layer, lot.randrange(tables.size(layer)))
        state = State(tablebase.game, position._replace(player=lot.randint(0, 1)))
        if not state.outcome:
            yield state


def searched(state: State, tablebase: Tablebase | None, depth: int = DEPTH) -> AlphaBetaSearch:
    search = AlphaBetaSearch(state, 1, depth, slots=1 << 14, tablebase=tablebase)
    search.run(1_000_000)
    return search


@pytest.fixture(scope="module")
def five(seega: Game, endings: Path) -> Tablebase:
    """The tables of five pieces at most."""
    return Tablebase(seega, [endings])


@pytest.fixture(scope="module")
def found(five: Tablebase) -> list[AlphaBetaSearch]:
    """Searches of states with a piece more than the tables."""
    return [searched(state, five) for state in drawn(Tablebase.open(five.game), Layer(3, 3), 150)]


def test_what_it_proves_by_smaller_tables_stands_in_larger_ones(seega: Game, found: list[AlphaBetaSearch]) -> None:
    six, proved, before = Tablebase.open(seega), 0, 0
    for search in found:
        state = search.state
        if abs(search.points) >= FORCED:
            assert six.value(state).seen_by(state.turn).value == (1 if search.points > 0 else -1), str(state)
            proved += 1
        before += abs(searched(state, None).points) >= FORCED
    assert proved > 2 * before + 5


def test_a_win_by_table_is_worth_less_than_one_on_the_board_and_more_than_any_judgement(
    found: list[AlphaBetaSearch],
) -> None:
    by_table = [search for search in found if FORCED <= search.points < DECIDED]
    assert by_table
    for search in by_table:
        assert search.value == 1
        assert search.points == WON_BY_TABLE - len(search.line)  # the capture that wins is the last of the line
        assert not search.is_decided


# --- What a loop reads -----------------------------------------------------------------------------------------------


def known(tablebase: Tablebase, state: State) -> int:
    """What a loop reads."""
    read = make_result(tablebase.game.system.rulebook, tablebase.tables)
    return read(state.game.rules, state.position, result_arrays(tablebase, zeros))


def as_read(value: ExactValue) -> int:
    return int(2 * value.chance)


def test_it_reads_nothing_that_depends_on_what_has_been(five: Tablebase) -> None:
    """Of a position some plies after a capture: only a value that endless play has too."""
    read = set()
    for state in drawn(five, Layer(2, 2), 600):
        later = State(five.game, state.position._replace(quiet=3))
        value = five.value(state)
        assert known(five, later) == (as_read(value) if value.plies is None else UNTABLED)
        forever = game("seega+repetition=off")
        assert known(five, State(forever, later.position)) == as_read(value)
        late = state.position._replace(quiet=39)
        assert known(five, State(forever, late)) == (as_read(value) if value.plies in (None, 1) else UNTABLED)
        read.add(value.plies)
    assert len(read) > 2


def test_it_reads_nothing_where_there_is_nothing(five: Tablebase, seega: Game) -> None:
    assert known(five, seega.initial()) == UNTABLED
    [state] = list(drawn(Tablebase.open(seega), Layer(3, 3), 1))
    assert known(five, state) == UNTABLED
