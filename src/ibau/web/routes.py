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
from ibau.web.endpoints.advice import ADVICE_ROUTES
from ibau.web.endpoints.analysis import ANALYSIS_ROUTES, run_limited
from ibau.web.endpoints.bodies import NDJSON, decode_body, json_response, read_body, read_game, refusal_response
from ibau.web.endpoints.catalogue import catalogue
from ibau.web.endpoints.health import HEALTH_ROUTES
from ibau.web.endpoints.hints import HINT_ROUTES
from ibau.web.endpoints.home import HOME_ROUTES
from ibau.web.endpoints.imports import IMPORT_ROUTES
from ibau.web.endpoints.kits import KIT_ROUTES, kit_address
from ibau.web.endpoints.lessons import lesson_view
from ibau.web.endpoints.mistakes import MISTAKE_ROUTES
from ibau.web.endpoints.my_games import MY_GAMES_ROUTES
from ibau.web.endpoints.origins import BelowPath, OriginCheck
from ibau.web.endpoints.pictures import PICTURE_ROUTES
from ibau.web.endpoints.position_editor import EDITOR_ROUTES
from ibau.web.endpoints.puzzles import PUZZLE_ROUTES
from ibau.web.endpoints.reviews import REVIEW_ROUTES
from ibau.web.endpoints.rules_html import egypt_page, rules_page, rulings_page
from ibau.web.endpoints.seats import SEAT_ROUTES
from ibau.web.endpoints.sockets import game_socket
from ibau.web.endpoints.static import SafeHeaders
from ibau.web.endpoints.trees import record_format
from ibau.web.hosted.game import OTHER_RULES, StoredGameError
from ibau.web.limits import PAGE_COST, REQUEST_COSTS, Limits
from ibau.web.limits.client_ids import TrustedProxies, client_id_of
from ibau.web.log.store import StoreFailedError, StoreFullError
from ibau.web.protocol.views import start_view
from ibau.web.refusals import NO_SUCH_PAGE, Refusal
from ibau.web.rooms.lobby import NO_SUCH_GAME
from ibau.web.rooms.replays import UnknownGameError
from ibau.web.rooms.room import NOT_STORED
from ibau.web.services import language_of, services_of
from ibau.web.site import Site
from ibau.web.thinking.fair_queue import Asker

MIN_GZIP_BYTES = 500  # bytes of an answer
GZIP_LEVEL = 6  # of nine degrees: the last three take half as long again for one byte in a hundred
NO_GZIP_TYPES = (*DEFAULT_EXCLUDED_CONTENT_TYPES, NDJSON)  # what grows is sent as it comes

Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


def application(
    site: Site, pages: list[BaseRoute], lifespan: Lifespan | None, limits: Limits, proxies: TrustedProxies
) -> Starlette:
    """What answers at every address: of a page, as `pages` say; its state has the services, by a lifespan perhaps."""
    return Starlette(
        routes=[*routes(), *pages],
        middleware=[
            *([Middleware(BelowPath, site.path)] if site.path else ()),
            Middleware(SafeHeaders),
            Middleware(RateLimited, limits, proxies),
            Middleware(OriginCheck, site),
        ],
        lifespan=lifespan,
        exception_handlers=dict.fromkeys(
            (HTTPException, Refusal, IbauError, StoreFullError, StoreFailedError), error_response
        ),
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
        *HOME_ROUTES,
        *PUZZLE_ROUTES,
        *MISTAKE_ROUTES,
        *SEAT_ROUTES,
        *MY_GAMES_ROUTES,
        *ANALYSIS_ROUTES,
        *ADVICE_ROUTES,
        *EDITOR_ROUTES,
        *HINT_ROUTES,
        *REVIEW_ROUTES,
        *IMPORT_ROUTES,
        *PICTURE_ROUTES,
        *KIT_ROUTES,
        Route("/{rest:path}", no_such_address),
    ]
    zipping = Middleware(
        GZipMiddleware, minimum_size=MIN_GZIP_BYTES, compresslevel=GZIP_LEVEL, exclude_content_types=NO_GZIP_TYPES
    )
    return [
        *HEALTH_ROUTES,
        Mount("/api", routes=below_api, middleware=[zipping]),
    ]


