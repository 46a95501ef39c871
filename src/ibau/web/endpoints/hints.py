"""Hints in a game being played: told to nobody but who asks, and from then on the game says that it was assisted.

What is explained of moves that were played helps nobody to find the next one, and the game does not keep it.
"""

import secrets

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.language import translator_for
from ibau.learn import Hint
from ibau.learn.explanations import explain_move, latest_moves
from ibau.players import Budget
from ibau.web.api.advice import ExplainedView, HintRequest, HintView
from ibau.web.endpoints.bodies import body_as, json_response, read_game
from ibau.web.hosted.game import HostedGame
from ibau.web.limits.client_ids import client_id_of
from ibau.web.log.events import Event, HintGiven
from ibau.web.protocol.views import sentence
from ibau.web.refusals import GAME_MOVED_ON, NOT_YOUR_TURN, OVER, WATCHING, Refusal
from ibau.web.services import language_of, services_of
from ibau.web.thinking.fair_queue import Asker
from ibau.web.thinking.questions import HintQuestion
from ibau.web.thinking.work_pool import ask_engines

HINT_BUDGET = Budget(seconds=1)

BETWEEN_PEOPLE = Phrase(N_("When people play each other, nobody gets hints before the end."))
THROW_FIRST = Phrase(N_("Throw first; then there is something to decide."))
FAILED = Phrase(N_("The computer has no hint just now; please try again."))


async def give_hint(request: Request) -> Response:
    """Where to look, what to play, and why."""
    asked = await body_as(HintRequest, request)
    name, services = request.path_params["name"], services_of(request)
    decided: list[HostedGame] = []

    def decide(hosted: HostedGame) -> list[Event]:
        seat = hint_seat(hosted, asked)
        services.limits.hints.spend((name,))
        decided.append(hosted)
        return [] if seat in hosted.seats.assisted else [HintGiven(seat)]

    await services.lobby.update(name, decide)
    question = HintQuestion(decided[0].state, secrets.randbits(62), HINT_BUDGET)
    found: Hint = await ask_engines(services.analysts, question, Asker(client_id_of(request), name), FAILED)
    return json_response(hint_view(decided[0], found, language_of(request)))


def hint_seat(hosted: HostedGame, asked: HintRequest) -> int:
    """The seat that is to decide and asks what.  Raises Refusal."""
    seats, state = hosted.seats.played_with(asked.key), hosted.state
    if hosted.is_over:
        raise Refusal(OVER)
    if not seats:
        raise Refusal(WATCHING, status=403)
    if hosted.seats.needs_consent:
        raise Refusal(BETWEEN_PEOPLE)
    if hosted.waiting_text:
        raise Refusal(hosted.waiting_text)
    if asked.ply_count != hosted.ply_count:
        raise Refusal(GAME_MOVED_ON)
    if state.turn == CHANCE and state.actor in (*seats, CHANCE):
        raise Refusal(THROW_FIRST)
    if state.turn not in seats:
        raise Refusal(NOT_YOUR_TURN)
    return state.turn


def hint_view(hosted: HostedGame, found: Hint, lang: str) -> HintView:
    """A hint in one language, with the names that the players go by."""
    translate = translator_for(lang)
    names, phrases = hosted.names.by_side, (found.where, found.what, found.why)
    where, what, why = (phrase.with_names(names).to_text(translate) for phrase in phrases)
    return HintView(hosted.ply_count, found.action, found.places, where, what, why)


async def explain_moves(request: Request) -> Response:
    """What was done lately, and why it matters; it speaks of nothing that is still to be played."""
    asked = await body_as(HintRequest, request)
    hosted, translate = await read_game(request, request.path_params["name"]), translator_for(language_of(request))
    if not hosted.seats.played_with(asked.key):
        raise Refusal(WATCHING, status=403)
    if hosted.seats.needs_consent and not hosted.is_over:
        raise Refusal(BETWEEN_PEOPLE)
    if asked.ply_count > hosted.ply_count:
        raise Refusal(GAME_MOVED_ON)
    line, names = hosted.line.back_to(asked.ply_count), hosted.names.by_side
    told = [
        " ".join(sentence(phrase.with_names(names), translate) for phrase in explain_move(ply))
        for ply in latest_moves(line)
    ]
    return json_response(ExplainedView(asked.ply_count, told))


HINT_ROUTES = [
    Route("/games/{name}/hint", give_hint, methods=["POST"]),
    Route("/games/{name}/explained", explain_moves, methods=["POST"]),
]
