"""Where lines and records are replayed, and pages and pictures are made, in processes of their own.

None of it takes long, but much more than the server could do between two steps of a game.  One household has one of the
two readers at most, so a stranger's long record delays nobody.
"""

import logging
from collections.abc import Callable
from typing import TypeVar

from ibau.core.phrase import N_, Phrase
from ibau.web.limits.counting import Holders
from ibau.web.refusals import Refusal
from ibau.web.thinking.engines import EngineFailed, Engines, EnginesEnded
from ibau.web.thinking.questions import Doing, Raised
from ibau.web.thinking.turns import Asker, WorkKind

NOT_DONE = Phrase(N_("The server could not do this; please try again later."))

T = TypeVar("T")

logger = logging.getLogger(__name__)


class Desk:
    """One thing of each household after the other."""

    def __init__(self, waiting: Holders, readers: Engines) -> None:
        self._waiting = waiting
        self._readers = readers

    async def do(self, work: Callable[[], T], asker: Asker, kind: WorkKind = WorkKind.ANALYSIS) -> T:
        """What comes of some work, which can be sent to another process.  Raises Refusal, and what the work raises."""
        try:
            with self._waiting.holding(asker.names):
                done: T | Raised = await self._readers.answer(Doing(work, kind), asker)
        except EngineFailed as error:
            if not isinstance(error, EnginesEnded):
                logger.error("work at the desk failed: %s", error)  # noqa: TRY400 - it happened elsewhere
            raise Refusal(NOT_DONE, status=503) from error
        if isinstance(done, Raised):
            raise done.error
        return done

    async def close(self) -> None:
        """End the processes."""
        await self._readers.close()
