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
    Kind,
    ReviewBegun,
    ReviewedPly,
    ReviewFailed,
    ReviewLine,
    ReviewSummed,
    ReviewTotal,
    Size,
)
from ibau.web.endpoints.bodies import LINES, read_game
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.views import players_view
from ibau.web.limits.callers import callers_of
from ibau.web.protocol import SEATS, ActionView
from ibau.web.protocol.views import result_view, sentence
from ibau.web.rooms.messages import Telling, encoded_board
from ibau.web.rooms.reviews import LookBack
from ibau.web.services import language_of, services_of


async def show_review(request: Request) -> Response:
    """The review of a game, line by line, as it becomes known."""
    name, translate = request.path_params["name"], translator_for(language_of(request))
    services = services_of(request)
    hosted = await read_game(request, name)
    found = await services.reviews.opened(name, hosted, callers_of(request))
    review = services.reviews.followed(name, found, callers_of(request))
    telling = Telling(translate)
    await services.lobby.shared.slices.last(telling.plies(hosted.line))
    return StreamingResponse(_lines(hosted, review, telling), media_type=LINES)


async def _lines(hosted: HostedGame, review: AsyncGenerator[LookBack], telling: Telling) -> AsyncIterator[bytes]:
    yield _line(begun_view(hosted, telling))
    translate = telling.translate
    told: dict[int, PlyReview] = {}
    async with aclosing(review) as growing:
        async for found in growing:
            fresh = [known for at, known in sorted(found.known.items(), reverse=True) if told.get(at) is not known]
            told.update((known.number, known) for known in fresh)
            for one in fresh:
                yield _line(reviewed_view(hosted, found.plies[one.number], one, translate))
                await asyncio.sleep(0)  # a long game is told bit by bit; others have their turn between
            if found.known:  # a sum of nothing would have to be searched
                yield _line(summed_view(hosted, found, translate))
            if found.trouble:
                yield _line(ReviewFailed(found.trouble.to_text(translate)))


def _line(message: ReviewLine) -> bytes:
    return msgspec.json.encode(message) + b"\n"


REVIEWING = (Route("/games/{name}/review", show_review),)

# --- Views ---------------------------------------------------------------------------------------------------------


def begun_view(hosted: HostedGame, telling: Telling) -> ReviewBegun:
    """The game, as it was played."""
    translate = telling.translate
    return ReviewBegun(
        ruleset=str(hosted.game.ruleset),
        start=str(hosted.line.start),
        title=translate(hosted.game.system.title),
        seats=players_view(hosted, translate),
        board=encoded_board(hosted.game, translate),
        story=list(telling.plies(hosted.line)),
        result=result_view(hosted.line, translate, hosted.names.said, hosted.seats.alone),
        facts=[
            FactView(fact.name.to_text(translate), dict(zip(SEATS, fact.counts, strict=False)))
            for fact in game_facts(hosted.line)
        ],
    )


def reviewed_view(hosted: HostedGame, ply: Ply, known: PlyReview, translate: Translate) -> ReviewedPly:
    """What a ply changed."""
    said = [
        phrase.with_names(hosted.names.said) for phrase in (ply_text(ply, known), better_text(ply, known)) if phrase
    ]
    return ReviewedPly(
        at=known.number,
        kind=cast(Kind, known.kind),
        before=known.before,
        after=known.after,
        certainty=cast(Certainty, known.certainty),
        mistake=known.mistake,
        size=cast(Size, known.size),
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


def summed_view(hosted: HostedGame, found: LookBack, translate: Translate) -> ReviewSummed:
    """All that is known of a game, together."""
    review = found.summed_up()
    said = [phrase.with_names(hosted.names.said) for phrase in review_summary(review, hosted.game.system)]
    return ReviewSummed(
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
        said=[sentence(phrase, translate) for phrase in said],
        reach=reach(review.values),
        turning_points=[point.number for point in review.turning_points],
    )


def _total_view(total: SideTotal, translate: Translate) -> ReviewTotal:
    good = good_choices(total).to_text(translate)
    return ReviewTotal(good, total.mistakes, total.luck, total.counts, total.choices, total.throws)
