"""The routes of the application, wherever it runs: what is asked at each address, and how errors are told."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from ibau.core.errors import IbauError
from ibau.core.quoting import shorten
from ibau.games import game, presets
from ibau.language import client_messages, translator_for
from ibau.paper.rules_pages import KINDS
from ibau.web.api.games import NewGame, NextGame
from ibau.web.endpoints.advising import ADVICE
from ibau.web.endpoints.analysis import ANALYSIS, worked_out
from ibau.web.endpoints.bodies import LINES, answer, body_of, read, read_game, refusing
from ibau.web.endpoints.brought import BRINGING
from ibau.web.endpoints.catalogue import catalogue
from ibau.web.endpoints.editing import EDITING
from ibau.web.endpoints.hints import HINTS
from ibau.web.endpoints.home import HOME
from ibau.web.endpoints.kits import KITS, kit_address
from ibau.web.endpoints.lessons import lesson_view
from ibau.web.endpoints.mistakes import MISTAKES
from ibau.web.endpoints.origins import BelowPath, OriginCheck
from ibau.web.endpoints.own import OWN
from ibau.web.endpoints.pictures import PICTURES
from ibau.web.endpoints.puzzles import PUZZLES
from ibau.web.endpoints.reviewpage import REVIEWING
from ibau.web.endpoints.rulespage import egypt_page, rules_page, rulings_page
from ibau.web.endpoints.seating import SEATING
from ibau.web.endpoints.sockets import game_socket
from ibau.web.endpoints.static import SafeHeaders
from ibau.web.endpoints.trees import record_format
from ibau.web.endpoints.wellbeing import WELLBEING
from ibau.web.hosted.game import OTHER_RULES, StoredGameError
from ibau.web.limits import COSTS, FIRST_PAGE, Limits
from ibau.web.limits.callers import Proxies, callers_of
from ibau.web.log.store import StoreDead, StoreFull
from ibau.web.protocol.views import start_view
from ibau.web.refusals import NO_SUCH_PAGE, Refusal
from ibau.web.rooms.lobby import NO_SUCH_GAME
from ibau.web.rooms.replays import UnknownGameError
from ibau.web.rooms.room import NOT_STORED
from ibau.web.services import language_of, services_of
from ibau.web.site import Site
from ibau.web.thinking.turns import Asker

WORTH_ZIPPING = 500  # bytes of an answer
ZIPPED = 6  # of nine degrees: the last three take half as long again for one byte in a hundred
NOT_ZIPPED = (*DEFAULT_EXCLUDED_CONTENT_TYPES, LINES)  # what grows is sent as it comes

Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


def application(
    site: Site, pages: list[BaseRoute], lifespan: Lifespan | None, limits: Limits, proxies: Proxies
) -> Starlette:
    """What answers at every address: of a page, as `pages` say; its state has the services, by a lifespan perhaps."""
    return Starlette(
        routes=[*routes(), *pages],
        middleware=[
            *([Middleware(BelowPath, site.path)] if site.path else ()),
            Middleware(SafeHeaders),
            Middleware(Limited, limits, proxies),
            Middleware(OriginCheck, site),
        ],
        lifespan=lifespan,
        exception_handlers=dict.fromkeys((HTTPException, Refusal, IbauError, StoreFull, StoreDead), told_error),
    )


def routes() -> list[BaseRoute]:
    """Every address that is no page."""
    below_api = [
        WebSocketRoute("/games/{name}/socket", game_socket),  # where all come back at once, it is looked for first
        Route("/catalogue", show_catalogue),
        Route("/messages", show_messages),
        Route("/rules/{ruleset}", show_rules),
        Route("/egypt", show_egypt),
        Route("/rulings", show_rulings),
        Route("/rulings/{of}", show_rulings),
        Route("/board/{ruleset}", show_board),
        Route("/lessons/{ruleset}", show_lesson),
        Route("/games", new_game, methods=["POST"]),
        Route("/games/{name}/record", download_record),
        *HOME,
        *PUZZLES,
        *MISTAKES,
        *SEATING,
        *OWN,
        *ANALYSIS,
        *ADVICE,
        *EDITING,
        *HINTS,
        *REVIEWING,
        *BRINGING,
        *PICTURES,
        *KITS,
        Route("/{rest:path}", no_such_address),
    ]
    zipping = Middleware(
        GZipMiddleware, minimum_size=WORTH_ZIPPING, compresslevel=ZIPPED, exclude_content_types=NOT_ZIPPED
    )
    return [
        *WELLBEING,
        Mount("/api", routes=below_api, middleware=[zipping]),
    ]


class Limited:
    """Lets each address ask for as much as its rations allow; what comes through sockets is counted there.

    A client that has asked for too much has to open another connection: those are counted too (connections.py).
    """

    def __init__(self, app: ASGIApp, limits: Limits, proxies: Proxies) -> None:
        self.app = app
        self._limits = limits
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] != "lifespan":
            self._proxies.notice(scope)
        if scope["type"] == "http":
            connection = HTTPConnection(scope)
            try:
                await self._limits.ask(callers_of(connection), cost_of(scope["path"]))
            except Refusal as refusal:
                app = refusing(refusal, connection)
                app.headers["Connection"] = "close"
        await app(scope, receive, send)


def cost_of(path: str) -> float:
    """What a request costs; reading a game costs more (endpoints/bodies.py)."""
    if path == "/":
        return FIRST_PAGE
    below_api = path.removeprefix("/api/")
    return 1.0 if below_api == path else COSTS.get(below_api.partition("/")[0], 1.0)


# --- Questions -----------------------------------------------------------------------------------------------------


async def show_catalogue(request: Request) -> Response:
    """What can be played."""
    offered, kiosk = catalogue(language_of(request)), services_of(request).site.kiosk
    return answer(kiosk.shown(offered) if kiosk else offered)


async def show_messages(request: Request) -> Response:
    """The client's texts, or with `of=game` those that a game begins with."""
    parts = ("game", "home") if request.query_params.get("of") == "game" else ()
    return answer(client_messages(language_of(request), *parts))


