"""The games of one browser: how they stand, and how a player leaves one for good."""

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.outcome import FIRST, SECOND, other
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.result import Result
from ibau.language import translator_for
from ibau.web.api.games import GameKey, GamesAsked, GamesTold, GameTold, SeatKey
from ibau.web.endpoints.bodies import answer, body_as, read_game
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.limits.callers import callers_of
from ibau.web.rooms.replays import UnknownGameError
from ibau.web.services import language_of, services_of


async def tell_games(request: Request) -> Response:
    """How games stand; those of another version are passed over."""
    asked = await body_as(GamesAsked, request)
    translate, told, missing = translator_for(language_of(request)), list[GameTold](), list[str]()
    for game in asked.games:
        await services_of(request).limits.ask(callers_of(request))
        try:
            told.append(told_view(game, await read_game(request, game.id), translate))
        except UnknownGameError:
            missing.append(game.id)
        except StoredGameError:
            pass
    return answer(GamesTold(told, missing))


async def leave_game(request: Request) -> Response:
    """Delete the entry of a player."""
    shown = await body_as(SeatKey, request)
    await services_of(request).lobby.delete_entry(request.path_params["name"], shown.key)
    return answer({})


def told_view(asked: GameKey, hosted: HostedGame, translate: Translate) -> GameTold:
    """How a game stands, for a person who has a key."""
    seats = hosted.seats.of(asked.key)
    yours = not hosted.is_over and not hosted.seats.awaited and is_turn(hosted, seats)
    return GameTold(
        id=asked.id,
        title=translate(hosted.game.system.title),
        players=company(hosted, seats).to_text(translate),
        turn=turn_said(hosted, seats, yours=yours).to_text(translate),
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
        return Phrase(N_("{first} and {second}"), both).with_names(hosted.names.said)
    opponent = other(*seats)
    if opponent in hosted.seats.awaited:
        return Phrase(N_("a seat is free"))
    return Phrase(N_("against {name}"), {"name": hosted.side(opponent)}).with_names(hosted.names.said)


OWN = [
    Route("/games/told", tell_games, methods=["POST"]),
    Route("/games/{name}/leave", leave_game, methods=["POST"]),
]
