#!/usr/bin/env python
"""List what the package exports: every public name with its signature, so that changes are noticed.

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
PLAINER = (  # simpler notations of types and defaults
    (r"<(?:built-in )?function (\S+?)(?:\.<lambda>)?(?: at 0x[0-9a-f]+)?>", r"\1"),
    (r"numpy\.ndarray\[.*?numpy\.dtype\[numpy\.(\w+)\]\]", r"NDArray[\1]"),
    (r"NDArray\[numpy\.(\w+)\]", r"NDArray[\1]"),  # by newer versions of NumPy
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
    """The lines of a name, and of the members of a class or module."""
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
    """The lines of a class: its constructor or fields, then its properties and methods."""
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
    """The default of a field, as text; "" if it has none."""
    try:
        found = inspect.signature(cls).parameters.get(field)
    except ValueError:  # a class without a constructor
        return ""
    return "" if found is None or found.default is found.empty else f" = {bare(repr(found.default))}"


def member(name: str, value: Any) -> str:
    """The line of a property, method or class attribute."""
    getter = value.fget if isinstance(value, property) else getattr(value, "func", None)  # of a cached property
    if getter:
        return f"{name}: {annotation(inspect.signature(getter).return_annotation)}"
    if function := getattr(value, "__func__", None):
        return f"classmethod {name}{signature(function)}"
    if callable(value):
        return f"{'async ' if inspect.iscoroutinefunction(value) else ''}{name}{signature(value)}"
    return f"{name} = {value!r}"


def public(owner: Any) -> Iterator[tuple[str, Any]]:
    """The public members of a class or module, by name."""
    owned: dict[str, Any] = dict(owner.__dict__)
    return ((name, value) for name, value in sorted(owned.items()) if not name.startswith("_"))


def signature(value: Any) -> str:
    """The signature of a function, simplified by `bare`."""
    return bare(str(inspect.signature(value)))


def annotation(value: Any) -> str:
    """A type annotation, simplified by `bare`."""
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
