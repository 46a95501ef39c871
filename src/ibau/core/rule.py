"""`@rule` and `@loop`: one source text, read and stepped as plain Python, compiled inside whole loops.

A `@rule` function called from Python *is* the plain function: screens, records and the debugger use it.
A `@loop` (playouts, perft, search) is an entry point that Numba compiles on its first call together with
every rule it reaches.  `IBAU_PLAIN=1` leaves the loops plain too, for tests, pdb and coverage.

Numba is imported by the first compiled call, so that programs which only play stay quick to start.
"""

import functools
import os
import threading
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from ibau.core.cache import DiskCache, untyped
from ibau.core.teaching import teach_numba

P = ParamSpec("P")
R = TypeVar("R")

PLAIN = bool(os.environ.get("IBAU_PLAIN"))

_awaiting: list[Callable[..., Any]] = []
_registering = threading.Lock()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as part of the rules: plain from Python, compiled inside a compiled loop."""
    if not PLAIN:
        _awaiting.append(function)
    return function


def loop(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a compiled entry point; it is compiled on its first call and kept on disk."""
    if PLAIN:
        return function
    compiled: list[Callable[P, R]] = []

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if not compiled:
            compiled.append(_compiled(function))
        return compiled[0](*args, **kwargs)

    return call


def once(make: Callable[P, R]) -> Callable[P, R]:
    """Keep what a factory of loops has made for the same arguments (`functools.cache` forgets their types)."""
    return cast("Callable[P, R]", functools.cache(make))


def register_rules() -> None:
    """Make all rules known to Numba, for loops of the processor and kernels of a graphics card alike."""
    numba = untyped("numba")
    with _registering:
        teach_numba()
        while _awaiting:
            # A rule allocates nothing, so it needs no reference counts; counting made tree search half as fast.
            numba.extending.register_jitable(forceinline=True, _nrt=False)(_awaiting.pop())


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    register_rules()
    numba = untyped("numba")
    dispatcher = numba.njit(nogil=True)(function)
    if not numba.config.DISABLE_JIT:
        dispatcher._cache = DiskCache(function)
    compiled: Callable[P, R] = dispatcher
    return compiled