class RateLimited:
    """Lets each address ask for as much as its rate limits allow; what comes through sockets is counted there.

    A client that has asked for too much has to open another connection: those are counted too (connections.py).
    """

    def __init__(self, app: ASGIApp, limits: Limits, proxies: TrustedProxies) -> None:
        self.app = app
        self._limits = limits
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] != "lifespan":
            self._proxies.check(scope)
        if scope["type"] == "http":
            connection = HTTPConnection(scope)
            try:
                await self._limits.ask(client_id_of(connection), request_cost(scope["path"]))
            except Refusal as refusal:
                app = refusal_response(refusal, connection)
                app.headers["Connection"] = "close"
        await app(scope, receive, send)


def request_cost(path: str) -> float:
    """What a request costs; reading a game costs more (endpoints/bodies.py)."""
    if path == "/":
        return PAGE_COST
    below_api = path.removeprefix("/api/")
    return 1.0 if below_api == path else REQUEST_COSTS.get(below_api.partition("/")[0], 1.0)


# --- Questions -----------------------------------------------------------------------------------------------------


async def show_catalogue(request: Request) -> Response:
    """What can be played."""
    offered, kiosk = catalogue(language_of(request)), services_of(request).site.kiosk
    return json_response(kiosk.filter_catalogue(offered) if kiosk else offered)


async def show_messages(request: Request) -> Response:
    """The client's texts, or with `of=game` those that a game begins with."""
    parts = ("game", "home") if request.query_params.get("of") == "game" else ()
    return json_response(client_messages(language_of(request), *parts))


async def show_rules(request: Request) -> Response:
    """The rules of a game, and with `page=history` or `page=tips` where it comes from, or how to play it well."""
    ruleset, lang = str(game(request.path_params["ruleset"]).ruleset), language_of(request)
    kind = next((kind for kind in KINDS if kind == request.query_params.get("page")), "rules")
    if ruleset in presets():
        page = rules_page(ruleset, lang, kind)  # which is remembered
    else:
        page = await run_limited(request, partial(rules_page, ruleset, lang, kind))
    return json_response(replace(page, kit=kit_address(request, ruleset) if kind != "tips" else ""))


async def show_egypt(request: Request) -> Response:
    """What goes before the histories of all games."""
    return json_response(egypt_page(language_of(request)))


async def show_rulings(request: Request) -> Response:
    """The rulings common to all games, those of one, or the page that has one of them."""
    try:
        return json_response(rulings_page(request.path_params.get("of", "")))
    except KeyError as error:
        raise Refusal(NO_SUCH_PAGE, status=404) from error


async def show_board(request: Request) -> Response:
    """The start of a game."""
    return json_response(start_view(game(request.path_params["ruleset"]), translator_for(language_of(request))))


async def show_lesson(request: Request) -> Response:
    """The lesson of a game."""
    return json_response(lesson_view(game(request.path_params["ruleset"]).system.id, language_of(request)))


async def no_such_address(request: Request) -> Response:
    """Everything else below /api/."""
    raise HTTPException(404, f"There is nothing at {shorten(request.url.path)}.")


# --- Games ---------------------------------------------------------------------------------------------------------


async def new_game(request: Request) -> Response:
    """Begin a game, or the next one of a match."""
    body = await read_body(request)
    services = services_of(request)
    services.limits.games.spend(client_id_of(request))
    if "after" in decode_body(dict[str, Any], body):
        return json_response(await services.lobby.next_game(decode_body(NextGame, body)), 201)
    new, kiosk = decode_body(NewGame, body), services.site.kiosk
    if kiosk:
        kiosk.check(game(new.ruleset).ruleset, new.start)
    return json_response(await services.lobby.create_game(new), 201)


async def download_record(request: Request) -> Response:
    """The record of a game, finished or not."""
    name, form = request.path_params["name"], record_format(request.query_params.get("format", "text"))
    services = services_of(request)
    hosted = await read_game(request, name)
    file = f"{hosted.game.system.id}-{name}.{form.ending}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    text = await services.work_pool.run(partial(form.write, hosted.record()), Asker(client_id_of(request), name))
    return Response(text, media_type=form.media_type, headers=headers)


# --- Errors --------------------------------------------------------------------------------------------------------


async def error_response(request: Request, error: Exception) -> Response:
    """What went wrong, as people are told it."""
    match error:
        case HTTPException():
            return json_response({"error": error.detail}, error.status_code, error.headers)
        case Refusal():
            return refusal_response(error, request)
        case UnknownGameError():
            return refusal_response(Refusal(NO_SUCH_GAME, status=404), request)
        case StoredGameError():
            return refusal_response(Refusal(OTHER_RULES, status=500), request)
        case IbauError():
            return json_response({"error": error.to_text(translator_for(language_of(request)))}, 400)
        case _:
            return refusal_response(Refusal(NOT_STORED, status=503), request)
