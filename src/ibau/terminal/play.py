"""`ibau play`: who sits where, and then game after game."""

from ibau.core.chance import below, seeded
from ibau.core.game import Game
from ibau.core.outcome import SEATS
from ibau.language import translator
from ibau.terminal import console
from ibau.terminal.screen import Screen
from ibau.terminal.series import Series
from ibau.terminal.session import Session

SEAT_LOT = 1  # the stream of random numbers that draws the seat; throws have the first one


def play(game: Game, opponent: str, seat: str, games: int, seed: int, lang: str, *, threads: int = 1) -> None:
    """Play a match of so many games or more; `opponent` is a level or "person", `seat` first, second or lot."""
    mine = below(seeded(seed, SEAT_LOT), 2) if seat == "lot" else SEATS.index(seat)
    play_match(Series(game, opponent, mine, seed, games, threads=threads), lang)


def play_match(series: Series, lang: str) -> None:
    """Play until somebody leaves."""
    out, translate = console(), translator(lang)
    going_on = True
    while going_on:
        session = Session(series, Screen(out, translate, series.sitting(), series.near), lang)
        going_on = session.run()
