"""`ibau play`: who sits where, and then game after game."""

from pathlib import Path
from typing import NamedTuple

from ibau.core.chance import below, seeded
from ibau.core.errors import RecordError
from ibau.core.game import Game
from ibau.core.line import Line
from ibau.core.outcome import SEATS
from ibau.core.record import Record
from ibau.language import translator
from ibau.players import LEVELS
from ibau.terminal import console
from ibau.terminal.review import nth_record
from ibau.terminal.screen import Screen
from ibau.terminal.series import AS_USUAL, COMPUTER, PERSON, Series, Thinking
from ibau.terminal.session import Session

SEAT_LOT = 1  # the stream of random numbers that draws the seat; throws have the first one


class Terms(NamedTuple):
    """Against whom, from where, and how often; `seat` is first, second or lot."""

    opponent: str  # a level, the class of a player, or "person"
    seat: str
    games: int = 1
    thinking: Thinking = AS_USUAL


def play(game: Game, terms: Terms, seed: int, lang: str, begun: Line | None = None) -> None:
    """Play a match of so many games or more; the first goes on with what has `begun`."""
    mine = below(seeded(seed, SEAT_LOT), 2) if terms.seat == "lot" else SEATS.index(terms.seat)
    play_match(Series(game, terms.opponent, mine, seed, terms.games, thinking=terms.thinking, begun=begun), lang)


def loaded(file: Path, number: int, lang: str) -> Record:
    """A game to go on with.  Raises RecordError where it cannot be read, or its players have ended it."""
    record = nth_record(file, number, translator(lang))
    if record.settlement:
        raise RecordError(f"game {number} of {file} cannot go on: it was {record.settlement.kind}")
    return record


def sat(record: Record) -> tuple[str, str] | None:
    """The opponent and the seat of whoever played a game against a level of the computer, as its tags tell."""
    for seat, other in (("First", "Second"), ("Second", "First")):
        computer = record.tags.get(other, "").removeprefix(COMPUTER)
        if record.tags.get(seat) == PERSON and computer in {level.id for level in LEVELS}:
            return computer, seat.lower()
    return None


def play_match(series: Series, lang: str) -> None:
    """Play until somebody leaves."""
    out, translate = console(), translator(lang)
    going_on = True
    while going_on:
        session = Session(series, Screen(out, translate, series.sitting(), series.near), lang)
        going_on = session.run()
