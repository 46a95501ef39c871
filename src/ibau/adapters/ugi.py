"""The Universal Game Interface with chance: UCI's shape for any game (notation.md section 5).

The engine reads lines and answers each at once.  `go` and `query perft` work in a thread of their own: `stop`,
`isready` and `quit` are heard meanwhile, every other command waits for them; while a `go` without a limit runs, it is
refused.
Whatever is wrong with a line, the answer is `error …` and nothing has changed.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO, NamedTuple

from ibau import __version__
from ibau.core.errors import IbauError, IllegalAction, listed, nearest
from ibau.core.game import Game, State
from ibau.core.outcome import CHANCE, FIRST, NOBODY
from ibau.core.rule import watch_compilation
from ibau.games import game
from ibau.players import Budget, Choice, Player, best_player

LONGEST_LINE = 1 << 20  # bytes
FIRST_RULESET = "seega"
PERFT_AT_ONCE = 4  # levels counted without looking whether to stop
DEEPEST_PERFT = 100
LIMITS = ("movetime", "nodes", "depth")
RULESET = "Ruleset"


class Spin(NamedTuple):
    """An option that is a whole number."""

    name: str
    default: int
    least: int
    most: int


SPINS = (Spin("Seed", 0, 0, (1 << 31) - 1), Spin("Threads", 1, 1, 8))
OPTIONS = (RULESET, *(spin.name for spin in SPINS))

MakePlayer = Callable[[Game, int, int], Player]  # (game, seed, threads)


class CommandError(IbauError):
    """A line that is no command."""


class Engine:
    """One player at one position.  `handle` takes the lines, `say` gets the answers."""

    def __init__(self, say: Callable[[str], None], make_player: MakePlayer = best_player) -> None:
        self._say_line = say
        self._make_player = make_player
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._work: threading.Thread | None = None
        self._endless = False
        self._numbers = {spin.name: spin.default for spin in SPINS}
        self._state = game(FIRST_RULESET).initial()
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "setoption": self._setoption,
            "uginewgame": self._new_game,
            "position": self._position,
            "query": self._query,
            "go": self._go,
            "stop": self._stop_thinking,
        }

    def handle(self, line: str) -> bool:
        """Answer one line; False when it says to quit."""
        words = line.split()
        if words == ["quit"]:
            self.finish(at_once=True)
            return False
        try:
            if words:
                self._obey(words)
        except IbauError as error:
            self.say_error(error)
        return True

    def _obey(self, words: list[str]) -> None:
        name, *rest = words
        if name == "quit":
            _expect_nothing(name, rest)
        if name not in self._commands:
            known = (*self._commands, "quit")
            raise CommandError(f"unknown command {name!r}; known are {listed(known)}.{nearest(name, known)}")
        if name not in ("stop", "isready"):
            self._await_work()
        self._commands[name](rest)

    def say(self, line: str) -> None:
        with self._lock:
            self._say_line(line)

    def say_error(self, error: Exception | str) -> None:
        self.say("error " + " ".join(str(error).split()))

    # Work that takes time ----------------------------------------------------------------------------------------

    def _start(self, work: Callable[[], None], *, endless: bool = False) -> None:
        self._stop.clear()
        self._endless = endless
        self._work = threading.Thread(target=self._run, args=(work,), daemon=True)
        self._work.start()

    def _run(self, work: Callable[[], None]) -> None:
        try:
            work()
        except IbauError as error:
            self.say_error(error)
        except BrokenPipeError:
            self._stop.set()  # nobody listens any more; the reading loop will see it too
        except Exception as error:
            self.say_error(f"internal: {error!r}")
            raise

    def _await_work(self) -> None:
        if self._work and self._work.is_alive():
            if self._endless and not self._stop.is_set():
                raise CommandError("still thinking, until stop")
            self._work.join()

    def finish(self, *, at_once: bool) -> None:
        """End the work in progress; unless `at_once`, what has a limit may reach it."""
        if at_once or self._endless:
            self._stop.set()
        if self._work:
            self._work.join()

    # Commands ----------------------------------------------------------------------------------------------------

    def _ugi(self, words: list[str]) -> None:
        _expect_nothing("ugi", words)
        for line in (
            f"id name Ibau {__version__}",
            "id author Ibau contributors",
            f"option name {RULESET} type string default {FIRST_RULESET}",
            *(f"option name {s.name} type spin default {s.default} min {s.least} max {s.most}" for s in SPINS),
            "ugiok",
        ):
            self.say(line)

    def _isready(self, words: list[str]) -> None:
        _expect_nothing("isready", words)
        self.say("readyok")

    def _setoption(self, words: list[str]) -> None:
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
            raise CommandError(f"unknown option {name!r}; known are {listed(OPTIONS)}.{nearest(name, OPTIONS)}")
        self._numbers[spin.name] = _number_of(spin, value)

    def _new_game(self, words: list[str]) -> None:
        _expect_nothing("uginewgame", words)
        self._state = self._state.game.initial()

    def _position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        self._state = _after(self._named_position(words[:at]), words[at + 1 :])

    def _named_position(self, words: Sequence[str]) -> State:
        match words:
            case ["startpos"]:
                return self._state.game.initial()
            case ["fen", _, *_]:
                return self._state.game.state(" ".join(words[1:]))
            case _:
                raise CommandError("write: position startpos [moves …], or: position fen POSITION [moves …]")

    def _query(self, words: list[str]) -> None:
        match words:
            case ["perft", depth]:
                levels = _number("perft", depth)
                if levels > DEEPEST_PERFT:
                    raise CommandError(f"perft {levels} would never end; {DEEPEST_PERFT} is the most")
                self._start(lambda: self.say(f"response {count_paths(self._state, levels, self._stop)}"))
            case [what] if what in QUERIES:
                self.say(" ".join(("response", *QUERIES[what](self._state))))
            case _:
                known = (*QUERIES, "perft")
                asked = " ".join(words)
                raise CommandError(f"cannot be queried: {asked!r}; known are {listed(known)} N.{nearest(asked, known)}")

    def _stop_thinking(self, words: list[str]) -> None:
        _expect_nothing("stop", words)
        self._stop.set()

    def _go(self, words: list[str]) -> None:
        budget = read_budget(words)
        if self._state.turn in (CHANCE, NOBODY):
            where = "at a chance node" if self._state.turn == CHANCE else "after the end of the game"
            raise CommandError(f"nobody decides {where}")
        endless = budget == Budget()
        self._start(lambda: self._think(budget, endless), endless=endless)

    def _compilation_told(self, thinker: Player) -> AbstractContextManager[None]:
        """A first thought on a machine compiles: say so meanwhile."""
        if not thinker.compiled:
            return nullcontext()
        return watch_compilation(lambda step: self.say(f"info string preparing, step {step}"))

    def _think(self, budget: Budget, endless: bool) -> None:
        thinker = self._make_player(self._state.game, self._numbers["Seed"], self._numbers["Threads"])
        with self._compilation_told(thinker):
            choice = thinker.choose(self._state, budget, self._stop, lambda so_far: self.say(info(so_far)))
        if endless:
            self._stop.wait()
        self.say(info(choice))
        self.say(f"bestmove {choice.action}")


def _yes_or_no(truth: bool) -> str:
    return "true" if truth else "false"


def result_words(state: State) -> list[str]:
    """How a game ended: `p1win kind=major`, with the score where there is one."""
    result = state.result
    if not result:
        return ["none"]
    words = [result.word, f"kind={result.kind}"]
    if result.score:
        words.append("score={},{}".format(*result.score))
    return words


QUERIES: dict[str, Callable[[State], Iterator[str] | Sequence[str]]] = {
    "gameover": lambda state: [_yes_or_no(state.turn == NOBODY)],
    "p1turn": lambda state: [_yes_or_no(state.turn == FIRST)],
    "tomove": lambda state: [state.to_move],
    "actions": lambda state: state.actions,
    "chances": lambda state: [f"{action}={chance}" for action, chance in state.chances.items()],
    "result": result_words,
    "fen": lambda state: [str(state)],
}


def info(choice: Choice) -> str:
    """What a player thinks, in UCI's form; the score is in hundredths of a win for the player to move."""
    milliseconds = round(1000 * choice.seconds)
    per_second = round(choice.nodes / choice.seconds) if choice.seconds > 0 else 0
    return (
        f"info depth {choice.depth or len(choice.line)} nodes {choice.nodes} time {milliseconds} nps {per_second} "
        f"score cp {round(100 * choice.value)} pv {' '.join(choice.line)}"
    )


