"""A server in a process of its own, on a port that it keeps when it is killed and started again."""

import socket
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.memory import printed_address

START = """
import sys
from pathlib import Path
from ibau.web.app import Settings
from ibau.web.serving import run
run("127.0.0.1", int(sys.argv[1]), Settings(Path(sys.argv[2]), pace=0.0))
"""


class Process:
    """`address` is its host and port."""

    def __init__(self, data: Path) -> None:
        self._data = data
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port: int = free.getsockname()[1]
        self.address = f"127.0.0.1:{self._port}"
        self.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self) -> None:
        """Start, and wait until it listens."""
        command = [sys.executable, "-c", START, str(self._port), str(self._data)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
        printed_address(self._process)

    def kill(self) -> float:
        """End it as a power cut would; the moment at which it happened."""
        moment = time.monotonic()
        self._process.kill()
        self._process.communicate()
        return moment

    def end(self) -> None:
        """End it in order."""
        self._process.terminate()
        self._process.communicate(timeout=60)
