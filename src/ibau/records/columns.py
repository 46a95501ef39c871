"""Games as columns with one row per ply, in plain lists, of which other libraries make data frames.

polars.DataFrame(columns(records)), pandas.DataFrame(columns(records))
"""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any, NamedTuple

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
        rulebook, text_of = system.rulebook, system.form.text
        seats, kinds, positions = list[str](), list[str](), list[str]()
        for action in plies.numbers:
            seat = rulebook.turn(rules, position)
            actor = rulebook.actor(rules, position) if seat == CHANCE else seat
            seats.append(SEATS[actor])
            kinds.append("choice" if seat != CHANCE else "lot" if actor == CHANCE else "throw")
            positions.append(text_of(position))
            position = rulebook.play(rules, position, action)
        count, ruleset = len(positions), str(start.game.ruleset)
        returns, end = (result.returns[0], result.kind) if result else (None, None)
        new: tuple[Iterable[Any], ...] = (
            *(repeat(number, count), repeat(ruleset, count), range(count), plies.turns, seats, kinds),
            *(plies.texts, plies.legal, positions, repeat(returns, count), repeat(end, count)),
        )
        for column, values in zip(found.values(), new, strict=True):
            column.extend(values)
    return found


class _Plies(NamedTuple):
    """The actions of a game as texts and numbers, and the turn and the number of legal actions of each."""

    texts: Sequence[str]
    numbers: Sequence[int]
    turns: Sequence[int]
    legal: Sequence[int]


def _played(played: Record | Line) -> tuple[State, _Plies, Result | None]:
    """The start of a game, its actions, and its result."""
    if isinstance(played, Record):
        return played.first_state(), _Plies(played.actions, *played.replay[:3]), played.result
    plies = [(ply.action, ply.turn, ply.before.legal_count) for ply in played.plies]
    return played.start, _Plies(played.actions, *(zip(*plies, strict=True) if plies else ((), (), ()))), played.result
