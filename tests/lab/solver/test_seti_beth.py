"""Seti-Beth's endings solved: against a second solver that shares nothing with the first."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from ibau.core.errors import MissingTableError
from ibau.core.game import Game, State
from ibau.core.outcome import FIRST, ONGOING, value_for_first
from ibau.core.table_layout import Layer
from ibau.games import game
from ibau.games.seti.beth.rules import Position
from ibau.lab.solver.layer_solver import SolvingTask
from ibau.lab.solver.solve_game import solve
from ibau.tables.probing import probe
from ibau.tables.table_file import RESULTS
from ibau.tables.tablebase import ExactValue, Tablebase, essential, every_layer, tables_of
from ibau.tables.verification import check_values


class Board(NamedTuple):
    """What a table does not forget; `own` are the figures of the player to act."""

    own: int
    enemy: int
    pharaohs: int
    player: int
    pending: int


def at(board: Board) -> Position:
    """Right after a conquest."""
    return Position(*board, quiet=0, end=ONGOING)


@pytest.fixture(scope="module")
def beth() -> Game:
    return essential(game("seti-beth"))


@pytest.fixture(scope="module")
def tablebase(beth: Game, tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    """The tables of three figures at most."""
    folder = tmp_path_factory.mktemp("tables")
    solve(SolvingTask(beth, 3, folder, threads=2), lambda _: None)
    return Tablebase(beth, [folder])


# --- A second solver -------------------------------------------------------------------------------------------------


def duels() -> Iterator[Board]:
    """Every way to put one white figure and one brown one, neither where it wants to arrive; white to act."""
    for white in range(45):
        for brown in set(range(5, 50)) - {white}:
            for kings in range(4):
                pharaohs = (kings & 1) << white | (kings >> 1) << brown
                yield Board(1 << white, 1 << brown, pharaohs, FIRST, 0)


def after(given: Game, board: Board) -> Iterator[int | Board]:
    """What each action leads to: a board, or how the game ended, for the first player."""
    rulebook, rules, here = given.system.rulebook, given.rules, at(board)
    moves = rulebook.moves(rules, here)
    for n in range(rulebook.count(moves)):
        there = rulebook.play(rules, here, rulebook.nth(moves, n))
        end = rulebook.outcome(rules, there, 1)
        yield value_for_first(end) if end else Board(*there[:5])


def brute_force(given: Game) -> dict[Board, int]:
    """For the first player: who wins every duel, by looking one ply deeper until nothing changes."""
    graph: dict[Board, list[int | Board]] = {}
    waiting = list(duels())
    while waiting:
        board = waiting.pop()
        if board not in graph and not given.system.rulebook.outcome(given.rules, at(board), 1):
            graph[board] = list(after(given, board))
            waiting += [there for there in graph[board] if isinstance(there, Board)]
    values, changed = dict.fromkeys(graph, 0), True
    while changed:
        changed = False
        for board, there in graph.items():
            best = (max if board.player == FIRST else min)(
                one if isinstance(one, int) else values[one] for one in there
            )
            changed |= best != values[board]
            values[board] = best
    return values


@pytest.mark.slow
@pytest.mark.parametrize("change", ["", "+pharaoh_diagonal=false", "+stalemate=pass"])
def test_a_second_solver_finds_the_same(change: str, tmp_path: Path) -> None:
    given = essential(game(f"seti-beth{change}"))
    solve(SolvingTask(given, 2, tmp_path), lambda _: None)
    found, duelled = brute_force(given), set(duels())
    tablebase = Tablebase(given, [tmp_path])
    assert duelled < set(found)
    for board, value in found.items():
        seen = tablebase.value(State(given, at(board)))
        assert (seen.value, seen.lower) == (value, seen.upper), board
    assert 0.2 < np.mean([value != 0 for value in found.values()]) < 0.99


# --- What was found --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("layer", "longest"), [(Layer(1, 1), 31), (Layer(1, 2), 22), (Layer(2, 1), 21)], ids=str)
def test_one_step_of_the_rules_agrees(tablebase: Tablebase, layer: Layer, longest: int) -> None:
    table = tablebase.layers[tablebase.tables.number(layer)]
    assert list(check_values(tablebase, table, 400)) == []
    assert table.header.longest == longest == max(table.values) // RESULTS


def decided(tablebase: Tablebase, least: int, count: int) -> Iterator[State]:
    """Some states that are won or lost, at a distance of at least so much."""
    tables, lot = tablebase.tables, random.Random(6)
    for layer in (Layer(1, 1), Layer(1, 2), Layer(2, 1)):
        places = np.flatnonzero(np.asarray(tablebase.layers[tables.number(layer)].values) // RESULTS >= least)
        for place in lot.sample(places.tolist(), count):
            yield State(tablebase.game, tables.position(tablebase.rules, layer, place))


def test_a_distance_that_no_longer_fits_leaves_an_interval(tablebase: Tablebase) -> None:
    """An arrival may still be answered when the quiet plies are over (C6), so it counts as the last of them."""
    state = next(state for state in decided(tablebase, 21, 1) if state.position.own.bit_count() == 1)
    value = tablebase.value(state)
    assert value.plies
    fits = state.position._replace(quiet=100 - value.plies)
    assert tablebase.read(fits) == value
    late = tablebase.read(fits._replace(quiet=fits.quiet + 1))
    assert (late.lower, late.upper) == tuple(sorted((0.5, value.chance)))


def test_rulesets_with_two_pharaohs_have_no_tables(tablebase: Tablebase) -> None:
    two = game("seti-beth-box")
    with pytest.raises(MissingTableError, match="only with pharaohs=1"):
        tables_of(two)
    assert probe(two.initial()) is None
    assert len(every_layer(tablebase.tables, 3)) == len(tablebase.layers)


def test_an_arrival_that_cannot_be_answered_is_won(beth: Game, tablebase: Tablebase) -> None:
    state = beth.state("5/P4/5/5/5/4h/5/5/5/5 first - 0 -")
    value = tablebase.value(state)
    assert value == ExactValue(1, 1, 1, 1)


def test_an_arrival_among_many_that_cannot_be_answered_is_won_too(beth: Game, tablebase: Tablebase) -> None:
    state = beth.state("3hP/5/5/5/5/4h/5/h1hp1/5/1HH2 second e10 3 -")
    assert tablebase.value(state) == ExactValue(1, 1, 1, 1)
