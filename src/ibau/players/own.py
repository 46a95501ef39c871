"""Players that others write, by name: `module:Class`, of a module here or installed.

class Cautious(ibau.Player):
def move(self, state):
return state.actions[0]
"""

import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ibau.core.errors import nearest
from ibau.players.base import Player, PlayerError

OWN = re.compile(r"(?P<module>[^\W\d]\w*(\.[^\W\d]\w*)*):(?P<cls>[^\W\d]\w*)")


def is_own(name: str) -> bool:
    """Is it the name of a class, not of one of our players?"""
    return OWN.fullmatch(name) is not None


def own_class(name: str) -> type[Player]:
    """The class of a name.  Raises PlayerError where there is none, or it is no Player."""
    found = OWN.fullmatch(name)
    if not found:
        raise PlayerError(f"{name!r} names no class; write MODULE:CLASS.")
    module = _imported(found["module"])
    made = getattr(module, found["cls"], None)
    if not (isinstance(made, type) and issubclass(made, Player)):
        there = [other for other, value in vars(module).items() if _is_player(value)]
        raise PlayerError(f"{name}: {found['cls']} is no class of ibau.Player there.{nearest(found['cls'], there)}")
    return made


def own_player(name: str, seed: int, threads: int, judge: str) -> Player:
    """A player of the class, which is made without arguments.  Raises PlayerError."""
    try:
        made = own_class(name)()
    except TypeError as error:
        raise PlayerError(f"{name} cannot be made without arguments: {error}.") from error
    made.seed, made.threads, made.judge = seed, threads, judge
    return made


def _is_player(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Player) and value is not Player


def _imported(name: str) -> ModuleType:
    """The module, also of the folder that one is in.  Raises PlayerError."""
    here = str(Path.cwd())
    if not {"", here} & set(sys.path):
        sys.path.append(here)
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise PlayerError(f"{name}: there is no module {error.name!r}, neither here nor installed.") from error
    except Exception as error:  # whatever the module does when it is imported
        raise PlayerError(f"{name} cannot be imported: {type(error).__name__}: {error}.") from error
