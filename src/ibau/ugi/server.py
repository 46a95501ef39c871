"""The engine side of the protocol: one player at one position, and what it does at each command."""

import sys
import threading
from collections.abc import Callable, Sequence
from copy import copy
from functools import partial
from typing import BinaryIO

from ibau import __version__
from ibau.core.errors import IbauError, suggestion_or_list
from ibau.core.game import Game, State
from ibau.core.limits import DEEPEST_PERFT
from ibau.core.quoting import quote
from ibau.games import game, systems
from ibau.players import Budget, Player, best_player
from ibau.ugi.job_queue import EngineJob, EngineJobQueue, count_paths
from ibau.ugi.ugi_lines import (
    OPTIONS,
    QUERIES,
    RULESET,
    SPINS,
    CommandError,
    expect_decision,
    expect_nothing,
    info,
    play_actions,
    read_budget,
    read_number,
    read_spin,
)

LONGEST_LINE = 1 << 20  # bytes
SECONDS_AFTER_THE_END = 60.0  # after the end of input, for jobs with a limit

AT_ONCE = ("stop", "quit")  # obeyed while jobs run
OWN_NAME = f"Ibau {__version__}"

PlayerFor = Callable[[Game, int, int], Player]  # (game, seed, threads)


def first_ruleset() -> str:
    """The ruleset until one is chosen: the first by name without chance."""
    return next(name for name in systems() if not game(name).has_chance)


