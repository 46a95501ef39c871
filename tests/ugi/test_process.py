"""The engine as other programs meet it: a process behind pipes."""

import subprocess
import sys
from collections.abc import Iterator
from queue import Queue
from threading import Thread

import pytest

PATIENCE = 60  # seconds; a busy machine


class Process:
    """`ibau engine`; its lines are read by a thread so that no test can hang."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ibau", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.lines: Queue[str] = Queue()
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))

    def send(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def answer(self) -> str:
        return self.lines.get(timeout=PATIENCE)

    def until(self, beginning: str) -> list[str]:
        answers = [self.answer()]
        while not answers[-1].startswith(beginning):
            answers.append(self.answer())
        return answers

    def close(self) -> int:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        try:
            return self.process.wait(timeout=PATIENCE)
        finally:
            self.process.kill()
            self.reader.join()
            self.process.stdout.close()


@pytest.fixture
def engine() -> Iterator[Process]:
    process = Process()
    yield process
    process.close()


def test_a_conversation(engine: Process) -> None:
    engine.send("ugi")
    assert engine.until("ugiok")[0].startswith("id name Ibau")
    engine.send("setoption name Ruleset value senet-race", "position startpos moves t3", "query actions")
    actions = engine.answer()
    assert actions.startswith("response ")
    engine.send("nonsense", "go nodes 50")
    assert engine.answer().startswith("error unknown command 'nonsense'")
    *_, best = engine.until("bestmove ")
    engine.send("quit")
    assert engine.process.wait(timeout=PATIENCE) == 0
    assert best.split()[1] in actions.split()[1:]
