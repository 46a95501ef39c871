#!/usr/bin/env python
"""Generate files of the client: types of messages, boards that its build draws, starts of games for its tests.

    python scripts/protocol.py

scripts/client.py and npm's scripts call it, so that the files are never stale; they are not in git.
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
from ibau.core.field_docs import field_comments
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
    """The named types of the client: classes, literals and unions.

    The suffixes View and Message are removed, as the client has no other types of these names.
    """
    found: dict[Any, str] = {}
    for module in MODULES:
        for name, value in vars(module).items():
            is_class = isinstance(value, type) and value.__module__ == module.__name__
            if name.startswith("_") or hasattr(protocol, f"{name}View"):  # base classes, and types that are not sent
                continue
            if is_class or isinstance(value, UnionType) or get_origin(value) is Literal:
                found[value] = name.removesuffix("View").removesuffix("Message")
    if len(set(found.values())) < len(found):
        raise ValueError(f"two types have the same name in the client: {sorted(found.values())}")
    return found


NAMES = named_types()


def typescript(hint: Any) -> str:
    """A type in TypeScript, by name if it has one."""
    return NAMES.get(hint) or type_text(hint)


def type_text(hint: Any) -> str:
    """A type in TypeScript, without its name."""
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
    """The fields of an object: its tag first, optional fields last."""
    config = getattr(shape, "__struct_config__", None)
    if config and config.tag:
        yield config.tag_field, json.dumps(config.tag)
    hints, optional = get_type_hints(shape), optional_fields(shape)
    for name in sorted(hints, key=optional.__contains__):
        yield name + "?" * (name in optional), typescript(hints[name])


def optional_fields(shape: Any) -> set[str]:
    """The optional fields of a message: those with a default."""
    if not issubclass(shape, msgspec.Struct):
        return set()
    return {field.name for field in msgspec.structs.fields(shape) if not field.required}


def declaration(hint: Any, name: str) -> str:
    """The declaration of a named type."""
    if not isinstance(hint, type):
        return f"export type {name} = {type_text(hint)};\n"
    text = " ".join(str(hint.__doc__).split())
    owners = [owner for owner in reversed(hint.__mro__) if owner.__module__.startswith("ibau.")]
    notes = {field: f" // {note}" for owner in owners for field, note in field_comments(owner).items()}
    lines = "".join(f"  {field}: {kind};{notes.get(field.rstrip('?'), '')}\n" for field, kind in fields(hint))
    return f"/** {text} */\nexport interface {name} {{\n{lines}}}\n"


def types() -> str:
    """The client's types."""
    heading = (
        f"/** The messages between browser and server (docs/web-protocol.md).  {MADE} */\n\n"
        f"export const SEATS: readonly Seat[] = {json.dumps(protocol.SEATS)};\n"
        f"export const VERSION = {protocol.VERSION}; // of the protocol\n"
        f"export const NO_GAME = {protocol.NO_GAME}; // the close code of a socket for a missing game\n"
        f"export const SECONDS_TO_CLAIM = {protocol.SECONDS_TO_CLAIM}; // of absence, to claim a win\n"
        f"export const SECONDS_BETWEEN_PINGS = {protocol.SECONDS_BETWEEN_PINGS};\n"
        f"export const SECONDS_TO_PONG = {protocol.SECONDS_TO_PONG}; // before the socket is considered dead\n"
    )
    return "\n".join([heading, *(declaration(hint, name) for hint, name in NAMES.items())])


# --- Boards ----------------------------------------------------------------------------------------------------------


def boards() -> str:
    """The boards of every preset and of its one-option changes, without duplicates, one line each."""
    found: dict[Board, None] = {}  # a set that keeps the order
    for preset, (system, _) in presets().items():
        ruleset = base_ruleset(preset)
        for changed in (ruleset, *ruleset.one_option_changes()):
            found[drawn_board(Game(system, changed).board)] = None
    return "[\n" + ",\n".join(json.dumps(asdict(board)) for board in found) + "\n]\n"


def drawn_board(board: Board) -> Board:
    """A board without what its drawing does not show: labels and effects of squares, and areas next to it."""
    squares = tuple(replace(square, label="", effects=()) for square in board.squares)
    return replace(board, squares=squares, areas=(), throws="", first="", second="")


def starts() -> str:
    """The file of starts of games, as the server sends them."""
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
    """Write the files; unchanged files keep their times, so that nothing is rebuilt."""
    for path, made in FILES.items():
        text = made()
        if not path.is_file() or path.read_text("utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
