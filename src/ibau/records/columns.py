"""Games as columns with a row per ply: plain lists, for data frames of other libraries.

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
    "game": "int, the index of the game, from 0",
    "ruleset": "str, the ruleset text",
    "ply": "int, the number of actions before it",
    "turn": "int, the number of the turn, from 1; 0 for a lot",
    "seat": 'str, the seat that decided or threw, "first" or "second"; "chance" for a lot',
    "kind": 'str, "choice", "throw" or "lot"',
    "action": "str, the action text",
    "legal": "int, the number of legal actions",
    "position": "str, the position text before the action",
    "returns": "int or None, what the first seat got at the end of the game: 1, 0 or -1; None for an unfinished game",
    "end": 'str or None, the kind of end of the game, such as "repetition"; None for an unfinished game',
}


def columns(games: Iterable[Record | Line]) -> dict[str, list[Any]]:
    """Columns of equal length, by name, with a row for each ply (action, throw or lot) of all games in order.

    Raises RecordError for a record with an illegal action.  The columns:
    """
    found: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    every = check_items(games, (Record, Line), "Columns are made of an iterable of Records and Lines", RecordError)
    for number, played in enumerate(every):
        start, plies, result = _played(played)
        system, rules, position = start.game.system, start.game.rules, start.position
        ruleset, rulebook = str(start.game.ruleset), system.rulebook
        returns, end = (result.returns[0], result.kind) if result else (None, None)
        rows: list[tuple[Any, ...]] = []
        for ply, (text, action, turn, legal) in enumerate(plies):
            actor, is_move = rulebook.actor(rules, position), rulebook.turn(rules, position) != CHANCE
            kind = "choice" if is_move else "lot" if actor == CHANCE else "throw"
            before = legal, system.form.text(position)
            rows.append((number, ruleset, ply, turn, SEATS[actor], kind, text, *before, returns, end))
            position = rulebook.play(rules, position, action)
        for column, values in zip(found.values(), zip(*rows, strict=True), strict=bool(rows)):
            column.extend(values)
    return found


def _played(played: Record | Line) -> tuple[State, Iterable[tuple[str, int, int, int]], Result | None]:
    """The first state of a game, its plies (text, number, turn, count of legal actions), and its result."""
    if isinstance(played, Record):
        numbers, turns, legal, _ = played.replay
        return played.first_state(), zip(played.actions, numbers, turns, legal, strict=True), played.result
    plies = ((ply.text, ply.action, ply.turn, ply.before.legal_count) for ply in played.plies)
    return played.start, plies, played.result


columns.__doc__ = "\n    ".join([columns.__doc__ or "", *(f"`{name}`: {text}." for name, text in COLUMNS.items())])
