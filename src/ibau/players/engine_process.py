"""The process of an engine, with lines through pipes.  It is not trusted: every wait has a time limit."""

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
LINES_AHEAD = 1000  # lines buffered before the program is blocked
SECONDS_TO_END = 1.0  # for the program after "quit", and for its pipes to be closed
STDERR_TAIL = 300  # characters of its standard error in a message


class EngineError(PlayerError):
    """A fault of a program; `fault` is the message without its name: what is wrong and, after a colon, the details."""

    def __init__(self, program: object, fault: str) -> None:
        self.program = str(program)
        self.fault = fault
        super().__init__()
        self.args = self.program, fault  # for pickling

    def __str__(self) -> str:
        return f"{self.program} {self.fault}."


class EngineProcess:
    """A process, the leader of a process group of its own.  Raises EngineError if it cannot be started."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command_text(command)
        self._errors = TemporaryFile()  # noqa: SIM115 - closed with the process
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user named the program
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, start_new_session=True
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
        """Write lines, without waiting until they are read."""
        self._to_write.put("".join(f"{line}\n" for line in lines).encode())

    def line(self, seconds: float) -> str | None:
        """The next line, None if none comes within `seconds`.  Raises EngineError after the last one."""
        try:
            line = self._lines.get(timeout=max(seconds, 0.0))
        except Empty:
            return None
        if not line:
            raise EngineError(self, self._how_it_ended())
        return line.decode("utf-8-sig", errors="replace").rstrip("\r\n")

    def close(self) -> None:
        """Send "quit", and end it if it does not exit, with all processes that it started."""
        self.send("quit")
        self._to_write.put(b"")
        try:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(SECONDS_TO_END)
        finally:  # even after Ctrl-C
            kill_process_group(self._process.pid)
            self._process.kill()  # if that was not possible
            self._process.wait()
            self._writer.join(SECONDS_TO_END)
            self._drain()
            self._errors.close()

    def _read_all(self) -> None:
        assert self._process.stdout  # noqa: S101 - a pipe
        with self._process.stdout as source:
            while line := source.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(b"")

    def _write_all(self) -> None:
        assert self._process.stdin  # noqa: S101 - a pipe
        with suppress(OSError), self._process.stdin as sink:  # if it has ended, the reader notices
            while data := self._to_write.get():
                sink.write(data)
                sink.flush()

    def _drain(self) -> None:
        """Read all remaining lines, so that the reader can end."""
        deadline = time.monotonic() + SECONDS_TO_END
        while self._reader.is_alive() and time.monotonic() < deadline:
            with suppress(Empty):
                self._lines.get(timeout=SECONDS_TO_END / 100)

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(SECONDS_TO_END)
        status = self._process.returncode
        self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, self._errors.tell() - STDERR_TAIL))
        words = self._errors.read().decode(errors="replace").split()
        how = "closed its output" if status is None else f"ended with status {status}"
        return f"{how}: {' '.join(words)!r}" if words else how
