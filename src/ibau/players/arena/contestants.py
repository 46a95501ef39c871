"""Contestants as text: who plays, and with what.

    NAME[:SETTING[,SETTING...]]        uct:1s   alphabeta:depth=6   mcts:20ms,judge=features   level3

A setting is a time a move (`1s`, `0.1s`, `20ms`), `nodes=N`, `depth=N`, `threads=N`, or `judge=` with `features`,
`shipped` or the path of a network.  Several limits end a thought by whichever comes first; without any a player spends
what it usually does.  The name `engine`, or `engine2` and so on, means one of the programs that are given beside.
"""

import re
import shlex
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.players import player
from ibau.players.engine import EnginePlayer
from ibau.players.network import network_of
from ibau.players.player import SHIPPED, Budget, Player

TIME = re.compile(r"(\d+|\d*\.\d+)(s|ms)", re.ASCII)
WHOLE = re.compile(r"[1-9]\d{0,8}", re.ASCII)
SECONDS = {"s": 1.0, "ms": 0.001}
COUNTS = ("nodes", "depth", "threads")
ENGINE = re.compile(r"engine([1-9]\d?)?", re.ASCII)
SETTINGS = "a time such as 1s or 20ms, nodes=N, depth=N, threads=N, judge=features, judge=shipped, judge=FILE"


class ArenaError(IbauError):
    """A contestant, a tournament or a file of results that makes no sense."""


class Contestant(Protocol):
    """Whoever takes part; goes to other processes, so it must be picklable."""

    @property
    def text(self) -> str:
        """What it is called, the same for the same contestant only."""
        ...

    @property
    def budget(self) -> Budget | None:
        """What it spends on a move; None for what its player usually does."""
        ...

    def player(self, seed: int) -> Player:
        """A new player, for one game."""
        ...

    def check(self, game: Game) -> None:
        """Raises IbauError where it does not play a game."""
        ...


class Settings(NamedTuple):
    """What follows the name."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int | None = None
    judge: str | None = None

    @property
    def budget(self) -> Budget | None:
        """None where there is no limit."""
        budget = Budget(self.seconds, self.nodes, self.depth)
        return None if budget == Budget() else budget


class Named(NamedTuple):
    """A player by its name, and with what."""

    text: str
    name: str
    budget: Budget | None = None
    threads: int = 1
    judge: str = SHIPPED

    def player(self, seed: int) -> Player:
        return player(self.name, seed, self.threads, self.judge)

    def check(self, game: Game) -> None:
        """Raises ArenaError where it does not play a game, and NetworkError where its network is not for it."""
        who = self.player(0)
        if not who.plays(game):
            raise ArenaError(f"{self.text}: {who.refusal(game)}")
        network_of(game, self.judge)


class Engine(NamedTuple):
    """A program that speaks the engine protocol."""

    text: str
    command: tuple[str, ...]
    budget: Budget

    def player(self, seed: int) -> EnginePlayer:
        return EnginePlayer(self.command, seed)

    def check(self, game: Game) -> None:
        """Raises EngineStartError where it cannot be started or does not know a game."""
        with self.player(0) as who:
            who.begin(game)


def contestant(text: str, engines: Sequence[str] = ()) -> Contestant:
    """The contestant of a text; `engines` are the commands of programs that it may name.

    Raises ArenaError or PlayerError, naming what is wrong and what would be right.
    """
    name, colon, rest = text.partition(":")
    named_engine = ENGINE.fullmatch(name)
    if not named_engine:
        player(name)  # raises where there is none
    settings = read_settings(text, rest) if colon else Settings()
    if named_engine:
        return engine(text, settings, engines, int(named_engine[1] or 1))
    return Named(text, name, settings.budget, settings.threads or 1, settings.judge or SHIPPED)


def engine(text: str, settings: Settings, engines: Sequence[str], number: int) -> Engine:
    """The contestant that is the so manyth of some programs."""
    if number > len(engines):
        raise ArenaError(f"{text!r} is engine {number}, but {len(engines)} are given, each by --engine COMMAND.")
    budget = settings.budget
    if budget is None:
        raise ArenaError(f"{text!r} would think without end; give it a limit, as in {text.partition(':')[0]}:1s.")
    if settings.threads is not None or settings.judge is not None:
        raise ArenaError(f"{text!r}: an engine is given time, nodes or depth alone; the rest belongs in its command.")
    try:
        command = tuple(shlex.split(engines[number - 1]))
    except ValueError as error:
        raise ArenaError(f"The command {engines[number - 1]!r} cannot be read: {error}.") from error
    if not command:
        raise ArenaError(f"Engine {number} has an empty command.")
    return Engine(f"{text} ({shlex.join(command)})", command, budget)


def read_settings(text: str, rest: str) -> Settings:
    """The settings of a contestant."""
    settings = Settings()
    for word in rest.split(","):
        name, value = read_setting(text, word)
        if getattr(settings, name) is not None:
            raise ArenaError(f"{text!r} gives {name} twice.")
        settings = settings._replace(**{name: value})
    return settings


def read_setting(text: str, word: str) -> tuple[str, Any]:
    """One setting: its name and value."""
    name, equals, value = word.partition("=")
    if (time := TIME.fullmatch(word)) and float(time[1]):
        return "seconds", float(time[1]) * SECONDS[time[2]]
    if name in COUNTS and WHOLE.fullmatch(value):
        return name, int(value)
    if name == "judge" and value:
        return name, value
    if name in COUNTS and equals:
        raise ArenaError(f"{text!r}: {name} needs a whole number from 1, not {value!r}.")
    raise ArenaError(f"{text!r}: {word!r} is no setting; there are: {SETTINGS}.")
