"""The routes of the server."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute

from ibau.core.errors import IbauError, listed
from ibau.core.record import Record
from ibau.core.record_json import json_of
from ibau.games import game
from ibau.language import messages, translator
from ibau.web.catalogue import catalogue
from ibau.web.client import Client, SafeHeaders
from ibau.web.engines import Engines
from ibau.web.house import NO_SUCH_GAME, House, UnknownGameError
from ibau.web.protocol import MOST_BYTES, NewGame, NextGame
from ibau.web.rooms import NOT_STORED
from ibau.web.rules import rules_page
from ibau.web.sockets import game_socket, language_of
from ibau.web.store import Store, StoreDead, StoreFull
from ibau.web.story import OTHER_RULES, StoryError
from ibau.web.views import board_view, diagram_state
from ibau.web.wishes import Refusal

STATIC = Path(__file__).parent / "static"
SECONDS_FOR_A_BODY = 10


class RecordFormat(NamedTuple):
    """How a record is written to a file."""

    ending: str
    media_type: str
    write: Callable[[Record], str]


def _json_line(record: Record) -> str:
    return json_of(record) + "\n"


RECORD_FORMATS = {
    "text": RecordFormat("txt", "text/plain", str),
    "json": RecordFormat("jsonl", "application/json", _json_line),
}

_fields = msgspec.json.Decoder(dict[str, Any])
_new_game = msgspec.json.Decoder(NewGame)
_next_game = msgspec.json.Decoder(NextGame)


@dataclass(frozen=True)
class Settings:
    """What a server is run with."""

    data: Path  # the folder of the database
    static: Path = STATIC  # the built client
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))
    pace: float = 0.7  # seconds from one action to a computer's next, so that people can follow
    idle: float = 300.0  # seconds until a game that nobody looks at is put away


def nothing_to_end(_death: BaseException) -> None:
    """What is done when the writer dies and there is no process to end."""


def create_app(settings: Settings) -> Starlette:
    """The server as an ASGI application; its lifespan opens the database."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        store = Store(settings.data, on_death=app.state.on_death)
        engines = Engines(settings.workers)
        app.state.store = store
        app.state.house = house = House(store, engines, settings.pace, settings.idle)
        try:
            yield
        finally:
            await house.close()
            await engines.close()
            await store.close()

    app = Starlette(
        routes=routes(settings),
        middleware=[Middleware(SafeHeaders)],
        lifespan=lifespan,
        exception_handlers={
            HTTPException: _http_error,
            UnknownGameError: _not_found,
            StoryError: _broken,
            Refusal: _refused,
            IbauError: _bad_request,
            StoreFull: _unavailable,
            StoreDead: _unavailable,
        },
    )
    app.state.on_death = nothing_to_end
    return app


def routes(settings: Settings) -> list[BaseRoute]:
    """Every address of the server."""
    return [
        Route("/healthz", health),
        Route("/api/catalogue", show_catalogue),
        Route("/api/messages", show_messages),
        Route("/api/rules/{ruleset}", show_rules),
        Route("/api/board/{ruleset}", show_board),
        Route("/api/games", new_game, methods=["POST"]),
        Route("/api/games/{name}/record", download_record),
        WebSocketRoute("/api/games/{name}/socket", game_socket),
        Route("/api/{rest:path}", no_such_address),
        Mount("/", Client(settings.static)),
    ]


def answer(content: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


# --- Questions -----------------------------------------------------------------------------------------------------


async def health(request: Request) -> Response:
    """Is the server able to store moves?"""
    if request.app.state.store.death:
        return answer({"status": "the database cannot be written"}, 503)
    return answer({"status": "ok"})


async def show_catalogue(request: Request) -> Response:
    """What can be played."""
    return answer(catalogue(language_of(request)))


async def show_messages(request: Request) -> Response:
    """The client's texts."""
    return answer(messages(language_of(request)))


async def show_rules(request: Request) -> Response:
    """A rules page."""
    return answer(rules_page(str(game(request.path_params["ruleset"]).ruleset), language_of(request))._asdict())


async def show_board(request: Request) -> Response:
    """The start of a game."""
    played = game(request.path_params["ruleset"])
    translate = translator(language_of(request))
    state = diagram_state(played.initial(), translate)
    return answer({"board": board_view(played.board, translate), "state": state})


async def no_such_address(request: Request) -> Response:
    """Everything else below /api/."""
    raise HTTPException(404, f"There is nothing at {request.url.path}.")


# --- Games ---------------------------------------------------------------------------------------------------------


async def new_game(request: Request) -> Response:
    """Begin a game, or the next one of a match."""
    house: House = request.app.state.house
    match _game_described(await _body(request)):
        case NextGame(after):
            made = await house.go_on(after)
        case new:
            made = await house.begin(new)
    return answer(made, 201)


def _game_described(body: bytes) -> NewGame | NextGame:
    """What a body asks for.  Raises HTTPException."""
    try:
        goes_on = "after" in _fields.decode(body)
        return _next_game.decode(body) if goes_on else _new_game.decode(body)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise HTTPException(400, f"This is no description of a game: {error}.") from error


async def download_record(request: Request) -> Response:
    """The record of a game, finished or not."""
    name, kind = request.path_params["name"], request.query_params.get("format", "text")
    if kind not in RECORD_FORMATS:
        raise HTTPException(400, f"Unknown format {kind!r}; known are {listed(RECORD_FORMATS)}.")
    form = RECORD_FORMATS[kind]
    story = await request.app.state.house.story(name)
    file = f"{story.game.system.id}-{name}.{form.ending}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(form.write(story.record()), media_type=form.media_type, headers=headers)


async def _body(request: Request) -> bytes:
    """The body of a request.  Raises HTTPException when it is too large or does not come."""
    body = b""
    try:
        async with asyncio.timeout(SECONDS_FOR_A_BODY):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise HTTPException(413, f"At most {MOST_BYTES} bytes describe a game.")
    except TimeoutError as error:
        raise HTTPException(408, "The rest of the request did not come.") from error
    return body


# --- Errors --------------------------------------------------------------------------------------------------------


async def _http_error(_request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    response = answer({"error": error.detail}, error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _bad_request(_request: Request, error: Exception) -> Response:
    return answer({"error": str(error)}, 400)


async def _refused(request: Request, error: Exception) -> Response:
    if not isinstance(error, Refusal):
        raise error
    return answer({"error": error.reason.said(translator(language_of(request)))}, error.status)


async def _not_found(request: Request, _error: Exception) -> Response:
    return answer({"error": NO_SUCH_GAME.said(translator(language_of(request)))}, 404)


async def _broken(request: Request, _error: Exception) -> Response:
    return answer({"error": OTHER_RULES.said(translator(language_of(request)))}, 500)


async def _unavailable(request: Request, _error: Exception) -> Response:
    return answer({"error": NOT_STORED.said(translator(language_of(request)))}, 503)
