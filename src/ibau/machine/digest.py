"""A digest of all code that a compiled loop depends on, which shows whether its kernel is stale.

It covers everything that the loop's source names, directly or not: functions, constants, named tuples, enumerations.
A function counts by its syntax tree without docstring, annotations and decorators, which do not affect compilation;
files, line numbers and comments do not count.  Neither Numba nor NumPy is imported.
"""

import ast
import functools
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from itertools import chain
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, cast

FOREIGN = sys.stdlib_module_names | {"numba", "numpy"}  # known by name only, as their code is not ours

UNKNOWN = "A loop cannot use {!r}: it is neither a function, a constant, a named tuple nor an enumeration."

IGNORED = {"annotation", "returns", "decorator_list", "type_comment", "type_params", "type_ignores", "kind", "ctx"}


def digest(function: Callable[..., Any], signature: str, made_with: Mapping[str, str]) -> str:
    """A digest of a loop's code for arguments of a signature, compiled by the versions in `made_with`."""
    walk = _Walk()
    walk.describe(function)
    given = [signature, *(f"{name} {version}" for name, version in sorted(made_with.items()))]
    return hashlib.sha256("\0".join([*walk.found, *given]).encode()).hexdigest()[:32]


@functools.cache
def sources_are_here() -> bool:
    """Does this package lie in a work tree, where its sources may be newer than its kernels?"""
    return (Path(__file__).parents[3] / "scripts/kernels.py").is_file()


def export_of(function: Callable[..., Any]) -> str:
    """The name under which a kernel exports a loop: its own, or that of its factory (make_mcts gives mcts)."""
    return function.__qualname__.partition(".")[0].removeprefix("make_")


def signature_of(arguments: Any) -> str:
    """The types of arguments, flattened: i for int, d for float, q2 for an array of format q and two dimensions."""
    return " ".join(_kinds(arguments))


def _kinds(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        parts: list[Any] = [*value]
        yield from chain.from_iterable(map(_kinds, parts))
    elif isinstance(value, int | float):
        yield "i" if isinstance(value, int) else "d"
    else:
        view: Any = value if hasattr(value, "format") else memoryview(value)
        kind = {("l", 8): "q", ("l", 4): "i"}.get((view.format, view.itemsize), view.format)  # NumPy's name is l
        yield f"{kind}{view.ndim}"


class _Walk:
    """Everything that a function depends on, in the order of the source; what recurs is referred to by its number."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.met: dict[int, int] = {}
        self.kept: list[Any] = []  # alive, so that no other object gets its id

    def describe(self, value: Any) -> None:
        """Add a value and what it depends on."""
        value = inspect.unwrap(value)
        if not _is_foreign(getattr(value, "__module__", "")):
            for kinds, describe in self._describers:
                if isinstance(value, kinds):
                    describe(value)
                    return
        self.found.append(_constant_text(value))

    @property
    def _describers(self) -> "tuple[tuple[type | tuple[type, ...], Callable[[Any], None]], ...]":
        """How to describe composite values: a function per type."""
        return (
            (FunctionType, lambda value: self._once(value, self._function)),
            (type, lambda value: self._once(value, self._class)),
            (Enum, lambda value: self._parts("member", [type(value).__name__, value.name, value.value])),
            ((tuple, list), lambda value: self._parts(f"{len(value)} of", value)),
            (dict, lambda value: self._parts(f"{len(value)} pairs of", chain.from_iterable(value.items()))),
        )

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

    def _class(self, value: Any) -> None:
        """A named tuple by its fields and defaults, or an enumeration by its members."""
        if issubclass(value, Enum):
            self._parts("enumeration", [part for member in value for part in (member.name, member.value)])
        elif hasattr(value, "_fields"):
            self._parts("named", [value._fields, value._field_defaults])
        else:
            raise TypeError(UNKNOWN.format(value))

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
        """A name and its value; of our own modules only the attribute that is used."""
        while attributes and isinstance(value, ModuleType) and not _is_foreign(value.__name__):
            value = getattr(value, attributes.pop(0))
        self.found.append(name)
        self.describe(value)


def _constant_text(value: Any) -> str:
    """A value that is not composite, as text."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return repr(value)
    if isinstance(value, set | frozenset):
        members: list[Any] = [*value]
        return repr(sorted(map(repr, members)))
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    if _is_buffer(value):
        view = memoryview(value)
        return f"{view.format} {view.shape} {hashlib.sha256(view.tobytes()).hexdigest()}"
    if hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    raise TypeError(UNKNOWN.format(value))


def _is_foreign(module: str) -> bool:
    return module.partition(".")[0] in FOREIGN


def _is_buffer(value: Any) -> bool:
    try:
        memoryview(value)
    except TypeError:
        return False
    return True


# --- Sources ---------------------------------------------------------------------------------------------------------

Names = tuple[tuple[str, ...], ...]  # each with the attributes that are accessed


@functools.cache
def _read(file: str, line: int, name: str) -> tuple[str, Names]:
    """The text of the functions of this name that begin on a line, and the names they use."""
    nodes = _functions(file)[line, name]
    names = dict.fromkeys(chain.from_iterable(map(_names, nodes)))
    return "".join(chain.from_iterable(map(_text, nodes))), tuple(names)


@functools.cache
def _functions(file: str) -> Mapping[tuple[int, str], list[ast.AST]]:
    """The functions of a file by their first line, decorators included, and their name."""
    found: dict[tuple[int, str], list[ast.AST]] = {}
    for node in ast.walk(ast.parse(Path(file).read_bytes())):
        if isinstance(node, ast.FunctionDef):
            line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found.setdefault((line, node.name), []).append(node)
        elif isinstance(node, ast.Lambda):
            found.setdefault((node.lineno, "<lambda>"), []).append(node)
    return found


def _text(node: object) -> Iterator[str]:
    """A syntax tree as text, the same in all versions of Python."""
    if isinstance(node, ast.AST):
        yield f"({_kind(node)}"
        for part in _parts_of(node):
            yield from _text(part)
        yield ")"
    elif isinstance(node, list):
        yield "["
        yield from chain.from_iterable(map(_text, cast("list[object]", node)))
        yield "]"
    else:
        yield f" {node!r}"


def _kind(node: ast.AST) -> str:
    """The type of a node; an assignment is the same with and without an annotation."""
    return "Assign" if isinstance(node, ast.AnnAssign) and node.value else type(node).__name__


def _parts_of(node: ast.AST) -> Iterator[object]:
    """The parts of a node that affect compilation."""
    if isinstance(node, ast.AnnAssign) and node.value:
        yield from ([node.target], node.value)
        return
    for field, part in ast.iter_fields(node):
        if field not in IGNORED:
            yield _without_docstring(part) if field == "body" and isinstance(node, ast.FunctionDef) else part


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
        case _:
            return body


def _names(node: object) -> Iterator[tuple[str, ...]]:
    """The names in a tree, each with its attributes, in the order of the source."""
    if isinstance(node, list):
        yield from chain.from_iterable(map(_names, cast("list[object]", node)))
    elif isinstance(node, ast.Name | ast.Attribute):
        yield from _chain(node)
    elif isinstance(node, ast.AST):
        yield from chain.from_iterable(map(_names, _parts_of(node)))


def _chain(node: ast.expr) -> Iterator[tuple[str, ...]]:
    """A name with the attributes accessed on it; or the names within the expression that has the attributes."""
    attributes: list[str] = []
    while isinstance(node, ast.Attribute):
        attributes.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        yield (node.id, *reversed(attributes))
    else:
        yield from _names(node)
