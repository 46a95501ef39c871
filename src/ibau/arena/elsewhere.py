"""A contest on another machine: the networks that its contestants judge by go with it.

Programs stay here: nobody says that another machine has them, or whether they would be the same.
"""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from ibau.arena.contest import Contest, Pairing
from ibau.arena.errors import ContestantError
from ibau.arena.roster import Contestant, EngineContestant, NamedContestant
from ibau.core.game import Game
from ibau.search.network import FEATURES, SHIPPED

MakeGame = Callable[[str], Game]
Carried = tuple[bytes | None, bytes | None]  # the file of each contestant's network, where it has one


def elsewhere(make_game: MakeGame, pairing: Pairing) -> Callable[[], AbstractContextManager[Contest]]:
    """What opens the contest of a pairing on another machine, where its times are taken by that machine's clock.

    Raises ContestantError for a program, and OSError for a network that cannot be read.
    """
    one, other = pairing.contestants
    return partial(_opened, make_game, pairing, (carried(one), carried(other)))


def carried(contestant: Contestant) -> bytes | None:
    """What must go with a contestant."""
    if isinstance(contestant, EngineContestant):
        raise ContestantError(f"{contestant.text} is a program of this machine; it does not play on a cluster.")
    if isinstance(contestant, NamedContestant) and contestant.judge not in (SHIPPED, FEATURES):
        return Path(contestant.judge).read_bytes()
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
    """The contestant with its network in a file of the machine that it is on."""
    if network is None or not isinstance(contestant, NamedContestant):
        return contestant
    file.write_bytes(network)
    return contestant._replace(judge=str(file))
