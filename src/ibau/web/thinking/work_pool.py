"""A pool of processes that replay lines and records, and make pages and pictures.

None of it takes long, but too long for the server between two steps of a game.  A household gets at most one of the two
readers, so that its long records delay no other client.  PNGs take most of a second, and are made by the analysts.
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

    def __init__(self, waiting: ConcurrencyLimit, readers: Engines, analysts: Engines) -> None:
        self._waiting = waiting
        self._readers = readers
        self._analysts = analysts
        self._kits: dict[Hashable, bytes] = {}  # by request
        self._pngs: dict[Hashable, bytes] = {}

    async def run(self, work: Callable[[], T], asker: Asker, kind: WorkKind = WorkKind.ANALYSIS) -> T:
        """The result of `work`, which has to be picklable.  Raises Refusal, and what `work` raises."""
        with self._waiting.holding(asker.client_id):
            done: T = await ask_engines(self._readers, WorkQuestion(work, kind), asker, NOT_DONE)
        return done

    async def kit(self, key: Hashable, make: Callable[[], bytes], asker: Asker) -> bytes:
        """The PDF of a game to print; there are too many rulesets to make them all.  Raises as `run` does."""
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


async def ask_engines(engines: Engines, question: Question, asker: Asker, failing: Phrase) -> Any:
    """The answer to a question.  Raises Refusal for `failing` if there is none, and what the question raises."""
    try:
        done = await engines.answer(question, asker)
    except EngineError as error:
        if not isinstance(error, EnginesClosedError):
            logger.error("a question was not answered: %s", error)  # noqa: TRY400 - it happened in a worker
        raise Refusal(failing, status=503) from error
    if isinstance(done, RaisedError):
        raise done.error
    return done


async def _cached(known: dict[Hashable, T], most: int, name: Hashable, make: Callable[[], Awaitable[T]]) -> T:
    """The value of a name, made if it is not cached."""
    if name not in known:
        known[name] = await make()
        if len(known) > most:
            del known[next(iter(known))]
    return known[name]