async def show_rules(request: Request) -> Response:
    """The rules of a game, and with `page=history` or `page=tips` where it comes from, or how to play it well."""
    ruleset, lang = str(game(request.path_params["ruleset"]).ruleset), language_of(request)
    kind = next((kind for kind in KINDS if kind == request.query_params.get("page")), "rules")
    if ruleset in presets():
        page = rules_page(ruleset, lang, kind)  # which is remembered
    else:
        page = await worked_out(request, partial(rules_page, ruleset, lang, kind))
    return answer(replace(page, kit=kit_address(request, ruleset) if kind != "tips" else ""))


async def show_egypt(request: Request) -> Response:
    """What goes before the histories of all games."""
    return answer(egypt_page(language_of(request)))


async def show_rulings(request: Request) -> Response:
    """The rulings common to all games, those of one, or the page that has one of them."""
    try:
        return answer(rulings_page(request.path_params.get("of", "")))
    except KeyError as error:
        raise Refusal(NO_SUCH_PAGE, status=404) from error


async def show_board(request: Request) -> Response:
    """The start of a game."""
    return answer(start_view(game(request.path_params["ruleset"]), translator_for(language_of(request))))


async def show_lesson(request: Request) -> Response:
    """The lesson of a game."""
    return answer(lesson_view(game(request.path_params["ruleset"]).system.id, language_of(request)))


async def no_such_address(request: Request) -> Response:
    """Everything else below /api/."""
    raise HTTPException(404, f"There is nothing at {shorten(request.url.path)}.")


# --- Games ---------------------------------------------------------------------------------------------------------


async def new_game(request: Request) -> Response:
    """Begin a game, or the next one of a match."""
    body = await body_of(request)
    services = services_of(request)
    services.limits.games.spend(callers_of(request))
    if "after" in read(dict[str, Any], body):
        return answer(await services.lobby.follow(read(NextGame, body)), 201)
    new, kiosk = read(NewGame, body), services.site.kiosk
    if kiosk:
        kiosk.check(game(new.ruleset).ruleset, new.start)
    return answer(await services.lobby.begin(new), 201)


async def download_record(request: Request) -> Response:
    """The record of a game, finished or not."""
    name, form = request.path_params["name"], record_format(request.query_params.get("format", "text"))
    services = services_of(request)
    hosted = await read_game(request, name)
    file = f"{hosted.game.system.id}-{name}.{form.ending}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    text = await services.desk.do(partial(form.write, hosted.record()), Asker(callers_of(request), name))
    return Response(text, media_type=form.media_type, headers=headers)


# --- Errors --------------------------------------------------------------------------------------------------------


async def told_error(request: Request, error: Exception) -> Response:
    """What went wrong, as people are told it."""
    match error:
        case HTTPException():
            return answer({"error": error.detail}, error.status_code, error.headers)
        case Refusal():
            return refusing(error, request)
        case UnknownGameError():
            return refusing(Refusal(NO_SUCH_GAME, status=404), request)
        case StoredGameError():
            return refusing(Refusal(OTHER_RULES, status=500), request)
        case IbauError():
            return answer({"error": error.to_text(translator_for(language_of(request)))}, 400)
        case _:
            return refusing(Refusal(NOT_STORED, status=503), request)
