"""Engine, a player that is another program, by the engine protocol (notation.md section 5).

with Engine("ibau engine") as engine:
    engine.choose(state, Budget(seconds=1.0))

async with Engine("ibau engine") as engine:
    await engine.choose_async(state, Budget(seconds=1.0))

The program is not trusted: if it ends, does not answer, sends output without end or plays an illegal move, an
EngineError describes this, and its process is ended; the next search starts another one.
"""

import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Any, NamedTuple, Self

from ibau.core.errors import join_names
from ibau.core.game import Game, State
from ibau.core.phrase import N_
from ibau.machine.os_support import command_text, command_words
from ibau.players.base import Choice, Player, PlayerError, Report
from ibau.players.engine_process import EngineError, EngineProcess
from ibau.search.budget import ONE_SECOND, Budget

HANDSHAKE = 10.0  # seconds for the answer to "ugi"
PATIENCE = 600.0  # seconds for an answer without a time limit, and for a first search, which may have much to load
GRACE = 2.0  # seconds after the time limit of a search
LOOK_AGAIN = 0.05  # seconds between checks whether to stop a search
HUNDREDTHS = 100  # of a win, the unit of values in the protocol
NAME = re.compile(r"id name (.+)")
OPTION = re.compile(r"option name (\S+) type ")
FIGURE = re.compile(r"\b(depth|nodes|cp) (-?\d{1,12})\b")
LONGEST_SHOWN = 100  # characters of an answer
ACTIONS_SHOWN = 5  # legal actions in an error message


class EngineQuestion(NamedTuple):
    """The first word of a command, and that of the line that ends its answer."""

    word: str
    answer: str


UGI, ISREADY = EngineQuestion("ugi", "ugiok"), EngineQuestion("isready", "readyok")
GO = EngineQuestion("go", "bestmove")
QUERY = EngineQuestion("query", "response")
POSITION = EngineQuestion("position", ISREADY.answer)


class EngineStartError(EngineError):
    """A program that cannot be started, or does not play the game."""


