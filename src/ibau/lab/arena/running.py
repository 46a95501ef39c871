"""A tournament from its first pair to its last."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path

from ibau.core.limits import MOST_WORKERS, whole
from ibau.lab.arena.contest import Contest, Pairing
from ibau.lab.arena.elsewhere import MakeGame, elsewhere
from ibau.lab.arena.errors import ArenaError
from ibau.lab.arena.journal import PairJournal
from ibau.lab.arena.results import Pair
from ibau.lab.arena.tally import Sprt, Tally
from ibau.lab.cluster import Cluster, cluster_at
from ibau.lab.work import Pool, processes

AfterPair = Callable[[Tally, Pair], None]

DEATH = "A process of the arena has ended in the midst of a game: killed, or out of memory?"
SECONDS_TO_END = 5.0  # engines are ended meanwhile


def run_arena(  # noqa: PLR0913 - each argument has a name
    make_game: MakeGame,
    pairing: Pairing,
    pairs: int,
    *,
    workers: int = 1,
    cluster: str | None = None,
    file: Path | None = None,
    sprt: Sprt | None = None,
    progress: AfterPair | None = None,
) -> Tally:
    """Play the pairs, or fewer if the test decides sooner; `progress` is told of each, in order.

    With a `file` the pairs that it holds are not played again, and the others are added to it.  With several `workers`
    `make_game` and the contestants are pickled.  With the address of a `cluster` its workers play, not processes of
    this machine.  Raises ArenaError or another IbauError where a contestant does not play the game, or not on a
    cluster, the number of workers makes no sense, a process has died, the cluster does not answer, or the file is in
    use, damaged or another tournament's.
    """
    workers = whole("The number of workers", workers, least=1, most=MOST_WORKERS)
    game = make_game(pairing.ruleset)
    pairing.check(game)
    open_contest = partial(Contest, make_game, pairing) if cluster is None else elsewhere(make_game, pairing)
    tally = Tally()
    with ExitStack() as stack:
        found = None if cluster is None else stack.enter_context(cluster_at(cluster))
        journal = stack.enter_context(PairJournal(file, pairing, game)) if file else None
        known = journal.pairs[:pairs] if journal else []
        missing = range(len(known), pairs)
        pool = pool_of(open_contest, found or max(1, min(workers, len(missing))))
        fresh = stack.enter_context(closing(played(pool, missing)))
        for number, pair in enumerate(chain(known, fresh)):
            if journal and number >= len(known):
                journal.add_pair(pair)
            tally = tally.after(pair)
            if progress:
                progress(tally, pair)
            if sprt and sprt.accepted(tally) is not None:
                break
    return tally


def pool_of(
    open_contest: Callable[[], AbstractContextManager[Contest]], workers: int | Cluster
) -> AbstractContextManager[Pool[Contest]]:
    """The workers that play: processes of this machine, or a cluster."""
    if isinstance(workers, Cluster):
        return workers.pool(open_contest, ArenaError(DEATH))
    return Pool(processes(workers, SECONDS_TO_END), workers, open_contest, ArenaError(DEATH))


def played(opened: AbstractContextManager[Pool[Contest]], numbers: range) -> Generator[Pair]:
    """The pairs of these numbers, in order."""
    with opened as pool:
        yield from pool.map(Contest.pair, numbers)
