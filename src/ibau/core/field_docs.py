"""What the comments beside the fields of a class say, told by `help` too: it is written once, where the field is."""

import re
import sys
from pathlib import Path

FIELD = re.compile(r"^    (?P<name>\w+): .*?  # (?P<said>.*(?:\n    # .*)*)$", re.MULTILINE)


def field_comments(kind: type) -> dict[str, str]:
    """The comments beside the fields of a class, by their names; none where its source is not at hand."""
    file = getattr(sys.modules[kind.__module__], "__file__", None)
    source = Path(file).read_text("utf-8") if file and Path(file).exists() else ""
    body = re.search(rf"^class {kind.__name__}\b.*?(?=^\S|\Z)", source, re.MULTILINE | re.DOTALL)
    return {found["name"]: re.sub(r"\n +#", "", found["said"]) for found in FIELD.finditer(body[0] if body else "")}


def document_fields(kind: type) -> None:
    """Give the fields of a class what their comments say for docstrings."""
    said = field_comments(kind)
    for name in getattr(kind, "_fields", ()):  # of a named tuple, which says "Alias for field number 1"
        vars(kind)[name].__doc__ = said.get(name, "")
    for owner in kind.__mro__:
        slots: str | tuple[str, ...] | None = vars(owner).get("__slots__")
        if isinstance(slots, tuple) and said.keys() & set(slots):
            owner.__slots__ = {name: said.get(name, "") for name in slots}  # type: ignore[attr-defined]
