"""A real scheduler with two worker processes, one of which is killed in the middle."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from ibau.lab import ResultsError, run
from ibau.lab.cluster import cluster
from ibau.lab.running import Progress
from tests.lab.studies import SMALL, study

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning"),  # Dask's own
]
TEXT = SMALL.replace("0.03", "0.005")
WORKER = ("-m", "distributed.cli.dask_worker", "--nthreads", "1", "--no-dashboard", "--no-nanny")


def begun(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, *arguments], stderr=subprocess.PIPE, text=True)  # noqa: S603 - our own words


@pytest.fixture
def scheduler() -> Generator[str]:
    """The address of a scheduler."""
    process = begun("-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
    assert process.stderr
    found = next(match for line in process.stderr if (match := re.search(r"(tcp://127\.0\.0\.1:\d+)", line)))
    yield found[1]
    process.terminate()
    process.communicate()


def test_a_worker_that_dies_changes_nothing(scheduler: str, tmp_path: Path) -> None:
    workers = [begun(*WORKER, scheduler) for _ in range(2)]
    try:
        for worker in workers:
            assert worker.stderr
            next(line for line in worker.stderr if "Registered to" in line)
        killed: list[Progress] = []

        def tell(progress: Progress) -> None:
            if not killed:
                os.kill(workers[0].pid, signal.SIGKILL)
            killed.append(progress)

        with cluster(scheduler) as (count, executor):
            assert count == 2
            run(study(TEXT), tmp_path / "cluster", workers=count, executor=executor, tell=tell)
        assert len(killed) > 2
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()
    run(study(TEXT), tmp_path / "alone")
    for file in ("results.parquet", "distributions.parquet", "manifest.json"):
        assert (tmp_path / "cluster" / file).read_bytes() == (tmp_path / "alone" / file).read_bytes()


def test_nobody_at_an_address() -> None:
    with pytest.raises(ResultsError, match="No Dask scheduler answers at tcp://127"), cluster("tcp://127.0.0.1:9"):
        pass
