"""A real scheduler and real workers, which tests may kill."""

import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

SCHEDULER = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0")
WORKER = ("distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny")
Process = subprocess.Popen[str]


class DaskServers(NamedTuple):
    """Processes of this machine."""

    address: str
    scheduler: Process
    workers: list[Process]


def start_server(file: Path, *arguments: str) -> Process:
    """One of them; it finds the others by a file."""
    words = [sys.executable, "-m", *arguments, "--scheduler-file", str(file), "--no-dashboard"]
    return subprocess.Popen(words, stderr=subprocess.PIPE, text=True)  # noqa: S603 - our own words


def line_from(process: Process, words: str) -> str:
    """The line with these words, as soon as it comes."""
    assert process.stderr
    return next(line for line in process.stderr if words in line)


@contextmanager
def dask_servers(folder: Path, workers: int = 2, words: Sequence[str] = ()) -> Generator[DaskServers]:
    """They are ready, each begun with these words too, and anyone who still lives at the end is killed."""
    file = folder / "scheduler.json"
    wanted = [SCHEDULER, *[WORKER] * workers]
    scheduler, *others = processes = [start_server(file, *each, *words) for each in wanted]
    try:
        address = line_from(scheduler, "Scheduler at").split()[-1]
        for worker in others:
            line_from(worker, "Registered to")
        yield DaskServers(address, scheduler, others)
    finally:
        for process in processes:
            process.kill()
            process.communicate()
