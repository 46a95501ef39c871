"""A player in another program, asked in the engine protocol (notation.md section 5).

with Engine("ibau engine") as engine:
    engine.choose(state, Budget(seconds=1.0))

async with Engine("ibau engine") as engine:
    await engine.choose_async(state, Budget(seconds=1.0))

The program is not trusted: it may end, keep silent, talk without end, or play what is illegal.  Each is an EngineError
that says so, and ends its process; the next thought begins another one.
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

HANDSHAKE = 10.0  # seconds in which a program says that it is an engine
PATIENCE = 600.0  # seconds for an answer without a limit of time, and for a first thought, which may have much to load
GRACE = 2.0  # seconds beyond a limit of time after which it is exceeded
LOOK_AGAIN = 0.05  # seconds between looks whether a thought is to stop
HUNDREDTHS = 100  # of a win, in which the protocol counts
NAME = re.compile(r"id name (.+)")
OPTION = re.compile(r"option name (\S+) type ")
FIGURE = re.compile(r"\b(depth|nodes|cp) (-?\d{1,12})\b")
LONGEST_SHOWN = 100  # characters of an answer
ACTIONS_SHOWN = 5


class EngineQuestion(NamedTuple):
    """What a program is asked, and the first word of the line that ends its answer."""

    word: str
    answer: str


UGI, ISREADY = EngineQuestion("ugi", "ugiok"), EngineQuestion("isready", "readyok")
GO = EngineQuestion("go", "bestmove")
QUERY = EngineQuestion("query", "response")
POSITION = EngineQuestion("position", ISREADY.answer)


class EngineStartError(EngineError):
    """A program that cannot be started, or does not play the game."""


class Engine(Player):
    """A program that speaks the engine protocol: a player like all others, to be closed when it is no longer needed.

    It is started when it is first asked.  `actions`: how the state came about from the start of its game; with None it
    is sent as a position text, and repetitions count from there.
    """

    default_budget = ONE_SECOND
    only = N_("games that its program knows")

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
        """`command` is split into words like in a shell, but run without one.

        Seconds: `handshake` to say that it is an engine, `patience` for an answer without a limit of time and for a
        first thought, which may have much to load, `grace` beyond a limit of time.
        """
        super().__init__(seed, clock, threads=threads)
        self.command = split(command)
        self.handshake = handshake
        self.patience = patience
        self.grace = grace
        self.actions: Sequence[str] | None = None
        self.has_thought = False  # in its present process
        self._asking = threading.Lock()  # one question at a time
        self._program: EngineProcess | None = None
        self._name = ""
        self._options: frozenset[str] = frozenset()
        self._told: tuple[Game, int, int] | None = None  # the game, the seed and the threads that it knows of

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
        """Copies, also those in other processes, have a process of their own."""
        kept = {name: vars(self)[name] for name in ("threads", "handshake", "patience", "grace")}
        return partial(type(self), **kept), (self.command, self.seed, self.clock)

    @property
    def name(self) -> str:
        """What the program calls itself.  Raises EngineStartError."""
        with self._asking:
            if not self._program:
                self._start_safely()
            return self._name

    def close(self) -> None:
        """End the process; another thought begins a new one."""
        if self._program:
            self._program.close()
        self._program, self._told, self.has_thought = None, None, False

    async def choose_async(self, state: State, budget: Budget | None = None) -> Choice:
        """What `choose` gives, without holding up anybody else; one that is cancelled is told to stop thinking.

        Raises as `choose` does.
        """
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
        """What it answers to a query of the protocol about a state, such as "perft 3" or "actions".

        Raises EngineError where it answers with an error, or not at all.
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
        """What comes next belongs to another game."""
        self.seed, self.actions, self._told = seed, None, None

    def begin(self, game: Game) -> EngineProcess:
        """Have the program ready for a game, restarted if it has ended meanwhile.  Raises EngineStartError."""
        if self._program:
            with suppress(EngineError):
                return self._ready(self._program, game)
            self.close()
        return self._start_safely(game)

    def think(self, state: State, budget: Budget, stop: threading.Event, report: Report) -> Choice:  # noqa: ARG002 - nothing that it says before it moves is sure
        with self._asking:
            program = self.begin(state.game)
            try:
                self._place(program, position_line(state, self.actions))
                program.send(go_line(budget))
                choice = self._answer(program, state, budget, stop)
            except BaseException:  # whatever it was, the program may still be thinking
                self.close()
                raise
            self.has_thought = True
            return choice

    def _start_safely(self, game: Game | None = None) -> EngineProcess:
        """A new process, ready for a game where there is one.  Raises EngineStartError."""
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
        """The program, knowing the game."""
        if self._told != (game, self.seed, self.threads):
            self._tell(program, game)
        return program

    def _tell(self, program: EngineProcess, game: Game) -> None:
        program.send(f"setoption name Ruleset value {game.ruleset}")
        if "seed" in self._options:
            program.send(f"setoption name Seed value {self.seed}")
        if "threads" in self._options and self.threads > 1:
            program.send(f"setoption name Threads value {self.threads}")
        program.send("uginewgame", "isready")
        for line in lines_until(program, ISREADY, self.patience):
            if line.startswith("error"):
                raise EngineError(program, f"does not play {game.ruleset}: it answers {line[:LONGEST_SHOWN]!r}")
        self._told = game, self.seed, self.threads

    def _place(self, program: EngineProcess, position: str) -> None:
        """Name a position, and wait until the program has it.  Raises EngineError."""
        program.send(position, ISREADY.word)
        list(self._answered(program, POSITION, self.patience))

    def _answered(
        self, program: EngineProcess, question: EngineQuestion, seconds: float, stop: threading.Event | None = None
    ) -> Iterator[str]:
        """What it says up to an answer.  Raises EngineError where that is an error, or does not come."""
        for line in lines_until(program, question, seconds, stop):
            if line.split()[:1] == ["error"]:
                raise EngineError(program, f"answered {question.word} with an error: {line[:LONGEST_SHOWN]!r}")
            yield line

    def _answer(self, program: EngineProcess, state: State, budget: Budget, stop: threading.Event) -> Choice:
        """Its best move, in the time that it has, and what it said of it before."""
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
        """How many seconds it is waited for at most."""
        if budget.seconds is None:
            return self.patience
        return budget.seconds + (self.grace if self.has_thought else self.patience)


