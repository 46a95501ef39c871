"""Entrants of a tournament, parsed from text: a player and its settings.

    NAME[:SETTING[,SETTING...]]        uct:1s   alphabeta:depth=6   mcts:20ms,evaluator=features   level3
    MODULE:CLASS[:SETTING...]          my_players:Cautious   my_players:Thinker:1s

A setting is a time per move (`1s`, `0.1s`, `20ms`), `nodes=N`, `depth=N`, `threads=N`, or `evaluator=` with `features`,
`shipped` or the path of a network.  A search ends at the first limit it reaches; without limits a player has its
default budget.  MODULE:CLASS is a custom player, in a local or installed module.  `engine`, `engine2` and so on are the
engine commands given with the text.  Settings that a player cannot use are refused: a player that does not search takes
none, and one that does not evaluate positions takes no evaluator.
"""

import re
from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple, Protocol

from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.limits import MOST_THREADS
from ibau.core.quoting import quote
from ibau.machine.os_support import command_text, command_words
from ibau.players import PLAYERS, PlayerLike, player
from ibau.players.base import Player, PlayerError
from ibau.players.custom_players import is_custom_name
from ibau.players.engine import Engine
from ibau.players.level_settings import settings_of
from ibau.search.budget import Budget, check_threads
from ibau.search.network import FEATURES, SHIPPED, NetworkError, fingerprint, network_of


class ArenaError(IbauError):
    """An invalid entrant, tournament or file of results."""


class EntrantError(ArenaError):
    """An invalid entrant: an error of the request, not one that occurred in a game."""


ENGINE_NAME = re.compile(r"engine([1-9]\d?)?", re.ASCII)
SEARCHLESS = ("greedy", "random")  # and some levels
WITHOUT_EVALUATOR = "uct"
FIXED_EVALUATORS = {"random": "", WITHOUT_EVALUATOR: "", "greedy": FEATURES}  # in every game
TIME_LIMIT = re.compile(r"(\d+|\d*\.\d+)(s|ms)", re.ASCII)
POSITIVE_INTEGER = re.compile(r"[1-9]\d{0,8}", re.ASCII)
SECONDS_PER_UNIT = {"s": 1.0, "ms": 0.001}
COUNTS = ("nodes", "depth", "threads")
LIMITS = "a time such as 1s or 20ms, nodes=N, depth=N"
SETTINGS = f"{LIMITS}, threads=N, evaluator=features, evaluator=shipped, evaluator=FILE"


class Entrant(Protocol):
    """A participant of a tournament; picklable, as it is sent to other processes."""

    @property
    def text(self) -> str:
        """The name, unique to this entrant."""
        ...

    @property
    def budget(self) -> Budget | None:
        """The budget per move; None for the player's default."""
        ...

    def player(self, seed: int) -> Player:
        """A new player, for one game, with this seed."""
        ...

    def check(self, game: Game) -> None:
        """Raise IbauError unless it plays this game."""
        ...

    def evaluator_text(self, game: Game) -> str:
        """A text that identifies its evaluator in this game; "" if there is none, or it is unknown."""
        ...


class NamedEntrant(NamedTuple):
    """A built-in or custom player, by name, with its settings."""

    text: str
    name: str
    budget: Budget | None = None
    threads: int = 1
    evaluator: str = SHIPPED

    def player(self, seed: int) -> Player:
        return player(self.name, seed, self.threads, self.evaluator)

    def check(self, game: Game) -> None:
        """Raise EntrantError unless it plays this game and can use all of its settings in it."""
        player = self.player(0)
        if not player.plays(game):
            raise EntrantError(f"{self.text}: {player.refusal(game)}")
        if self.text != self.name and not searches(self.name, game):
            raise EntrantError(f"{self.text}: {self.name} does not search in {game.system.id}; it takes no setting.")
        if "evaluator=" in self.text and self.name == WITHOUT_EVALUATOR:
            raise EntrantError(f"{self.text}: {self.name} evaluates no position; it takes {LIMITS} and threads=N.")
        try:
            network_of(game, self.evaluator)
        except NetworkError as error:
            raise EntrantError(f"{self.text}: {error}") from error

    def evaluator_text(self, game: Game) -> str:
        """The fingerprint of the network, or "features"; for a level followed by its settings."""
        if is_custom_name(self.name):
            return ""
        if self.name in FIXED_EVALUATORS:
            return FIXED_EVALUATORS[self.name]
        level = settings_of(game.system).get(self.name)
        evaluator = level.evaluator_for(self.evaluator) if level else self.evaluator
        return " ".join((fingerprint(network_of(game, evaluator)), *([level.text] if level else [])))


