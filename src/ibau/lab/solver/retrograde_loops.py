"""The loops of retrograde analysis: values from successors, and marks of predecessors, for many positions of a layer.

A value is 1, 0 or -1 for the player to move.  The code of a position is 3 * distance + value + 1, as in a table's file.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibau.core.contract import Rulebook
from ibau.core.outcome import FIRST, value_for_first
from ibau.core.table_layout import Layer, TableLayout
from ibau.machine.rule import loop, once, rule
from ibau.tables.table_file import RESULTS

MAX_PENDING = 64  # positions within a turn, at most
UNKNOWN = 2  # in place of a value: the distance exceeds the quiet plies left

Codes = NDArray[np.uint16]
Marks = NDArray[np.uint8]
Places = NDArray[np.int64]
Results = NDArray[np.int8]


class KnownCodes(NamedTuple):
    """The codes computed so far."""

    codes: Codes  # of all positions
    starts: Places  # the index at which each layer begins, by its number
    most_quiet: int  # the limit of quiet plies; 0 for none


@once
def make_look_up(tables: TableLayout) -> Callable[..., int]:
    """A rule that looks up the value of a position that is over, or in a table."""
    layer_of, place, quiet = tables.layer_of, tables.place, tables.retrograde.quiet

    @rule
    def look_up(rules: Any, position: Any, known: KnownCodes, end: int) -> int:
        """The value for FIRST, as computed so far."""
        if end:
            return value_for_first(end)
        code = int(known.codes[known.starts[layer_of(position)] + place(rules, position)])
        if known.most_quiet and code // RESULTS > known.most_quiet - quiet(position):
            return UNKNOWN
        value = code % RESULTS - 1
        return value if position.player == FIRST else -value

    return look_up


@once
def make_decide(rulebook: Rulebook, tables: TableLayout) -> Callable[..., None]:
    """A loop that computes values from successors."""
    moves, count, nth, play, outcome = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play, rulebook.outcome
    turn, position, rests, look_up = rulebook.turn, tables.position, tables.rests, make_look_up(tables)

    @rule
    def worst_reply(rules: Any, here: Any, known: KnownCodes) -> int:
        """The value for FIRST where SECOND must reply before a position is in a table."""
        worst = 1
        legal = moves(rules, here)
        for n in range(count(legal)):
            after = play(rules, here, nth(legal, n))
            worst = min(worst, look_up(rules, after, known, outcome(rules, after, 1)))
        return worst

    @loop
    def decide(rules: Any, layer: Layer, known: KnownCodes, places: Places, results: Results) -> None:
        """Write the value of each position: its result if it is over, else that of the best turn."""
        pending = [position(rules, layer, 0)] * MAX_PENDING
        for k in range(len(places)):
            pending[0] = position(rules, layer, places[k])
            end = outcome(rules, pending[0], 1)
            results[k] = value_for_first(end) if end else -1
            waiting = 0 if end else 1
            while waiting:
                waiting -= 1
                here = pending[waiting]
                legal = moves(rules, here)
                for n in range(count(legal)):
                    after = play(rules, here, nth(legal, n))
                    end = outcome(rules, after, 1)
                    if end or rests(rules, after):
                        results[k] = max(results[k], look_up(rules, after, known, end))
                    elif turn(rules, after) != FIRST:
                        results[k] = max(results[k], worst_reply(rules, after, known))
                    else:  # the turn goes on
                        pending[waiting] = after
                        waiting += 1

    return decide


@once
def make_mark(rulebook: Rulebook, tables: TableLayout) -> Callable[..., None]:
    """A loop that marks predecessors of positions."""
    count, nth, unmoves, unplay = rulebook.count, rulebook.nth, tables.retrograde.unmoves, tables.retrograde.unplay
    position, place, layer_of = tables.position, tables.place, tables.layer_of

    @loop
    def mark(rules: Any, layer: Layer, starts: Places, places: Places, marks: Marks) -> None:
        """Mark every position of a group from which a move may lead to one of these places."""
        for k in range(len(places)):
            here = position(rules, layer, places[k])
            back = unmoves(rules, here)
            for n in range(count(back)):
                before = unplay(rules, here, nth(back, n))
                marks[starts[layer_of(before)] + place(rules, before)] = 1

    return mark
