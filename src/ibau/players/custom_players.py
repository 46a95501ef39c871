"""Players of one's own: objects, classes and functions, also by name, `module:Class`.

class Cautious(ibau.Player):
    def move(self, state):
        return state.actions[0]

def first(state):
    return state.actions[0]
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeAlias, cast

from ibau.core.errors import did_you_mean
from ibau.core.game import State
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quote
from ibau.players.base import Player, PlayerError

PlayerFunction: TypeAlias = Callable[[State], str]  # the text of the action to play
PlayerLike: TypeAlias = str | Player | type[Player] | PlayerFunction  # arguments of `ibau.player`

CUSTOM_NAME = re.compile(r"(?P<module>[^\W\d]\w*(\.[^\W\d]\w*)*):(?P<cls>[^\W\d]\w*)")


def is_custom_name(name: str) -> bool:
    """Is it a name such as `module:Class`, rather than that of a player of Ibau?"""
    return CUSTOM_NAME.fullmatch(name) is not None


class FunctionPlayer(Player):
    """Plays the action that a function returns."""

    def __init__(self, function: PlayerFunction) -> None:
        super().__init__()
        self.function = function

    def __str__(self) -> str:
        return getattr(self.function, "__name__", type(self.function).__name__)

    def move(self, state: State) -> str:
        return self.function(state)


def as_player(player: object) -> Player:
    """A Player itself, or one made of a class or function.  Raises PlayerError."""
    if isinstance(player, Player):
        return player
    if isinstance(player, type):
        return _make(player.__name__, player)
    if callable(player):
        return FunctionPlayer(cast("PlayerFunction", player))
    raise PlayerError(
        N_("A player is a name such as 'level5', a Player, or a function of a state, not {held}."), held=quote(player)
    )


def load_player(name: str, seed: int, threads: int, evaluator: str) -> Player:
    """The player of a class, called without arguments, or of a function, by `module:Class`.  Raises PlayerError."""
    found = CUSTOM_NAME.fullmatch(name)
    if not found:
        raise PlayerError(N_("{name} names no class; write MODULE:CLASS."), name=quote(name))
    module = _imported(found["module"])
    own = getattr(module, found["cls"], None)
    if isinstance(own, type) or not callable(own):
        made = _make(name, own, did_you_mean(found["cls"], _players_of(module)))
    else:
        made = FunctionPlayer(cast("PlayerFunction", own))
    made.seed, made.threads, made.evaluator = seed, threads, evaluator
    return made


def _make(name: str, kind: object, meant: Phrase | str = "") -> Player:
    """A player of a class.  Raises PlayerError."""
    if not (isinstance(kind, type) and issubclass(kind, Player)):
        raise PlayerError(N_("{name} is neither a class of ibau.Player nor a function.{meant}"), name=name, meant=meant)
    try:
        return kind()
    except TypeError as error:
        raise PlayerError(N_("{name} cannot be made without arguments: {error}."), name=name, error=error) from error


def _players_of(module: ModuleType) -> list[str]:
    """The names of the classes of players in a module."""
    named = vars(module).items()
    return [name for name, kind in named if isinstance(kind, type) and issubclass(kind, Player) and kind is not Player]


def _imported(name: str) -> ModuleType:
    """The module of a name, from the current folder or installed.  Raises PlayerError."""
    here = str(Path.cwd())
    if not {"", here} & set(sys.path):
        sys.path.append(here)
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        text = N_("{name}: there is no module {module!r}, neither here nor installed.")
        raise PlayerError(text, name=name, module=error.name) from error
    except Exception as error:  # any, as the module's code is run
        text, kind = N_("{name} cannot be imported: {kind}: {error}."), type(error).__name__
        raise PlayerError(text, name=name, kind=kind, error=error) from error
