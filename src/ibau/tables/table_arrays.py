"""Tables for compiled loops: the values of all available layers in one array."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ibau.core.contract import Rulebook
from ibau.core.outcome import FIRST
from ibau.core.table_layout import Retrograde, TableLayout
from ibau.machine.arrays import Zeros, fill
from ibau.machine.atomic_files import numbers_from_bytes
from ibau.machine.rule import once, rule
from ibau.tables.table_file import RESULTS, STEPS, Table
from ibau.tables.tablebase import Tablebase

MOST_MAPPED = 20 << 20  # bytes, enough for the shipped tables of every game
WORD = 8  # bytes
MISSING = -1  # the start of a layer that is not there
UNTABLED = -1  # returned in place of a chance or a result


class ChanceArrays(NamedTuple):
    """The chances of all layers, one layer after the other."""

    values: memoryview
    starts: memoryview  # start of each layer, or MISSING; empty without tables


class ResultArrays(NamedTuple):
    """The results of all layers of a game without throws, one layer after the other, as codes of one or two bytes."""

    values: memoryview  # bytes
    starts: memoryview
    widths: memoryview  # bytes per code, of each layer
    most_quiet: int  # quiet plies that end a game; 0 for no limit


def chance_arrays(tablebase: Tablebase | None, zeros: Zeros) -> ChanceArrays:
    """The chances of a tablebase of a game with throws, in arrays that `zeros` makes; empty ones for None."""
    return ChanceArrays(*_joined(tablebase, "H", zeros)[:2])


def result_arrays(tablebase: Tablebase | None, zeros: Zeros) -> ResultArrays:
    """The codes of a tablebase of a game without throws, in arrays that `zeros` makes; empty ones for None."""
    values, starts, widths = _joined(tablebase, "B", zeros)
    most_quiet = tablebase.tables.retrograde.most_quiet(tablebase.rules) if tablebase else 0
    return ResultArrays(values, starts, widths, most_quiet)


def array_bytes(tablebase: Tablebase | None) -> int:
    """The size in bytes of the arrays of a tablebase."""
    if tablebase is None:
        return 0
    return sum(table.header.size for _, table in _smallest_layers(tablebase)) + 2 * WORD * tablebase.tables.numbers


def _joined(tablebase: Tablebase | None, kind: str, zeros: Zeros) -> tuple[memoryview, memoryview, memoryview]:
    """All layers that fit in one array of format `kind`, the start of each, and the bytes per number."""
    layers = dict(_smallest_layers(tablebase)) if tablebase else {}
    numbers = tablebase.tables.numbers if tablebase and layers else 0
    starts, widths = zeros(numbers, "q"), zeros(numbers, "q")
    for number in range(numbers):
        starts[number] = MISSING
    parts = {number: numbers_from_bytes(table.values.cast("B"), kind) for number, table in layers.items()}
    values, used = zeros(sum(map(len, parts.values())), kind), 0
    for number, part in parts.items():
        fill(values, used, part)
        starts[number], widths[number] = used, layers[number].header.width
        used += len(part)
    return values, starts, widths


def _smallest_layers(tablebase: Tablebase) -> Iterator[tuple[int, Table]]:
    """Numbers and tables of the smallest layers, of MOST_MAPPED bytes at most, smallest first."""
    left = MOST_MAPPED
    for number, table in sorted(tablebase.layers.items(), key=lambda layer: (layer[1].header.size, layer[0])):
        left -= table.header.size
        if left >= 0 and tablebase.read_layer(number, lambda table: table.values) is not None:
            yield number, table


@once
def make_chance(rulebook: Rulebook, tables: TableLayout | None) -> Callable[[Any, Any, ChanceArrays], int]:
    """Compile the look-up of a position of a game with throws."""
    if tables is None:

        @rule
        def untabled(rules: Any, position: Any, tables: ChanceArrays) -> int:  # noqa: ARG001 - there is nothing to read
            return UNTABLED

        return untabled

    actor, rests, applies, layer_of, place = rulebook.actor, tables.rests, tables.applies, tables.layer_of, tables.place

    @rule
    def chance(rules: Any, position: Any, tables: ChanceArrays) -> int:
        """The chance of FIRST in STEPS; UNTABLED if no table has the position."""
        if not len(tables.starts) or not rests(rules, position):
            return UNTABLED
        start = tables.starts[layer_of(position)]
        if start == MISSING or not applies(rules, position):
            return UNTABLED
        value = int(tables.values[start + place(rules, position)])
        return value if actor(rules, position) == FIRST else STEPS - value

    return chance


@rule
def code_at(tables: ResultArrays, layer: int, place: int) -> int:
    """The code at a place of a layer."""
    first = tables.starts[layer] + tables.widths[layer] * place
    code = int(tables.values[first])
    return code if tables.widths[layer] == 1 else code | int(tables.values[first + 1]) << 8


@once
def make_result(rulebook: Rulebook, tables: TableLayout | None) -> Callable[[Any, Any, ResultArrays], int]:
    """Compile the look-up of a position of a game without throws."""
    if tables is None or not isinstance(tables.method, Retrograde):

        @rule
        def untabled(rules: Any, position: Any, tables: ResultArrays) -> int:  # noqa: ARG001 - nothing to read
            return UNTABLED

        return untabled

    actor, occurs, rests, applies = rulebook.actor, rulebook.occurs, tables.rests, tables.applies
    layer_of, place, endless, quiet = tables.layer_of, tables.place, tables.method.endless, tables.method.quiet

    @rule
    def result(rules: Any, position: Any, tables: ResultArrays) -> int:
        """0 if FIRST loses, 1 for a draw, 2 if FIRST wins; UNTABLED if unknown or dependent on the history.

        For the history see docs/solving.md.
        """
        if not len(tables.starts):
            return UNTABLED
        layer = layer_of(position)
        if tables.starts[layer] == MISSING or not rests(rules, position) or not applies(rules, position):
            return UNTABLED
        code = code_at(tables, layer, place(rules, position))
        won = code % RESULTS
        if won != 1 + endless(rules, position):
            plies = quiet(position)
            if tables.most_quiet and code // RESULTS > tables.most_quiet - plies:
                return UNTABLED
            if plies and occurs(rules, position):
                return UNTABLED
        return won if actor(rules, position) == FIRST else RESULTS - 1 - won

    return result
