#!/usr/bin/env python
"""What the client knows of the server: the types of what they say to each other, and boards for its tests.

    python scripts/protocol.py write    # after messages (CONTRIBUTING.md says where) or a board changed
    python scripts/protocol.py check    # fails if that was forgotten

The files are in git, so that the client is built and tested without Python.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from ibau.core import face
from ibau.games import game
from ibau.language import translator
from ibau.web import protocol
from ibau.web.api import advice, catalogue, exercises, games, home, positions, reviews, trees
from ibau.web.protocol import from_client, from_server
from ibau.web.protocol.views import start_view

ROOT = Path(__file__).resolve().parents[1]
TYPES = ROOT / "client/src/protocol.ts"
STARTS = ROOT / "client/tests/fixtures/starts.ts"

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null"}
RULESETS = {"seega": "seega", "race": "senet-race", "seneti": "seneti", "seti": "seti-aleph"}

WIDTH = 110  # columns

OVER_SOCKETS = (face, protocol, from_client, from_server)
MODULES = (*OVER_SOCKETS, games, reviews, trees, positions, advice, exercises, catalogue, home)

MADE = "Made by scripts/protocol.py; do not edit."


# --- Types -----------------------------------------------------------------------------------------------------------


def told() -> dict[Any, str]:
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


NAMES = told()


def typescript(hint: Any) -> str:
    """A type as TypeScript says it."""
    return NAMES.get(hint) or spelled(hint)


def spelled(hint: Any) -> str:
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
    hints, optional = get_type_hints(shape), may_lack(shape)
    for name in sorted(hints, key=optional.__contains__):
        yield name + "?" * (name in optional), typescript(hints[name])


def may_lack(shape: Any) -> set[str]:
    """The fields that a message need not have: those with a default."""
    if not issubclass(shape, msgspec.Struct):
        return set()
    return {field.name for field in msgspec.structs.fields(shape) if not field.required}


def declared(hint: Any, name: str) -> str:
    """A type with its name."""
    if not isinstance(hint, type):
        return named_type(name, spelled(hint))
    said = " ".join(str(hint.__doc__).split())
    lines = "".join(f"  {field}: {kind};\n" for field, kind in fields(hint))
    return f"/** {said} */\nexport interface {name} {{\n{lines}}}\n"


def named_type(name: str, spelling: str) -> str:
    """A type without fields, in lines as the client's formatter wants them."""
    line = f"export type {name} = {spelling};\n"
    if len(line) <= WIDTH + 1:
        return line
    if len(spelling) + 3 <= WIDTH:
        return f"export type {name} =\n  {spelling};\n"
    return f"export type {name} =\n  | " + spelling.replace(" | ", "\n  | ") + ";\n"


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
    return "\n".join([heading, *(declared(hint, name) for hint, name in NAMES.items())])


# --- Boards ----------------------------------------------------------------------------------------------------------


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
    return msgspec.json.encode(start_view(game(ruleset), translator("en"))).decode()


# --- Files -----------------------------------------------------------------------------------------------------------


FILES = {TYPES: types, STARTS: starts}


def write() -> None:
    """Write the files."""
    for path, text in FILES.items():
        path.write_text(text(), "utf-8")


def check() -> None:
    """Fail with every file that is not what would be written."""
    is_stale = {path: not path.is_file() or path.read_text("utf-8") != text() for path, text in FILES.items()}
    if stale := [str(path.relative_to(ROOT)) for path in FILES if is_stale[path]]:
        sys.exit(f"stale: {', '.join(stale)}; run: python scripts/protocol.py write")


COMMANDS = {"write": write, "check": check}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in COMMANDS:
        sys.exit(f"usage: python scripts/protocol.py {{{'|'.join(COMMANDS)}}}")
    COMMANDS[sys.argv[1]]()
