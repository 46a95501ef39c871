"""A real server in its own process: this file is its program, and `ServerProcess` starts and stops it."""

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
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """A server on one port with one data folder, which can be stopped and started again."""

    def __init__(self, data: Path, pace: float = 0.0, kiosk: str = "", path: str = "", database: str = "") -> None:
        self.data = data
        self.pace = pace
        self.kiosk = kiosk  # the presets of a kiosk, with commas between them
        self.port = free_port()
        self.path = path  # of its --url, "" without one
        self.database = database  # its address, "" for one in the data folder
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
        words = map(str, (self.port, self.data, self.pace, self.kiosk, self.path, self.database))
        command = [sys.executable, __file__, *words]
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
        """Stop as Ctrl-C would, or kill if that takes too long."""
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
    _, port, data, pace, kiosk, path, database = sys.argv
    presets = tuple(filter(None, kiosk.split(",")))
    url = f"http://127.0.0.1:{port}{path}" if path else ""
    site = Site(url, kiosk=Kiosk(presets) if presets else None)
    proxies = ("127.0.0.1",)  # so that no rate limit applies: some tests play too fast
    run(
        "127.0.0.1",
        int(port),
        Settings(Path(data), database, workers=1, move_delay=float(pace), site=site, proxies=proxies),
    )
