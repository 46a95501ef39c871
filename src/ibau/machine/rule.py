"""`@rule` and `@loop`: one source text, read and stepped as plain Python, compiled inside whole loops.

A `@rule` function called from Python *is* the plain function: screens, records and the debugger use it.
A `@loop` (playouts, perft, search) is what a machine runs as a whole, together with every rule that it reaches.  Those
that a person waits for are run in a room of arrays, by a kernel that came with the package where there is one; see
choosing.py.  Called by itself, as the laboratory does, a loop is compiled by Numba at its first call where Numba is
installed, and is plain otherwise.  `IBAU_MACHINE=plain` leaves all loops plain, for tests, pdb and coverage.
"""

import functools
import importlib.util
import logging
import os
import threading
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar, cast

from ibau.machine.cache import DiskCache, untyped_module
from ibau.machine.numba_extensions import register_extensions

P = ParamSpec("P")
R = TypeVar("R")

VARIABLE = "IBAU_MACHINE"
ASKED = os.environ.get(VARIABLE, "")  # plain, kernel or native; "" for the best there is
PLAIN = ASKED == "plain"

log = logging.getLogger("ibau.machine")

_awaiting: list[Callable[..., Any]] = []
_registering = threading.Lock()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as part of the rules: plain from Python, compiled inside a compiled loop."""
    if not PLAIN:
        _awaiting.append(function)
    return function


def loop(function: Callable[P, R]) -> "Loop[P, R]":
    """Mark what a machine runs as a whole."""
    return Loop(function)


class Loop(Generic[P, R]):
    """A loop; called by itself it is compiled by Numba where Numba is installed, and kept on disk."""

    __wrapped__: Callable[P, R]

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)

    @property
    def plain(self) -> Callable[P, R]:
        """The loop as Python runs it."""
        return self.__wrapped__

    @functools.cached_property
    def native(self) -> Callable[P, R]:
        """The loop as Numba compiles it.  Raises ImportError where Numba is not installed."""
        return _compiled(self.__wrapped__)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        run = self.plain if PLAIN or not numba_is_installed() else self.native
        return run(*args, **kwargs)


def loop_of(call: Callable[P, R]) -> Loop[P, R]:
    """What a factory of loops has made, as the loop that it is."""
    return cast("Loop[P, R]", call)


def once(make: Callable[P, R]) -> Callable[P, R]:
    """Keep what a factory of loops has made for the same arguments (`functools.cache` forgets their types)."""
    return cast("Callable[P, R]", functools.cache(make))


@functools.cache
def numba_is_installed() -> bool:
    """Is it, without importing it?"""
    return importlib.util.find_spec("numba") is not None


def register_rules() -> None:
    """Make all rules known to Numba."""
    numba = untyped_module("numba")
    with _registering:
        register_extensions()
        while _awaiting:
            # A rule allocates nothing, so it needs no reference counts; counting made tree search half as fast.
            numba.extending.register_jitable(forceinline=True, _nrt=False)(_awaiting.pop())


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    register_rules()
    numba = untyped_module("numba")
    dispatcher = numba.njit(nogil=True)(function)
    if not numba.config.DISABLE_JIT:
        dispatcher._cache = DiskCache(function)
    compiled: Callable[P, R] = dispatcher
    return compiled
