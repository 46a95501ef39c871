"""What runs a loop that a person waits for: a kernel that came with the package, else Numba, else plain Python.

All give the same result, to the bit.  A search asks for a room, makes its arrays there and has its loop made ready to
work on them.  `IBAU_MACHINE` names one machine: plain, native (Numba at once), or kernel (Numba never where there is a
kernel).
"""

import functools
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from ibau.core.errors import IbauError
from ibau.core.phrase import N_
from ibau.machine.arrays import Shape, numpy_zeros, zeros
from ibau.machine.cache import callees
from ibau.machine.digest import digest, export_of, sources_are_here
from ibau.machine.extras import check_installed, install_command
from ibau.machine.kernels import KernelMachine, manifest_of, wasm_engine
from ibau.machine.rule import ASKED, VARIABLE, log, loop_of, numba_is_installed

R = TypeVar("R")

MACHINE_NAMES = ("plain", "kernel", "native")


class MachineError(IbauError):
    """A machine that there is not."""


class Machine(Protocol):
    """Where arrays lie, and what runs loops on them."""

    def zeros(self, shape: Shape, kind: str) -> Any:
        """An array that is all zeros; raises MemoryError where there is no room for it."""
        ...

    def prepare(self, call: Callable[..., R]) -> Callable[..., R]:
        """A loop that works on arrays of this room."""
        ...


class PlainMachine:
    """Memory of Python's own, and Python."""

    zeros = staticmethod(zeros)

    def prepare(self, call: Callable[..., R]) -> Callable[..., R]:
        """The loop as Python runs it."""
        return loop_of(call).plain


class NativeMachine:
    """NumPy's arrays, and Numba."""

    zeros = staticmethod(numpy_zeros)

    def prepare(self, call: Callable[..., R]) -> Callable[..., R]:
        """The loop as Numba compiles it, or plain where it is asked for."""
        return call


def machine_for(system: str, call: Callable[..., Any], size: int, threads: int = 1) -> Machine:
    """Room for a search of a system with a loop, for arrays of this many bytes in all, which `threads` work on at once.

    Raises MachineError where `IBAU_MACHINE` names a machine that there is not, ExtraError where none that is installed
    lets several threads work on the same arrays, and MemoryError.
    """
    machine = machine_name_for(system, call, threads)
    return (
        KernelMachine(system, size)
        if machine == "kernel"
        else NativeMachine()
        if machine == "native"
        else PlainMachine()
    )


def machine_name_for(system: str, call: Callable[..., Any], threads: int = 1) -> str:
    """Which machine runs a loop now: plain, kernel or native.  Raises MachineError and ExtraError."""
    check_asked()
    if threads > 1:
        return machine_name_for_threads()
    if ASKED == "plain":
        return "plain"
    if ASKED != "native" and has_kernel(system, call):
        return "native" if ASKED != "kernel" and numba_is_installed() and is_taken_over(system, call) else "kernel"
    return "native" if numba_is_installed() else "plain"


def is_taken_over(system: str, call: Callable[..., Any]) -> bool:
    """Has Numba compiled a loop meanwhile, beside this process?"""
    from ibau.machine import takeover

    return takeover.is_ready(system, export_of(call))


def machine_name_for_threads() -> str:
    """Which machine lets several threads work on the same arrays.  Raises ExtraError where none is installed."""
    if ASKED == "plain":
        return "plain"
    check_installed("native")
    return "native"


def check_asked() -> None:
    """Raise MachineError where `IBAU_MACHINE` names a machine that there is not."""
    if ASKED and ASKED not in MACHINE_NAMES:
        raise MachineError(
            N_("{variable} is {value!r}; it names one of {machines}, or nothing."),
            variable=VARIABLE,
            value=ASKED,
            machines=", ".join(MACHINE_NAMES),
        )
    if ASKED == "native" and not numba_is_installed():
        raise MachineError(
            N_("{variable} is 'native', but Numba is not installed: {command}"),
            variable=VARIABLE,
            command=install_command("native"),
        )


@functools.cache
def has_kernel(system: str, call: Callable[..., Any]) -> bool:
    """Is there a kernel for a loop, made of the sources as they are?  A stale one is told of once."""
    manifest, name = manifest_of(system), export_of(call)
    if manifest is None or name not in manifest.loops or not is_ours(call) or wasm_engine() is None:
        return False
    if not sources_are_here():
        return True
    export = manifest.loops[name]
    if digest(call, export.signature, manifest.made_with) == export.digest:
        return True
    log.warning(
        "The kernel of %s is stale in its loop %r and is not used; `make kernels` makes it again.", system, name
    )
    return False


def is_compiled(system: str) -> bool:
    """Does something faster than plain Python run the loops of a system here?  A stale kernel counts too."""
    return numba_is_installed() or (manifest_of(system) is not None and wasm_engine() is not None)


def is_ours(call: Callable[..., Any]) -> bool:
    """Is a loop made of Ibau's own functions alone?  A game that somebody adds may have the name of one of ours."""
    plain = loop_of(call).plain
    return all(function.__module__.split(".")[0] == "ibau" for function in (plain, *callees(plain)))


def describe() -> str:
    """What runs loops here, in a line: the first that can."""
    check_asked()
    usual = {"kernel": wasm_engine() is not None, "native": numba_is_installed(), "plain": True}
    there = [ASKED] if ASKED in {"plain", "native"} else [name for name, is_there in usual.items() if is_there]
    asked = f"; {VARIABLE}={ASKED}" if ASKED else ""
    return f"{', '.join(there)}{asked}"
