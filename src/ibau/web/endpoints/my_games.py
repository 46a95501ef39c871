"""The games of one browser: how they stand, and how a player leaves one for good."""

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.outcome import FIRST, SECOND, other
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.result import Result
from ibau.language import translator_for
from ibau.web.api.games import GameKey, GamesRequest, GameSummaries, GameSummary, SeatKey
from ibau.web.endpoints.bodies import body_as, json_response, read_game
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.limits.client_ids import client_id_of
from ibau.web.rooms.replays import UnknownGameError
from ibau.web.services import language_of, services_of


async def list_games(request: Request) -> Response:
    """How games stand; those of another version are passed over."""
    asked = await body_as(GamesRequest, request)
    translate, told, missing = translator_for(language_of(request)), list[GameSummary](), list[str]()
    for game in asked.games:
        await services_of(request).limits.ask(client_id_of(request))
        try:
            told.append(summary_view(game, await read_game(request, game.id), translate))
        except UnknownGameError:
            missing.append(game.id)
        except StoredGameError:
            pass
    return json_response(GameSummaries(told, missing))


async def leave_game(request: Request) -> Response:
    """Delete the entry of a player."""
    shown = await body_as(SeatKey, request)
    await services_of(request).lobby.delete_entry(request.path_params["name"], shown.key)
    return json_response({})


def summary_view(asked: GameKey, hosted: HostedGame, translate: Translate) -> GameSummary:
    """How a game stands, for a person who has a key."""
    seats = hosted.seats.played_with(asked.key)
    yours = not hosted.is_over and not hosted.seats.free and is_turn(hosted, seats)
    return GameSummary(
        id=asked.id,
        title=translate(hosted.game.system.title),
        players=players_text(hosted, seats).to_text(translate),
        turn=turn_text(hosted, seats, yours=yours).to_text(translate),
        yours=yours,
        over=hosted.is_over,
    )


def is_turn(hosted: HostedGame, seats: Collection[int]) -> bool:
    """Is anything asked of those who play these seats: to play, to throw, to draw a lot or to answer an offer?"""
    if hosted.offers.open and hosted.offers.open.by not in seats:
        return bool(seats)
    return hosted.state.actor in seats or (hosted.state.is_lot and bool(seats))


def turn_text(hosted: HostedGame, seats: Collection[int], *, yours: bool) -> Phrase:
    """Whose turn it is, or how it ended for the player who plays these seats, in a few words."""
    if hosted.line.result:
        return _end_text(hosted.line.result, seats)
    if hosted.seats.free:
        return Phrase(N_("Invitation open"))
    return Phrase(N_("Your turn")) if yours else Phrase(N_("The other side's turn"))


def _end_text(result: Result, seats: Collection[int]) -> Phrase:
    """How a game ended for the player who plays one of its seats."""
    if len(seats) != 1:
        return Phrase(N_("Finished"))
    said = {1: N_("You won"), 0: N_("A draw"), -1: N_("You lost")}
    return Phrase(said[result.returns[next(iter(seats))]])


def players_text(hosted: HostedGame, seats: Collection[int]) -> Phrase:
    """Against whom these seats play; who plays, where they are both or none; and that somebody had hints."""
    playing = _opponents_text(hosted, seats)
    return Phrase(N_("{players}, with hints"), {"players": playing}) if hosted.seats.assisted else playing


def _opponents_text(hosted: HostedGame, seats: Collection[int]) -> Phrase:
    if len(seats) != 1:
        both = {"first": hosted.side(FIRST), "second": hosted.side(SECOND)}
        return Phrase(N_("{first} and {second}"), both).with_names(hosted.names.by_side)
    opponent = other(*seats)
    if opponent in hosted.seats.free:
        return Phrase(N_("a seat is free"))
    return Phrase(N_("against {name}"), {"name": hosted.side(opponent)}).with_names(hosted.names.by_side)


MY_GAMES_ROUTES = [
    Route("/games/summaries", list_games, methods=["POST"]),
    Route("/games/{name}/leave", leave_game, methods=["POST"]),
]
