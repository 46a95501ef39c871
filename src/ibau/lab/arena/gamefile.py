"""The lines of a tournament's file (docs/arena.md): a heading, then a line for each game, those of a pair together."""

import msgspec

from ibau.core.errors import IllegalAction
from ibau.core.game import Game
from ibau.core.line import Line
from ibau.core.quoting import repeated
from ibau.lab.arena.contest import SEATINGS, Pairing, ending
from ibau.lab.arena.errors import ArenaError
from ibau.lab.arena.results import PairedGame

FORM = 1  # of the file


class Heading(msgspec.Struct, forbid_unknown_fields=True):
    """Which tournament it is."""

    arena: int
    ruleset: str
    contestants: tuple[str, str]
    judgement: tuple[str, str]  # what each judges by, since files of networks change
    seed: int
    opening: int | None
    clock: str


def heading_of(pairing: Pairing, game: Game) -> Heading:
    """The heading of a tournament in a game."""
    one, other = pairing.contestants
    judgement = (one.judgement(game), other.judgement(game))
    return Heading(
        FORM, pairing.ruleset, (one.text, other.text), judgement, pairing.seed, pairing.opening, pairing.clock
    )


def read_heading(line: bytes) -> Heading:
    """The heading of a file.  Raises ArenaError."""
    try:
        heading = msgspec.json.decode(line, type=Heading)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise ArenaError(f"line 1: no heading of a tournament: {repeated(error)}") from error
    if heading.arena != FORM:
        raise ArenaError(f"line 1: a tournament in form {heading.arena}; this program knows form {FORM}")
    return heading


def read_played(line: bytes, number: int, game: Game) -> PairedGame:
    """The `number`-th game of the file, from 0, replayed and checked.

    Raises ArenaError, naming the line, where it holds no game, or not the one that belongs there.
    """
    try:
        played = msgspec.json.decode(line, type=PairedGame)
        check_place(played, number)
        check_replay(played, game)
    except (msgspec.DecodeError, UnicodeError, RecursionError, ArenaError) as error:
        raise ArenaError(f"line {number + 2}: {repeated(error)}") from error
    return played


def check_place(played: PairedGame, number: int) -> None:
    """Raise ArenaError unless a game is the `number`-th of its tournament, from 0."""
    pair, game = divmod(number, len(SEATINGS))
    if played.pair != pair:
        raise ArenaError(f"expected a game of pair {pair}, not of pair {played.pair}")
    if played.seats != SEATINGS[game]:
        raise ArenaError(f"expected the seats {list(SEATINGS[game])} in this game of a pair, not {list(played.seats)}")


def check_replay(played: PairedGame, game: Game) -> None:
    """Raise ArenaError where a game cannot be replayed, or does not end as it says."""
    line = Line(game.initial())
    for number, action in enumerate(played.actions, 1):
        try:
            line = line.play(action)
        except IllegalAction as error:
            raise ArenaError(f"action {number}: {error}") from error
    returns, kind = ending(line.state, played.fault)
    if (played.returns, played.kind) != (returns, kind):
        raise ArenaError(
            f"the game returns {list(played.returns)} by {played.kind!r}, its replay {list(returns)} by {kind!r}"
        )
