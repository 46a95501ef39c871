"""A table checked: positions drawn by lot, recalculated by the plain rules."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from ibau.core.errors import TableError
from ibau.core.phrase import N_
from ibau.tables.table_file import Table
from ibau.tables.tablebase import ExactValue, Tablebase


class WrongValue(NamedTuple):
    """A position whose value is not what the rules make of those after it."""

    position: str
    stored: ExactValue
    computed: ExactValue


def check_values(tablebase: Tablebase, table: Table, positions: int, seed: int = 0) -> Iterator[WrongValue]:
    """The positions, of this many drawn by lot, at which a table of a base contradicts the rules.

    One step of the rules leads from the bounds of what comes after to bounds of the position; where these and its own
    have nothing in common, one of the values is wrong.  Raises TableError where the checksum is wrong; NotTabled.
    """
    table.check_sum()
    if not table.header.positions:
        raise TableError(N_("{file} holds nothing."), file=table.file)
    lot = random.Random(seed)  # noqa: S311 - anybody may repeat it
    tables, rules = tablebase.tables, tablebase.rules
    for _ in range(positions):
        position = tables.position(rules, table.header.layer, lot.randrange(table.header.positions))
        if tablebase.game.system.rulebook.outcome(rules, position, 1):
            continue  # nobody reads it
        tabled, derived = tablebase.read(position), tablebase.compute(position)
        if contradict(tabled, derived) or distances_contradict(tabled, derived, tablebase, position):
            yield WrongValue(tablebase.game.system.form.text(position), tabled, derived)


def contradict(tabled: ExactValue, derived: ExactValue) -> bool:
    """Have the bounds nothing in common?"""
    return derived.lower > tabled.upper or derived.upper < tabled.lower


def distances_contradict(tabled: ExactValue, derived: ExactValue, tablebase: Tablebase, position: Any) -> bool:
    """Are the distances of the same value others?

    Where endless play is won or lost, the way to a draw may be longer than the way through the draws: there a win may
    come after a draw, and a table has but one distance for both.
    """
    if tabled.plies is None or derived.plies is None or derived != derived._replace(chance=tabled.chance):
        return False
    return derived.plies > tabled.plies or (derived.plies < tabled.plies and tablebase.endless(position) == 1 / 2)
