#!/usr/bin/env python
"""Write client/symbols/boards.json: the boards of all games, whose grounds and marks the build draws.

    python scripts/boards.py    # after the board of a game changed

Which squares a board has, and what they show, is the families' business; a test fails while the file says otherwise.
"""

import json
from dataclasses import asdict, replace
from pathlib import Path

from ibau.core.face import Board
from ibau.core.game import Game
from ibau.games import base_ruleset, presets

BOARDS = Path(__file__).resolve().parents[1] / "client/symbols/boards.json"


def boards() -> list[Board]:
    """The boards of every preset and of its one-option changes, each once."""
    found: dict[Board, None] = {}  # a set that keeps the order
    for preset, (system, _) in presets().items():
        ruleset = base_ruleset(preset)
        for changed in (ruleset, *ruleset.one_option_changes()):
            found[bare(Game(system, changed).board)] = None
    return list(found)


def bare(board: Board) -> Board:
    """A board without what its ground does not show: the names said aloud, what squares do, and what lies beside it."""
    squares = tuple(replace(square, label="", effects=()) for square in board.squares)
    return replace(board, squares=squares, areas=(), throws="", first="", second="")


def text() -> str:
    """What the file should hold: a board a line."""
    lines = (json.dumps(asdict(board)) for board in boards())
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    BOARDS.write_text(text(), "utf-8")
