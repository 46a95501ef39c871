"""Contestants as text: who plays, and with what.

    NAME[:SETTING[,SETTING...]]        uct:1s   alphabeta:depth=6   mcts:20ms,judge=features   level3

A setting is a time a move (`1s`, `0.1s`, `20ms`), `nodes=N`, `depth=N`, `threads=N`, or `judge=` with `features`,
`shipped` or the path of a network.  Several limits end a thought by whichever comes first; without any a player spends
what it usually does.
"""

import re
from typing import Any, NamedTuple, Protocol

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.players import player
from ibau.players.network import network_of
from ibau.players.player import SHIPPED, Budget, Player

TIME = re.compile(r"(\d+|\d*\.\d+)(s|ms)", re.ASCII)
WHOLE = re.compile(r"[1-9]\d{0,8}", re.ASCII)
SECONDS = {"s": 1.0, "ms": 0.001}
COUNTS = ("nodes", "depth", "threads")
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


def contestant(text: str) -> Contestant:
    """The contestant of a text.  Raises ArenaError or PlayerError, naming what is wrong and what would be right."""
    name, colon, rest = text.partition(":")
    player(name)  # raises where there is none
    settings = read_settings(text, rest) if colon else Settings()
    return Named(text, name, settings.budget, settings.threads or 1, settings.judge or SHIPPED)


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
