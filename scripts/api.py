#!/usr/bin/env python
"""What the package exports, as a text: every public name with its signature, so that a change is seen.

python scripts/api.py write    # after a public name or signature has changed
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import GenericAlias
from typing import Any

import ibau

API_FILE = Path(__file__).resolve().parents[1] / "tests/golden/api.txt"
HEADING = (
    "# Every name that ibau exports, with its signature: what changes here changes for users.\n"
    "# Written by scripts/api.py.\n"
)
PLAINER = (  # how types and defaults are written here
    (r"<(?:built-in )?function (\S+?)(?:\.<lambda>)?(?: at 0x[0-9a-f]+)?>", r"\1"),
    (r"numpy\.ndarray\[.*?numpy\.dtype\[numpy\.(\w+)\]\]", r"NDArray[\1]"),
    (r"NDArray\[numpy\.(\w+)\]", r"NDArray[\1]"),  # as a newer NumPy has it
    (r"(?:\b[a-z_]\w*\.)+(?=[A-Z])", ""),
    (r"'([A-Z]\w*(?: \| None)?)'", r"\1"),
    (r"<class ([A-Z]\w*)>", r"\1"),
)


def text() -> str:
    """The whole list."""
    return "\n".join(
        (HEADING, *(line for name in ibau.__all__ for line in describe(f"ibau.{name}", getattr(ibau, name))))
    )


def describe(name: str, value: Any) -> Iterator[str]:
    """A name and, of a class or module, what belongs to it."""
    if isinstance(value, GenericAlias):
        yield f"{name} = {bare(str(value))}"
    elif inspect.ismodule(value):
        yield f"module {name}"
        for inner, of_module in public(value):
            if getattr(of_module, "__module__", None) == value.__name__:
                yield from (f"    {line}" for line in describe(inner, of_module))
    elif inspect.isclass(value):
        names = [base.__name__ for base in value.__bases__ if base is not object]
        bases = ", ".join(base for base in names if not base.startswith("_"))
        yield f"class {name}{f'({bases})' if bases else ''}"
        yield from (f"    {line}" for line in members(value))
    elif callable(value):
        yield f"{name}{signature(value)}"
    else:
        yield f"{name} = {value!r}"


def members(cls: type) -> Iterator[str]:
    """What a class has of its own: how it is made, or its fields, then its properties and methods."""
    fields = {**inspect.get_annotations(cls), **dict.fromkeys(getattr(cls, "_fields", ()))}
    made = vars(cls).get("__init__") or vars(cls).get("__new__")
    made = getattr(made, "__func__", made)  # __new__ is static
    if hasattr(cls, "__dataclass_fields__") or hasattr(cls, "_fields") or not inspect.isfunction(made):
        made = None
    if made:
        yield f"{made.__name__}{signature(made)}"
    for name in fields:
        if not name.startswith("_"):
            yield f"{name}: {annotation(inspect.get_annotations(cls).get(name, ''))}{default(cls, name)}"
    for name, value in public(cls):
        if name not in fields and not inspect.ismemberdescriptor(value):
            yield member(name, value)


def default(cls: type, field: str) -> str:
    """What a field is where it is not given, "" where it must be."""
    try:
        found = inspect.signature(cls).parameters.get(field)
    except ValueError:  # of a class that is not made by calling it
        return ""
    return "" if found is None or found.default is found.empty else f" = {bare(repr(found.default))}"


def member(name: str, value: Any) -> str:
    """A property, a method, or what all have in common."""
    getter = value.fget if isinstance(value, property) else getattr(value, "func", None)  # of a cached one
    if getter:
        return f"{name}: {annotation(inspect.signature(getter).return_annotation)}"
    if function := getattr(value, "__func__", None):
        return f"classmethod {name}{signature(function)}"
    if callable(value):
        return f"{'async ' if inspect.iscoroutinefunction(value) else ''}{name}{signature(value)}"
    return f"{name} = {value!r}"


def public(owner: Any) -> Iterator[tuple[str, Any]]:
    """What an owner has, by name."""
    owned: dict[str, Any] = dict(owner.__dict__)
    return ((name, value) for name, value in sorted(owned.items()) if not name.startswith("_"))


def signature(value: Any) -> str:
    """The parameters and what comes back, without the modules of types and the addresses of functions."""
    return bare(str(inspect.signature(value)))


def annotation(value: Any) -> str:
    """A type as it would be written."""
    return bare(value if isinstance(value, str) else inspect.formatannotation(value))


def bare(written: str) -> str:
    """Types without their modules and quotes, functions without their addresses."""
    for pattern, plain in PLAINER:
        written = re.sub(pattern, plain, written)
    return written


if __name__ == "__main__":
    if sys.argv[1:] != ["write"]:
        sys.exit(str(__doc__))
    API_FILE.write_text(text() + "\n", "utf-8")
