"""One step of the rules at many positions of a layer, and the way back: the loops of retrograde analysis.

A value is 1, 0 or -1 for the player to act; a table has a code for it, as its file has: three times the distance, plus
the value and 1.
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

MAX_PENDING = 64  # positions in the middle of a turn, at most
UNKNOWN = 2  # in place of a value: the distance does not fit into the plies left

Codes = NDArray[np.uint16]
Marks = NDArray[np.uint8]
Places = NDArray[np.int64]
Results = NDArray[np.int8]


class KnownCodes(NamedTuple):
    """What is known so far."""

    codes: Codes  # of all positions
    starts: Places  # where the layer of each number begins
    most_quiet: int  # plies; 0 for no end


@once
def make_look_up(tables: TableLayout) -> Callable[..., int]:
    """The value of a position that is over, or rests."""
    layer_of, place, quiet = tables.layer_of, tables.place, tables.retrograde.quiet

    @rule
    def look_up(rules: Any, position: Any, known: KnownCodes, end: int) -> int:
        """The value for FIRST, as far as it is known."""
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
    """One step of the rules."""
    moves, count, nth, play, outcome = rulebook.moves, rulebook.count, rulebook.nth, rulebook.play, rulebook.outcome
    turn, position, rests, look_up = rulebook.turn, tables.position, tables.rests, make_look_up(tables)

    @rule
    def worst_reply(rules: Any, here: Any, known: KnownCodes) -> int:
        """What FIRST gets where SECOND has to answer before a table holds what comes of it."""
        worst = 1
        legal = moves(rules, here)
        for n in range(count(legal)):
            after = play(rules, here, nth(legal, n))
            worst = min(worst, look_up(rules, after, known, outcome(rules, after, 1)))
        return worst

    @loop
    def decide(rules: Any, layer: Layer, known: KnownCodes, places: Places, results: Results) -> None:
        """The value of each of these places, by the best turn; of those that are over, how they ended."""
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
    """A loop that marks where positions can come from."""
    count, nth, position, place, layer_of = (
        rulebook.count,
        rulebook.nth,
        tables.position,
        tables.place,
        tables.layer_of,
    )
    unmoves, unplay = tables.retrograde.unmoves, tables.retrograde.unplay

    @loop
    def mark(rules: Any, layer: Layer, starts: Places, places: Places, marks: Marks) -> None:
        """Mark, in the layers of a group, every position from which a move may lead to one of these places."""
        for k in range(len(places)):
            here = position(rules, layer, places[k])
            back = unmoves(rules, here)
            for n in range(count(back)):
                before = unplay(rules, here, nth(back, n))
                marks[starts[layer_of(before)] + place(rules, before)] = 1

    return mark
