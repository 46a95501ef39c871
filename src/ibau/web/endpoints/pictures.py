"""Pictures of positions: of a game that was played here, at any action, and of any position of a game.

They show what everybody may see.  An SVG is drawn at the desk, in milliseconds; a PNG of it takes most of a second in
one of the processes in which positions are analysed.
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
from ibau.core.verdict import verdict
from ibau.games import game
from ibau.language import translator_for
from ibau.learn.review_text import result_summary
from ibau.paper import svg
from ibau.paper.drawing import Theme
from ibau.paper.svg import Picture
from ibau.web.endpoints.bodies import asked_whole, read_game
from ibau.web.hosted.game import HostedGame
from ibau.web.limits.callers import callers_of
from ibau.web.protocol.views import sentence
from ibau.web.services import language_of, services_of
from ibau.web.thinking.turns import Asker, WorkKind

MEDIA = {"svg": "image/svg+xml", "png": "image/png"}
NARROWEST, WIDEST, USUAL = 100, 2400, 800  # pixels
USUAL_COUNT = 6  # actions of a moving picture
KEPT = "public, max-age=300"  # of a game that is over; its players may still have their names deleted


async def show_picture(request: Request) -> Response:
    """A position of a game."""
    hosted, line = await _asked(request)
    lang, look = language_of(request), _look(request)
    caption, last = caption_of(hosted, line, translator_for(lang)), _last(line)
    draw = partial(svg.board, line.state, last, lang=lang, background=True, caption=caption, **look)
    return await _drawn(request, draw, is_over=hosted.is_over)


async def show_moving(request: Request) -> Response:
    """The last actions of a game, or those before any action."""
    hosted, line = await _asked(request)
    lang, look = language_of(request), _look(request)
    count = asked_whole(request, "count", 1, svg.MOST_MOVING, USUAL_COUNT)
    caption = caption_of(hosted, line, translator_for(lang))
    draw = partial(svg.animation, line, count, lang=lang, caption=caption, **look)
    return await _drawn(request, draw, is_over=hosted.is_over)


async def show_card(request: Request) -> Response:
    """A game as it stands, as links to it are shown with."""
    hosted, line = await _asked(request)
    lang = language_of(request)
    caption, last = caption_of(hosted, line, translator_for(lang), short=True), _last(line)
    draw = partial(svg.card, line.state, last, lang=lang, caption=caption)
    return await _drawn(request, draw, is_over=hosted.is_over)


async def show_position(request: Request) -> Response:
    """Any position of any game."""
    played = game(request.path_params["ruleset"])
    text = request.query_params.get("position", "")
    state = played.state(text) if text else played.initial()
    lang, look = language_of(request), _look(request)
    translate = translator_for(lang)
    said = [end] if (end := verdict(state)) else state.situation
    caption = [translate(played.system.title), " ".join(sentence(phrase, translate) for phrase in said)]
    draw = partial(svg.board, state, lang=lang, background=True, caption=caption, **look)
    return await _drawn(request, draw, is_over=True)


async def _asked(request: Request) -> tuple[HostedGame, Line]:
    """A game, and as much of it as is asked for.  Raises HTTPException and what the lobby raises."""
    hosted = await read_game(request, request.path_params["name"])
    return hosted, hosted.line.back_to(asked_whole(request, "at", 0, hosted.at, hosted.at))


def _last(line: Line) -> tuple[Travel, ...]:
    """What moved last."""
    return line.ply.travels if line.ply else ()


class PictureLook(TypedDict):
    """How a picture is to look."""

    theme: Theme
    width: int


def _look(request: Request) -> PictureLook:
    """How a picture is asked for.  Raises HTTPException; an unknown theme is named when it is drawn."""
    theme = cast(Theme, request.query_params.get("theme", "light"))
    return {"theme": theme, "width": asked_whole(request, "width", NARROWEST, WIDEST, USUAL)}


async def _drawn(request: Request, draw: Callable[[], Picture], *, is_over: bool) -> Response:
    """The answer with a picture.  Raises DrawingError, HTTPException and Refusal."""
    services, asker = services_of(request), Asker(callers_of(request), request.path_params.get("name", ""))
    services.limits.pictures.spend(asker.names)
    form = request.path_params.get("form", request.url.path.rpartition(".")[2])
    if form not in MEDIA:
        raise HTTPException(404, f"There are pictures as .svg and .png, not as .{form}.")
    picture = await services.desk.do(draw, asker, WorkKind.PICTURE)
    if form == "png":
        with services.limits.painted.holding(asker.names):
            content = await services.desk.png(picture, asker)
    else:
        content = picture.encode()
    return Response(content, media_type=MEDIA[form], headers={"Cache-Control": KEPT} if is_over else None)


def caption_of(hosted: HostedGame, line: Line, translate: Translate, *, short: bool = False) -> list[str]:
    """Which game it is, who plays, and whose turn it is or how it ended, in a line each."""
    state, names = line.state, hosted.names.said
    end = (result_summary(line) if short else None) or verdict(state, line.player_end)
    said = [end] if end else state.situation
    lines = [
        translate(hosted.game.system.title),
        players_of(hosted, translate),
        " ".join(sentence(phrase.with_names(names), translate) for phrase in said),
    ]
    return [line for line in lines if line]


def players_of(hosted: HostedGame, translate: Translate) -> str:
    """Who plays which side, as far as they have names."""
    named: list[str] = []
    for side in hosted.game.system.seats:
        if name := hosted.names.said.get(side):
            said = name.to_text(translate) if isinstance(name, Phrase) else name
            named.append(Phrase(N_("{name}: {text}"), {"name": Phrase(side), "text": said}).to_text(translate))
    return " · ".join(named)


PICTURES = [
    Route("/games/{name}/picture.{form}", show_picture),
    Route("/games/{name}/moving.svg", show_moving),
    Route("/games/{name}/card.png", show_card),
    Route("/positions/{ruleset}/picture.{form}", show_position),
]
