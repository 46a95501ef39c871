"""What decides the code of a compiled loop, as a digest: what it says and all that it reaches, not where that stands.

From the loop the walk goes to everything its text names: functions, constants, named tuples, enumerations.  Of each
function counts its syntax tree without docstring, annotations and decorators, which say nothing to a compiler; files,
line numbers and comments are not in it.  Neither Numba nor NumPy is imported.
"""

import ast
import functools
import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

FOREIGN = sys.stdlib_module_names | {"numba", "numpy"}  # known by name: their code is not ours

IGNORED = {"annotation", "returns", "decorator_list", "type_comment", "type_params", "type_ignores", "kind", "ctx"}


def digest(function: Callable[..., Any], signature: str, made_with: Mapping[str, str]) -> str:
    """A digest of the code of a loop for arguments of a signature, made with these versions of what makes it."""
    walk = _Walk()
    walk.describe(function)
    given = [signature, *(f"{name} {version}" for name, version in sorted(made_with.items()))]
    return hashlib.sha256("\0".join([*walk.found, *given]).encode()).hexdigest()[:32]


@functools.cache
def sources_are_here() -> bool:
    """Does this package lie in a work tree, where its sources may have changed since its kernels were made?"""
    return (Path(__file__).parents[3] / "scripts/kernels.py").is_file()


def export_of(function: Callable[..., Any]) -> str:
    """The name a kernel exports a loop under: its own, or that of its factory (make_mcts gives mcts)."""
    return function.__qualname__.partition(".")[0].removeprefix("make_")


def signature_of(arguments: Any) -> str:
    """What arguments are, flattened: i a whole number, d another one, q2 an array of two dimensions and of format q."""
    return " ".join(_kinds(arguments))


def _kinds(value: Any) -> Iterator[str]:
    match value:
        case tuple():
            for part in value:
                yield from _kinds(part)
        case int():
            yield "i"
        case float():
            yield "d"
        case _:
            view = memoryview(value)
            format_ = {("l", 8): "q", ("l", 4): "i"}.get((view.format, view.itemsize), view.format)
            yield f"{format_}{view.ndim}"


