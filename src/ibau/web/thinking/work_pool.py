"""Where lines and records are replayed, and pages and pictures are made, in processes of their own.

None of it takes long, but much more than the server could do between two steps of a game.  One household has one of the
two readers at most, so a stranger's long record delays nobody.  PNGs take most of a second, and are the analysts'.
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

MAX_CACHED_KITS = 50  # games to print that are remembered, of a fifth of a megabyte
MAX_CACHED_PNGS = 30  # PNGs that are remembered, of half a megabyte at most
NOT_DONE = Phrase(N_("The server could not do this; please try again later."))
NO_PNG = Phrase(N_("This picture could not be made; please try again, or take the SVG."))

T = TypeVar("T")

logger = logging.getLogger(__name__)


class WorkPool:
    """One thing of each household after the other; what was made last is remembered."""

    def __init__(self, waiting: ConcurrencyLimit, readers: Engines, analysts: Engines) -> None:
        self._waiting = waiting
        self._readers = readers
        self._analysts = analysts
        self._kits: dict[Hashable, bytes] = {}  # by what was asked for
        self._pngs: dict[Hashable, bytes] = {}

    async def run(self, work: Callable[[], T], asker: Asker, kind: WorkKind = WorkKind.ANALYSIS) -> T:
        """What comes of some work, which can be sent to another process.  Raises Refusal, and what the work raises."""
        with self._waiting.holding(asker.client_id):
            done: T = await ask_engines(self._readers, WorkQuestion(work, kind), asker, NOT_DONE)
        return done

    async def kit(self, asked: Hashable, made: Callable[[], bytes], asker: Asker) -> bytes:
        """A game to print: there are too many rulesets to make them all.  Raises as `run` does."""
        return await _cached(self._kits, MAX_CACHED_KITS, asked, lambda: self.run(made, asker, WorkKind.PICTURE))

    async def png(self, picture: Picture, asker: Asker) -> bytes:
        """A picture as PNG.  Raises Refusal where it cannot be had."""
        question = WorkQuestion(picture.png, WorkKind.PICTURE)
        return await _cached(
            self._pngs, MAX_CACHED_PNGS, picture, lambda: ask_engines(self._analysts, question, asker, NO_PNG)
        )

    async def close(self) -> None:
        """End the processes."""
        await self._readers.close()


async def ask_engines(engines: Engines, question: Question, asker: Asker, failing: Phrase) -> Any:
    """The answer to a question.  Raises Refusal where there is none, and what is raised elsewhere."""
    try:
        done = await engines.answer(question, asker)
    except EngineError as error:
        if not isinstance(error, EnginesClosedError):
            logger.error("a question was not answered: %s", error)  # noqa: TRY400 - it happened elsewhere
        raise Refusal(failing, status=503) from error
    if isinstance(done, RaisedError):
        raise done.error
    return done


async def _cached(known: dict[Hashable, T], most: int, name: Hashable, make: Callable[[], Awaitable[T]]) -> T:
    """What is made of this name, or was lately."""
    if name not in known:
        known[name] = await make()
        if len(known) > most:
            del known[next(iter(known))]
    return known[name]
