"""The games of one browser: how they stand, and how a player leaves one for good."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.language import translator
from ibau.web.api.games import GamesAsked, GamesTold, GameTold, SeatKey
from ibau.web.endpoints.bodies import answer, body_as
from ibau.web.endpoints.reading import read_game
from ibau.web.hosted.entries import told_view
from ibau.web.hosted.game import StoredGameError
from ibau.web.limits.callers import callers_of
from ibau.web.rooms.replays import UnknownGameError
from ibau.web.services import language_of, services_of


async def tell_games(request: Request) -> Response:
    """How games stand; those of another version are passed over."""
    asked = await body_as(GamesAsked, request)
    translate, told, missing = translator(language_of(request)), list[GameTold](), list[str]()
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


OWN = [
    Route("/games/told", tell_games, methods=["POST"]),
    Route("/games/{name}/leave", leave_game, methods=["POST"]),
]
