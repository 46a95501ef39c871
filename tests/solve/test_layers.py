"""Places in tables: every position of a layer has one, and no two the same."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from ibau.core.contract import Rulebook
from ibau.core.tables.layers import Layer, Tables
from ibau.core.tables.sets import nth_set, rank
from ibau.core.tables.tablebase import every_layer, tables_of
from ibau.games import game, systems

SOLVABLE = [system.id for system in systems().values() if system.tables]
FEW = 30_000  # places that are all looked at


def laid_out(tables: Tables, layer: Layer) -> Iterator[tuple[int, int]]:
    """Every row with every column that fits."""
    columns = tables.columns(layer).members.tolist()
    for row in tables.rows(layer).members.tolist():
        yield from ((row, column) for column in columns if tables.fits(row, column))


def small(tables: Tables) -> list[Layer]:
    return [layer for layer in every_layer(tables, 2) if tables.size(layer) <= FEW]


def test_something_can_be_solved() -> None:
    assert "senet-race" in SOLVABLE


@pytest.mark.parametrize("system", SOLVABLE)
def test_rows_and_columns_fill_every_place_once(system: str) -> None:
    given = game(system)
    tables, rules = tables_of(given), given.rules
    assert small(tables)
    for layer in small(tables):
        positions = [tables.compose(rules, row, column) for row, column in laid_out(tables, layer)]
        assert {tables.layer_of(position) for position in positions} == {tables.number(layer)}
        assert sorted(tables.place(rules, position) for position in positions) == list(range(tables.size(layer)))
        assert all(tables.rests(rules, position) for position in positions)


@pytest.mark.parametrize("system", SOLVABLE)
def test_a_place_leads_back_to_its_position(system: str) -> None:
    given, lot = game(system), random.Random(7)
    tables, rules = tables_of(given), given.rules
    for layer in every_layer(tables, tables.most_men):
        places = {lot.randrange(tables.size(layer)) for _ in range(50)} | {0, tables.size(layer) - 1}
        for place in places:
            position = tables.position(rules, layer, place)
            assert tables.place(rules, position) == place
            assert tables.layer_of(position) == tables.number(layer)


@pytest.mark.parametrize("system", SOLVABLE)
def test_layers_have_numbers_of_their_own_and_groups_lead_to_no_later_one(system: str) -> None:
    given, lot = game(system), random.Random(3)
    tables, rules = tables_of(given), given.rules
    layers = every_layer(tables, tables.most_men)
    numbers = [tables.number(layer) for layer in layers]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < tables.numbers
    known: set[int] = set()
    for group in tables.groups(tables.most_men):
        known |= {tables.number(layer) for layer in group}
        for layer in group:
            for _ in range(20):
                position = tables.position(rules, layer, lot.randrange(tables.size(layer)))
                assert reached(given.system.rulebook, rules, tables, position) <= known


def reached(rulebook: Rulebook, rules: Any, tables: Tables, position: Any) -> set[int]:
    """The numbers of the layers that a position's next turn leads to."""
    found: set[int] = set()
    for throw, weight in enumerate(rulebook.chances(rules, position)):
        thrown = rulebook.play(rules, position, throw)
        moves = rulebook.moves(rules, thrown)
        every = [rulebook.play(rules, thrown, rulebook.nth(moves, n)) for n in range(rulebook.count(moves))]
        assert weight
        found |= {tables.layer_of(after) for after in every if not rulebook.outcome(rules, after, 1)}
    return found


def test_sets_are_ranked_without_gaps() -> None:
    found = [nth_set(n, 3) for n in range(220)]
    assert [rank(men) for men in found] == list(range(220))
    assert sorted(found) == found
