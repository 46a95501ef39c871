"""Tables as loops read them: all available layers, one after the other in one array."""

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

MOST_MAPPED = 20 << 20  # bytes; the tables that come with a game always have room
WORD = 8  # bytes
MISSING = -1  # where a layer would begin
UNTABLED = -1  # in place of a chance or a result


class ChanceArrays(NamedTuple):
    """The chances of layers, one layer after the other."""

    values: memoryview
    starts: memoryview  # where the layer of each number begins, or MISSING; empty without any table


class ResultArrays(NamedTuple):
    """The results of layers, one layer after the other, in a game without throws: codes of one byte or two."""

    values: memoryview  # bytes
    starts: memoryview
    widths: memoryview  # bytes of a code of each layer
    most_quiet: int  # plies; 0 for no end


def chance_arrays(tablebase: Tablebase | None, zeros: Zeros) -> ChanceArrays:
    """The chances of a tablebase, of a game with throws, in arrays of a maker's; none of no tablebase."""
    return ChanceArrays(*_in_one_room(tablebase, "H", zeros)[:2])


def result_arrays(tablebase: Tablebase | None, zeros: Zeros) -> ResultArrays:
    """The codes of a tablebase, of a game without throws, in arrays of a maker's; none of no tablebase."""
    values, starts, widths = _in_one_room(tablebase, "B", zeros)
    most_quiet = tablebase.tables.retrograde.most_quiet(tablebase.rules) if tablebase else 0
    return ResultArrays(values, starts, widths, most_quiet)


def array_bytes(tablebase: Tablebase | None) -> int:
    """How many bytes the layers that loops look into take."""
    if tablebase is None:
        return 0
    return sum(table.header.size for _, table in _with_room(tablebase)) + 2 * WORD * tablebase.tables.numbers


def _in_one_room(tablebase: Tablebase | None, kind: str, zeros: Zeros) -> tuple[memoryview, memoryview, memoryview]:
    """All layers that have room in one array of a format; where each begins in it, and the bytes of its numbers."""
    layers = dict(_with_room(tablebase)) if tablebase else {}
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


def _with_room(tablebase: Tablebase) -> Iterator[tuple[int, Table]]:
    """The layers that loops look into, the smallest first, and their numbers: MOST_MAPPED bytes at most."""
    left = MOST_MAPPED
    for number, table in sorted(tablebase.layers.items(), key=lambda layer: (layer[1].header.size, layer[0])):
        left -= table.header.size
        if left >= 0 and tablebase.read_layer(number, lambda table: table.values) is not None:
            yield number, table


@once
def make_chance(rulebook: Rulebook, tables: TableLayout | None) -> Callable[[Any, Any, ChanceArrays], int]:
    """How a compiled loop reads a position."""
    if tables is None:

        @rule
        def untabled(rules: Any, position: Any, tables: ChanceArrays) -> int:  # noqa: ARG001 - there is nothing to read
            return UNTABLED

        return untabled

    actor, rests, applies, layer_of, place = rulebook.actor, tables.rests, tables.applies, tables.layer_of, tables.place

    @rule
    def chance(rules: Any, position: Any, tables: ChanceArrays) -> int:
        """The chance of FIRST in STEPS; UNTABLED where no available table holds the position."""
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
    """The code in a place of a layer."""
    first = tables.starts[layer] + tables.widths[layer] * place
    code = int(tables.values[first])
    return code if tables.widths[layer] == 1 else code | int(tables.values[first + 1]) << 8


@once
def make_result(rulebook: Rulebook, tables: TableLayout | None) -> Callable[[Any, Any, ResultArrays], int]:
    """How a compiled loop reads a position without throws."""
    if tables is None or not isinstance(tables.method, Retrograde):

        @rule
        def untabled(rules: Any, position: Any, tables: ResultArrays) -> int:  # noqa: ARG001 - nothing to read
            return UNTABLED

        return untabled

    actor, occurs, rests, applies = rulebook.actor, rulebook.occurs, tables.rests, tables.applies
    layer_of, place, endless, quiet = tables.layer_of, tables.place, tables.method.endless, tables.method.quiet

    @rule
    def result(rules: Any, position: Any, tables: ResultArrays) -> int:
        """0 where FIRST has lost, 1 for a draw, 2 for a win; UNTABLED where no installed table says.

        Nor does one tell where it matters what has been before: see docs/solving.md.
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
