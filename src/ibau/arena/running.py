"""A tournament from its first pair to its last."""

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from functools import partial
from itertools import chain
from pathlib import Path

from ibau.arena.contest import Contest, Pairing
from ibau.arena.errors import ArenaError
from ibau.arena.journal import Journal
from ibau.arena.results import Pair
from ibau.arena.tally import Sprt, Tally
from ibau.core.game import Game
from ibau.core.limits import MOST_WORKERS, whole
from ibau.processes import Pool

MakeGame = Callable[[str], Game]
AfterPair = Callable[[Tally, Pair], None]

DEATH = "A process of the arena has ended in the midst of a game: killed, or out of memory?"
SECONDS_TO_END = 5.0  # engines are ended meanwhile


def run_arena(
    make_game: MakeGame,
    pairing: Pairing,
    pairs: int,
    *,
    workers: int = 1,
    file: Path | None = None,
    sprt: Sprt | None = None,
    progress: AfterPair | None = None,
) -> Tally:
    """Play the pairs, or fewer if the test decides sooner; `progress` is told of each, in order.

    With a `file` the pairs that it holds are not played again, and the others are added to it.  With several `workers`
    `make_game` and the contestants are pickled.  Raises ArenaError or another IbauError where a contestant does not
    play the game, the number of workers makes no sense, a process has died, or the file is in use, damaged or another
    tournament's.
    """
    workers = whole("The number of workers", workers, least=1, most=MOST_WORKERS)
    game = make_game(pairing.ruleset)
    pairing.check(game)
    tally = Tally()
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(file, pairing, game)) if file else None
        known = journal.pairs[:pairs] if journal else []
        fresh = stack.enter_context(closing(played(make_game, pairing, range(len(known), pairs), workers)))
        for number, pair in enumerate(chain(known, fresh)):
            if journal and number >= len(known):
                journal.add(pair)
            tally = tally.after(pair)
            if progress:
                progress(tally, pair)
            if sprt and sprt.accepted(tally) is not None:
                break
    return tally


def played(make_game: MakeGame, pairing: Pairing, numbers: range, workers: int) -> Generator[Pair]:
    """The pairs of these numbers, in order, from as many processes as they keep busy."""
    count = max(1, min(workers, len(numbers)))
    with Pool(count, partial(Contest, make_game, pairing), ArenaError(DEATH), SECONDS_TO_END) as pool:
        yield from pool.map(Contest.pair, numbers)
