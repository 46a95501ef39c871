"""Places in tables: every position of a layer has one, and no two the same."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from ibau.core.contract import Rulebook
from ibau.core.game import Game
from ibau.core.outcome import CHANCE
from ibau.core.table_layout import Iteration, Layer, TableLayout
from ibau.games import game, presets, systems
from ibau.lab.solver.position_order import rectangles
from ibau.tables.tablebase import essential, every_layer, tables_of
from ibau.tables.throw_sums import throw_sums
from tests.conformance.seeded_walks import LONGEST_WALK, walk

SOLVABLE = [system.id for system in systems().values() if system.table_layout]
WITH_THROWS = [name for name in SOLVABLE if isinstance(tables_of(game(name)).method, Iteration)]
WITHOUT = [name for name in SOLVABLE if name not in WITH_THROWS]
RARE = 1e-2
FEW = 30_000  # places that are all looked at
EVERY = LONGEST_WALK  # states of a walk: all


def laid_out(tables: TableLayout, layer: Layer) -> Iterator[tuple[int, int]]:
    """Every row with every column that fits."""
    [(rows, columns)] = rectangles(tables, [layer])
    for row in rows.members.tolist():
        yield from ((row, column) for column in columns.members.tolist() if tables.iteration.fits(row, column))


def small(tables: TableLayout) -> list[Layer]:
    return [layer for layer in every_layer(tables, 2 + tables.together) if tables.size(layer) <= FEW]


@pytest.mark.parametrize("system", WITH_THROWS)
def test_rows_and_columns_fill_every_place_once(system: str) -> None:
    given = game(system)
    tables, rules = tables_of(given), given.rules
    assert small(tables)
    for layer in small(tables):
        positions = [tables.iteration.compose(rules, row, column) for row, column in laid_out(tables, layer)]
        assert {tables.layer_of(position) for position in positions} == {tables.number(layer)}
        assert sorted(tables.place(rules, position) for position in positions) == list(range(tables.size(layer)))
        assert all(tables.rests(rules, position) for position in positions)


@pytest.mark.parametrize("system", SOLVABLE)
def test_a_place_leads_back_to_its_position(system: str) -> None:
    given, lot = game(system), random.Random(7)
    tables, rules = tables_of(given), given.rules
    for layer in every_layer(tables, tables.max_pieces):
        places = {lot.randrange(tables.size(layer)) for _ in range(50)} | {0, tables.size(layer) - 1}
        for place in places:
            position = tables.position(rules, layer, place)
            assert tables.place(rules, position) == place
            assert tables.layer_of(position) == tables.number(layer)


@pytest.mark.parametrize("system", SOLVABLE)
def test_layers_have_numbers_of_their_own_and_groups_lead_to_no_later_one(system: str) -> None:
    given, lot = game(system), random.Random(3)
    tables, rules = tables_of(given), given.rules
    layers = every_layer(tables, tables.max_pieces)
    numbers = [tables.number(layer) for layer in layers]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < tables.numbers
    known: set[int] = set()
    for group in tables.groups(tables.max_pieces):
        known |= {tables.number(layer) for layer in group}
        for layer in group:
            for _ in range(20):
                position = tables.position(rules, layer, lot.randrange(tables.size(layer)))
                assert reached(given.system.rulebook, rules, tables, position) <= known


@pytest.mark.parametrize("preset", [preset for preset in presets() if game(preset).system.table_layout])
def test_every_position_of_a_game_has_the_number_of_its_layer_or_of_none(preset: str) -> None:
    """Compiled loops look a number up in an array, and check nothing."""
    tables = game(preset).system.table_layout
    assert tables
    known = {layer: tables.number(layer) for layer in every_layer(tables, tables.max_pieces)}
    met = Counter[bool]()
    for state in walk(game(preset), 1, EVERY).states:
        layer = Layer(state.position.own.bit_count(), state.position.enemy.bit_count())
        number = tables.layer_of(state.position)
        assert 0 <= number < tables.numbers, state
        assert number == known[layer] if layer in known else number not in known.values(), state
        met[layer in known] += 1
    assert met[False]


def reached(rulebook: Rulebook, rules: Any, tables: TableLayout, position: Any) -> set[int]:
    """The numbers of the layers that a position's next turn leads to."""
    return {tables.layer_of(after) for after in turns(rulebook, rules, tables, position)}


