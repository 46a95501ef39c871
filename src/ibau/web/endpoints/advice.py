"""Advice on a position while the computer thinks: a stream of JSON lines, one per depth."""

import asyncio
from collections.abc import AsyncGenerator
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ibau.core.completion_rates import too_few_ended
from ibau.core.game import State
from ibau.core.phrase import N_, Phrase, Translate
from ibau.language import translator_for
from ibau.learn.advice import Advice, ExpectedValue
from ibau.search.budget import Budget
from ibau.web.api.advice import AdviceAnswer, AdviceView, BestActions, ChanceValueView, NoAdvice, ThrowValues
from ibau.web.api.trees import LineRequest
from ibau.web.endpoints.analysis import MAX_LINE_BYTES, run_limited
from ibau.web.endpoints.bodies import NDJSON, body_as
from ibau.web.endpoints.trees import requested_line
from ibau.web.limits import Limits
from ibau.web.limits.client_ids import client_id_of
from ibau.web.refusals import OVER, Refusal
from ibau.web.services import language_of, services_of
from ibau.web.thinking.engines import EngineError, Engines
from ibau.web.thinking.fair_queue import Asker
from ibau.web.thinking.questions import AdviceQuestion

ADVICE_BUDGET = Budget(seconds=10)  # per position, less if others wait
BEST_COUNT = 3  # actions in an answer

FAILED = Phrase(N_("The computer cannot say anything about this position at the moment."))


async def advise(request: Request) -> Response:
    """Stream the values of all actions, or throws, after a line."""
    body = await body_as(LineRequest, request, MAX_LINE_BYTES)
    state = await run_limited(request, partial(_state_after, body))
    services, translate = services_of(request), translator_for(language_of(request))
    answers = _answers(state, services.analysts, services.limits, Asker(client_id_of(request)), translate)
    return StreamingResponse((msgspec.json.encode(answer) + b"\n" async for answer in answers), media_type=NDJSON)


def _state_after(body: LineRequest) -> State:
    return requested_line(body).state


async def _answers(
    state: State, analysts: Engines, limits: Limits, asker: Asker, translate: Translate
) -> AsyncGenerator[AdviceAnswer]:
    """The answers one by one; closing the generator stops the thinking."""
    if found := too_few_ended(state.game):
        yield NoAdvice(found.message.to_text(translate))
        return
    if state.outcome:
        yield NoAdvice(OVER.to_text(translate))
        return
    try:
        with limits.pending_advice.holding(asker.client_id):
            async for answer in _answers_to(AdviceQuestion(state, ADVICE_BUDGET), analysts, asker):
                yield _answer_view(answer)
    except Refusal as refusal:
        yield NoAdvice(refusal.reason.to_text(translate))
    except EngineError:
        yield NoAdvice(FAILED.to_text(translate))


async def _answers_to(
    question: AdviceQuestion, analysts: Engines, asker: Asker
) -> AsyncGenerator[tuple[Advice, ...] | ExpectedValue]:
    """The answers one by one.  Raises EngineError."""
    answers: asyncio.Queue[Any] = asyncio.Queue()
    asking = asyncio.create_task(analysts.ask(question, answers.put_nowait, asker))
    asking.add_done_callback(lambda _: answers.put_nowait(None))
    try:
        while (answer := await answers.get()) is not None:
            yield answer
        await asking
    finally:
        asking.cancel()


def _answer_view(answer: tuple[Advice, ...] | ExpectedValue) -> AdviceAnswer:
    match answer:
        case ExpectedValue(value, chances):
            worth = [ChanceValueView(chance.action, chance.value, chance.exact) for chance in chances]
            depth = min((chance.depth for chance in chances if not chance.exact), default=0)
            return ThrowValues(value, depth, worth)
        case _:
            return BestActions([_advice_view(one) for one in answer[:BEST_COUNT]])


def _advice_view(one: Advice) -> AdviceView:
    return AdviceView(one.action, one.value, one.depth, list(one.line), one.exact, one.plies)


ADVICE_ROUTES = [Route("/analysis/advice", advise, methods=["POST"])]
