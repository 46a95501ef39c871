"""A game of the server as an entry of a list: who plays, and whose turn it is or how it ended."""

from collections.abc import Collection

from ibau.core.outcome import FIRST, SECOND, other
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.result import Result
from ibau.web.api.games import GameKey, GameTold
from ibau.web.hosted.game import HostedGame


def told_view(asked: GameKey, hosted: HostedGame, translate: Translate) -> GameTold:
    """How a game stands, for a person who has a key."""
    seats = hosted.seats.of(asked.key)
    yours = not hosted.is_over and not hosted.seats.awaited and is_turn(hosted, seats)
    return GameTold(
        id=asked.id,
        title=translate(hosted.game.system.title),
        players=company(hosted, seats).said(translate),
        turn=turn_said(hosted, seats, yours=yours).said(translate),
        yours=yours,
        over=hosted.is_over,
    )


def is_turn(hosted: HostedGame, seats: Collection[int]) -> bool:
    """Is anything asked of those who play these seats: to play, to throw, to draw a lot or to answer an offer?"""
    if hosted.offers.open and hosted.offers.open.by not in seats:
        return bool(seats)
    return hosted.state.actor in seats or (hosted.state.is_lot and bool(seats))


def turn_said(hosted: HostedGame, seats: Collection[int], *, yours: bool) -> Phrase:
    """Whose turn it is, or how it ended for the player who plays these seats, in a few words."""
    if hosted.line.result:
        return _end_said(hosted.line.result, seats)
    if hosted.seats.awaited:
        return Phrase(N_("Invitation open"))
    return Phrase(N_("Your turn")) if yours else Phrase(N_("The other side's turn"))


def _end_said(result: Result, seats: Collection[int]) -> Phrase:
    """How a game ended for the player who plays one of its seats."""
    if len(seats) != 1:
        return Phrase(N_("Finished"))
    said = {1: N_("You won"), 0: N_("A draw"), -1: N_("You lost")}
    return Phrase(said[result.returns[next(iter(seats))]])


def company(hosted: HostedGame, seats: Collection[int]) -> Phrase:
    """Against whom these seats play; who plays, where they are both or none; and that somebody had hints."""
    playing = _playing(hosted, seats)
    return Phrase(N_("{players}, with hints"), {"players": playing}) if hosted.seats.assisted else playing


def _playing(hosted: HostedGame, seats: Collection[int]) -> Phrase:
    if len(seats) != 1:
        both = {"first": hosted.side(FIRST), "second": hosted.side(SECOND)}
        return Phrase(N_("{first} and {second}"), both).naming(hosted.names.said)
    opponent = other(*seats)
    if opponent in hosted.seats.awaited:
        return Phrase(N_("a seat is free"))
    return Phrase(N_("against {name}"), {"name": hosted.side(opponent)}).naming(hosted.names.said)
