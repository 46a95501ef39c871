"""The mistakes of a finished game as exercises; the analysis of its review decides which actions are as good."""

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.line import Ply
from ibau.core.phrase import N_, Phrase, Translate
from ibau.language import translator_for
from ibau.learn.game_review import DEFAULT_BUDGET, PlyEvaluation, PlyReview, closer_budget, ply_review
from ibau.learn.mistake_exercises import (
    line_of_exercise,
    mistake_name,
    mistakes_of,
    played_text,
    praise,
    solution,
    task_text,
    with_attempt,
)
from ibau.learn.puzzle_exercises import WRONG
from ibau.web.api.exercises import MistakesView, PuzzleView, TryRequest
from ibau.web.endpoints.bodies import body_as, json_response, read_game
from ibau.web.endpoints.exercises import attempt_view, exercise_view, join_texts
from ibau.web.hosted.game import HostedGame
from ibau.web.limits.client_ids import client_id_of
from ibau.web.protocol import SEATS
from ibau.web.protocol.views import sentence
from ibau.web.refusals import Refusal
from ibau.web.rooms.review_jobs import FAILED, ReviewJob
from ibau.web.services import language_of, services_of
from ibau.web.thinking.fair_queue import Asker
from ibau.web.thinking.questions import ReviewQuestion
from ibau.web.thinking.work_pool import ask_engines

NOT_YET = Phrase(N_("The review of this game is not finished yet."))
NO_MISTAKE = Phrase(N_("There is no such mistake in this game."))


class GameMistake(NamedTuple):
    """A mistake of a game, and its review."""

    hosted: HostedGame
    ply: Ply
    known: PlyReview


async def list_mistakes(request: Request) -> Response:
    """The mistakes of a side."""
    hosted, found = await _finished_review(request)
    seat = SEATS.index("second" if request.query_params.get("seat") == "second" else "first")
    numbers = [str(ply.number) for ply in mistakes_of(found.summary().plies, seat)]
    return json_response(MistakesView(translator_for(language_of(request))(hosted.game.system.title), numbers))


async def show_mistake(request: Request) -> Response:
    """A position in which another action was better."""
    return json_response(mistake_view(await _requested_mistake(request), translator_for(language_of(request))))


async def try_mistake(request: Request) -> Response:
    """The answer to an action, which is right if a review calls it no mistake."""
    attempt, mistake = await body_as(TryRequest, request), await _requested_mistake(request)
    ply, known, translate = mistake.ply, mistake.known, translator_for(language_of(request))
    instead = with_attempt(ply, attempt.action)
    is_best = attempt.action == known.line[0]
    right = is_best or not (attempt.action == ply.text or await _size(request, instead))
    text = join_texts(praise(ply, known, attempt.action) if right else (Phrase(WRONG),), translate)
    line = known.line if is_best else (attempt.action,)
    return json_response(attempt_view(line_of_exercise(ply), line, text, translate, right=right))


async def show_better(request: Request) -> Response:
    """The best action, for a player who wants to see it."""
    _, ply, known = await _requested_mistake(request)
    translate = translator_for(language_of(request))
    text = solution(ply, known).to_text(translate)
    return json_response(attempt_view(line_of_exercise(ply), known.line, text, translate, right=True))


async def _finished_review(request: Request) -> tuple[HostedGame, ReviewJob]:
    """A game and its review.  Raises Refusal if the review is not finished."""
    name = request.path_params["name"]
    hosted = await read_game(request, name)
    found = await services_of(request).reviews.open(name, hosted, client_id_of(request))
    if not found.is_complete:
        raise Refusal(NOT_YET)
    return hosted, found


async def _requested_mistake(request: Request) -> GameMistake:
    """The requested mistake.  Raises Refusal if there is no such mistake."""
    hosted, found = await _finished_review(request)
    number = request.path_params["number"]
    known = next((ply for ply in found.summary().plies if ply.number == number and ply.size), None)
    if known is None:
        raise Refusal(NO_MISTAKE, status=404)
    return GameMistake(hosted, found.plies[number], known)


async def _size(request: Request, ply: Ply) -> str:
    """The size of a mistake, '' if the action is none.  Raises Refusal."""
    budget = DEFAULT_BUDGET if ply.before.game.system.has_throws else closer_budget(DEFAULT_BUDGET)  # as for its review
    asker = Asker(client_id_of(request), request.path_params["name"])
    known: PlyEvaluation = await ask_engines(services_of(request).analysts, ReviewQuestion(ply, budget), asker, FAILED)
    return ply_review(ply, known, opens=False).size


def mistake_view(mistake: GameMistake, translate: Translate) -> PuzzleView:
    """An exercise, without its solution."""
    _, ply, known = mistake
    words = sentence(mistake_name(known), translate), played_text(ply).to_text(translate)
    return exercise_view(str(known.number), line_of_exercise(ply), words, task_text(ply), translate)


GAME_PATH = "/games/{name}/mistakes"

MISTAKE_ROUTES = (
    Route(GAME_PATH, list_mistakes),
    Route(GAME_PATH + "/{number:int}", show_mistake),
    Route(GAME_PATH + "/{number:int}/solution", show_better),
    Route(GAME_PATH + "/{number:int}/try", try_mistake, methods=["POST"]),
)
