"""A tournament from its first pair to its last."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from ibau.core.game import Game
from ibau.core.limits import MOST_WORKERS, check_int
from ibau.lab.arena.contest import Contest, Pairing
from ibau.lab.arena.gamefile import PairJournal
from ibau.lab.arena.results import Pair
from ibau.lab.arena.roster import ArenaError, Contestant, ContestantError, EngineContestant, NamedContestant
from ibau.lab.arena.tally import Sprt, Tally
from ibau.lab.cluster import workers_at
from ibau.search.network import FEATURES, SHIPPED

MakeGame = Callable[[str], Game]
Carried = tuple[bytes | None, bytes | None]  # the file of each contestant's network, if it has one of its own
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
    workers = check_int("The number of workers", workers, least=1, most=MOST_WORKERS)
    game = make_game(pairing.ruleset)
    pairing.check(game)
    open_contest = partial(Contest, make_game, pairing) if cluster is None else elsewhere(make_game, pairing)
    tally = Tally()
    with (
        workers_at(cluster, max(1, min(workers, pairs)), open_contest, ArenaError(DEATH), SECONDS_TO_END) as pool,
        PairJournal(file, pairing, game) if file else nullcontext() as journal,
    ):
        known = journal.pairs[:pairs] if journal else []
        with closing(pool.map(Contest.pair, range(len(known), pairs))) as fresh:
            for number, pair in enumerate(chain(known, fresh)):
                if journal and number >= len(known):
                    journal.add_pair(pair)
                tally = tally.after(pair)
                if progress:
                    progress(tally, pair)
                if sprt and sprt.accepted(tally) is not None:
                    break
    return tally


# --- On another machine ----------------------------------------------------------------------------------------------

# It is sent the networks that the contestants judge by.  Programs cannot be sent: the other machine may lack them, or
# have different ones under the same names.


def elsewhere(make_game: MakeGame, pairing: Pairing) -> Callable[[], AbstractContextManager[Contest]]:
    """A function that opens the contest of a pairing on another machine, timed by that machine's clock.

    Raises ContestantError for a program, and OSError for a network that cannot be read.
    """
    one, other = pairing.contestants
    return partial(_opened, make_game, pairing, (carried(one), carried(other)))


def carried(contestant: Contestant) -> bytes | None:
    """The file of a contestant's network, or None if it needs none.

    Raises ContestantError for a program, and OSError for a network that cannot be read.
    """
    if isinstance(contestant, EngineContestant):
        raise ContestantError(f"{contestant.text} is a program of this machine; it does not play on a cluster.")
    if isinstance(contestant, NamedContestant) and contestant.evaluator not in (SHIPPED, FEATURES):
        return Path(contestant.evaluator).read_bytes()
    return None


@contextmanager
def _opened(make_game: MakeGame, pairing: Pairing, networks: Carried) -> Generator[Contest]:
    with TemporaryDirectory(prefix="ibau-") as folder:
        one, other = (
            _unpacked(contestant, network, Path(folder) / f"{number}.npz")
            for number, (contestant, network) in enumerate(zip(pairing.contestants, networks, strict=True))
        )
        with Contest(make_game, pairing._replace(contestants=(one, other))) as contest:
            yield contest


def _unpacked(contestant: Contestant, network: bytes | None, file: Path) -> Contestant:
    """The contestant, its network written to a file on this machine."""
    if network is None or not isinstance(contestant, NamedContestant):
        return contestant
    file.write_bytes(network)
    return contestant._replace(evaluator=str(file))
