"""Tables as compiled loops read them: all layers at hand as one array, mapped where they are, nothing copied."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from ibau.core.contract import Rulebook
from ibau.core.outcome import FIRST
from ibau.core.rule import once, rule
from ibau.core.tables.files import STEPS
from ibau.core.tables.layers import Tables
from ibau.core.tables.tablebase import Tablebase

MISSING = -1  # where a layer would begin
UNTABLED = -1  # in place of a chance


class Mapped(NamedTuple):
    """The values of layers in the order of their addresses, with gaps that nobody may read.

    It lives no longer than its tablebase.
    """

    values: NDArray[np.uint16]
    starts: NDArray[np.int64]  # where the layer of each number begins, or MISSING; empty without any table


def mapped(tablebase: Tablebase | None) -> Mapped:
    """The chances of a tablebase, of a game with throws, for compiled loops; none of no tablebase."""
    if not tablebase or not tablebase.layers:
        return Mapped(_read_only(np.empty(0, np.uint16)), np.empty(0, np.int64))
    layers: dict[int, NDArray[Any]] = {n: np.asarray(table.values) for n, table in tablebase.layers.items()}
    starts = np.full(tablebase.tables.numbers, MISSING, np.int64)
    lowest = min(layers.values(), key=_address)
    for number, values in layers.items():
        starts[number] = (_address(values) - _address(lowest)) // lowest.itemsize
    end = max(int(starts[number]) + values.size for number, values in layers.items())
    return Mapped(_read_only(as_strided(lowest, (end,), lowest.strides)), starts)


def _address(values: NDArray[Any]) -> int:
    return int(values.__array_interface__["data"][0])


def _read_only(values: NDArray[np.uint16]) -> NDArray[np.uint16]:
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
