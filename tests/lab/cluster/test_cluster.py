"""Real workers, one of which is killed, give the same results as one process; so does continuing
after the scheduler has died.
"""

import re
import sys
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import pytest

from ibau.core.errors import ClusterError, IbauError
from ibau.games import game
from ibau.lab.arena import Pairing, parse_entrant, run_tournament
from ibau.lab.cluster import open_pool
from ibau.lab.studies import play
from ibau.lab.training import RunSettings, TrainingError, TrainingResult, train
from ibau.terminal.main import run_command
from tests.lab.arena.test_pair_journal import lines_without_times
from tests.lab.cluster.dask_servers import DaskServers, Process, dask_servers
from tests.lab.studies.small_study import SMALL
from tests.lab.test_worker_processes import WORKER_DIED, died, multiplied, two
from tests.lab.training.small_training import numbers_in, tiny

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")  # Dask's own


@pytest.fixture
def found(tmp_path: Path) -> Generator[DaskServers]:
    with dask_servers(tmp_path) as both:
        yield both


class Killer:
    """Kills a process at the first report of progress."""

    def __init__(self, victim: Process) -> None:
        self.told = 0
        self._victim = victim

    def __call__(self, *_: object) -> None:
        self.told += 1
        if self.told == 1:
            self._victim.kill()
            self._victim.wait()


class Mute(Executor):
    """Sends nothing."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


# --- The arena -------------------------------------------------------------------------------------------------------

TOURNAMENT = Pairing("senet-race+max_turns=40", (parse_entrant("greedy"), parse_entrant("random")), seed=4)
PAIRS = 12


@pytest.mark.slow
def test_a_tournament(found: DaskServers, tmp_path: Path) -> None:
    one, many = tmp_path / "one.jsonl", tmp_path / "many.jsonl"
    killer = Killer(found.workers[0])
    tally = run_tournament(game, TOURNAMENT, PAIRS, cluster=found.address, file=many, progress=killer)
    assert killer.told == PAIRS
    assert tally == run_tournament(game, TOURNAMENT, PAIRS, file=one)
    assert lines_without_times(many) == lines_without_times(one)


# --- Studies ---------------------------------------------------------------------------------------------------------

STUDY = (SMALL + 'variants = "changes"\n').replace("games = 40", "games = 4000").encode()


def played_on(address: str, folder: Path, tell: Callable[[int, int], None]) -> None:
    play(STUDY, folder, game, tell, cluster=address)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The games played by one process."""
    folder = tmp_path_factory.mktemp("lab") / "alone"
    play(STUDY, folder, game, lambda *_: None)
    return content(folder)


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.rglob("*.parquet")}


@pytest.mark.slow
def test_a_study(found: DaskServers, alone: dict[str, bytes], tmp_path: Path) -> None:
    killer = Killer(found.workers[0])
    played_on(found.address, tmp_path / "many", killer)
    assert killer.told > 2
    assert content(tmp_path / "many") == alone


# --- Trainings -------------------------------------------------------------------------------------------------------

BETH = game("seti-beth")
PLAN = tiny(pairs=2, final_pairs=2)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[TrainingResult, list[bytes]]:
    """The weights learnt by one process."""
    file = tmp_path_factory.mktemp("training") / "net.npz"
    return train(BETH, PLAN, RunSettings(file), lambda *_: None), numbers_in(file, BETH)


@pytest.mark.slow
def test_a_training_without_a_scheduler(
    found: DaskServers, trained: tuple[TrainingResult, list[bytes]], tmp_path: Path
) -> None:
    file = tmp_path / "net.npz"
    with pytest.raises(TrainingError, match=r"no longer answers\. --resume continues the training"):
        train(BETH, PLAN, RunSettings(file, cluster=found.address), Killer(found.scheduler))
    train(BETH, PLAN, RunSettings(file, resume=True), lambda *_: None)
    assert numbers_in(file, BETH) == trained[1]


# --- Deaths ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_result_that_was_being_fetched_from_a_scheduler_that_died_is_not_waited_for(
    found: DaskServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Dask never completes the future of such a task."""
    with open_pool(found.address, 1, two, WORKER_DIED) as pool:
        assert pool.worker_count == 2
        monkeypatch.setattr(pool, "_executor", Mute())
        Killer(found.scheduler)()
        with pytest.raises(ClusterError, match=r"The scheduler at .* no longer answers"):
            list(pool.map(multiplied, [3]))


@pytest.mark.slow
def test_a_piece_that_kills_the_worker_that_does_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The work ends once too many have died."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    with dask_servers(tmp_path) as found, open_pool(found.address, 1, two, WORKER_DIED) as pool:
        assert list(pool.map(multiplied, [4])) == [8]
        with pytest.raises(IbauError, match=str(WORKER_DIED)):
            list(pool.map(died, [1]))


# --- Refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_workers_that_cannot_begin(found: DaskServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who is known here alone; and another Ibau."""
    (tmp_path / "players_at_home.py").write_text("import ibau\n\nclass Mine(ibau.Player):\n    pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    here = TOURNAMENT._replace(entrants=(parse_entrant("players_at_home:Mine"), parse_entrant("greedy")))
    with pytest.raises(ClusterError, match="A worker cannot start: players_at_home: there is no module"):
        run_tournament(game, here, 2, cluster=found.address)
    monkeypatch.setattr("ibau.lab.cluster.version", lambda _: "9.9")
    with pytest.raises(ClusterError, match=r"The worker tcp://127.* has Ibau 0\..*; install Ibau 9\.9 on all machines"):
        run_tournament(game, TOURNAMENT, 2, cluster=found.address)


@pytest.mark.slow
def test_a_cluster_without_workers(tmp_path: Path) -> None:
    with (
        dask_servers(tmp_path, workers=0) as lonely,
        pytest.raises(ClusterError, match=f"{lonely.address} has no workers; start some with"),
        open_pool(lonely.address, 1, two, WORKER_DIED),
    ):
        pass


def asked(address: str) -> None:
    """Nothing but whether there are workers."""
    with open_pool(address, 1, two, WORKER_DIED):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "127.0.0.1:9"])
def test_nobody_at_an_address(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A training leaves nothing behind where it has not begun."""
    monkeypatch.setattr("ibau.lab.cluster.SECONDS_TO_ANSWER", 0.2)
    with pytest.raises(ClusterError, match=f"No Dask scheduler answers at {re.escape(repr(address))}"):
        train(BETH, PLAN, RunSettings(tmp_path / "net.npz", cluster=address), lambda *_: None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["nowhere", "xyz://a", "tcp://127.0.0.1", ""])
def test_what_is_no_address(address: str) -> None:
    with (
        pytest.raises(ClusterError, match=f"{address!r} is no address of a scheduler, such as"),
        open_pool(address, 1, two, WORKER_DIED),
    ):
        pass


def test_certificates_that_lack() -> None:
    with pytest.raises(ClusterError, match="needs certificates"):
        asked("tls://127.0.0.1:9")


def test_a_library_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(IbauError, match=r'pip install "ibau\[cluster\]"'),
        open_pool("tcp://127.0.0.1:9", 1, two, WORKER_DIED),
    ):
        pass


@pytest.mark.parametrize("command", [["arena", "greedy", "random", "--ruleset", "seega"], ["train", "seega"]])
def test_workers_here_and_elsewhere(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command([*command, "--workers", "2", "--cluster", "tcp://127.0.0.1:9"], "en") == 2
    assert "--workers counts processes of this machine" in capsys.readouterr().err
