"""Games as columns with one row per ply, in plain lists, of which other libraries make data frames.

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

NAMES = ("game", "ruleset", "ply", "turn", "seat", "kind", "action", "legal", "position", "returns", "end")


def columns(games: Iterable[Record | Line]) -> dict[str, list[Any]]:
    """One row per ply of all games: a list per column, all of equal length.

    `game`: int, the index of the game, from 0 on.
    `ruleset`: str, the text of its ruleset.
    `ply`: int, the number of actions played before this one.
    `turn`: int, the turn of the players, 0 at a lot.
    `seat`: str, the seat that chooses or throws: "first" or "second"; "chance" at a lot.
    `kind`: str, "choice", "throw" or "lot".
    `action`: str, the action in notation.
    `legal`: int, the number of legal actions.
    `position`: str, the position text before the action.
    `returns`: int, the result of the game for the *first* seat on every row: 1, 0 or -1; None if it has not ended.
    `end`: str, the kind of the end, such as "repetition"; None if it has not ended.

    Raises RecordError for a record with an illegal action.
    """
    found: dict[str, list[Any]] = {name: [] for name in NAMES}
    every = check_items(games, (Record, Line), "Columns need an iterable of records and lines", RecordError)
    for number, played in enumerate(every):
        start, plies, result = _played(played)
        system, rules, position = start.game.system, start.game.rules, start.position
        ruleset, rulebook = str(start.game.ruleset), system.rulebook
        returns, end = (result.returns[0], result.kind) if result else (None, None)
        rows: list[tuple[Any, ...]] = []
        for at, (text, action, turn, legal) in enumerate(plies):
            seat = rulebook.turn(rules, position)
            actor = rulebook.actor(rules, position) if seat == CHANCE else seat
            kind = "choice" if seat != CHANCE else "lot" if actor == CHANCE else "throw"
            before = legal, system.form.text(position)
            rows.append((number, ruleset, at, turn, SEATS[actor], kind, text, *before, returns, end))
            position = rulebook.play(rules, position, action)
        for column, values in zip(found.values(), zip(*rows, strict=True), strict=bool(rows)):
            column.extend(values)
    return found


def _played(played: Record | Line) -> tuple[State, Iterable[tuple[str, int, int, int]], Result | None]:
    """The start of a game; its actions as text and number, with turn and count of legal actions; and its result."""
    if isinstance(played, Record):
        numbers, turns, legal, _ = played.replay
        return played.first_state(), zip(played.actions, numbers, turns, legal, strict=True), played.result
    plies = ((ply.text, ply.action, ply.turn, ply.before.legal_count) for ply in played.plies)
    return played.start, plies, played.result
