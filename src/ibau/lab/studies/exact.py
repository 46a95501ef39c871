"""What tables of exact values say of a reading: no sampling, and no doubt beyond the tables' own bounds."""

from pathlib import Path

from ibau.core.game import State
from ibau.core.outcome import CHANCE, FIRST
from ibau.tables.probing import probe, tables_in
from ibau.tables.tablebase import Exact, mirrored

BEST = "best"  # who plays, where values are exact


def exact_starter(start: State, tables: Path) -> Exact | None:
    """The score of whoever begins at best play of both; None where no table reaches the start."""
    with tables_in(tables):
        if start.actor != CHANCE:
            return _of_starter(start)
        lots = [_of_starter(start.after(lot)) for lot in start.legal]
    known = [lot for lot in lots if lot is not None]
    if len(known) < len(lots):
        return None
    return Exact(
        sum(lot.chance for lot in known) / len(known),
        sum(lot.lower for lot in known) / len(known),
        sum(lot.upper for lot in known) / len(known),
    )


def _of_starter(state: State) -> Exact | None:
    found = probe(state)
    return found if found is None or state.actor == FIRST else mirrored(found)
