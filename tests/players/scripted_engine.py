"""An engine that plays the first legal action a number of times, and then misbehaves as named by its first argument."""

import os
import subprocess
import sys
import time
from collections.abc import Callable

from ibau.games import game

HOW, GOOD_MOVES = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def sleep() -> None:
    time.sleep(3600)


def flood() -> None:
    while True:
        say("info string " + "x" * 1000)


def say_bytes() -> None:
    sys.stdout.buffer.write(b"\xff\xfe\x00 bestmove \xff\n" * 3)
    sys.stdout.buffer.flush()
    say("bestmove \N{SNOWMAN}")


def close_output() -> None:
    os.close(1)
    sleep()


FAULTS: dict[str, Callable[[], object]] = {
    "crash": lambda: sys.exit("out of ideas"),
    "silence": sleep,
    "illegal": lambda: say("bestmove a1-z9"),
    "nothing": lambda: say("bestmove"),
    "error": lambda: say("error I would rather not"),
    "flood": flood,
    "bytes": say_bytes,
    "closing": close_output,
}


class Script:
    """Answers line by line."""

    def __init__(self) -> None:
        self.game = game("seega")
        self.state = self.game.initial()
        self.moves = 0

    def answer(self, words: list[str]) -> bool:
        """Obey a line; False at the end."""
        match words:
            case ["ugi"]:
                say("id name Script\noption name Seed type spin default 0\nugiok")
            case ["isready"]:
                say("readyok")
            case ["uginewgame"] if HOW == "quitter" and self.moves:
                return False
            case ["setoption", "name", "Ruleset", "value", text]:
                self.know(text)
            case ["position", *rest]:
                self.stand(rest)
            case ["go", *_]:
                self.go()
            case ["quit"]:
                if HOW == "immortal":
                    sleep()
                return False
            case _:
                pass
        return True

    def know(self, ruleset: str) -> None:
        self.game = game(ruleset)
        if HOW == "ignorant":
            say("error never heard of it")

    def stand(self, words: list[str]) -> None:
        if words[0] == "fen":
            self.state = self.game.state(" ".join(words[1:]))
            return
        self.state = self.game.initial()
        for action in words[2:]:
            self.state = self.state.play(action)

    def go(self) -> None:
        self.moves += 1
        if self.moves > GOOD_MOVES:
            FAULTS[HOW]()
        first = self.state.actions[0]
        say(f"info depth 3 nodes 42 time 1 nps 9 score cp 25 pv {first} nodes 9")
        say(f"bestmove {first}")


if HOW == "deaf":
    sleep()
if HOW == "child":
    subprocess.Popen(["sleep", "3600"])  # noqa: S607 - any program that stays
script = Script()
for line in sys.stdin:
    if not script.answer(line.split()):
        break
