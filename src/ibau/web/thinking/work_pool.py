"""A pool of processes that replay lines and records, and make pages and pictures.

None of it takes long, but too long for the server between two steps of a game.  `readers` replay lines and records and
make pages; a household gets at most one of the two, so that its long records delay no other client.  `analysts` are the
lower-priority processes of reviews, and make PNGs, which take most of a second.
"""

import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

from ibau.core.phrase import N_, Phrase
from ibau.paper.svg import Picture
from ibau.web.limits.rate_limits import ConcurrencyLimit
from ibau.web.refusals import Refusal
from ibau.web.thinking.engines import EngineError, Engines, EnginesClosedError, Question
from ibau.web.thinking.fair_queue import Asker, WorkKind
from ibau.web.thinking.questions import RaisedError, WorkQuestion

MAX_CACHED_KITS = 50  # PDFs of about 0.2 MB
MAX_CACHED_PNGS = 30  # of at most 0.5 MB
NOT_DONE = Phrase(N_("The server could not do this; please try again later."))
NO_PNG = Phrase(N_("This picture could not be made; please try again, or take the SVG."))

T = TypeVar("T")

logger = logging.getLogger(__name__)


class WorkPool:
    """Runs work in turn for all households, and caches the latest PDFs and PNGs."""

    def __init__(self, pending_work: ConcurrencyLimit, readers: Engines, analysts: Engines) -> None:
        self._pending_work = pending_work
        self._readers = readers
        self._analysts = analysts
        self._kits: dict[Hashable, bytes] = {}  # by request
        self._pngs: dict[Hashable, bytes] = {}

    async def run(self, work: Callable[[], T], asker: Asker, kind: WorkKind = WorkKind.ANALYSIS) -> T:
        """The result of `work`, which has to be picklable.  Raises Refusal, and what `work` raises."""
        with self._pending_work.holding(asker.client_id):
            result: T = await ask_engines(self._readers, WorkQuestion(work, kind), asker, NOT_DONE)
        return result

    async def print_kit(self, key: Hashable, make: Callable[[], bytes], asker: Asker) -> bytes:
        """The print-and-play PDF of a game, made on demand: there are too many rulesets.  Raises as `run` does."""
        return await _cached(self._kits, MAX_CACHED_KITS, key, lambda: self.run(make, asker, WorkKind.PICTURE))

    async def png(self, picture: Picture, asker: Asker) -> bytes:
        """A picture as PNG.  Raises Refusal if it cannot be made."""
        question = WorkQuestion(picture.png, WorkKind.PICTURE)
        return await _cached(
            self._pngs, MAX_CACHED_PNGS, picture, lambda: ask_engines(self._analysts, question, asker, NO_PNG)
        )

    async def close(self) -> None:
        """End the processes."""
        await self._readers.close()


async def ask_engines(engines: Engines, question: Question, asker: Asker, error_text: Phrase) -> Any:
    """The answer to a question.  Raises Refusal with `error_text` if there is none, and what the question raises."""
    try:
        answer = await engines.answer(question, asker)
    except EngineError as error:
        if not isinstance(error, EnginesClosedError):
            logger.error("a question was not answered: %s", error)  # noqa: TRY400 - it happened in a worker
        raise Refusal(error_text, status=503) from error
    if isinstance(answer, RaisedError):
        raise answer.error
    return answer


async def _cached(cache: dict[Hashable, T], max_size: int, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
    """The cached value of a key, made if it is missing; the oldest is dropped."""
    if key not in cache:
        cache[key] = await make()
        if len(cache) > max_size:
            del cache[next(iter(cache))]
    return cache[key]
