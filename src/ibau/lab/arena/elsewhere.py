"""A contest on another machine, which is sent the networks that the contestants judge by.

Programs cannot be sent: the other machine may lack them, or have different ones under the same names.
"""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from ibau.core.game import Game
from ibau.lab.arena.contest import Contest, Pairing
from ibau.lab.arena.errors import ContestantError
from ibau.lab.arena.roster import Contestant, EngineContestant, NamedContestant
from ibau.search.network import FEATURES, SHIPPED

MakeGame = Callable[[str], Game]
Carried = tuple[bytes | None, bytes | None]  # the file of each contestant's network, if it has one of its own


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
    """The contestant, its network written to a file on this machine."""
    if network is None or not isinstance(contestant, NamedContestant):
        return contestant
    file.write_bytes(network)
    return contestant._replace(judge=str(file))
