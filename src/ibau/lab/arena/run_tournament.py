"""Run a tournament, in processes of this machine or on a cluster."""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from ibau.core.game import Game
from ibau.core.limits import MOST_WORKERS, check_int
from ibau.lab.arena.entrants import ArenaError, EngineEntrant, Entrant, EntrantError, NamedEntrant
from ibau.lab.arena.pair_runner import Pairing, PairRunner
from ibau.lab.arena.paired_game import Pair
from ibau.lab.arena.tally import Sprt, Tally
from ibau.lab.arena.tournament_file import PairJournal
from ibau.lab.cluster import open_pool
from ibau.search.network import FEATURES, SHIPPED

MakeGame = Callable[[str], Game]
NetworkBytes = tuple[bytes | None, bytes | None]  # the network file of each entrant, if it has one
OnPair = Callable[[Tally, Pair], None]

WORKER_DIED = "A process of the arena has ended in the midst of a game: killed, or out of memory?"
ENGINE_GRACE_SECONDS = 5.0  # for workers to end their engines


def run_tournament(  # noqa: PLR0913 - each argument has a name
    make_game: MakeGame,
    pairing: Pairing,
    pairs: int,
    *,
    workers: int = 1,
    cluster: str | None = None,
    file: Path | None = None,
    sprt: Sprt | None = None,
    progress: OnPair | None = None,
) -> Tally:
    """Play `pairs` pairs, or fewer if `sprt` decides sooner; `progress` is called with each, in order.

    `file`: the pairs that it holds are not played again, and the others are added to it.
    `workers`: processes of this machine; with several, `make_game` and the entrants are pickled.
    `cluster`: the address of a cluster whose workers play instead.

    Raises ArenaError or another IbauError if an entrant does not play the game (or not on a cluster), the number of
    workers is invalid, a process has died, the cluster does not answer, or the file is in use, damaged or of another
    tournament.
    """
    workers = check_int("The number of workers", workers, least=1, most=MOST_WORKERS)
    game = make_game(pairing.ruleset)
    pairing.check(game)
    open_runner = partial(PairRunner, make_game, pairing) if cluster is None else remote_opener(make_game, pairing)
    tally = Tally()
    with (
        open_pool(
            cluster, max(1, min(workers, pairs)), open_runner, ArenaError(WORKER_DIED), ENGINE_GRACE_SECONDS
        ) as pool,
        PairJournal(file, pairing, game) if file else nullcontext() as journal,
    ):
        known = journal.pairs[:pairs] if journal else []
        with closing(pool.map(PairRunner.play_pair, range(len(known), pairs))) as fresh:
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

# Entrants are sent with their networks.  Engines cannot be sent: the other machine may lack the program, or have
# another one of the same name.


def remote_opener(make_game: MakeGame, pairing: Pairing) -> Callable[[], AbstractContextManager[PairRunner]]:
    """A function that opens the PairRunner of a pairing on another machine, timed by that machine's clock.

    Raises EntrantError for an engine, and OSError for a network that cannot be read.
    """
    one, other = pairing.entrants
    return partial(_open_remote, make_game, pairing, (network_bytes(one), network_bytes(other)))


def network_bytes(entrant: Entrant) -> bytes | None:
    """The content of an entrant's network file, or None if it has none.  Raises as `remote_opener`."""
    if isinstance(entrant, EngineEntrant):
        raise EntrantError(f"{entrant.text} is a program of this machine; it does not play on a cluster.")
    if isinstance(entrant, NamedEntrant) and entrant.evaluator not in (SHIPPED, FEATURES):
        return Path(entrant.evaluator).read_bytes()
    return None


@contextmanager
def _open_remote(make_game: MakeGame, pairing: Pairing, networks: NetworkBytes) -> Generator[PairRunner]:
    with TemporaryDirectory(prefix="ibau-") as folder:
        one, other = (
            _with_network_file(entrant, network, Path(folder) / f"{number}.npz")
            for number, (entrant, network) in enumerate(zip(pairing.entrants, networks, strict=True))
        )
        with PairRunner(make_game, pairing._replace(entrants=(one, other))) as runner:
            yield runner


def _with_network_file(entrant: Entrant, network: bytes | None, file: Path) -> Entrant:
    """The entrant, with its network written to a file on this machine."""
    if network is None or not isinstance(entrant, NamedEntrant):
        return entrant
    file.write_bytes(network)
    return entrant._replace(evaluator=str(file))
