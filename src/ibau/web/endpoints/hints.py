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
from ibau.web.api.advice import ExplainedView, HintAsked, HintView
from ibau.web.endpoints.bodies import answer, body_as, read_game
from ibau.web.hosted.game import HostedGame
from ibau.web.limits.callers import callers_of
from ibau.web.log.events import Assisted, Event
from ibau.web.protocol.views import sentence
from ibau.web.refusals import MOVED_ON, NOT_YOUR_TURN, OVER, WATCHING, Refusal
from ibau.web.services import language_of, services_of
from ibau.web.thinking.desk import answered
from ibau.web.thinking.questions import Hinting
from ibau.web.thinking.turns import Asker

BUDGET = Budget(seconds=1)

BETWEEN_PEOPLE = Phrase(N_("When people play each other, nobody gets hints before the end."))
THROW_FIRST = Phrase(N_("Throw first; then there is something to decide."))
FAILED = Phrase(N_("The computer has no hint just now; please try again."))


async def give_hint(request: Request) -> Response:
    """Where to look, what to play, and why."""
    asked = await body_as(HintAsked, request)
    name, services = request.path_params["name"], services_of(request)
    decided: list[HostedGame] = []

    def decide(hosted: HostedGame) -> list[Event]:
        seat = asking_seat(hosted, asked)
        services.limits.hints.spend((name,))
        decided.append(hosted)
        return [] if seat in hosted.seats.assisted else [Assisted(seat)]

    await services.lobby.change(name, decide)
    question = Hinting(decided[0].state, secrets.randbits(62), BUDGET)
    found: Hint = await answered(services.analysts, question, Asker(callers_of(request), name), FAILED)
    return answer(hint_view(decided[0], found, language_of(request)))


def asking_seat(hosted: HostedGame, asked: HintAsked) -> int:
    """The seat that is to decide and asks what.  Raises Refusal."""
    seats, state = hosted.seats.of(asked.key), hosted.state
    if hosted.is_over:
        raise Refusal(OVER)
    if not seats:
        raise Refusal(WATCHING, status=403)
    if hosted.seats.takes_consent:
        raise Refusal(BETWEEN_PEOPLE)
    if hosted.waiting:
        raise Refusal(hosted.waiting)
    if asked.at != hosted.at:
        raise Refusal(MOVED_ON)
    if state.turn == CHANCE and state.actor in (*seats, CHANCE):
        raise Refusal(THROW_FIRST)
    if state.turn not in seats:
        raise Refusal(NOT_YOUR_TURN)
    return state.turn


def hint_view(hosted: HostedGame, found: Hint, lang: str) -> HintView:
    """A hint in one language, with the names that the players go by."""
    translate = translator_for(lang)
    names, phrases = hosted.names.said, (found.where, found.what, found.why)
    where, what, why = (phrase.with_names(names).to_text(translate) for phrase in phrases)
    return HintView(hosted.at, found.action, found.places, where, what, why)


async def explain(request: Request) -> Response:
    """What was done lately, and why it matters; it speaks of nothing that is still to be played."""
    asked = await body_as(HintAsked, request)
    hosted, translate = await read_game(request, request.path_params["name"]), translator_for(language_of(request))
    if not hosted.seats.of(asked.key):
        raise Refusal(WATCHING, status=403)
    if hosted.seats.takes_consent and not hosted.is_over:
        raise Refusal(BETWEEN_PEOPLE)
    if asked.at > hosted.at:
        raise Refusal(MOVED_ON)
    line, names = hosted.line.back_to(asked.at), hosted.names.said
    told = [
        " ".join(sentence(phrase.with_names(names), translate) for phrase in explain_move(ply))
        for ply in latest_moves(line)
    ]
    return answer(ExplainedView(asked.at, told))


HINTS = [
    Route("/games/{name}/hint", give_hint, methods=["POST"]),
    Route("/games/{name}/explained", explain, methods=["POST"]),
]
