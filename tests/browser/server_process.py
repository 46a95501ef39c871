"""A real server in a process of its own: this file run as a program is one, `ServerProcess` starts and ends it."""

import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

import httpx2

from ibau.web.app import Settings
from ibau.web.serving import run
from ibau.web.site import Kiosk, Site

SECONDS_TO_START = 60


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """One server on one port with one data folder; it can be ended and started again."""

    def __init__(self, data: Path, pace: float = 0.0, kiosk: str = "", path: str = "") -> None:
        self.data = data
        self.pace = pace
        self.kiosk = kiosk  # the presets of a kiosk, with commas between them
        self.port = free_port()
        self.path = path  # of its --url; "" where it has none
        self.address = f"http://127.0.0.1:{self.port}{path}"
        self.log = data.parent / f"{data.name}.log"
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def start(self) -> None:
        """Start and wait until it answers."""
        command = [sys.executable, __file__, str(self.port), str(self.data), str(self.pace), self.kiosk, self.path]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 - this file
        deadline = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < deadline and self.process.poll() is None:
            if self._answers():
                return
            time.sleep(0.05)
        raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")

    def _answers(self) -> bool:
        try:
            return httpx2.get(f"{self.address}/healthz").is_success
        except httpx2.TransportError:
            return False

    def end(self) -> None:
        """End as Ctrl-C would, or at once when that takes too long."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


if __name__ == "__main__":
    presets = tuple(filter(None, sys.argv[4].split(",")))
    url = f"http://127.0.0.1:{sys.argv[1]}{sys.argv[5]}" if sys.argv[5] else ""
    site = Site(url, kiosk=Kiosk(presets) if presets else None)
    proxies = ("127.0.0.1",)  # so that nobody is counted: some tests play faster than anybody may
    settings = Settings(Path(sys.argv[2]), workers=1, move_delay=float(sys.argv[3]), site=site, proxies=proxies)
    run("127.0.0.1", int(sys.argv[1]), settings)
