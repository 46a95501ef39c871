"""The routes of the server."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
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
from ibau.games import game
from ibau.language import messages, translator
from ibau.web.api.games import NewGame, NextGame
from ibau.web.bodies import LINES, answer, body_of, read, refusing
from ibau.web.endpoints.advising import ADVICE
from ibau.web.endpoints.analysis import ANALYSIS
from ibau.web.endpoints.brought import BRINGING
from ibau.web.endpoints.catalogue import catalogue
from ibau.web.endpoints.downloads import record_format
from ibau.web.endpoints.editing import EDITING
from ibau.web.endpoints.hints import HINTS
from ibau.web.endpoints.kits import KITS, kit_address
from ibau.web.endpoints.lessons import lesson_view
from ibau.web.endpoints.own import OWN
from ibau.web.endpoints.pictures import PICTURES
from ibau.web.endpoints.puzzles import PUZZLES
from ibau.web.endpoints.reviewpage import REVIEWING
from ibau.web.endpoints.rulespage import rules_page, rulings_page
from ibau.web.endpoints.seating import SEATING
from ibau.web.endpoints.sockets import game_socket
from ibau.web.endpoints.static import Client, SafeHeaders
from ibau.web.health import Health
from ibau.web.hosted.game import OTHER_RULES, StoredGameError
from ibau.web.hosted.views import throws_view
from ibau.web.limits import MOST_BOARDS, Limits, Ration, address_of
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import StoreDead, StoreFull
from ibau.web.refusals import Refusal
from ibau.web.rooms.keeping import keep
from ibau.web.rooms.lobby import NO_SUCH_GAME, Lobby, UnknownGameError
from ibau.web.rooms.reviews import Reviews
from ibau.web.rooms.room import NOT_STORED
from ibau.web.services import Services, language_of, services_of
from ibau.web.site import Site
from ibau.web.thinking.desk import Desk
from ibau.web.thinking.engines import ANALYSING, Engines
from ibau.web.thinking.press import Press
from ibau.web.thinking.studio import Studio
from ibau.web.views import start_view

STATIC = Path(__file__).parent / "static"
WORTH_ZIPPING = 500  # bytes of an answer
NOT_ZIPPED = (*DEFAULT_EXCLUDED_CONTENT_TYPES, LINES)  # what grows is sent as it comes


@dataclass(frozen=True)
class Settings:
    """What a server is run with."""

    data: Path  # the folder of the database
    static: Path = STATIC  # the built client
    boards: int = MOST_BOARDS  # open at once
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))  # computers that think at once, and as many who analyse
    pace: float = 0.7  # seconds from one action to a computer's next, so that people can follow
    idle: float = 300.0  # seconds until a game that nobody looks at is put away
    site: Site = field(default_factory=Site)
    keep_days: int | None = None  # until a game that nobody has touched is removed; None keeps all
    metrics_port: int | None = None  # where metrics are shown; None shows none
    opens: bool = False  # show the page to whoever has begun this, in their browser
    proxies: tuple[str, ...] = ()  # addresses or networks of those who say truly for whom they ask


def nothing_to_end(_death: BaseException) -> None:
    """What is done when the writer dies and there is no process to end."""


def create_app(settings: Settings, on_death: Callable[[BaseException], None] = nothing_to_end) -> Starlette:
    """The server as an ASGI application; its lifespan opens the database.  `on_death` is told if the writer dies."""
    limits = Limits(settings.boards)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        store = SQLiteStore(settings.data, on_death)
        engines, analysts = Engines(settings.workers), Engines(settings.workers, ANALYSING)
        lobby = Lobby(store, engines, limits, settings.pace, settings.idle)
        app.state.services = services = Services(
            site=settings.site,
            limits=limits,
            store=store,
            health=Health(store),
            lobby=lobby,
            reviews=Reviews(store, analysts),
            engines=engines,
            analysts=analysts,
            desk=Desk(),
            studio=Studio(analysts),
            press=Press(),
        )
        background: list[asyncio.Task[None]] = []
        if settings.keep_days:
            background.append(asyncio.create_task(keep(store, lobby, settings.keep_days)))
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            services.desk.close()
            await services.reviews.close()
            await lobby.close()
            await asyncio.gather(engines.close(), analysts.close())
            await store.close()

    return Starlette(
        routes=routes(settings),
        middleware=[Middleware(SafeHeaders), Middleware(Limited, limits.requests)],
        lifespan=lifespan,
        exception_handlers={
            HTTPException: _http_error,
            UnknownGameError: _not_found,
            StoredGameError: _broken,
            Refusal: _refused,
            IbauError: _bad_request,
            StoreFull: _unavailable,
            StoreDead: _unavailable,
        },
    )


def routes(settings: Settings) -> list[BaseRoute]:
    """Every address of the server."""
    below_api = [
        Route("/catalogue", show_catalogue),
        Route("/messages", show_messages),
        Route("/rules/{ruleset}", show_rules),
        Route("/rulings", show_rulings),
        Route("/board/{ruleset}", show_board),
        Route("/lessons/{ruleset}", show_lesson),
        Route("/games", new_game, methods=["POST"]),
        Route("/games/{name}/record", download_record),
        Route("/games/{name}/throws", show_throws),
        *PUZZLES,
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
        WebSocketRoute("/games/{name}/socket", game_socket),
        Route("/{rest:path}", no_such_address),
    ]
    zipping = Middleware(GZipMiddleware, minimum_size=WORTH_ZIPPING, exclude_content_types=NOT_ZIPPED)
    return [
        Route("/healthz", health),
        Mount("/api", routes=below_api, middleware=[zipping]),
        Mount("/", Client(settings.static, settings.site)),  # its files are zipped already
    ]


class Limited:
    """Lets each address ask as often as a ration allows; what comes through sockets is counted there."""

    def __init__(self, app: ASGIApp, requests: Ration) -> None:
        self.app = app
        self._requests = requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self.app
        if scope["type"] == "http":
            connection = HTTPConnection(scope)
            try:
                self._requests.spend(address_of(connection))
            except Refusal as refusal:
                app = refusing(refusal, connection)
        await app(scope, receive, send)


# --- Questions -----------------------------------------------------------------------------------------------------


async def health(request: Request) -> Response:
    """Is the server able to store moves?"""
    trouble = await services_of(request).health.trouble()
    return answer({"status": trouble or "ok"}, 503 if trouble else 200)


async def show_catalogue(request: Request) -> Response:
    """What can be played."""
    offered, kiosk = catalogue(language_of(request)), services_of(request).site.kiosk
    return answer(kiosk.shown(offered) if kiosk else offered)


async def show_messages(request: Request) -> Response:
    """The client's texts, or with `of=game` those that a game begins with."""
    return answer(messages(language_of(request), of_game=request.query_params.get("of") == "game"))