class Engine(Player):
    """A player that is a program with the engine protocol; close it when it is no longer needed.

    The program is started at the first search.  `actions` are those from the start of the game to the state to search;
    with None the state is sent as a position text, without history.
    """

    default_budget = ONE_SECOND
    games_text = N_("games that its program knows")

    def __init__(
        self,
        command: str | Sequence[str],
        seed: int = 0,
        clock: Callable[[], float] = time.perf_counter,
        *,
        threads: int = 1,
        handshake: float = HANDSHAKE,
        patience: float = PATIENCE,
        grace: float = GRACE,
    ) -> None:
        """Make a player that runs a command, which is split into words as by a shell, but run without one.

        `handshake`, `patience` and `grace` are seconds: for the answer to "ugi", for an answer without a time limit or
        to a first search, which may have much to load, and after a time limit.  Raises PlayerError for no command,
        SearchError for an invalid number of threads.
        """
        super().__init__(seed, clock, threads=threads)
        self.command = split(command)
        self.handshake = handshake
        self.patience = patience
        self.grace = grace
        self.actions: Sequence[str] | None = None
        self.has_thought = False  # has its current process finished a search?
        self._asking = threading.Lock()  # one command at a time
        self._program: EngineProcess | None = None
        self._name = ""
        self._options: frozenset[str] = frozenset()
        self._settings: tuple[Game, int, int] | None = None  # the game, seed and threads that it was set to

    def __str__(self) -> str:
        return command_text(self.command)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import asyncio

        await asyncio.to_thread(self.close)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies, even those in other processes, start a process of their own."""
        kept = {name: vars(self)[name] for name in ("threads", "handshake", "patience", "grace")}
        return partial(type(self), **kept), (self.command, self.seed, self.clock)

    @property
    def name(self) -> str:
        """The name by which the program identifies itself.  Raises EngineStartError."""
        with self._asking:
            if not self._program:
                self._start_safely()
            return self._name

    def close(self) -> None:
        """End the process; another search starts a new one."""
        if self._program:
            self._program.close()
        self._program, self._settings, self.has_thought = None, None, False

    async def choose_async(self, state: State, budget: Budget | None = None) -> Choice:
        """`choose` in a thread; cancelling stops the search.  Raises as `choose` does."""
        import asyncio

        stop = threading.Event()
        thinking = asyncio.ensure_future(asyncio.to_thread(self.choose, state, budget, stop))
        try:
            return await asyncio.shield(thinking)
        except asyncio.CancelledError:
            stop.set()
            await asyncio.wait([thinking])
            raise

    def query(self, state: State, what: str) -> str:
        """The answer to a query of the protocol about a state, such as "perft 3" or "actions".

        Raises EngineError for an error as the answer, or none.
        """
        with self._asking:
            program = self.begin(state.game)
            try:
                self._place(program, position_line(state, None))
                program.send(f"query {what}")
                *_, answer = self._answered(program, QUERY, self.patience)
            except BaseException:
                self.close()
                raise
            return answer.partition(" ")[2]

    def new_game(self, seed: int) -> None:
        """Prepare for another game, without `actions`."""
        self.seed, self.actions, self._settings = seed, None, None

    def begin(self, game: Game) -> EngineProcess:
        """The program, ready for a game, restarted if it has ended.  Raises EngineStartError."""
        if self._program:
            with suppress(EngineError):
                return self._ready(self._program, game)
            self.close()
        return self._start_safely(game)

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:  # noqa: ARG002 - its output during a search is not trusted
        with self._asking:
            program = self.begin(state.game)
            try:
                self._place(program, position_line(state, self.actions))
                program.send(go_line(budget))
                choice = self._answer(program, state, budget, stop)
            except BaseException:  # any, as the program may still be searching
                self.close()
                raise
            self.has_thought = True
            return choice

    def _start_safely(self, game: Game | None = None) -> EngineProcess:
        """A new process, ready for a game if one is given.  Raises EngineStartError."""
        try:
            program = self._start()
            return self._ready(program, game) if game else program
        except EngineError as error:
            self.close()
            raise EngineStartError(error.program, error.fault) from error

    def _start(self) -> EngineProcess:
        program = self._program = EngineProcess(self.command)
        program.send("ugi")
        lines = list(lines_until(program, UGI, self.handshake))
        self._name = next((found[1].strip() for line in lines if (found := NAME.match(line))), str(self))
        self._options = frozenset(found[1].lower() for line in lines if (found := OPTION.match(line)))
        return program

    def _ready(self, program: EngineProcess, game: Game) -> EngineProcess:
        """The program, set to a game."""
        if self._settings != (game, self.seed, self.threads):
            self._set_up(program, game)
        return program

    def _set_up(self, program: EngineProcess, game: Game) -> None:
        program.send(f"setoption name Ruleset value {game.ruleset}")
        if "seed" in self._options:
            program.send(f"setoption name Seed value {self.seed}")
        if "threads" in self._options and self.threads > 1:
            program.send(f"setoption name Threads value {self.threads}")
        program.send("uginewgame", "isready")
        for line in lines_until(program, ISREADY, self.patience):
            if line.startswith("error"):
                raise EngineError(program, f"does not play {game.ruleset}: it answers {line[:LONGEST_SHOWN]!r}")
        self._settings = game, self.seed, self.threads

    def _place(self, program: EngineProcess, position: str) -> None:
        """Send a position, and wait until the program has read it.  Raises EngineError."""
        program.send(position, ISREADY.word)
        list(self._answered(program, POSITION, self.patience))

    def _answered(
        self, program: EngineProcess, question: EngineQuestion, seconds: float, stop: threading.Event | None = None
    ) -> Iterator[str]:
        """The lines up to the end of an answer.  Raises EngineError if it is an error, or does not come."""
        for line in lines_until(program, question, seconds, stop):
            if line.split()[:1] == ["error"]:
                raise EngineError(program, f"answered {question.word} with an error: {line[:LONGEST_SHOWN]!r}")
            yield line

    def _answer(self, program: EngineProcess, state: State, budget: Budget, stop: threading.Event) -> Choice:
        """The choice by its best move, with the figures of the info lines before it.  Raises EngineError."""
        started, figures, words = self.clock(), dict.fromkeys(("cp", "depth", "nodes"), 0), [""]
        for line in self._answered(program, GO, self._longest(budget), stop):
            words = line.split() or [""]
            if words[0] == "info":
                figures |= {name: int(number) for name, number in FIGURE.findall(line.partition(" pv ")[0])}
        if len(words) < 2 or words[1] not in state.actions:
            played, legal = " ".join(words[1:])[:LONGEST_SHOWN], join_names(state.actions, ACTIONS_SHOWN)
            raise EngineError(program, f"played what is illegal: {played!r}, where {legal} are legal")
        value = max(-1.0, min(1.0, figures["cp"] / HUNDREDTHS))
        seconds = self.clock() - started
        return Choice(words[1], value, (words[1],), max(0, figures["nodes"]), seconds, figures["depth"])

    def _longest(self, budget: Budget) -> float:
        """The most seconds to wait for its move."""
        if budget.seconds is None:
            return self.patience
        return budget.seconds + (self.grace if self.has_thought else self.patience)


def split(command: str | Sequence[str]) -> tuple[str, ...]:
    """The words of a command.  Raises PlayerError for none, or an open quotation."""
    try:
        words = command_words(command) if isinstance(command, str) else tuple(command)
    except ValueError as error:
        raise PlayerError(f"The command {command!r} cannot be read: {error}.") from error
    if not words:
        raise PlayerError('An engine needs a command, such as "ibau engine".')
    return words


def position_line(state: State, actions: Sequence[str] | None) -> str:
    """The command `position` of a state, by the actions that led to it if they are known."""
    if actions is None:
        return f"position fen {state}"
    return " ".join(("position startpos moves", *actions)) if actions else "position startpos"


def go_line(budget: Budget) -> str:
    """The command `go` of a budget; without a limit a program searches until it is stopped."""
    words = ["go"] if budget != Budget() else ["go", "infinite"]
    if budget.seconds is not None:
        words += ["movetime", str(max(1, round(1000 * budget.seconds)))]
    for name, limit in (("nodes", budget.nodes), ("depth", budget.depth)):
        words += [] if limit is None else [name, str(limit)]
    return " ".join(words)


def lines_until(
    program: EngineProcess, question: EngineQuestion, seconds: float, stop: threading.Event | None = None
) -> Iterator[str]:
    """The lines of a program up to the end of its answer; once `stop` is set, the command "stop" is sent.

    Raises EngineError if it has not answered in time, or has ended.
    """
    silence = f"did not answer {question.word} with {question.answer}"
    given_up = time.monotonic() + seconds
    while (left := given_up - time.monotonic()) > 0:
        if stop and stop.is_set():
            program.send("stop")
            stop = None
        try:
            line = program.line(min(left, LOOK_AGAIN))
        except EngineError as error:
            raise EngineError(program, f"{silence}: it {error.fault}") from error
        if line is not None:
            yield line
            if line.split()[:1] == [question.answer]:
                return
    raise EngineError(program, f"{silence} within {seconds:g} s")