class PlayerEntrant(NamedTuple):
    """A Player instance; each game is played by a copy of it."""

    text: str
    original: Player
    budget: Budget | None = None

    def player(self, seed: int) -> Player:
        copied = copy(self.original)
        copied.seed = seed
        return copied

    def check(self, game: Game) -> None:
        """Raise EntrantError unless it plays this game."""
        if not self.original.plays(game):
            raise EntrantError(f"{self.text}: {self.original.refusal(game)}")

    def evaluator_text(self, game: Game) -> str:  # noqa: ARG002 - in no game
        """Always "": the evaluator of a custom player is unknown."""
        return ""


class EngineEntrant(NamedTuple):
    """A program that speaks the engine protocol."""

    text: str
    command: tuple[str, ...]
    budget: Budget

    def player(self, seed: int) -> Engine:
        return Engine(self.command, seed)

    def check(self, game: Game) -> None:
        """Raise EngineStartError if the engine cannot be started or does not know this game."""
        with self.player(0) as engine:
            engine.begin(game)

    def evaluator_text(self, game: Game) -> str:  # noqa: ARG002 - in no game
        """Always "": the evaluator of an engine is unknown."""
        return ""


# --- Parsing ----------------------------------------------------------------------------------------------------------


class PlayerSettings(NamedTuple):
    """The settings that follow the name of a player."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    threads: int | None = None
    evaluator: str | None = None

    @property
    def budget(self) -> Budget | None:
        """The limits of a search; None if there are none."""
        budget = Budget(self.seconds, self.nodes, self.depth)
        return None if budget == Budget() else budget


def read_settings(text: str, rest: str) -> PlayerSettings:
    """Parse the settings `rest` of the entrant `text`."""
    settings = PlayerSettings()
    for word in rest.split(","):
        name, value = read_setting(text, word)
        if getattr(settings, name) is not None:
            raise EntrantError(f"{quote(text)} gives {name} twice.")
        settings = settings._replace(**{name: value})
    return settings


def read_setting(text: str, word: str) -> tuple[str, Any]:
    """Parse one setting into its name and value."""
    name, equals, value = word.partition("=")
    if (time := TIME_LIMIT.fullmatch(word)) and float(time[1]):
        return "seconds", float(time[1]) * SECONDS_PER_UNIT[time[2]]
    if name in COUNTS and POSITIVE_INTEGER.fullmatch(value):
        if name == "threads" and int(value) > MOST_THREADS:
            raise EntrantError(f"{quote(text)}: at most {MOST_THREADS} threads search at once.")
        return name, int(value)
    if name == "evaluator" and value:
        return name, value
    if name in COUNTS and equals:
        raise EntrantError(f"{quote(text)}: {name} needs a whole number from 1, not {quote(value)}.")
    raise EntrantError(f"{quote(text)}: {quote(word)} is no setting; there are: {SETTINGS}.")


def searches(name: str, game: Game) -> bool:
    """Whether the named player looks further than one ply ahead in this game."""
    if is_custom_name(name):
        return type(player(name)).think is not Player.think  # without `think` it has no use for a budget
    level = settings_of(game.system).get(name)
    return level.searches if level else name not in SEARCHLESS


def parse_entrants(
    texts: tuple[str, str], game: Game, engines: Sequence[str] = (), threads: int | None = None
) -> tuple[Entrant, Entrant]:
    """Parse the two entrants of a tournament; `threads` applies to searches whose text sets no number of threads.

    Raises EntrantError, even for engines or threads that neither entrant uses.
    """
    one, other = found = parse_entrant(texts[0], engines), parse_entrant(texts[1], engines)
    numbers = {engine_number(text) for text in texts}
    for number, command in enumerate(engines, 1):
        if number not in numbers:
            raise EntrantError(f"Neither entrant is engine{number}, so the program {command!r} would not play.")
    if threads is None:
        return found
    check_threads(threads)
    threaded = with_threads(one, threads, game), with_threads(other, threads, game)
    if threaded == found:
        raise EntrantError("Neither entrant could use the threads: each names its own or does not search.")
    return threaded


def with_threads(entrant: Entrant, threads: int, game: Game) -> Entrant:
    """The entrant with this many threads, if it searches and its text sets no number of threads."""
    if not isinstance(entrant, NamedEntrant) or not searches(entrant.name, game) or "threads=" in entrant.text:
        return entrant
    separator = "," if entrant.text != entrant.name else ":"
    return entrant._replace(text=f"{entrant.text}{separator}threads={threads}", threads=threads)


def parse_entrant(text: PlayerLike, engines: Sequence[str] = ()) -> Entrant:
    """Parse an entrant, or wrap a player; `engines` are the commands that "engine", "engine2" … stand for.

    Raises EntrantError, naming what is wrong and what would be right.
    """
    if not isinstance(text, str):
        try:
            held = player(text)
        except PlayerError as error:
            raise EntrantError(str(error)) from error
        return PlayerEntrant(str(held), held)
    name, colon, rest = split_name(text)
    number = engine_number(text)
    if number is None:
        check_name(name)
    settings = read_settings(text, rest) if colon else PlayerSettings()
    if number is not None:
        return engine_entrant(text, settings, engines, number)
    return NamedEntrant(text, name, settings.budget, settings.threads or 1, settings.evaluator or SHIPPED)


def check_name(name: str) -> None:
    """Raise EntrantError unless it is the name of a player."""
    try:
        player(name)
    except PlayerError as error:
        raise EntrantError(str(error)) from error


def split_name(text: str) -> tuple[str, str, str]:
    """Split into name, colon (if any) and settings; the name of a class contains a colon itself."""
    name, colon, rest = text.partition(":")
    cls, more, settings = rest.partition(":")
    if name not in PLAYERS and not engine_number(name) and is_custom_name(f"{name}:{cls}"):
        return f"{name}:{cls}", more, settings
    return name, colon, rest


def engine_number(text: str) -> int | None:
    """The number of the engine that a text names, 1 for the first; None if it names no engine."""
    found = ENGINE_NAME.fullmatch(text.partition(":")[0])
    return int(found[1] or 1) if found else None


def engine_entrant(text: str, settings: PlayerSettings, engines: Sequence[str], number: int) -> EngineEntrant:
    """The entrant that is the `number`-th of the engines, from 1."""
    if not engines:
        raise EntrantError(f"{quote(text)} needs a program: add --engine COMMAND.")
    if number > len(engines):
        raise EntrantError(f"{quote(text)} is the program of --engine number {number}, but {len(engines)} are given.")
    budget = settings.budget
    if budget is None:
        raise EntrantError(f"{quote(text)} needs a limit, as in {text.partition(':')[0]}:1s; it would search forever.")
    if settings.threads is not None or settings.evaluator is not None:
        raise EntrantError(f"{quote(text)}: an engine takes time, nodes or depth; the rest belongs in its command.")
    try:
        command = command_words(engines[number - 1])
    except ValueError as error:
        raise EntrantError(f"The command {engines[number - 1]!r} cannot be read: {error}.") from error
    if not command:
        raise EntrantError(f"Engine {number} has an empty command.")
    return EngineEntrant(f"{text} ({command_text(command)})", command, budget)