class UgiServer:
    """One player at one position: `handle` takes command lines, `say` receives the answers."""

    def __init__(self, say: Callable[[str], None], make_player: PlayerFor = best_player, name: str = OWN_NAME) -> None:
        self._say_line = say
        self._make_player = make_player
        self._name = name
        self._lock = threading.Lock()
        self._work = EngineJobQueue(self.say_error)
        self._numbers = {spin.name: spin.default for spin in SPINS}
        self._state = game(first_ruleset()).initial()
        self._commands: dict[str, Callable[[list[str], EngineJob], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._new_game,
            "position": self._position,
            "query": self._query,
            "go": self._go,
        }

    def handle(self, line: str) -> bool:
        """Queue one line, which is answered after all before it; False if it is `quit`.

        `stop` and `quit` are obeyed at once, and `isready` answered while the engine thinks.
        """
        if self._work.broken:
            raise self._work.broken
        words = line.split()
        if words == ["quit"]:
            self.finish(at_once=True)
            return False
        try:
            self._take(words, len(line))
        except IbauError as error:
            self.say_error(error)
        return True

    def _take(self, words: list[str], size: int) -> None:
        match words:
            case []:
                pass
            case ["stop"]:
                self._work.stop()
            case ["isready"] if self._work.is_long:
                self.say("readyok")
            case _:
                is_long = words[0] == "go" or words[:2] == ["query", "perft"]
                self._work.add(EngineJob(partial(self._run_command, words), size, is_long))

    def _run_command(self, words: list[str], job: EngineJob) -> None:
        name, *rest = words
        if name in AT_ONCE:
            expect_nothing(name, rest)
        if name not in self._commands:
            known = (*self._commands, *AT_ONCE)
            raise CommandError(f"unknown command {quote(name)}{suggestion_or_list(name, known)}")
        self._commands[name](rest, job)

    def say(self, line: str) -> None:
        with self._lock:
            self._say_line(line)

    def say_error(self, error: Exception | str) -> None:
        self.say("error " + " ".join(str(error).split()))

    def finish(self, *, at_once: bool, patience: float | None = None) -> None:
        """Answer all queued lines; unless `at_once`, jobs with a limit may reach it, within `patience` seconds."""
        self._work.finish(at_once=at_once, patience=patience)

    # Commands ----------------------------------------------------------------------------------------------------

    def _ugi(self, words: list[str], _: EngineJob) -> None:
        expect_nothing("ugi", words)
        for line in (
            f"id name {self._name}",
            f"id author {'Ibau contributors' if self._name == OWN_NAME else 'unknown'}",
            f"option name {RULESET} type string default {first_ruleset()}",
            *(f"option name {s.name} type spin default {s.default} min {s.least} max {s.most}" for s in SPINS),
            "ugiok",
        ):
            self.say(line)

    def _isready(self, words: list[str], _: EngineJob) -> None:
        expect_nothing("isready", words)
        self.say("readyok")

    def _setoption(self, words: list[str], _: EngineJob) -> None:
        match words:
            case ["name", name, "value", value]:
                pass
            case _:
                raise CommandError("write: setoption name NAME value VALUE")
        if name.lower() == RULESET.lower():
            self._state = game(value).initial()
            return
        spin = next((spin for spin in SPINS if spin.name.lower() == name.lower()), None)
        if spin is None:
            raise CommandError(f"unknown option {quote(name)}{suggestion_or_list(name, OPTIONS)}")
        self._numbers[spin.name] = read_spin(spin, value)

    def _new_game(self, words: list[str], _: EngineJob) -> None:
        expect_nothing("uginewgame", words)
        self._state = self._state.game.initial()

    def _position(self, words: list[str], _: EngineJob) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        self._state = play_actions(self._named_position(words[:at]), words[at + 1 :])

    def _named_position(self, words: Sequence[str]) -> State:
        match words:
            case ["startpos"]:
                return self._state.game.initial()
            case ["fen", _, *_]:
                return self._state.game.state(" ".join(words[1:]))
            case _:
                raise CommandError("write: position startpos [moves …], or: position fen POSITION [moves …]")

    def _query(self, words: list[str], job: EngineJob) -> None:
        match words:
            case ["perft", depth]:
                levels = read_number("perft", depth)
                if levels > DEEPEST_PERFT:
                    raise CommandError(f"perft {levels} would never end; the limit is {DEEPEST_PERFT}")
                self.say(f"response {count_paths(self._state, levels, job.stop)}")
            case [what] if what in QUERIES:
                self.say(" ".join(("response", *QUERIES[what](self._state))))
            case _:
                query = " ".join(words)
                known = suggestion_or_list(query, (*QUERIES, "perft N"))
                raise CommandError(f"cannot be queried: {quote(query)}{known}")

    def _go(self, words: list[str], job: EngineJob) -> None:
        expect_decision(self._state)
        budget = read_budget(words, self._state.turn)
        if budget == Budget():
            self._work.mark_endless(job)
        player = self._make_player(self._state.game, self._numbers["Seed"], self._numbers["Threads"])
        choice = player.choose(self._state, budget, job.stop, lambda so_far: self.say(info(so_far)))
        if job.is_endless:
            job.stop.wait()
        self.say(info(choice))
        self.say(f"bestmove {choice.action}")


def serve_engine(player: Player, source: BinaryIO | None = None, sink: BinaryIO | None = None) -> None:
    """Serve a player over the engine protocol until `quit` or the end of `source`, by default on standard streams.

    For each `go` the player is copied and given the Seed and Threads options.
    """

    def copy_player(_: Game, seed: int, threads: int) -> Player:
        player_copy = copy(player)
        player_copy.seed, player_copy.threads = seed, threads
        return player_copy

    serve(source or sys.stdin.buffer, sink or sys.stdout.buffer, copy_player, " ".join(str(player).split()))


def serve(source: BinaryIO, sink: BinaryIO, make_player: PlayerFor = best_player, name: str = OWN_NAME) -> None:
    """Answer all lines of `source` on `sink` until `quit` or the end."""

    def write(line: str) -> None:
        sink.write(line.encode() + b"\n")
        sink.flush()

    engine = UgiServer(write, make_player, name)
    while data := source.readline(LONGEST_LINE + 1):
        if len(data) > LONGEST_LINE and not data.endswith(b"\n"):
            _skip_line(source)
            engine.say_error(f"the line is longer than {LONGEST_LINE} bytes")
            continue
        try:
            line = data.decode("utf-8-sig")  # without a byte order mark
        except UnicodeDecodeError as error:
            engine.say_error(f"the line is not UTF-8: {error}")
            continue
        if not engine.handle(line):
            return
    engine.finish(at_once=False, patience=SECONDS_AFTER_THE_END)


def _skip_line(source: BinaryIO) -> None:
    while (data := source.readline(LONGEST_LINE)) and not data.endswith(b"\n"):
        pass
