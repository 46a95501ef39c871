"""Seti-Beth's endings solved: values and distances agree with a step of the rules, which proves them."""

import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ibau.core.errors import MissingTableError
from ibau.core.game import Game, State
from ibau.core.table_layout import Layer
from ibau.games import game
from ibau.lab.solver.layer_solver import SolvingTask
from ibau.lab.solver.solve_game import solve
from ibau.tables.probing import probe
from ibau.tables.table_file import RESULTS
from ibau.tables.tablebase import ExactValue, Tablebase, essential, every_layer, tables_of
from ibau.tables.verification import check_values


@pytest.fixture(scope="module")
def beth() -> Game:
    return essential(game("seti-beth"))


@pytest.fixture(scope="module")
def tablebase(beth: Game, tmp_path_factory: pytest.TempPathFactory) -> Tablebase:
    """The tables of three figures at most."""
    folder = tmp_path_factory.mktemp("tables")
    solve(SolvingTask(beth, 3, folder, threads=2), lambda _: None)
    return Tablebase(beth, [folder])


@pytest.mark.parametrize(("layer", "longest"), [(Layer(1, 1), 31), (Layer(1, 2), 22), (Layer(2, 1), 21)], ids=str)
def test_one_step_of_the_rules_agrees(tablebase: Tablebase, layer: Layer, longest: int) -> None:
    table = tablebase.layers[tablebase.tables.number(layer)]
    assert list(check_values(tablebase, table, 400)) == []
    assert table.header.longest == longest == max(table.values) // RESULTS


@pytest.mark.slow
@pytest.mark.parametrize("change", ["+pharaoh_diagonal=false", "+stalemate=pass"])
def test_under_other_rules_it_agrees_too(change: str, tmp_path: Path) -> None:
    given = essential(game(f"seti-beth{change}"))
    solve(SolvingTask(given, 2, tmp_path), lambda _: None)
    tablebase = Tablebase(given, [tmp_path])
    [table] = tablebase.layers.values()
    assert list(check_values(tablebase, table, 4000)) == []


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
