"""`@rule` and `@loop`: one source, run as plain Python or compiled within whole loops.

A `@rule` function called from Python *is* the plain function, as for display, records and the debugger.  A `@loop`
(playouts, perft, search) is run as a whole by a machine, with all rules that it uses.  Searches run loops through
machines.py, by a kernel shipped with the package if there is one.  Called directly, as the laboratory does, a loop is
compiled by Numba at its first call if Numba is installed, and is plain otherwise.  `IBAU_MACHINE=plain` leaves all
loops plain, for tests, pdb and coverage.
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
ASKED = os.environ.get(VARIABLE, "")  # plain, kernel or native; "" for the best available
PLAIN = ASKED == "plain"

log = logging.getLogger("ibau.machine")

_awaiting: list[Callable[..., Any]] = []
_registering = threading.Lock()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function as part of the rules: plain when called from Python, inlined in compiled loops."""
    if not PLAIN:
        _awaiting.append(function)
    return function


def loop(function: Callable[P, R]) -> "Loop[P, R]":
    """Mark a function as a loop, which a machine runs as a whole."""
    return Loop(function)


class Loop(Generic[P, R]):
    """A loop; called directly it is compiled by Numba, if installed, and cached on disk."""

    __wrapped__: Callable[P, R]

    def __init__(self, function: Callable[P, R]) -> None:
        functools.update_wrapper(self, function)

    @property
    def plain(self) -> Callable[P, R]:
        """The loop as Python runs it."""
        return self.__wrapped__

    @functools.cached_property
    def native(self) -> Callable[P, R]:
        """The loop as Numba compiles it.  Raises ImportError if Numba is not installed."""
        return _compiled(self.__wrapped__)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        run = self.plain if PLAIN or not numba_is_installed() else self.native
        return run(*args, **kwargs)


def loop_of(call: Callable[P, R]) -> Loop[P, R]:
    """The result of a factory of loops, with its type."""
    return cast("Loop[P, R]", call)


def once(make: Callable[P, R]) -> Callable[P, R]:
    """Cache a factory of loops by its arguments (`functools.cache` loses the types)."""
    return cast("Callable[P, R]", functools.cache(make))


@functools.cache
def numba_is_installed() -> bool:
    """Is Numba installed?  Does not import it."""
    return importlib.util.find_spec("numba") is not None


def register_rules() -> None:
    """Register all rules with Numba."""
    numba = untyped_module("numba")
    with _registering:
        register_extensions()
        while _awaiting:
            # Rules allocate nothing, so they need no reference counting, which halved the speed of tree search.
            numba.extending.register_jitable(forceinline=True, _nrt=False)(_awaiting.pop())


def _compiled(function: Callable[P, R]) -> Callable[P, R]:
    register_rules()
    numba = untyped_module("numba")
    dispatcher = numba.njit(nogil=True)(function)
    if not numba.config.DISABLE_JIT:
        dispatcher._cache = DiskCache(function)
    compiled: Callable[P, R] = dispatcher
    return compiled
