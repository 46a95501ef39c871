"""Games as columns, a row for each ply: plain lists, of which other libraries make their frames.

polars.DataFrame(columns(records)), pandas.DataFrame(columns(records))
"""

from collections.abc import Iterable
from typing import Any

from ibau.core.errors import RecordError
from ibau.core.limits import several
from ibau.core.line import Line, line_of
from ibau.core.outcome import SEATS
from ibau.core.record import Record

COLUMNS = {
    "game": "which of the games, 0 for the first",
    "ruleset": "its text",
    "ply": "how many actions were played before it",
    "turn": "the turn of the players it belongs to, 0 when lots are drawn",
    "seat": 'who decided or threw: "first", "second"; "chance" at a lot',
    "kind": '"choice", "throw" or "lot"',
    "action": "its text",
    "legal": "how many actions were legal",
    "position": "the position text before it",
    "returns": "what the first seat got in the end, whoever plays here: 1, 0 or -1; None where the game has not ended",
    "end": 'the kind of the end, such as "repetition"; None too',
}


def columns(games: Iterable[Record | Line]) -> dict[str, list[Any]]:
    """A row for each ply of these games, by columns of equal length.

    Raises RecordError for a record with an illegal action.
    """
    found: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    every = several(games, (Record, Line), "Columns are made of records and lines, one after the other", RecordError)
    for number, played in enumerate(every):
        line = line_of(played)
        ruleset, result = str(line.state.game.ruleset), line.result
        returns, end = (result.returns[0], result.kind) if result else (None, None)
        for ply in line.plies:
            kind = "choice" if ply.is_move else "lot" if ply.before.is_lot else "throw"
            who = SEATS[ply.seat], kind
            before = len(ply.before.legal), str(ply.before)
            row = (number, ruleset, ply.at, ply.turn, *who, ply.text, *before, returns, end)
            for column, value in zip(found.values(), row, strict=True):
                column.append(value)
    return found


columns.__doc__ = "\n    ".join([columns.__doc__ or "", *(f"`{name}`: {said}." for name, said in COLUMNS.items())])
