"""Pictures of positions: of a game on this server after any action, and of any position of any game.

They show only what is public.  An SVG is drawn in milliseconds by a reader process; a PNG takes most of a second in an
analyst process.
"""

from collections.abc import Callable
from functools import partial
from typing import TypedDict, cast

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.board import Travel
from ibau.core.line import Line
from ibau.core.phrase import N_, Phrase, Translate
from ibau.core.result_text import result_text
from ibau.games import game
from ibau.language import translator_for
from ibau.learn.review_text import result_summary
from ibau.paper import svg
from ibau.paper.drawing import Theme
from ibau.paper.svg import Picture
from ibau.web.endpoints.bodies import int_param, read_game
from ibau.web.hosted.game import HostedGame
from ibau.web.limits.client_ids import client_id_of
from ibau.web.protocol.views import sentence
from ibau.web.services import language_of, services_of
from ibau.web.thinking.fair_queue import Asker, WorkKind

MEDIA = {"svg": "image/svg+xml", "png": "image/png"}
MIN_WIDTH, MAX_WIDTH, DEFAULT_WIDTH = 100, 2400, 800  # pixels
DEFAULT_COUNT = 6  # actions of an animation
CACHEABLE = "public, max-age=300"  # for finished games; names may still be deleted


async def show_picture(request: Request) -> Response:
    """A position of a game."""
    hosted, line = await _requested_line(request)
    lang, look = language_of(request), _picture_style(request)
    caption, last = caption_of(hosted, line, translator_for(lang)), _last_travels(line)
    draw = partial(svg.board, line.state, last, lang=lang, background=True, caption=caption, **look)
    return await _picture_response(request, draw, is_over=hosted.is_over)


async def show_animation(request: Request) -> Response:
    """An animation of the last actions of a game, or of those before a given action."""
    hosted, line = await _requested_line(request)
    lang, look = language_of(request), _picture_style(request)
    count = int_param(request, "count", 1, svg.MOST_ANIMATED, DEFAULT_COUNT)
    caption = caption_of(hosted, line, translator_for(lang))
    draw = partial(svg.animation, line, count, lang=lang, caption=caption, **look)
    return await _picture_response(request, draw, is_over=hosted.is_over)


async def show_card(request: Request) -> Response:
    """The picture of a game for link previews."""
    hosted, line = await _requested_line(request)
    lang = language_of(request)
    caption, last = caption_of(hosted, line, translator_for(lang), short=True), _last_travels(line)
    draw = partial(svg.card, line.state, last, lang=lang, caption=caption)
    return await _picture_response(request, draw, is_over=hosted.is_over)


async def show_position(request: Request) -> Response:
    """Any position of any game."""
    played = game(request.path_params["ruleset"])
    text = request.query_params.get("position", "")
    state = played.state(text) if text else played.initial()
    lang, look = language_of(request), _picture_style(request)
    translate = translator_for(lang)
    sentences = [end] if (end := result_text(state)) else state.situation
    caption = [translate(played.system.title), " ".join(sentence(phrase, translate) for phrase in sentences)]
    draw = partial(svg.board, state, lang=lang, background=True, caption=caption, **look)
    return await _picture_response(request, draw, is_over=True)


async def _requested_line(request: Request) -> tuple[HostedGame, Line]:
    """A game, and its line up to the requested action.  Raises HTTPException and what the lobby raises."""
    hosted = await read_game(request, request.path_params["name"])
    return hosted, hosted.line.back_to(int_param(request, "ply", 0, hosted.ply_count, hosted.ply_count))


def _last_travels(line: Line) -> tuple[Travel, ...]:
    """The travels of the last action."""
    return line.ply.travels if line.ply else ()


class PictureStyle(TypedDict):
    """The style of a picture."""

    theme: Theme
    width: int


def _picture_style(request: Request) -> PictureStyle:
    """The requested style.  Raises HTTPException; an unknown theme is an error when the picture is drawn."""
    theme = cast(Theme, request.query_params.get("theme", "light"))
    return {"theme": theme, "width": int_param(request, "width", MIN_WIDTH, MAX_WIDTH, DEFAULT_WIDTH)}


async def _picture_response(request: Request, draw: Callable[[], Picture], *, is_over: bool) -> Response:
    """The response with a picture.  Raises DrawingError, HTTPException and Refusal."""
    services, asker = services_of(request), Asker(client_id_of(request), request.path_params.get("name", ""))
    services.limits.pictures.spend(asker.client_id)
    form = request.path_params.get("form", request.url.path.rpartition(".")[2])
    if form not in MEDIA:
        raise HTTPException(404, f"There are pictures as .svg and .png, not as .{form}.")
    picture = await services.work_pool.run(draw, asker, WorkKind.PICTURE)
    if form == "png":
        with services.limits.pending_pngs.holding(asker.client_id):
            content = await services.work_pool.png(picture, asker)
    else:
        content = picture.encode()
    return Response(content, media_type=MEDIA[form], headers={"Cache-Control": CACHEABLE} if is_over else None)


def caption_of(hosted: HostedGame, line: Line, translate: Translate, *, short: bool = False) -> list[str]:
    """The lines of a caption: the game, its players, and whose turn it is or how it ended."""
    state, names = line.state, hosted.names.by_side
    end = (result_summary(line) if short else None) or result_text(state, line.player_end)
    sentences = [end] if end else state.situation
    lines = [
        translate(hosted.game.system.title),
        players_of(hosted, translate),
        " ".join(sentence(phrase.with_names(names), translate) for phrase in sentences),
    ]
    return [line for line in lines if line]


def players_of(hosted: HostedGame, translate: Translate) -> str:
    """The named players and their sides."""
    named: list[str] = []
    for side in hosted.game.system.seats:
        if name := hosted.names.by_side.get(side):
            text = name.to_text(translate) if isinstance(name, Phrase) else name
            named.append(Phrase(N_("{name}: {text}"), {"name": Phrase(side), "text": text}).to_text(translate))
    return " · ".join(named)


PICTURE_ROUTES = [
    Route("/games/{name}/picture.{form}", show_picture),
    Route("/games/{name}/moving.svg", show_animation),
    Route("/games/{name}/card.png", show_card),
    Route("/positions/{ruleset}/picture.{form}", show_position),
]
