"""Review jobs: analyse finished games ply by ply from the end, while a client follows.

Each ply is a question to the analyst engines, where players have priority; doubtful plies are analysed twice.  A game
asks at most one question per analyst at a time, so that several games share them.  A client who connects later gets
all results so far; a complete review is stored as derived data of the game, and not computed again by the same
networks and budgets.
"""

import asyncio
import hashlib
import logging
import secrets
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
    closer_budget,
    doubtful_plies,
    is_forced,
    linked_reviews,
    ply_review,
    summarize,
    with_drift,
)
from ibau.search.budget import Budget
from ibau.search.calibration import steepness_of, sure_from
from ibau.search.network import SHIPPED, fingerprint, network_of
from ibau.web.hosted.game import HostedGame
from ibau.web.limits.client_ids import UNCOUNTED, ClientId
from ibau.web.limits.rate_limits import choose_evicted
from ibau.web.log.store import Store, StoreFailedError, StoreFullError
from ibau.web.notes import Note
from ibau.web.refusals import Refusal
from ibau.web.thinking.engines import Engines
from ibau.web.thinking.fair_queue import Asker
from ibau.web.thinking.questions import ReviewQuestion

MAX_REVIEWS = 50  # that are not complete
MAX_REVIEWED_PLIES = 3000  # of one game: about an hour of work
LEAVE_GRACE = 20.0  # seconds that a job goes on without a follower
REVIEW = "review"  # name of the derived data
LEASE_MS = 60_000  # how long a process holds a job without renewing its lease
LEASE_PAUSE = 2.0  # seconds between two attempts to take the lease or load the result

NOT_OVER = Phrase(N_("You can review a game once it is over."))
NOTHING_PLAYED = Phrase(N_("Nothing has been played yet."))
TOO_LONG = N_("This game is too long to review here: {plies} moves (limit {most}).")
TOO_MANY = Phrase(N_("Too many games are being reviewed at the moment; please try again in a while."))
FAILED = Phrase(N_("The review has failed; please try again in a while."))

logger = logging.getLogger(__name__)


class ReviewJob:
    """The review of one game so far."""

    is_evictable = True  # at the cost of computing it again

    def __init__(self, line: Line, client_id: ClientId = UNCOUNTED, kept: Sequence[PlyEvaluation] = ()) -> None:
        """Start with the stored evaluations `kept`, which must be complete or empty."""
        self.line = line
        self.client_id = client_id
        self.plies = line.plies
        self.known: dict[int, PlyReview] = {}  # by number; a forced ply once the one before is known
        self.changed = asyncio.Event()  # set and replaced with each new result
        self.problem: Phrase | None = None
        self._unlinked: dict[int, PlyReview] = {}  # before forced plies take over values
        self._evaluations: dict[int, PlyEvaluation] = {}
        self._doubtful: list[int] | None = None  # to analyse a second time; None during the first pass
        if kept:
            self.load(kept)

    def load(self, kept: Sequence[PlyEvaluation]) -> None:
        """Load the stored evaluations of all plies."""
        self._doubtful = []
        for at, evaluation in enumerate(kept):
            self.add(at, evaluation)

    @property
    def is_complete(self) -> bool:
        """Are all plies analysed, and the doubtful ones twice?"""
        return self._doubtful == [] and len(self._evaluations) == self.line.ply_count

    @property
    def remaining(self) -> tuple[list[int], Budget]:
        """Return the plies to analyse in this pass, the last one first, and the budget of each."""
        if self._doubtful is None:
            return [at for at in reversed(range(self.line.ply_count)) if at not in self._evaluations], DEFAULT_BUDGET
        return list(self._doubtful), closer_budget(DEFAULT_BUDGET)

    @property
    def evaluations(self) -> list[PlyEvaluation]:
        """The evaluations of all plies, in order."""
        return [self._evaluations[at] for at in range(self.line.ply_count)]

    def add(self, ply: int, evaluation: PlyEvaluation) -> None:
        """Add the evaluation of a ply, and update the forced plies that follow."""
        self._evaluations[ply] = evaluation
        self._unlinked[ply] = ply_review(self.plies[ply], evaluation, opens=False)
        for n in range(ply, self.line.ply_count):
            if n not in self._unlinked or (n > ply and not self._follows(n)):
                break
            self._settle(n)
        if self._doubtful is None and len(self._evaluations) == self.line.ply_count:
            self._doubtful = doubtful_plies(self.line, self._linked())
        elif self._doubtful:
            self._doubtful = [doubted for doubted in self._doubtful if doubted != ply]
        if self.is_complete:
            self.known |= {ply.number: ply for ply in self.summary().plies if ply.size == SMALL}
        self.notify()

    def _settle(self, ply: int) -> None:
        alone = self._unlinked[ply]
        if not self._follows(ply):
            self.known[ply] = alone
        elif before := self.known.get(ply - 1):
            self.known[ply] = with_drift(before, self.plies[ply], alone)

    def _follows(self, ply: int) -> bool:
        """Does a forced ply take its value from the one before?"""
        return ply > 0 and is_forced(self.plies[ply])

    def notify(self) -> None:
        """Wake the followers."""
        self.changed.set()
        self.changed = asyncio.Event()

    def evict(self) -> None:
        """End the job with an error for its followers."""
        self.problem = TOO_MANY
        self.notify()

    def summary(self) -> Review:
        """Summarize the plies that are known."""
        plies = self._linked() if self.is_complete else [self.known[at] for at in sorted(self.known)]
        return summarize(self.line.start, plies, SHIPPED, is_complete=self.is_complete)

    def _linked(self) -> list[PlyReview]:
        return linked_reviews(self.line, [self._unlinked[at] for at in range(self.line.ply_count)])


