"""Docstrings for the fields of a class, made of the comments at their declarations."""

import re
import sys
from linecache import getlines

FIELD = re.compile(r"^    (?P<name>\w+): .*?  # (?P<comment>.*(?:\n    # .*)*)$", re.MULTILINE)


def field_comments(kind: type) -> dict[str, str]:
    """The comments of the fields of a class, by field name; none if its source is not available."""
    source = "".join(getlines(sys.modules[kind.__module__].__file__ or ""))
    body = re.search(rf"^class {kind.__name__}\b.*?(?=^\S|\Z)", source, re.MULTILINE | re.DOTALL)
    return {found["name"]: re.sub(r"\n +#", "", found["comment"]) for found in FIELD.finditer(body[0] if body else "")}


def document_fields(kind: type) -> None:
    """Set the docstrings of the fields of a class, for `help`, to their comments."""
    comments = field_comments(kind)
    for name in getattr(kind, "_fields", ()):  # of a named tuple, instead of "Alias for field number 1"
        vars(kind)[name].__doc__ = comments.get(name, "")
    for owner in kind.__mro__:
        slots: str | tuple[str, ...] | None = vars(owner).get("__slots__")
        if isinstance(slots, tuple) and comments.keys() & set(slots):
            owner.__slots__ = {name: comments.get(name, "") for name in slots}  # type: ignore[attr-defined]
