"""The games of a tournament's file (docs/arena.md) as records."""

from collections.abc import Callable, Iterable, Iterator

from ibau.core.errors import IbauError, RecordError
from ibau.core.game import Game
from ibau.core.record import OPENING, Record, Variation
from ibau.lab.arena.gamefile import Heading, read_heading, read_played
from ibau.lab.arena.results import PairedGame
from ibau.lab.journal import END


def read_arena(lines: Iterable[bytes], make_game: Callable[[str], Game]) -> Iterator[Record]:
    """The games of a tournament, each replayed and checked; `make_game` gives the game of a ruleset text.

    A last line without an end is still being written, or was cut short, and is ignored.  Raises RecordError.
    """
    whole = (line for line in lines if line.endswith(END))
    try:
        heading = read_heading(next(whole, b""))
        game = make_game(heading.ruleset)
        for number, line in enumerate(whole):
            yield record_of(read_played(line, number, game), heading, game)
    except IbauError as error:
        raise RecordError(str(error)) from error


def record_of(played: PairedGame, heading: Heading, game: Game) -> Record:
    """The record of a game; one that was lost by a fault stops before its end, one with an opening says so."""
    first, second = (heading.contestants[number] for number in played.seats)
    tags = {"First": first, "Second": second, "Seed": str(played.seed)}
    if played.opening:
        tags[OPENING] = str(played.opening)
    if played.fault:
        tags["Fault"] = played.fault
    return Record(game, Variation.of(played.actions), tags)
