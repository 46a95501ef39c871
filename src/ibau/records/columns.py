"""Games as columns, a row for each ply: plain lists, of which other libraries make their frames.

polars.DataFrame(columns(records)), pandas.DataFrame(columns(records))
"""

from collections.abc import Iterable
from typing import Any

from ibau.core.errors import RecordError
from ibau.core.game import State
from ibau.core.limits import check_items
from ibau.core.line import Line
from ibau.core.outcome import CHANCE, SEATS
from ibau.core.record import Record
from ibau.core.result import Result

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
    every = check_items(
        games, (Record, Line), "Columns are made of records and lines, one after the other", RecordError
    )
    for number, played in enumerate(every):
        start, plies, result = _played(played)
        system, rules, position = start.game.system, start.game.rules, start.position
        ruleset, rulebook = str(start.game.ruleset), system.rulebook
        returns, end = (result.returns[0], result.kind) if result else (None, None)
        rows: list[tuple[Any, ...]] = []
        for at, (text, action, turn, legal) in enumerate(plies):
            actor, is_move = rulebook.actor(rules, position), rulebook.turn(rules, position) != CHANCE
            kind = "choice" if is_move else "lot" if actor == CHANCE else "throw"
            before = legal, system.form.text(position)
            rows.append((number, ruleset, at, turn, SEATS[actor], kind, text, *before, returns, end))
            position = rulebook.play(rules, position, action)
        for column, values in zip(found.values(), zip(*rows, strict=True), strict=bool(rows)):
            column.extend(values)
    return found


def _played(played: Record | Line) -> tuple[State, Iterable[tuple[str, int, int, int]], Result | None]:
    """Where a game began, its actions as text and number, with their turn and how many were legal, and how it ended."""
    if isinstance(played, Record):
        numbers, turns, legal, _ = played.replay
        return played.first_state(), zip(played.actions, numbers, turns, legal, strict=True), played.result
    plies = ((ply.text, ply.action, ply.turn, ply.before.legal_count) for ply in played.plies)
    return played.start, plies, played.result


columns.__doc__ = "\n    ".join([columns.__doc__ or "", *(f"`{name}`: {said}." for name, said in COLUMNS.items())])