async def show_rules(request: Request) -> Response:
    """A rules page."""
    ruleset = str(game(request.path_params["ruleset"]).ruleset)
    return answer(replace(rules_page(ruleset, language_of(request)), kit=kit_address(request, ruleset)))


async def show_rulings(_request: Request) -> Response:
    """The rulings."""
    return answer(rulings_page())


async def show_board(request: Request) -> Response:
    """The start of a game."""
    return answer(start_view(game(request.path_params["ruleset"]), translator(language_of(request))))


async def show_lesson(request: Request) -> Response:
    """The lesson of a game."""
    return answer(lesson_view(game(request.path_params["ruleset"]).system.id, language_of(request)))


async def no_such_address(request: Request) -> Response:
    """Everything else below /api/."""
    raise HTTPException(404, f"There is nothing at {request.url.path}.")


# --- Games ---------------------------------------------------------------------------------------------------------


async def new_game(request: Request) -> Response:
    """Begin a game, or the next one of a match."""
    body = await body_of(request)
    services = services_of(request)
    services.limits.games.spend(address_of(request))
    if "after" in read(dict[str, Any], body):
        return answer(await services.lobby.follow(read(NextGame, body).after), 201)
    new, kiosk = read(NewGame, body), services.site.kiosk
    if kiosk:
        kiosk.check(game(new.ruleset).ruleset, new.start)
    return answer(await services.lobby.begin(new), 201)


async def download_record(request: Request) -> Response:
    """The record of a game, finished or not."""
    name, form = request.path_params["name"], record_format(request.query_params.get("format", "text"))
    hosted = await services_of(request).lobby.stored(name)
    file = f"{hosted.game.system.id}-{name}.{form.ending}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(form.write(hosted.record()), media_type=form.media_type, headers=headers)


async def show_throws(request: Request) -> Response:
    """The throws of a game, and what they follow from."""
    return answer(throws_view(await services_of(request).lobby.stored(request.path_params["name"])))


# --- Errors --------------------------------------------------------------------------------------------------------


async def _http_error(_request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    response = answer({"error": error.detail}, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _bad_request(request: Request, error: Exception) -> Response:
    if not isinstance(error, IbauError):
        raise error
    return answer({"error": error.said(translator(language_of(request)))}, 400)


async def _refused(request: Request, error: Exception) -> Response:
    if not isinstance(error, Refusal):
        raise error
    return refusing(error, request)


async def _not_found(request: Request, _error: Exception) -> Response:
    return answer({"error": NO_SUCH_GAME.said(translator(language_of(request)))}, 404)


async def _broken(request: Request, _error: Exception) -> Response:
    return answer({"error": OTHER_RULES.said(translator(language_of(request)))}, 500)


async def _unavailable(request: Request, _error: Exception) -> Response:
    return answer({"error": NOT_STORED.said(translator(language_of(request)))}, 503)