def check_length(plies: int) -> None:
    """Raise Refusal where a game has no plies, or too many."""
    if not plies:
        raise Refusal(NOTHING_PLAYED)
    if plies > MAX_REVIEWED_PLIES:
        raise Refusal(Phrase(TOO_LONG, {"plies": plies, "most": MAX_REVIEWED_PLIES}))


def review_fingerprint(line: Line) -> str:
    """Return a fingerprint of rules, networks, budgets and line, for which a stored review is valid."""
    played = hashlib.sha256(" ".join([str(line.start), *line.actions]).encode()).hexdigest()
    game = line.state.game
    evaluator = f"network {fingerprint(network_of(game))}, {steepness_of(game, SHIPPED)}, {sure_from(game, SHIPPED)}"
    nodes = f"{DEFAULT_BUDGET.nodes} and {closer_budget(DEFAULT_BUDGET).nodes} nodes"
    return f"rules {RULES_VERSION}, {nodes}, {evaluator}, line {played}"


class ReviewJobs:
    """The running review jobs, by name of the game."""

    def __init__(self, store: Store, analysts: Engines) -> None:
        self._store = store
        self._analysts = analysts
        self._id = secrets.token_hex(8)  # of this process
        self._begun: dict[str, ReviewJob] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._watchers: dict[str, int] = {}  # followers of each

    async def open(self, name: str, hosted: HostedGame, client_id: ClientId = UNCOUNTED) -> ReviewJob:
        """Return the review job of a game, new or existing.  Raises StoreFullError, StoreFailedError, and Refusal."""
        if not hosted.is_over:
            raise Refusal(NOT_OVER)
        check_length(hosted.ply_count)
        if too_few := too_few_ended(hosted.game):
            raise Refusal(too_few.message)
        kept = await self._store.load_derived(name, REVIEW, review_fingerprint(hosted.line))
        known = self._begun.get(name)
        if known and known.line == hosted.line and not known.problem:
            return known
        job = ReviewJob(hosted.line, client_id, _decode(kept) if kept else ())
        if not job.is_complete:
            if name not in self._begun and len(self._begun) >= MAX_REVIEWS and not self._evict(client_id):
                raise Refusal(TOO_MANY, status=503)
            self._stop(name)
            self._begun[name] = job
        return job

    async def follow(self, name: str, job: ReviewJob, client_id: ClientId = UNCOUNTED) -> AsyncGenerator[ReviewJob]:
        """Run the job, and yield it after each new result until it is complete and stored."""
        self._watchers[name] = self._watchers.get(name, 0) + 1
        try:
            self._start(job, Asker(client_id, name))
            is_last = False
            while not is_last:
                grown, is_last = job.changed, job.is_complete or job.problem is not None
                yield job  # results may be added meanwhile
                if not is_last:
                    await grown.wait()
            if task := self._tasks.get(name):
                await asyncio.wait([task])
        finally:
            self._leave(name)

    def _evict(self, newcomer: ClientId) -> bool:
        """Drop a job without followers, or one that may be evicted for a newcomer; was there one?"""
        unseen = (job for name, job in self._begun.items() if not self._watchers.get(name))
        last = next(unseen, None) or choose_evicted(self._begun.values(), newcomer)
        if last is None:
            return False
        name = next(name for name, job in self._begun.items() if job is last)
        del self._begun[name]
        self._stop(name)
        last.evict()
        return True

    # Tasks ---------------------------------------------------------------------------------------------------------

    def _start(self, job: ReviewJob, asker: Asker) -> None:
        name = asker.game
        if not job.is_complete and name not in self._tasks:
            task = self._tasks[name] = asyncio.create_task(self._run(job, asker), name=f"look back on {name}")
            task.add_done_callback(partial(self._ended, job, name))

    def _ended(self, job: ReviewJob, name: str, task: "asyncio.Task[None]") -> None:
        """Report a failure to the followers if the task ended before the job was complete."""
        if self._tasks.get(name) is task:
            del self._tasks[name]
        if not job.is_complete and self._watchers.get(name):
            job.problem = job.problem or FAILED
            job.notify()

    def _stop(self, name: str) -> None:
        if task := self._tasks.pop(name, None):
            task.cancel()

    def _leave(self, name: str) -> None:
        self._watchers[name] -= 1
        if not self._watchers[name]:
            del self._watchers[name]
            asyncio.get_running_loop().call_later(LEAVE_GRACE, self._stop_unwatched, name)

    def _stop_unwatched(self, name: str) -> None:
        if not self._watchers.get(name):
            self._stop(name)

    async def _run(self, job: ReviewJob, asker: Asker) -> None:
        """Analyse all plies and store the review; where another process holds the lease, wait for its result."""
        name = asker.game
        try:
            while not await self._take_lease(name):
                await asyncio.sleep(LEASE_PAUSE)
                if kept := await self._store.load_derived(name, REVIEW, review_fingerprint(job.line)):
                    job.load(_decode(kept))
                    self._begun.pop(name, None)
                    return
            for _look in range(2):  # all plies, then the doubtful ones
                plies, budget = job.remaining
                left = iter(plies)
                async with asyncio.TaskGroup() as together:
                    for _ in self._analysts.workers:
                        together.create_task(self._analyse(left, budget, job, asker))
        except* Exception:
            logger.exception("game %s: looking back failed", name)
            job.problem = FAILED
        else:
            await self._save(name, job)

    async def _analyse(self, left: Iterator[int], budget: Budget, job: ReviewJob, asker: Asker) -> None:
        for at in left:
            await self._analysts.ask(ReviewQuestion(job.plies[at], budget), partial(job.add, at), asker)
            await self._take_lease(asker.game)

    async def _take_lease(self, name: str) -> bool:
        """Take or renew the lease on a job; does this process hold it?  Raises as the log does."""
        holders: list[str] = []

        def take(known: Note | None) -> Note | None:
            holders.append(known.text if known else self._id)
            return Note(self._id, self._store.now() + LEASE_MS) if holders[-1] == self._id else known

        await self._store.update_note(f"{REVIEW} {name}", take)
        return holders[-1] == self._id

    async def _save(self, name: str, job: ReviewJob) -> None:
        """Store the review; errors of the store are ignored."""
        with suppress(StoreFullError, StoreFailedError):
            await self._store.save_derived(
                name, REVIEW, review_fingerprint(job.line), msgspec.json.encode(job.evaluations).decode()
            )
        self._begun.pop(name, None)

    async def close(self) -> None:
        """Cancel all tasks."""
        tasks = list(self._tasks.values())
        for name in list(self._tasks):
            self._stop(name)
        await asyncio.gather(*tasks, return_exceptions=True)


def _decode(kept: str) -> list[PlyEvaluation]:
    return msgspec.json.decode(kept, type=list[PlyEvaluation])
