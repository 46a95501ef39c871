"""`ibau play`: who sits where, and then the game."""

import sys
from collections.abc import Mapping
from io import TextIOWrapper

from ibau.core.chance import below, seeded
from ibau.core.game import Game
from ibau.core.outcome import FIRST, SEATS, SECOND, other
from ibau.core.phrase import N_, Phrase
from ibau.language import translator
from ibau.players import LEVELS, player
from ibau.terminal import console
from ibau.terminal.screen import Screen
from ibau.terminal.session import Session
from ibau.terminal.table import Table

PERSON = "person"
SEAT_LOT = 1  # the stream of random numbers that draws the seat; throws have the first one


def play(game: Game, opponent: str, seat: str, seed: int, lang: str) -> None:
    """Play a game; `opponent` is a level or "person", `seat` first, second or lot."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # what the terminal cannot say must not end the game
    mine = below(seeded(seed, SEAT_LOT), 2) if seat == "lot" else SEATS.index(seat)
    levels = {} if opponent == PERSON else {other(mine): opponent}
    computers = {computer: player(level, seed) for computer, level in levels.items()}
    tags = {
        **{
            name: f"computer {levels[n]}" if n in levels else PERSON
            for n, name in ((FIRST, "First"), (SECOND, "Second"))
        },
        "Seed": str(seed),
    }
    screen = Screen(console(), translator(lang), sitting(levels))
    Session(Table(game, computers, seed), screen, lang, tags).run()


def sitting(levels: Mapping[int, str]) -> Mapping[int, Phrase]:
    """Who plays each seat, in words."""
    names = {level.id: level.name for level in LEVELS}
    person = Phrase(N_("you")) if levels else Phrase(N_("a person"))
    return {
        seat: Phrase(N_("computer, {level}"), {"level": Phrase(names[levels[seat]])}) if seat in levels else person
        for seat in (FIRST, SECOND)
    }
