"""Verify tables: recompute random positions by the rules."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from ibau.core.errors import TableError
from ibau.tables.table_file import Table
from ibau.tables.tablebase import ExactValue, Tablebase


class WrongValue(NamedTuple):
    """A position whose stored value contradicts the rules."""

    position: str
    stored: ExactValue
    computed: ExactValue


def check_values(tablebase: Tablebase, table: Table, positions: int, seed: int = 0) -> Iterator[WrongValue]:
    """Yield those of `positions` random positions of a table whose values contradict the rules.

    The rules turn the bounds of a position's successors into bounds of its own; if these do not meet the stored ones,
    one of the values is wrong.  Raises MissingTableError, and TableError if a checksum is wrong.
    """
    table.check_sum()
    if not table.header.positions:
        raise TableError(f"{table.file} holds nothing.")
    draws = random.Random(seed)  # noqa: S311 - reproducible
    tables, rules = tablebase.tables, tablebase.rules
    for _ in range(positions):
        position = tables.position(rules, table.header.layer, draws.randrange(table.header.positions))
        if tablebase.game.system.rulebook.outcome(rules, position, 1):
            continue  # never read
        tabled, derived = tablebase.read(position), tablebase.compute(position)
        if contradict(tabled, derived) or distances_contradict(tabled, derived, tablebase, position):
            yield WrongValue(tablebase.game.system.form.text(position), tabled, derived)


def contradict(tabled: ExactValue, derived: ExactValue) -> bool:
    """Are the two intervals of bounds disjoint?"""
    return derived.lower > tabled.upper or derived.upper < tabled.lower


def distances_contradict(tabled: ExactValue, derived: ExactValue, tablebase: Tablebase, position: Any) -> bool:
    """Do two equal values have contradictory distances?

    If endless play is won or lost, the way to a draw may be longer than the way through the draws: a win may come after
    a draw there, and a table has only one distance for both.
    """
    if tabled.plies is None or derived.plies is None or derived != derived._replace(chance=tabled.chance):
        return False
    return derived.plies > tabled.plies or (derived.plies < tabled.plies and tablebase.endless(position) == 1 / 2)
