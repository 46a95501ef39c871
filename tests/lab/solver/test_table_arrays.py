"""Tables as arrays for loops: the values of the tables, for as many layers as fit."""

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

from ibau.core.game import State
from ibau.core.outcome import FIRST
from ibau.core.table_layout import Iteration
from ibau.games import game, systems
from ibau.machine.arrays import Zeros, numpy_zeros, zeros
from ibau.tables import table_arrays as mapping
from ibau.tables.table_arrays import (
    MISSING,
    MOST_MAPPED,
    UNTABLED,
    ChanceArrays,
    ResultArrays,
    chance_arrays,
    code_at,
    make_chance,
    make_result,
    result_arrays,
)
from ibau.tables.table_file import FORMATS, RESULTS, STEPS, Kind, write_table
from ibau.tables.tablebase import Tablebase, essential, shipped_folder, tables_of

TABLED = [
    preset.id
    for system in systems().values()
    for preset in system.presets
    if system.table_layout
    and all(game(preset.id).ruleset.values[option] == value for option, value in system.table_layout.only)
]
WITH_THROWS = ["senet-race", "senet-geoludie"]
WITHOUT = ["seega", "seega-lenient", "seti-beth"]


def shipped(ruleset: str) -> Tablebase:
    """The tables that come with a game."""
    played = game(ruleset)
    return Tablebase(essential(played), [shipped_folder(played)])


def room(tablebase: Tablebase | None, zeros: Zeros = zeros) -> ChanceArrays | ResultArrays:
    """What loops are given."""
    with_throws = tablebase is None or isinstance(tablebase.tables.method, Iteration)
    return chance_arrays(tablebase, zeros) if with_throws else result_arrays(tablebase, zeros)


def drawn(tablebase: Tablebase, count: int = 60) -> Iterator[State]:
    """States that its tables hold, some of each layer."""
    tables, lot = tablebase.tables, random.Random(8)
    for table in tablebase.layers.values():
        for _ in range(count):
            place = lot.randrange(table.header.positions)
            state = State(tablebase.game, tables.position(tablebase.rules, table.header.layer, place))
            if not state.outcome:
                yield state


def chance_of(state: State, tablebase: Tablebase, at_hand: ChanceArrays) -> int:
    return make_chance(state.game.system.rulebook, tablebase.tables)(state.game.rules, state.position, at_hand)


def result_of(state: State, tablebase: Tablebase, at_hand: ResultArrays) -> int:
    return make_result(state.game.system.rulebook, tablebase.tables)(state.game.rules, state.position, at_hand)


@pytest.mark.parametrize("maker", [zeros, numpy_zeros])
@pytest.mark.parametrize("ruleset", WITH_THROWS)
def test_chances_are_those_of_the_tables(ruleset: str, maker: Zeros) -> None:
    tablebase = shipped(ruleset)
    at_hand = chance_arrays(tablebase, maker)
    for state in drawn(tablebase):
        assert chance_of(state, tablebase, at_hand) == round(STEPS * tablebase.read(state.position).chance)
        other = state.position._replace(player=1 - FIRST)
        turned = State(state.game, other)
        assert chance_of(turned, tablebase, at_hand) == round(STEPS * tablebase.read(other).chance)


@pytest.mark.parametrize("maker", [zeros, numpy_zeros])
@pytest.mark.parametrize("ruleset", WITHOUT)
def test_results_are_those_of_the_tables(ruleset: str, maker: Zeros) -> None:
    tablebase = shipped(ruleset)
    at_hand = result_arrays(tablebase, maker)
    values = [(result_of(state, tablebase, at_hand), tablebase.read(state.position)) for state in drawn(tablebase)]
    assert all(found in (UNTABLED, round(2 * exact.chance)) for found, exact in values)
    assert all(found != UNTABLED for found, exact in values if exact.lower == exact.upper)


@pytest.mark.parametrize("maker", [zeros, numpy_zeros])
def test_codes_of_one_byte_and_of_two_lie_in_one_room(tmp_path: Path, maker: Zeros) -> None:
    """None that is shipped needs two."""
    tablebase = shipped("seega-lenient")
    for table in tablebase.layers.values():
        layer = table.header.layer
        kind: Kind = "distance16" if layer.own > layer.enemy else "distance8"
        values = np.array(table.values, FORMATS[kind])
        if kind == "distance16":
            values[values % RESULTS == RESULTS - 1] += 80 * RESULTS  # wins far away
        text = msgspec.structs.replace(table.header, kind=kind)
        write_table(tmp_path / f"{layer}.table", text, values)
    changed = Tablebase(tablebase.game, [tmp_path])
    at_hand = result_arrays(changed, maker)
    assert set(at_hand.widths) == {0, 1, 2}
    for state in drawn(changed):
        number, place = changed.tables.layer_of(state.position), changed.tables.place(changed.rules, state.position)
        assert code_at(at_hand, number, place) == changed.layers[number].values[place]


@pytest.mark.parametrize("ruleset", TABLED)
def test_all_that_is_shipped_has_room(ruleset: str) -> None:
    tablebase = shipped(ruleset)
    at_hand = room(tablebase)
    assert sum(start != MISSING for start in at_hand.starts) == len(tablebase.layers)
    assert memoryview(at_hand.values).nbytes == sum(table.header.size for table in tablebase.layers.values())
    assert memoryview(at_hand.values).nbytes <= MOST_MAPPED


def test_layers_beyond_the_bound_are_left_to_the_tables_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    tablebase = shipped("senet-race")
    sizes = sorted(table.header.size for table in tablebase.layers.values())
    monkeypatch.setattr(mapping, "MOST_MAPPED", sum(sizes) - 1)
    at_hand = chance_arrays(tablebase, zeros)
    assert memoryview(at_hand.values).nbytes == sum(sizes[:-1])
    left_out = 0
    for state in drawn(tablebase):
        known = chance_of(state, tablebase, at_hand)
        large = tablebase.layers[tablebase.tables.layer_of(state.position)].header.size == sizes[-1]
        assert (known == UNTABLED) == large
        assert tablebase.read(state.position)
        left_out += large
    assert left_out


def test_without_tables_nothing_is_known() -> None:
    tables = tables_of(game("senet-race"))
    state = game("senet-race").initial()
    assert not len(chance_arrays(None, zeros).starts)
    assert (
        make_chance(state.game.system.rulebook, tables)(state.game.rules, state.position, chance_arrays(None, zeros))
        == UNTABLED
    )
    assert result_arrays(None, zeros).most_quiet == 0


def test_reading_tables_and_networks_needs_no_numpy() -> None:
    code = (
        "import sys; from ibau.tables import probing, table_arrays; from ibau.games import game;"
        "from ibau.machine.arrays import zeros; from ibau.search.network import network_of\n"
        "for name in ('senet-race', 'seega'):\n"
        "    played = game(name); network_of(played); tables = probing.available_tables(played)\n"
        "    (table_arrays.chance_arrays if name == 'senet-race' else table_arrays.result_arrays)(tables, zeros)\n"
        "assert probing.probe(game('senet-race').state('24DL4 first - - 0'))\n"
        "sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0  # noqa: S603 - our own text
