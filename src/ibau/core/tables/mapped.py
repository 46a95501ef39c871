"""Tables as compiled loops read them: all layers at hand as one array, mapped where they are, nothing copied."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from ibau.core.contract import Rulebook
from ibau.core.outcome import FIRST
from ibau.core.rule import once, rule
from ibau.core.tables.files import RESULTS, STEPS
from ibau.core.tables.layers import Retrograde, Tables
from ibau.core.tables.tablebase import Tablebase

MISSING = -1  # where a layer would begin
UNTABLED = -1  # in place of a chance or a result

Numbers = TypeVar("Numbers", np.uint8, np.uint16)


class Mapped(NamedTuple):
    """The chances of layers in the order of their addresses, with gaps that nobody may read.

    It lives no longer than its tablebase.
    """

    values: NDArray[np.uint16]
    starts: NDArray[np.int64]  # where the layer of each number begins, or MISSING; empty without any table


class MappedResults(NamedTuple):
    """The same of a game without throws, whose layers have codes of one byte or two."""

    values: NDArray[np.uint8]
    starts: NDArray[np.int64]
    widths: NDArray[np.int64]  # bytes of a code of each layer
    most_quiet: int  # plies; 0 for no end


def mapped(tablebase: Tablebase | None) -> Mapped:
    """The chances of a tablebase, of a game with throws, for compiled loops; none of no tablebase."""
    if not tablebase or not tablebase.layers:
        return Mapped(*_nothing(np.uint16))
    layers = {number: np.asarray(table.values, np.uint16) for number, table in tablebase.layers.items()}
    return Mapped(*_side_by_side(layers, tablebase.tables.numbers))


def mapped_results(tablebase: Tablebase | None) -> MappedResults:
    """The codes of a tablebase, of a game without throws, for compiled loops; none of no tablebase."""
    if not tablebase or not tablebase.layers:
        return MappedResults(*_nothing(np.uint8), np.empty(0, np.int64), 0)
    tables, widths = tablebase.tables, np.zeros(tablebase.tables.numbers, np.int64)
    layers: dict[int, NDArray[np.uint8]] = {}
    for number, table in tablebase.layers.items():
        widths[number] = table.values.itemsize
        layers[number] = np.asarray(table.values).view(np.uint8)
    values, starts = _side_by_side(layers, tables.numbers)
    return MappedResults(values, starts, widths, tables.retrograde.most_quiet(tablebase.rules))


def _nothing(numbers: type[Numbers]) -> tuple[NDArray[Numbers], NDArray[np.int64]]:
    return _read_only(np.empty(0, numbers)), np.empty(0, np.int64)


def _side_by_side(layers: dict[int, NDArray[Numbers]], numbers: int) -> tuple[NDArray[Numbers], NDArray[np.int64]]:
    """All layers as one array, and where each begins."""
    starts = np.full(numbers, MISSING, np.int64)
    lowest = min(layers.values(), key=_address)
    for number, values in layers.items():
        starts[number] = (_address(values) - _address(lowest)) // lowest.itemsize
    end = max(int(starts[number]) + values.size for number, values in layers.items())
    return _read_only(as_strided(lowest, (end,), lowest.strides)), starts


def _address(values: NDArray[Any]) -> int:
    return int(values.__array_interface__["data"][0])


def _read_only(values: NDArray[Numbers]) -> NDArray[Numbers]:
    values.flags.writeable = False
    return values


@once
def make_chance(rulebook: Rulebook, tables: Tables | None) -> Callable[[Any, Any, Mapped], int]:
    """How a compiled loop reads a position."""
    if tables is None:

        @rule
        def untabled(rules: Any, position: Any, at_hand: Mapped) -> int:  # noqa: ARG001 - there is nothing to read
            return UNTABLED

        return untabled

    actor, rests, applies, layer_of, place = rulebook.actor, tables.rests, tables.applies, tables.layer_of, tables.place

    @rule
    def chance(rules: Any, position: Any, at_hand: Mapped) -> int:
        """The chance of FIRST in STEPS; UNTABLED where no table at hand holds the position."""
        if not at_hand.starts.size or not rests(rules, position):
            return UNTABLED
        start = at_hand.starts[layer_of(position)]
        if start == MISSING or not applies(rules, position):
            return UNTABLED
        value = int(at_hand.values[start + place(rules, position)])
        return value if actor(rules, position) == FIRST else STEPS - value

    return chance


@rule
def code_at(at_hand: MappedResults, layer: int, place: int) -> int:
    """The code in a place of a layer."""
    first = at_hand.starts[layer] + at_hand.widths[layer] * place
    code = int(at_hand.values[first])
    return code if at_hand.widths[layer] == 1 else code | int(at_hand.values[first + 1]) << 8


@once
def make_result(rulebook: Rulebook, tables: Tables | None) -> Callable[[Any, Any, MappedResults], int]:
    """How a compiled loop reads a position without throws."""
    if tables is None or not isinstance(tables.method, Retrograde):

        @rule
        def untabled(rules: Any, position: Any, at_hand: MappedResults) -> int:  # noqa: ARG001 - nothing to read
            return UNTABLED

        return untabled

    actor, occurs, rests, applies = rulebook.actor, rulebook.occurs, tables.rests, tables.applies
    layer_of, place, endless, quiet = tables.layer_of, tables.place, tables.method.endless, tables.method.quiet

    @rule
    def result(rules: Any, position: Any, at_hand: MappedResults) -> int:
        """0 where FIRST has lost, 1 for a draw, 2 for a win; UNTABLED where no table at hand tells.

        Nor does one tell where it matters what has been before: see docs/solving.md.
        """
        if not at_hand.starts.size:
            return UNTABLED
        layer = layer_of(position)
        if at_hand.starts[layer] == MISSING or not rests(rules, position) or not applies(rules, position):
            return UNTABLED
        code = code_at(at_hand, layer, place(rules, position))
        won = code % RESULTS
        if won != 1 + endless(rules, position):
            plies = quiet(position)
            if at_hand.most_quiet and code // RESULTS > at_hand.most_quiet - plies:
                return UNTABLED
            if plies and occurs(rules, position):
                return UNTABLED
        return won if actor(rules, position) == FIRST else RESULTS - 1 - won

    return result
