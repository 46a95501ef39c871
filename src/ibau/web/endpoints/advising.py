"""What the computer thinks of a position, told while it thinks: an answer of JSON lines, one more for each depth."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ibau.core.game import State
from ibau.core.phrase import N_, Phrase, Translate
from ibau.language import translator
from ibau.learn.advice import Advice, Expected
from ibau.search.budget import Budget
from ibau.web.api.advice import AdviceAnswer, AdviceView, Advised, ChanceView, Foreseen, NoAdvice
from ibau.web.api.trees import LineAsked
from ibau.web.bodies import LINES, body_as
from ibau.web.endpoints.analysis import MOST_BYTES_OF_A_LINE, desk_of
from ibau.web.endpoints.trees import line_of
from ibau.web.limits import Limits, address_of
from ibau.web.refusals import OVER, Refusal
from ibau.web.services import language_of, services_of
from ibau.web.thinking.engines import EngineFailed, Engines
from ibau.web.thinking.questions import Advising

SECONDS = 10.0  # of thinking about a position, less where others wait
LEAST_SECONDS = 1.0
BEST = 3  # actions that are told

FAILED = Phrase(N_("The computer cannot say anything about this position at the moment."))


async def advise(request: Request) -> Response:
    """What each action, or each throw, is worth after a line."""
    asked = await body_as(LineAsked, request, MOST_BYTES_OF_A_LINE)
    line = await desk_of(request).do(lambda: line_of(asked))
    services, translate = services_of(request), translator(language_of(request))
    answers = _answers(line.state, services.analysts, services.limits, address_of(request), translate)
    return StreamingResponse((msgspec.json.encode(answer) + b"\n" async for answer in answers), media_type=LINES)


async def _answers(
    state: State, engines: Engines, limits: Limits, address: str | None, translate: Translate
) -> AsyncGenerator[AdviceAnswer]:
    """One after the other; whoever leaves stops the thinking."""
    if state.outcome:
        yield NoAdvice(OVER.said(translate))
        return
    try:
        limits.advising.check(engines.waiting)
        with limits.advised.holding(address):
            async for heard in _heard(Advising(state, _budget(engines)), engines):
                yield _told(heard)
    except Refusal as refusal:
        yield NoAdvice(refusal.reason.said(translate))
    except EngineFailed:
        yield NoAdvice(FAILED.said(translate))


def _budget(engines: Engines) -> Budget:
    """How long to think: the time is shared with those who wait in line."""
    return Budget(seconds=max(LEAST_SECONDS, SECONDS / (1 + engines.waiting)))


async def _heard(question: Advising, engines: Engines) -> AsyncGenerator[tuple[Advice, ...] | Expected]:
    """The answers, one after the other.  Raises EngineFailed."""
    heard: asyncio.Queue[Any] = asyncio.Queue()
    asking = asyncio.create_task(engines.ask(question, heard.put_nowait))
    asking.add_done_callback(lambda _: heard.put_nowait(None))
    try:
        while (what := await heard.get()) is not None:
            yield what
        await asking
    finally:
        asking.cancel()


def _told(heard: tuple[Advice, ...] | Expected) -> AdviceAnswer:
    match heard:
        case Expected(value, chances):
            worth = [ChanceView(chance.action, chance.value, chance.exact) for chance in chances]
            depth = min((chance.depth for chance in chances if not chance.exact), default=0)
            return Foreseen(value, depth, worth)
        case _:
            return Advised([_view(one) for one in heard[:BEST]])


def _view(one: Advice) -> AdviceView:
    return AdviceView(one.action, one.value, one.depth, list(one.line), one.exact, one.plies)


ADVICE = [Route("/analysis/advice", advise, methods=["POST"])]