def turns(rulebook: Rulebook, rules: Any, tables: TableLayout, position: Any) -> Iterator[Any]:
    """The positions at the end of a turn, in which play goes on; but for throws that hardly ever come."""
    if rulebook.turn(rules, position) == CHANCE:
        thrown = [thrown.position for thrown in throw_sums(rulebook, rules, position, RARE).nodes if thrown.is_over]
    else:
        moves = rulebook.moves(rules, position)
        thrown = [rulebook.play(rules, position, rulebook.nth(moves, n)) for n in range(rulebook.count(moves))]
    for after in thrown:
        if tables.rests(rules, after) and not rulebook.outcome(rules, after, 1):
            yield after
        elif not rulebook.outcome(rules, after, 1):
            yield from turns(rulebook, rules, tables, after)


# --- Without throws --------------------------------------------------------------------------------------------------


def rulesets(system: str) -> list[Game]:
    """Presets, but for what values do not depend on."""
    only = tables_of(game(system)).only
    every = [game(preset.id) for preset in systems()[system].presets]
    solvable = [essential(given) for given in every if all(given.ruleset.values[name] == value for name, value in only)]
    return list({given.ruleset: given for given in solvable}.values())


@pytest.mark.parametrize("system", WITHOUT)
def test_small_layers_have_a_place_for_every_position(system: str) -> None:
    given = game(system)
    tables, rules = tables_of(given), given.rules
    for layer in small(tables):
        positions = [tables.position(rules, layer, place) for place in range(tables.size(layer))]
        assert len(set(positions)) == tables.size(layer)
        assert [tables.place(rules, position) for position in positions] == list(range(tables.size(layer)))


@pytest.mark.parametrize("system", WITHOUT)
def test_whatever_play_leads_to_is_what_stands_in_its_place(system: str) -> None:
    """Every position that play reaches is held, but for its seat and its counters; so is the way back."""
    for given in rulesets(system):
        tables, rules, rulebook = tables_of(given), given.rules, given.system.rulebook
        layers = {tables.number(layer): layer for layer in every_layer(tables, tables.max_pieces)}
        groups = {tables.number(layer): group for group in tables.groups(tables.max_pieces) for layer in group}
        for here in drawn(tables, rules, 5):
            for after in turns(rulebook, rules, tables, here):
                layer = layers[tables.layer_of(after)]
                held = tables.position(rules, layer, tables.place(rules, after))
                seen = after if after.player == held.player else tables.turned(after)
                assert held == rulebook.key(rules, seen)._replace(player=held.player), (given, here)
                if layer in groups[tables.layer_of(here)]:
                    assert key_of(tables, rules, here) in keys_before(given, tables, held), (given, here)


def drawn(tables: TableLayout, rules: Any, count: int) -> Iterator[Any]:
    """Positions of every layer, by lot."""
    lot = random.Random(5)
    for layer in every_layer(tables, tables.max_pieces):
        yield from (tables.position(rules, layer, lot.randrange(tables.size(layer))) for _ in range(count))


def keys_before(given: Game, tables: TableLayout, position: Any) -> set[tuple[int, int]]:
    """From where a move may lead to a position."""
    rulebook, rules, method = given.system.rulebook, given.rules, tables.retrograde
    back = method.unmoves(rules, position)
    every = (method.unplay(rules, position, rulebook.nth(back, n)) for n in range(rulebook.count(back)))
    return {key_of(tables, rules, before) for before in every}


def key_of(tables: TableLayout, rules: Any, position: Any) -> tuple[int, int]:
    return tables.layer_of(position), tables.place(rules, position)
