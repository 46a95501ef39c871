#!/usr/bin/env python
"""Write what the client has of the server: types of their messages, boards that its build draws, starts for its tests.

    python scripts/protocol.py

scripts/client.py and npm's scripts call it, so that the files are never stale; git does not hold them.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from ibau.core import board
from ibau.core.board import Board
from ibau.core.game import Game
from ibau.games import base_ruleset, game, presets
from ibau.language import translator_for
from ibau.web import protocol
from ibau.web.api import advice, catalogue, exercises, games, home, positions, reviews, trees
from ibau.web.protocol import from_client, from_server
from ibau.web.protocol.views import start_view

ROOT = Path(__file__).resolve().parents[1]
TYPES = ROOT / "client/src/protocol.ts"
STARTS = ROOT / "client/tests/fixtures/starts.ts"
BOARDS = ROOT / "client/symbols/boards.json"

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
RULESETS = {"seega": "seega", "race": "senet-race", "seneti": "seneti", "seti": "seti-aleph"}

OVER_SOCKETS = (board, protocol, from_client, from_server)
MODULES = (*OVER_SOCKETS, games, reviews, trees, positions, advice, exercises, catalogue, home)

MADE = "Made by scripts/protocol.py."


# --- Types -----------------------------------------------------------------------------------------------------------


def named_types() -> dict[Any, str]:
    """What has a name of its own in the client: the classes, and the names of literals and unions.

    The client has no State but the one it is shown, so it needs neither the View nor the Message of our names.
    """
    found: dict[Any, str] = {}
    for module in MODULES:
        for name, value in vars(module).items():
            is_class = isinstance(value, type) and value.__module__ == module.__name__
            if name.startswith("_") or hasattr(protocol, f"{name}View"):  # what several have in common, or is not sent
                continue
            if is_class or isinstance(value, UnionType) or get_origin(value) is Literal:
                found[value] = name.removesuffix("View").removesuffix("Message")
    if len(set(found.values())) < len(found):
        raise ValueError(f"two things have one name in the client: {sorted(found.values())}")
    return found


NAMES = named_types()


def typescript(hint: Any) -> str:
    """A type as TypeScript says it."""
    return NAMES.get(hint) or type_text(hint)


def type_text(hint: Any) -> str:
    """A type that has no name of its own."""
    kind, parts = get_origin(hint), get_args(hint)
    if kind is Literal:
        return " | ".join(map(json.dumps, parts))
    inner = [typescript(part) for part in parts if part is not ...]
    if isinstance(hint, UnionType):
        return " | ".join(inner)
    if kind is dict:
        return f"Record<{', '.join(inner)}>"
    if kind is list or ... in parts:
        return f"{inner[0]}[]"
    return f"[{', '.join(inner)}]" if kind is tuple else PLAIN[hint]


def fields(shape: Any) -> Iterator[tuple[str, str]]:
    """The fields of an object, its tag before all others, and last what it need not have."""
    config = getattr(shape, "__struct_config__", None)
    if config and config.tag:
        yield config.tag_field, json.dumps(config.tag)
    hints, optional = get_type_hints(shape), optional_fields(shape)
    for name in sorted(hints, key=optional.__contains__):
        yield name + "?" * (name in optional), typescript(hints[name])


def optional_fields(shape: Any) -> set[str]:
    """The fields that a message need not have: those with a default."""
    if not issubclass(shape, msgspec.Struct):
        return set()
    return {field.name for field in msgspec.structs.fields(shape) if not field.required}


def declaration(hint: Any, name: str) -> str:
    """A type with its name."""
    if not isinstance(hint, type):
        return f"export type {name} = {type_text(hint)};\n"
    said = " ".join(str(hint.__doc__).split())
    lines = "".join(f"  {field}: {kind};\n" for field, kind in fields(hint))
    return f"/** {said} */\nexport interface {name} {{\n{lines}}}\n"


def types() -> str:
    """The client's types."""
    heading = (
        f"/** What browser and server say to each other (docs/web-protocol.md).  {MADE} */\n\n"
        f"export const SEATS: readonly Seat[] = {json.dumps(protocol.SEATS)};\n"
        f"export const VERSION = {protocol.VERSION}; // of all this\n"
        f"export const NO_GAME = {protocol.NO_GAME}; // closes the socket of a game that is not there\n"
        f"export const SECONDS_TO_CLAIM = {protocol.SECONDS_TO_CLAIM}; // away, and the win can be claimed\n"
        f"export const SECONDS_BETWEEN_PINGS = {protocol.SECONDS_BETWEEN_PINGS};\n"
        f"export const SECONDS_TO_PONG = {protocol.SECONDS_TO_PONG}; // else the socket is dead\n"
    )
    return "\n".join([heading, *(declaration(hint, name) for hint, name in NAMES.items())])


# --- Boards ----------------------------------------------------------------------------------------------------------


def boards() -> str:
    """The boards of every preset and of its one-option changes, each once, a line for each."""
    found: dict[Board, None] = {}  # a set that keeps the order
    for preset, (system, _) in presets().items():
        ruleset = base_ruleset(preset)
        for changed in (ruleset, *ruleset.one_option_changes()):
            found[drawn_board(Game(system, changed).board)] = None
    return "[\n" + ",\n".join(json.dumps(asdict(board)) for board in found) + "\n]\n"


def drawn_board(board: Board) -> Board:
    """A board without what its ground does not show: the names said aloud, what squares do, and what lies beside it."""
    squares = tuple(replace(square, label="", effects=()) for square in board.squares)
    return replace(board, squares=squares, areas=(), throws="", first="", second="")


def starts() -> str:
    """Starts of games as the server sends them."""
    lines = [f"  {name}: {start_text(ruleset)},\n" for name, ruleset in RULESETS.items()]
    names = " | ".join(map(json.dumps, RULESETS))
    return (
        f"/** Starts of games as the server sends them (`GET /api/board/RULESET`).  {MADE} */\n\n"
        'import type { Start } from "../../src/protocol";\n\n'
        f"export const starts: Record<{names}, Start> = {{\n{''.join(lines)}}};\n"
    )


def start_text(ruleset: str) -> str:
    return msgspec.json.encode(start_view(game(ruleset), translator_for("en"))).decode()


# --- Files -----------------------------------------------------------------------------------------------------------


FILES = {TYPES: types, STARTS: starts, BOARDS: boards}


def write() -> None:
    """Write the files; one that would say the same stays as old as it is, so that nothing is built again for it."""
    for path, made in FILES.items():
        text = made()
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
