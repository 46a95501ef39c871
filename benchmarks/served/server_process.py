"""A server in its own process, on a port that it keeps over restarts."""

import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from ibau.web.limits.descriptors import boards_allowed

START = """
import sys
from pathlib import Path
from ibau.web.app import Settings
from ibau.web.serving import run
port, folder, workers, database = sys.argv[1:]
run("127.0.0.1", int(port), Settings(Path(folder), database, workers=int(workers), move_delay=0.0))
"""


def printed_address(process: subprocess.Popen[str]) -> str:
    """The host and port that the server prints once it listens."""
    printed = ""
    for line in process.stdout or ():
        printed += line
        if found := re.search(r"http://([^/\s]+)", line):
            return found[1]
    raise RuntimeError(f"the server ended without an address: {printed!r}")


class PromiseBrokenError(Exception):
    """A guarantee of the server that does not hold."""


def raise_socket_limit(count: int) -> None:
    """Allow this process to open this many sockets.  Raises PromiseBrokenError if the system refuses."""
    if (allowed := boards_allowed(count)) < count:
        raise PromiseBrokenError(
            f"This system allows a process {allowed} sockets, not {count}; raise its limit of open files."
        )


def work_of(pid: int) -> list[float]:
    """Seconds of the processor that a process took, for itself and in the system; the same of its ended children."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return [int(field) / os.sysconf("SC_CLK_TCK") for field in fields[11:15]]  # proc(5): utime, stime, cutime, cstime


class ServerProcess:
    """A server process; `address` is its host and port.  Its games are in the folder `data`, or in a database."""

    def __init__(self, data: Path, workers: int = 1, database: str = "") -> None:
        self._data = data
        self._database = database
        self._workers = max(1, workers)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port: int = free.getsockname()[1]
        self._complaints = (data / f"complaints-{self._port}.log").open("w+")
        self.address = f"127.0.0.1:{self._port}"
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def seconds_of_work(self) -> float:
        """The CPU time of its threads, without child processes."""
        return sum(work_of(self.pid)[:2])

    def start(self) -> None:
        """Start the server, and wait until it listens."""
        words = map(str, (self._port, self._data, self._workers, self._database))
        command = [sys.executable, "-c", START, *words]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self._complaints, text=True)  # noqa: S603 - our own
        printed_address(self._process)

    def kill(self) -> float:
        """Kill it, and return the time of the kill."""
        moment = time.monotonic()
        self._process.kill()
        self._process.communicate()
        return moment

    def end(self) -> str:
        """Terminate it, and return its standard error."""
        self._process.terminate()
        self._process.communicate(timeout=60)
        with self._complaints:
            self._complaints.seek(0)
            return self._complaints.read()
