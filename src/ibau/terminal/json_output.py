"""JSON output, for `--json`."""

import json
import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import click
import msgspec


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    click.echo(json.dumps(to_plain(value), ensure_ascii=False, allow_nan=False))


def to_plain(value: Any) -> Any:
    """Convert a value to plain data: named tuples, dataclasses and structs to objects, non-finite numbers to null."""
    kind: type[Any] = value.__class__
    if issubclass(kind, Mapping):
        return {str(name): to_plain(part) for name, part in value.items()}
    if hasattr(value, "_asdict"):
        return to_plain(value._asdict())
    if is_dataclass(value):
        return {one.name: to_plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, msgspec.Struct):
        return to_plain(msgspec.structs.asdict(value))
    if issubclass(kind, list | tuple):
        return [to_plain(part) for part in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | None) else str(value)
