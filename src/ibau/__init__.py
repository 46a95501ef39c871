"""Ibau: games on the boards of ancient Egypt and its neighbours, by the exact rules of their sources.

state = ibau.game("seega+chain=none").initial()
state = state.play("lot1").play("c2")
state.to_move, list(state.actions), state.result
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ibau.core import notebook

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ibau import svg
    from ibau.adapters.record_files import read_record, read_records, write_records
    from ibau.analysis import Advice, Hint, Review, advise, expected, hint, review
    from ibau.batches import batch
    from ibau.core.batch import Batch
    from ibau.core.errors import (
        ArrayError,
        IbauError,
        IllegalAction,
        NumberError,
        PositionError,
        RecordError,
        RulesetError,
    )
    from ibau.core.game import Actions, Game, Result, State
    from ibau.core.line import Line, Ply
    from ibau.core.match import Match
    from ibau.core.options import Option, Preset, Ruleset
    from ibau.core.outcome import Ending
    from ibau.core.playout import Playouts, perft, playouts
    from ibau.core.puzzle import Puzzle
    from ibau.core.record import Entry, Record, Variation
    from ibau.games import game, presets, puzzles, systems
    from ibau.players import Budget, Choice, Player, player

# Where each public name lives.  A name is imported when it is first asked for, so that playing starts without NumPy.
_HOMES = {
    "ibau.adapters.record_files": ("read_record", "read_records", "write_records"),
    "ibau.analysis": ("Advice", "Hint", "Review", "advise", "expected", "hint", "review"),
    "ibau.batches": ("batch",),
    "ibau.core.batch": ("Batch",),
    "ibau.core.errors": (
        "ArrayError",
        "IbauError",
        "IllegalAction",
        "NumberError",
        "PositionError",
        "RecordError",
        "RulesetError",
    ),
    "ibau.core.game": ("Actions", "Game", "Result", "State"),
    "ibau.core.line": ("Line", "Ply"),
    "ibau.core.match": ("Match",),
    "ibau.core.options": ("Option", "Preset", "Ruleset"),
    "ibau.core.outcome": ("Ending",),
    "ibau.core.playout": ("Playouts", "perft", "playouts"),
    "ibau.core.puzzle": ("Puzzle",),
    "ibau.core.record": ("Entry", "Record", "Variation"),
    "ibau.games": ("game", "presets", "puzzles", "systems"),
    "ibau.players": ("Budget", "Choice", "Player", "player"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_MODULES = ("svg",)

__all__ = [
    "Actions",
    "Advice",
    "ArrayError",
    "Batch",
    "Budget",
    "Choice",
    "Ending",
    "Entry",
    "Game",
    "Hint",
    "IbauError",
    "IllegalAction",
    "Line",
    "Match",
    "NumberError",
    "Option",
    "Player",
    "Playouts",
    "Ply",
    "PositionError",
    "Preset",
    "Puzzle",
    "Record",
    "RecordError",
    "Result",
    "Review",
    "Ruleset",
    "RulesetError",
    "State",
    "Variation",
    "advise",
    "batch",
    "expected",
    "game",
    "hint",
    "perft",
    "player",
    "playouts",
    "presets",
    "puzzles",
    "read_record",
    "read_records",
    "review",
    "svg",
    "systems",
    "write_records",
]


if not TYPE_CHECKING:  # a checker would take every name that is misspelt for one found in this way

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return import_module(f"ibau.{name}")
        if name not in _HOME_OF:
            raise AttributeError(f"module 'ibau' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _drawn(state: "State") -> str:
    from ibau.svg import board

    return board(state)


notebook.drawn = _drawn