def read_budget(words: Sequence[str]) -> Budget:
    """The limits after `go`; none means until stopped.  Raises CommandError."""
    limits: dict[str, int] = {}
    for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if name not in LIMITS:
            known = f"{listed(LIMITS)}, each with a number"
            raise CommandError(f"unknown limit {name!r}; known are {known}; go alone thinks until stop")
        if name in limits:
            raise CommandError(f"{name} is given twice")
        limits[name] = _number(name, value)
        if not limits[name]:
            raise CommandError(f"{name} 0 leaves nothing to think with")
    milliseconds = limits.get("movetime")
    seconds = None if milliseconds is None else milliseconds / 1000
    return Budget(seconds, limits.get("nodes"), limits.get("depth"))


def count_paths(state: State, depth: int, stop: threading.Event | None = None) -> int:
    """Perft that can be stopped.  Raises CommandError then."""
    from ibau.core.playout import perft  # brings NumPy, which most sessions do not need at the start

    if depth <= PERFT_AT_ONCE:
        return perft(state, depth)
    paths = 0
    for action in state.legal:
        if stop and stop.is_set():
            raise CommandError("stopped before all paths were counted")
        paths += count_paths(state.after(action), depth - 1, stop)
    return paths


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer all lines of a source until `quit` or its end."""

    def write(line: str) -> None:
        sink.write(line.encode() + b"\n")
        sink.flush()

    engine = Engine(write)
    while data := source.readline(LONGEST_LINE + 1):
        if len(data) > LONGEST_LINE and not data.endswith(b"\n"):
            _skip_line(source)
            engine.say_error(f"the line is longer than {LONGEST_LINE} bytes")
            continue
        try:
            line = data.decode()
        except UnicodeDecodeError as error:
            engine.say_error(f"the line is no UTF-8: {error}")
            continue
        if not engine.handle(line):
            return
    engine.finish(at_once=False)


def _skip_line(source: BinaryIO) -> None:
    while (data := source.readline(LONGEST_LINE)) and not data.endswith(b"\n"):
        pass


def _after(state: State, actions: Sequence[str]) -> State:
    for n, action in enumerate(actions, 1):
        try:
            state = state.play(action)
        except IllegalAction as error:
            raise CommandError(f"action {n}: {error}") from error
    return state


def _number(what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise CommandError(f"{what} needs a whole number, not {text!r}")
    return int(text)


def _number_of(spin: Spin, text: str) -> int:
    number = _number(spin.name, text)
    if number > spin.most:
        raise CommandError(f"{spin.name} {number} is larger than {spin.most}")
    if number < spin.least:
        raise CommandError(f"{spin.name} {number} is smaller than {spin.least}")
    return number


def _expect_nothing(command: str, words: Sequence[str]) -> None:
    if words:
        raise CommandError(f"{command} stands alone; {' '.join(words)!r} is too much")
