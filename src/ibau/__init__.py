"""Ibau: the board games of ancient Egypt, by the exact rules of their sources.

state = ibau.game("seega+chain=none").initial()
state = state.play("lot1").play("c2")
state.to_move, list(state.actions), state.result
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ibau.adapters.record_files import read_record, read_records, write_records
    from ibau.core.chance import seeded
    from ibau.core.errors import IbauError, IllegalAction, PositionError, RecordError, RulesetError
    from ibau.core.game import Actions, Game, Result, State
    from ibau.core.match import Match
    from ibau.core.options import Option, Preset, Ruleset
    from ibau.core.playout import Playouts, perft, playouts
    from ibau.core.record import Entry, Line, Record
    from ibau.games import game, presets, systems
    from ibau.players import Advice, Budget, Choice, Player, Review, advise, expected, player, review

# Where each public name lives.  A name is imported when it is first asked for, so that playing starts without NumPy.
_HOMES = {
    "ibau.adapters.record_files": ("read_record", "read_records", "write_records"),
    "ibau.core.chance": ("seeded",),
    "ibau.core.errors": ("IbauError", "IllegalAction", "PositionError", "RecordError", "RulesetError"),
    "ibau.core.game": ("Actions", "Game", "Result", "State"),
    "ibau.core.match": ("Match",),
    "ibau.core.options": ("Option", "Preset", "Ruleset"),
    "ibau.core.playout": ("Playouts", "perft", "playouts"),
    "ibau.core.record": ("Entry", "Line", "Record"),
    "ibau.games": ("game", "presets", "systems"),
    "ibau.players": ("Advice", "Budget", "Choice", "Player", "Review", "advise", "expected", "player", "review"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Actions",
    "Advice",
    "Budget",
    "Choice",
    "Entry",
    "Game",
    "IbauError",
    "IllegalAction",
    "Line",
    "Match",
    "Option",
    "Player",
    "Playouts",
    "PositionError",
    "Preset",
    "Record",
    "RecordError",
    "Result",
    "Review",
    "Ruleset",
    "RulesetError",
    "State",
    "advise",
    "expected",
    "game",
    "perft",
    "player",
    "playouts",
    "presets",
    "read_record",
    "read_records",
    "review",
    "seeded",
    "systems",
    "write_records",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'ibau' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
