#!/usr/bin/env python
"""What the package exports, as a text: every public name with its signature, so that a change is seen.

    python scripts/api.py write    # after a public name or signature has changed
"""

import inspect
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any

import ibau

LISTED = Path(__file__).resolve().parents[1] / "tests/golden/api.txt"
HEADING = "# Every name that ibau exports, with its signature.  Made by scripts/api.py; a change here is one for users.\n"


def text() -> str:
    """The whole list."""
    return "\n".join((HEADING, *(line for name in ibau.__all__ for line in told(f"ibau.{name}", getattr(ibau, name)))))


def told(name: str, value: Any) -> Iterator[str]:
    """A name and, of a class or module, what belongs to it."""
    if inspect.ismodule(value):
        yield f"module {name}"
        for inner, of_module in public(value):
            if getattr(of_module, "__module__", None) == value.__name__:
                yield from (f"    {line}" for line in told(inner, of_module))
    elif inspect.isclass(value):
        bases = ", ".join(base.__name__ for base in value.__bases__ if base is not object)
        yield f"class {name}{f'({bases})' if bases else ''}"
        yield from (f"    {line}" for line in members(value))
    elif callable(value):
        yield f"{name}{signature(value)}"
    else:
        yield f"{name} = {value!r}"


def members(cls: type) -> Iterator[str]:
    """What a class has of its own: how it is made, its fields, properties and methods."""
    if "__init__" in vars(cls) and not issubclass(cls, Exception):
        yield f"__init__{signature(vars(cls)['__init__'])}"
    for name in getattr(cls, "_fields", ()) or inspect.get_annotations(cls):
        if not name.startswith("_"):
            yield f"{name}: {annotation(inspect.get_annotations(cls).get(name, ''))}"
    for name, value in public(cls):
        if name in getattr(cls, "_fields", ()) or name in inspect.get_annotations(cls) or isinstance(value, Enum):
            continue
        if isinstance(value, property):
            yield f"{name}: {annotation(inspect.signature(value.fget).return_annotation)}"  # type: ignore[arg-type]
        elif isinstance(value, classmethod):
            yield f"classmethod {name}{signature(value.__func__)}"
        elif callable(value):
            asynchronous = "async " if inspect.iscoroutinefunction(value) else ""
            yield f"{asynchronous}{name}{signature(value)}"
        elif hasattr(value, "func"):  # a cached property
            yield f"{name}: {annotation(inspect.signature(value.func).return_annotation)}"
        elif not inspect.ismemberdescriptor(value):
            yield f"{name} = {value!r}"


def public(owner: Any) -> Iterator[tuple[str, Any]]:
    """What an owner has, by name."""
    return ((name, value) for name, value in sorted(vars(owner).items()) if not name.startswith("_"))


def signature(value: Any) -> str:
    """The parameters and what comes back, without the modules of types and the addresses of functions."""
    return bare(str(inspect.signature(value)))


def annotation(value: Any) -> str:
    """A type as it would be written."""
    return bare(value if isinstance(value, str) else inspect.formatannotation(value))


def bare(written: str) -> str:
    """Types without their modules, functions without their addresses."""
    return re.sub(r"<(?:built-in )?function (\w+)[^>]*>", r"\1", re.sub(r"(?:\b[a-z_]\w*\.)+(?=[A-Z])", "", written))


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        sys.exit(str(__doc__))
    LISTED.write_text(text() + "\n", "utf-8")
