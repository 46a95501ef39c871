"""Games being looked back on: from the end backwards, a ply at a time, while somebody looks.

What each ply changed is asked of the analysts, who let players go first; what is in doubt then is asked again.  A game
asks for no more plies at once than there are analysts, so that several games have their turns.  A listener who comes
later, or again, is told all that is known; once all of it is, the log keeps it as derived from the game, and it is not
worked out again by the same judges.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from ibau.core.completion_rates import too_few_ended
from ibau.core.line import Line
from ibau.core.phrase import N_, Phrase
from ibau.core.record import RULES_VERSION
from ibau.learn.game_review import (
    DEFAULT_BUDGET,
    SMALL,
    PlyEvaluation,
    PlyReview,
    Review,
    closer,
    doubtful,
    following,
    is_forced,
    linked_reviews,
    ply_review,
    summarize,
)
from ibau.search.budget import Budget
from ibau.search.calibration import steepness_of, sure_from
from ibau.search.network import SHIPPED, fingerprint, network_of
from ibau.web.hosted.game import HostedGame
from ibau.web.limits.callers import UNCOUNTED, Names
from ibau.web.limits.counting import giving_way
from ibau.web.log.store import Store, StoreDead, StoreFull
from ibau.web.refusals import Refusal
from ibau.web.thinking.engines import Engines
from ibau.web.thinking.questions import LookingBack
from ibau.web.thinking.turns import Asker

MOST_REVIEWS = 50  # that are begun and not complete
MOST_PLIES = 3000  # of a game that is looked back on: an hour of work, say
SECONDS_TO_COME_BACK = 20.0  # how long the work goes on when nobody looks
REVIEW = "review"  # what the log calls it

NOT_OVER = Phrase(N_("You can review a game once it is over."))
NOTHING_PLAYED = Phrase(N_("Nothing has been played yet."))
TOO_LONG = N_("This game is too long to review here: {plies} moves (limit {most}).")
TOO_MANY = Phrase(N_("Too many games are being reviewed at the moment; please try again in a while."))
FAILED = Phrase(N_("The review has failed; please try again in a while."))

logger = logging.getLogger(__name__)


class LookBack:
    """What is known of one game so far."""

    may_give_way = True  # what was found out is asked for again

    def __init__(self, line: Line, callers: Names = UNCOUNTED, kept: Sequence[PlyEvaluation] = ()) -> None:
        """Of what was kept, nothing is looked at again."""
        self.line = line
        self.callers = callers
        self.plies = line.plies
        self.known: dict[int, PlyReview] = {}  # by number; a forced ply once it is known what the one before was worth
        self.grown = asyncio.Event()  # set, and replaced, whenever more is known
        self.trouble: Phrase | None = None
        self._alone: dict[int, PlyReview] = {}  # each by itself
        self._judged: dict[int, PlyEvaluation] = {}
        self._doubted: list[int] | None = [] if kept else None  # to be looked at again, once all have been looked at
        for at, judged in enumerate(kept):
            self.learn(at, judged)

    @property
    def is_complete(self) -> bool:
        """Is there nothing left to be found out?"""
        return self._doubted == [] and len(self._judged) == self.line.ply_count

    @property
    def left(self) -> tuple[list[int], Budget]:
        """The plies to look at now, the last one first, and for how long: those of which nothing is known first."""
        if self._doubted is None:
            return [at for at in reversed(range(self.line.ply_count)) if at not in self._judged], DEFAULT_BUDGET
        return list(self._doubted), closer(DEFAULT_BUDGET)

    @property
    def judged(self) -> list[PlyEvaluation]:
        """All that was found."""
        return [self._judged[at] for at in range(self.line.ply_count)]

    def learn(self, at: int, judged: PlyEvaluation) -> None:
        """What a search says of a ply, and what follows for those after it."""
        self._judged[at] = judged
        self._alone[at] = ply_review(self.plies[at], judged, opens=False)
        for n in range(at, self.line.ply_count):
            if n not in self._alone or (n > at and not self._follows(n)):
                break
            self._settle(n)
        if self._doubted is None and len(self._judged) == self.line.ply_count:
            self._doubted = doubtful(self.line, self._linked())
        elif self._doubted:
            self._doubted = [doubted for doubted in self._doubted if doubted != at]
        if self.is_complete:
            self.known |= {ply.number: ply for ply in self.summed_up().plies if ply.size == SMALL}
        self.tell()

    def _settle(self, at: int) -> None:
        alone = self._alone[at]
        if not self._follows(at):
            self.known[at] = alone
        elif before := self.known.get(at - 1):
            self.known[at] = following(before, self.plies[at], alone)

    def _follows(self, at: int) -> bool:
        """Does a ply take its value from the one before?"""
        return at > 0 and is_forced(self.plies[at])

    def tell(self) -> None:
        """Let those who look know that there is more."""
        self.grown.set()
        self.grown = asyncio.Event()

    def give_way(self) -> None:
        """Tell those who look that it is not worked on any more."""
        self.trouble = TOO_MANY
        self.tell()

    def summed_up(self) -> Review:
        """The plies that are known, together."""
        plies = self._linked() if self.is_complete else [self.known[at] for at in sorted(self.known)]
        return summarize(self.line.start, plies, SHIPPED, is_complete=self.is_complete)

    def _linked(self) -> list[PlyReview]:
        return linked_reviews(self.line, [self._alone[at] for at in range(self.line.ply_count)])


def check_length(plies: int) -> None:
    """Raise Refusal where a game has nothing to look back on, or too much."""
    if not plies:
        raise Refusal(NOTHING_PLAYED)
    if plies > MOST_PLIES:
        raise Refusal(Phrase(TOO_LONG, {"plies": plies, "most": MOST_PLIES}))


def maker_of(line: Line) -> str:
    """By what a line is judged, and which line it is: what was found by others or of another is not told again."""
    played = hashlib.sha256(" ".join([str(line.start), *line.actions]).encode()).hexdigest()
    game = line.state.game
    judge = f"network {fingerprint(network_of(game))}, {steepness_of(game, SHIPPED)}, {sure_from(game, SHIPPED)}"
    nodes = f"{DEFAULT_BUDGET.nodes} and {closer(DEFAULT_BUDGET).nodes} nodes"
    return f"rules {RULES_VERSION}, {nodes}, {judge}, line {played}"


class Reviews:
    """The games that are looked back on, by name."""

    def __init__(self, store: Store, analysts: Engines) -> None:
        self._store = store
        self._analysts = analysts
        self._begun: dict[str, LookBack] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._looking: dict[str, int] = {}  # how many look at each

    async def opened(self, name: str, hosted: HostedGame, callers: Names = UNCOUNTED) -> LookBack:
        """What is known of a game.  Raises StoreFull, StoreDead, and Refusal where it cannot be looked back on."""
        if not hosted.is_over:
            raise Refusal(NOT_OVER)
        check_length(hosted.at)
        if too_few := too_few_ended(hosted.game):
            raise Refusal(too_few.message)
        kept = await self._store.derived(name, REVIEW, maker_of(hosted.line))  # by the judges of today
        known = self._begun.get(name)
        if known and known.line == hosted.line and not known.trouble:
            return known
        found = LookBack(hosted.line, callers, msgspec.json.decode(kept, type=list[PlyEvaluation]) if kept else ())
        if not found.is_complete:
            if name not in self._begun and len(self._begun) >= MOST_REVIEWS and not self._put_away(callers):
                raise Refusal(TOO_MANY, status=503)
            self._stop(name)
            self._begun[name] = found
        return found

    async def followed(self, name: str, found: LookBack, callers: Names = UNCOUNTED) -> AsyncGenerator[LookBack]:
        """What is known of a game, each time that there is more, until all is, and kept; asked for by these."""
        self._looking[name] = self._looking.get(name, 0) + 1
        try:
            self._work(found, Asker(callers, name))
            is_last = False
            while not is_last:
                grown, is_last = found.grown, found.is_complete or found.trouble is not None
                yield found  # the listener takes their time, in which more becomes known
                if not is_last:
                    await grown.wait()
            if task := self._tasks.get(name):
                await asyncio.wait([task])
        finally:
            self._leave(name)

    def _put_away(self, newcomer: Names) -> bool:
        """Forget a game that nobody looks at, or one that gives way to a newcomer; is there one?"""
        unseen = (found for name, found in self._begun.items() if not self._looking.get(name))
        last = next(unseen, None) or giving_way(self._begun.values(), newcomer)
        if last is None:
            return False
        name = next(name for name, found in self._begun.items() if found is last)
        del self._begun[name]
        self._stop(name)
        last.give_way()
        return True

    # The work ------------------------------------------------------------------------------------------------------

    def _work(self, found: LookBack, asker: Asker) -> None:
        name = asker.game
        if not found.is_complete and name not in self._tasks:
            task = self._tasks[name] = asyncio.create_task(self._look_back(found, asker), name=f"look back on {name}")
            task.add_done_callback(partial(self._ended, found, name))

    def _ended(self, found: LookBack, name: str, task: "asyncio.Task[None]") -> None:
        """However the work has ended, those who look are not left waiting."""
        if self._tasks.get(name) is task:
            del self._tasks[name]
        if not found.is_complete and self._looking.get(name):
            found.trouble = found.trouble or FAILED
            found.tell()

    def _stop(self, name: str) -> None:
        if task := self._tasks.pop(name, None):
            task.cancel()

    def _leave(self, name: str) -> None:
        self._looking[name] -= 1
        if not self._looking[name]:
            del self._looking[name]
            asyncio.get_running_loop().call_later(SECONDS_TO_COME_BACK, self._rest, name)

    def _rest(self, name: str) -> None:
        if not self._looking.get(name):
            self._stop(name)

    async def _look_back(self, found: LookBack, asker: Asker) -> None:
        """Find out all there is, then keep it."""
        name = asker.game
        try:
            for _look in range(2):  # at all plies, then again at those in doubt
                plies, budget = found.left
                left = iter(plies)
                async with asyncio.TaskGroup() as together:
                    for _ in self._analysts.workers:
                        together.create_task(self._analyse(left, budget, found, asker))
        except* Exception:
            logger.exception("game %s: looking back failed", name)
            found.trouble = FAILED
        else:
            await self._keep(name, found)

    async def _analyse(self, left: Iterator[int], budget: Budget, found: LookBack, asker: Asker) -> None:
        for at in left:
            await self._analysts.ask(LookingBack(found.plies[at], budget), partial(found.learn, at), asker)

    async def _keep(self, name: str, found: LookBack) -> None:
        """Put it into the log; where that cannot be, it is worked out again another time."""
        with suppress(StoreFull, StoreDead):
            await self._store.derive(name, REVIEW, maker_of(found.line), msgspec.json.encode(found.judged).decode())
        self._begun.pop(name, None)

    async def close(self) -> None:
        """Stop all work."""
        tasks = list(self._tasks.values())
        for name in list(self._tasks):
            self._stop(name)
        await asyncio.gather(*tasks, return_exceptions=True)