class _Walk:
    """Everything that a function reaches, in the order in which it is named; what has been met goes by its number."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.met: dict[int, int] = {}
        self.kept: list[Any] = []  # as long as it lives, no other object has its id

    def describe(self, value: Any) -> None:
        """Note a value."""
        while hasattr(value, "__wrapped__"):
            value = value.__wrapped__
        match value:
            case FunctionType() if not _is_foreign(value.__module__):
                self._once(value, self._function)
            case type() if not _is_foreign(value.__module__):
                self._once(value, self._class)
            case Enum():
                self._parts("member", [type(value).__name__, value.name, value.value])
            case tuple() | list():
                self._parts(f"{len(value)} of", value)
            case dict():
                self._parts(f"{len(value)} pairs of", [part for pair in value.items() for part in pair])
            case set() | frozenset():
                self.found.append(repr(sorted(map(repr, value))))
            case None | bool() | int() | float() | complex() | str() | bytes():
                self.found.append(repr(value))
            case ModuleType():
                self.found.append(f"module {value.__name__}")
            case _ if _is_buffer(value):
                view = memoryview(value)
                self.found.append(f"{view.format} {view.shape} {hashlib.sha256(view.tobytes()).hexdigest()}")
            case _ if hasattr(value, "__qualname__"):
                self.found.append(f"{value.__module__}.{value.__qualname__}")
            case _:
                raise TypeError(f"Nobody knows what a loop makes of {value!r}.")

    def _once(self, value: Any, describe: Callable[[Any], None]) -> None:
        if id(value) in self.met:
            self.found.append(f"number {self.met[id(value)]}")
            return
        self.met[id(value)] = len(self.met)
        self.kept.append(value)
        describe(value)

    def _parts(self, kind: str, parts: Any) -> None:
        self.found.append(kind)
        for part in parts:
            self.describe(part)

    def _class(self, value: type) -> None:
        """A named tuple by its fields and what they are unless they are given, an enumeration by its members."""
        if issubclass(value, Enum):
            self._parts("enumeration", [part for member in value for part in (member.name, member.value)])
        elif issubclass(value, tuple) and hasattr(value, "_fields"):
            self._parts("named", [value._fields, value._field_defaults])
        else:
            raise TypeError(f"Nobody knows what a loop makes of {value!r}.")

    def _function(self, function: FunctionType) -> None:
        text, names = _read(function.__code__.co_filename, function.__code__.co_firstlineno, function.__name__)
        self.found.append(text)
        self._parts("defaults", [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()])
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        for name, *attributes in names:
            if name in cells:
                self._named(name, cells[name].cell_contents, attributes)
            elif name in function.__globals__:
                self._named(name, function.__globals__[name], attributes)

    def _named(self, name: str, value: Any, attributes: list[str]) -> None:
        """A name and what it stands for; of a module of ours only the attribute that is asked for."""
        while attributes and isinstance(value, ModuleType) and not _is_foreign(value.__name__):
            value = getattr(value, attributes.pop(0))
        self.found.append(name)
        self.describe(value)


def _is_foreign(module: str) -> bool:
    return module.partition(".")[0] in FOREIGN


def _is_buffer(value: Any) -> bool:
    try:
        memoryview(value)
    except TypeError:
        return False
    return True


# --- Sources ---------------------------------------------------------------------------------------------------------

Names = tuple[tuple[str, ...], ...]  # each with the attributes that are asked of it


@functools.cache
def _read(file: str, line: int, name: str) -> tuple[str, Names]:
    """The text of the functions of this name that begin on a line, and the names they ask for."""
    texts: list[str] = []
    names: dict[tuple[str, ...], None] = {}
    for node in _functions(file)[line, name]:
        texts.append("".join(_text(node)))
        names.update(dict.fromkeys(_names(node)))
    return "".join(texts), tuple(names)


@functools.cache
def _functions(file: str) -> Mapping[tuple[int, str], list[ast.AST]]:
    """The functions of a file, by the line each begins on, decorators included, and its name."""
    found: dict[tuple[int, str], list[ast.AST]] = {}
    for node in ast.walk(ast.parse(Path(file).read_bytes())):
        match node:
            case ast.FunctionDef(name=name, decorator_list=decorators):
                line = min(part.lineno for part in (node, *decorators))
            case ast.Lambda():
                line, name = node.lineno, "<lambda>"
            case _:
                continue
        found.setdefault((line, name), []).append(node)
    return found


def _text(node: Any) -> Iterator[str]:
    """A syntax tree as text, the same under every version of Python."""
    match node:
        case ast.AST():
            yield f"({type(node).__name__}"
            for field in node._fields:
                if field not in IGNORED:
                    yield from _text(_without_docstring(node) if field == "body" else getattr(node, field))
            yield ")"
        case list():
            yield "["
            for part in node:
                yield from _text(part)
            yield "]"
        case _:
            yield f" {node!r}"


def _without_docstring(node: Any) -> Any:
    """The body of a node."""
    match node:
        case ast.FunctionDef(body=[ast.Expr(value=ast.Constant(value=str())), *body]):
            return body
        case _:
            return node.body


def _names(node: ast.AST) -> Iterator[tuple[str, ...]]:
    """The names that a tree asks for, each with its attributes, in the order of the text."""
    attributes: list[str] = []
    asked = node
    while isinstance(asked, ast.Attribute):
        attributes.append(asked.attr)
        asked = asked.value
    if isinstance(asked, ast.Name) and (attributes or isinstance(asked.ctx, ast.Load)):
        yield (asked.id, *reversed(attributes))
        return
    for field, part in ast.iter_fields(node):
        if field not in IGNORED:
            for child in part if isinstance(part, list) else [part]:
                if isinstance(child, ast.AST):
                    yield from _names(child)