def split(command: str | Sequence[str]) -> tuple[str, ...]:
    """The words of a command.  Raises PlayerError where there are none, or a quotation has no end."""
    try:
        words = command_words(command) if isinstance(command, str) else tuple(command)
    except ValueError as error:
        raise PlayerError(f"The command {command!r} cannot be read: {error}.") from error
    if not words:
        raise PlayerError('An engine needs a command, such as "ibau engine".')
    return words


def position_line(state: State, actions: Sequence[str] | None) -> str:
    """The line that names a state, by the actions that led to it where they are known."""
    if actions is None:
        return f"position fen {state}"
    return " ".join(("position startpos moves", *actions)) if actions else "position startpos"


def go_line(budget: Budget) -> str:
    """The line that asks for a move; without a limit a program thinks until stopped."""
    words = ["go"] if budget != Budget() else ["go", "infinite"]
    if budget.seconds is not None:
        words += ["movetime", str(max(1, round(1000 * budget.seconds)))]
    for name, limit in (("nodes", budget.nodes), ("depth", budget.depth)):
        words += [] if limit is None else [name, str(limit)]
    return " ".join(words)


def lines_until(
    program: EngineProcess, question: EngineQuestion, seconds: float, stop: threading.Event | None = None
) -> Iterator[str]:
    """What a program says up to the answer to a question; once `stop` is set it is told to stop thinking.

    Raises EngineError when it has not answered in time, or has ended.
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
