"""The review of a game for its page: a stream of JSON lines."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import cast

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ibau.core.line import Ply
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import Translate
from ibau.language import translator_for
from ibau.learn.game_review import PlyReview, SideTotal
from ibau.learn.review_text import better_text, game_facts, good_choices, good_means, ply_text, reach, review_summary
from ibau.web.api.reviews import (
    Certainty,
    FactView,
    MistakeSize,
    PlyKind,
    ReviewBegun,
    ReviewedPly,
    ReviewFailed,
    ReviewLine,
    ReviewSummary,
    ReviewTotal,
)
from ibau.web.endpoints.bodies import NDJSON, read_game
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.views import players_view
from ibau.web.limits.client_ids import client_id_of
from ibau.web.protocol import SEATS, ActionView
from ibau.web.protocol.views import result_view, sentence
from ibau.web.rooms.messages import ViewCache, encode_board
from ibau.web.rooms.review_jobs import ReviewJob
from ibau.web.services import language_of, services_of


async def show_review(request: Request) -> Response:
    """The review of a game, line by line, as it becomes known."""
    name, translate = request.path_params["name"], translator_for(language_of(request))
    services = services_of(request)
    hosted = await read_game(request, name)
    found = await services.reviews.open(name, hosted, client_id_of(request))
    review = services.reviews.follow(name, found, client_id_of(request))
    cache = ViewCache(translate)
    await services.lobby.context.slicer.run(cache.plies(hosted.line))
    return StreamingResponse(_lines(hosted, review, cache), media_type=NDJSON)


async def _lines(hosted: HostedGame, review: AsyncGenerator[ReviewJob], cache: ViewCache) -> AsyncIterator[bytes]:
    yield _line(begun_view(hosted, cache))
    translate = cache.translate
    told: dict[int, PlyReview] = {}
    async with aclosing(review) as growing:
        async for found in growing:
            fresh = [known for at, known in sorted(found.known.items(), reverse=True) if told.get(at) is not known]
            told.update((known.number, known) for known in fresh)
            for one in fresh:
                yield _line(reviewed_view(hosted, found.plies[one.number], one, translate))
                await asyncio.sleep(0)  # a long game is told bit by bit; others have their turn between
            if found.known:  # a sum of nothing would have to be searched
                yield _line(summary_view(hosted, found, translate))
            if found.problem:
                yield _line(ReviewFailed(found.problem.to_text(translate)))


def _line(message: ReviewLine) -> bytes:
    return msgspec.json.encode(message) + b"\n"


REVIEW_ROUTES = (Route("/games/{name}/review", show_review),)

# --- Views ---------------------------------------------------------------------------------------------------------


def begun_view(hosted: HostedGame, cache: ViewCache) -> ReviewBegun:
    """The game, as it was played."""
    translate = cache.translate
    return ReviewBegun(
        ruleset=str(hosted.game.ruleset),
        start=str(hosted.line.start),
        title=translate(hosted.game.system.title),
        seats=players_view(hosted, translate),
        board=encode_board(hosted.game, translate),
        story=list(cache.plies(hosted.line)),
        result=result_view(hosted.line, translate, hosted.names.by_side, hosted.seats.single),
        facts=[
            FactView(fact.name.to_text(translate), dict(zip(SEATS, fact.counts, strict=False)))
            for fact in game_facts(hosted.line)
        ],
    )


def reviewed_view(hosted: HostedGame, ply: Ply, known: PlyReview, translate: Translate) -> ReviewedPly:
    """What a ply changed."""
    said = [
        phrase.with_names(hosted.names.by_side) for phrase in (ply_text(ply, known), better_text(ply, known)) if phrase
    ]
    return ReviewedPly(
        index=known.number,
        kind=cast(PlyKind, known.kind),
        before=known.before,
        after=known.after,
        certainty=cast(Certainty, known.certainty),
        mistake=known.mistake,
        size=cast(MistakeSize, known.size),
        luck=known.luck,
        text=" ".join(sentence(phrase, translate) for phrase in said),
        better=_better_view(ply, known, translate) if known.mistake else None,
        line=known.line,
    )


def _better_view(ply: Ply, known: PlyReview, translate: Translate) -> ActionView:
    """The best action there was."""
    text, *_ = known.line
    action = ply.before.action(text)
    return ActionView(text, ply.before.picks(action), ply.before.describe(action).to_text(translate))


def summary_view(hosted: HostedGame, found: ReviewJob, translate: Translate) -> ReviewSummary:
    """All that is known of a game, together."""
    review = found.summary()
    said = [phrase.with_names(hosted.names.by_side) for phrase in review_summary(review, hosted.game.system)]
    return ReviewSummary(
        known=len(review.plies),
        complete=review.is_complete,
        before=review.value_before,
        after=review.value_after,
        totals={
            SEATS[FIRST]: _total_view(review.first, translate),
            SEATS[SECOND]: _total_view(review.second, translate),
        },
        lot=review.lot,
        good=good_means(review.first).to_text(translate),
        summary=[sentence(phrase, translate) for phrase in said],
        reach=reach(review.values),
        turning_points=[point.number for point in review.turning_points],
    )


def _total_view(total: SideTotal, translate: Translate) -> ReviewTotal:
    good = good_choices(total).to_text(translate)
    return ReviewTotal(good, total.mistakes, total.luck, total.counts, total.choices, total.throws)
