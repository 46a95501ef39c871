"""Another program behind pipes, line by line.  It is not trusted: every wait has an end, and so has its process."""

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Queue
from tempfile import TemporaryFile

from ibau.machine.os_support import command_text, kill_process_group
from ibau.players.base import PlayerError

LONGEST_LINE = 1 << 20  # bytes; a longer one is read as several
LINES_AHEAD = 1000  # read before anybody asks for them; then the program has to wait
SECONDS_TO_END = 1.0  # after it was told to, and until its pipes are closed
STDERR_TAIL = 300  # characters of what it said on standard error


class EngineError(PlayerError):
    """What a program did wrong; `fault` tells it without its name: what was wrong, and after a colon the details."""

    def __init__(self, program: object, fault: str) -> None:
        self.program = str(program)
        self.fault = fault
        super().__init__()
        self.args = self.program, fault  # what another process needs to make it again

    def __str__(self) -> str:
        return f"{self.program} {self.fault}."


class EngineProcess:
    """A process, the leader of a group of its own.  Raises EngineError where it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command_text(command)
        self._errors = TemporaryFile()  # noqa: SIM115 - closed with the process
        try:
            self._process = subprocess.Popen(  # noqa: S603 - naming a program asks for it to be run
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            raise EngineError(self, f"cannot be started: {error}") from error
        self._lines: Queue[bytes] = Queue(LINES_AHEAD)
        self._to_write: Queue[bytes] = Queue()
        self._reader = threading.Thread(target=self._read_all, daemon=True)
        self._writer = threading.Thread(target=self._write_all, daemon=True)
        self._reader.start()
        self._writer.start()

    def __str__(self) -> str:
        return f"The engine {self._command!r}"

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, *lines: str) -> None:
        """Write lines; nobody waits until they are read."""
        self._to_write.put("".join(f"{line}\n" for line in lines).encode())

    def line(self, seconds: float) -> str | None:
        """The next line, None where none comes in time.  Raises EngineError where none will come any more."""
        try:
            line = self._lines.get(timeout=max(seconds, 0.0))
        except Empty:
            return None
        if not line:
            raise EngineError(self, self._how_it_ended())
        return line.decode("utf-8-sig", errors="replace").rstrip("\r\n")

    def close(self) -> None:
        """Tell it to quit, and end it where it does not, with whatever it has begun."""
        self.send("quit")
        self._to_write.put(b"")
        try:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_END)
        finally:  # however impatient somebody is
            kill_process_group(self._process.pid)
            self._process.kill()  # where that could not be done
            self._process.wait()
            self._writer.join(SECONDS_TO_END)
            self._drain()
            self._errors.close()

    def _read_all(self) -> None:
        assert self._process.stdout  # noqa: S101 - it was asked for
        with self._process.stdout as source:
            while line := source.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(b"")

    def _write_all(self) -> None:
        assert self._process.stdin  # noqa: S101 - it was asked for
        with suppress(OSError), self._process.stdin as sink:  # it has ended: the reader will see it
            while data := self._to_write.get():
                sink.write(data)
                sink.flush()

    def _drain(self) -> None:
        """Let the reader come to the end of what is left."""
        given_up = time.monotonic() + SECONDS_TO_END
        while self._reader.is_alive() and time.monotonic() < given_up:
            with suppress(Empty):
                self._lines.get(timeout=SECONDS_TO_END / 100)

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        status = self._process.returncode
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - STDERR_TAIL))
        said = self._errors.read().decode(errors="replace").split()
        how = "closed its output" if status is None else f"ended with status {status}"
        return f"{how}: {' '.join(said)!r}" if said else how
