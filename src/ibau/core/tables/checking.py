"""A table checked: positions drawn by lot, worked out anew by the plain rules."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from ibau.core.errors import TableError
from ibau.core.tables.files import Table
from ibau.core.tables.tablebase import Exact, Tablebase


class Finding(NamedTuple):
    """A position whose value is not what the rules make of those after it."""

    position: str
    tabled: Exact
    derived: Exact


def check(tablebase: Tablebase, table: Table, positions: int, seed: int = 0) -> Iterator[Finding]:
    """The positions, of so many drawn by lot, at which a table of a base contradicts the rules.

    One step of the rules leads from the bounds of what comes after to bounds of the position; where these and its own
    have nothing in common, one of the values is wrong.  Raises TableError where the checksum is wrong; NotTabled.
    """
    table.check_sum()
    if not table.header.positions:
        raise TableError(f"{table.file} holds nothing.")
    lot = random.Random(seed)  # noqa: S311 - anybody may repeat it
    tables, rules = tablebase.tables, tablebase.rules
    for _ in range(positions):
        position = tables.position(rules, table.header.layer, lot.randrange(table.header.positions))
        tabled, derived = tablebase.read(position), tablebase.derived(position)
        if derived.lower > tabled.upper or derived.upper < tabled.lower:
            yield Finding(tablebase.game.system.notation.position_text(rules, position), tabled, derived)
