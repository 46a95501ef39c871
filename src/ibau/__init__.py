"""Ibau: games on the boards of ancient Egypt and its neighbours, by the exact rules of their sources.

state = ibau.game("seega", chain="none").initial()
state = state.play("lot1").play("c2")
state.to_move, list(state.actions), state.result
print(state.board())

docs/python.md tells all that is exported here; tests/golden/api.txt lists it with its signatures.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ibau.core import showing

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ibau import svg
    from ibau.adapters.record_files import read_record, read_records, write_records
    from ibau.adapters.ugi import serve_engine
    from ibau.analysis import (
        Advice,
        Chance,
        Expected,
        Hint,
        Length,
        PlyReview,
        Review,
        Share,
        Summary,
        Total,
        TurningPoint,
        advise,
        expected,
        hint,
        review,
        summary,
    )
    from ibau.arena import ArenaError, ContestantError, Pair, PairedGame, Spent, Sprt, Tally
    from ibau.batches import batch
    from ibau.core.batch import Batch
    from ibau.core.columns import columns
    from ibau.core.contract import System
    from ibau.core.editing import edited
    from ibau.core.errors import (
        ArrayError,
        IbauError,
        IllegalAction,
        NotTabled,
        NumberError,
        PositionError,
        RecordError,
        RulesetError,
        TableError,
    )
    from ibau.core.face import Board, Piece, Square, Travel
    from ibau.core.game import Actions, Game, Result, State
    from ibau.core.line import Line, Ply, Throw
    from ibau.core.match import Match
    from ibau.core.node import Node
    from ibau.core.options import Option, Preset, Ruleset
    from ibau.core.outcome import CHANCE, FIRST, NOBODY, SECOND, Ending
    from ibau.core.phrase import Phrase
    from ibau.core.playout import Playouts, perft, playouts
    from ibau.core.puzzle import Puzzle, PuzzleError
    from ibau.core.record import Entry, Record, Variation
    from ibau.core.settlement import Settlement
    from ibau.core.tables.files import Table
    from ibau.core.tables.tablebase import Exact, Tablebase
    from ibau.games import game, presets, puzzles, systems
    from ibau.players import Budget, Choice, Level, Player, PlayerError, player
    from ibau.players.engine import Engine, EngineStartError
    from ibau.players.program import EngineError
    from ibau.playing import levels, play_game, tournament
    from ibau.search.budget import SearchError

# Where each public name lives.  A name is imported when it is first asked for, so that playing starts without NumPy.
_HOMES = {
    "ibau.adapters.record_files": ("read_record", "read_records", "write_records"),
    "ibau.adapters.ugi": ("serve_engine",),
    "ibau.analysis": (
        *("Advice", "Chance", "Expected", "Hint", "Length", "PlyReview", "Review", "Share", "Summary", "Total"),
        *("TurningPoint", "advise", "expected", "hint", "review", "summary"),
    ),
    "ibau.arena": ("ArenaError", "ContestantError", "Pair", "PairedGame", "Spent", "Sprt", "Tally"),
    "ibau.batches": ("batch",),
    "ibau.core.batch": ("Batch",),
    "ibau.core.columns": ("columns",),
    "ibau.core.contract": ("System",),
    "ibau.core.editing": ("edited",),
    "ibau.core.errors": (
        "ArrayError",
        "IbauError",
        "IllegalAction",
        "NotTabled",
        "NumberError",
        "PositionError",
        "RecordError",
        "RulesetError",
        "TableError",
    ),
    "ibau.core.face": ("Board", "Piece", "Square", "Travel"),
    "ibau.core.game": ("Actions", "Game", "Result", "State"),
    "ibau.core.line": ("Line", "Ply", "Throw"),
    "ibau.core.match": ("Match",),
    "ibau.core.node": ("Node",),
    "ibau.core.options": ("Option", "Preset", "Ruleset"),
    "ibau.core.outcome": ("CHANCE", "FIRST", "NOBODY", "SECOND", "Ending"),
    "ibau.core.phrase": ("Phrase",),
    "ibau.core.playout": ("Playouts", "perft", "playouts"),
    "ibau.core.puzzle": ("Puzzle", "PuzzleError"),
    "ibau.core.record": ("Entry", "Record", "Variation"),
    "ibau.core.settlement": ("Settlement",),
    "ibau.core.tables.files": ("Table",),
    "ibau.core.tables.tablebase": ("Exact", "Tablebase"),
    "ibau.games": ("game", "presets", "puzzles", "systems"),
    "ibau.players": ("Budget", "Choice", "Level", "Player", "PlayerError", "player"),
    "ibau.players.engine": ("Engine", "EngineStartError"),
    "ibau.players.program": ("EngineError",),
    "ibau.playing": ("levels", "play_game", "tournament"),
    "ibau.search.budget": ("SearchError",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
_MODULES = ("svg",)
_OF_LAB = ("Batch", "Node", "batch")  # names that need the extra `lab`

__all__ = [
    "CHANCE",
    "FIRST",
    "NOBODY",
    "SECOND",
    "Actions",
    "Advice",
    "ArenaError",
    "ArrayError",
    "Batch",
    "Board",
    "Budget",
    "Chance",
    "Choice",
    "ContestantError",
    "Ending",
    "Engine",
    "EngineError",
    "EngineStartError",
    "Entry",
    "Exact",
    "Expected",
    "Game",
    "Hint",
    "IbauError",
    "IllegalAction",
    "Length",
    "Level",
    "Line",
    "Match",
    "Node",
    "NotTabled",
    "NumberError",
    "Option",
    "Pair",
    "PairedGame",
    "Phrase",
    "Piece",
    "Player",
    "PlayerError",
    "Playouts",
    "Ply",
    "PlyReview",
    "PositionError",
    "Preset",
    "Puzzle",
    "PuzzleError",
    "Record",
    "RecordError",
    "Result",
    "Review",
    "Ruleset",
    "RulesetError",
    "SearchError",
    "Settlement",
    "Share",
    "Spent",
    "Sprt",
    "Square",
    "State",
    "Summary",
    "System",
    "Table",
    "TableError",
    "Tablebase",
    "Tally",
    "Throw",
    "Total",
    "Travel",
    "TurningPoint",
    "Variation",
    "advise",
    "batch",
    "columns",
    "edited",
    "expected",
    "game",
    "hint",
    "levels",
    "perft",
    "play_game",
    "player",
    "playouts",
    "presets",
    "puzzles",
    "read_record",
    "read_records",
    "review",
    "serve_engine",
    "summary",
    "svg",
    "systems",
    "tournament",
    "write_records",
]


if not TYPE_CHECKING:  # a checker would take every name that is misspelt for one found in this way
    _EXPORTED = vars().pop("__all__")

    def __getattr__(name: str) -> Any:
        if name == "__all__":
            return _here(_EXPORTED)
        if name in _MODULES:
            return import_module(f"ibau.{name}")
        if name not in _HOME_OF:
            raise AttributeError(f"module 'ibau' has no attribute {name!r}")
        if name in _OF_LAB:
            import_module("ibau.core.extras").check_installed("lab")
        value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *_here(_EXPORTED)})


def _here(names: Iterable[str]) -> list[str]:
    """Those that can be had here: without the extra `lab`, `from ibau import *` does not ask for its names."""
    lacking = () if import_module("ibau.core.extras").is_installed("lab") else _OF_LAB
    return [name for name in names if name not in lacking]


def _drawn(state: "State") -> str:
    from ibau.svg import board

    return board(state)


def _printed(state: "State", columns: int) -> str:
    from ibau.terminal.showing import board_text

    return board_text(state, columns)


showing.drawn, showing.printed = _drawn, _printed
