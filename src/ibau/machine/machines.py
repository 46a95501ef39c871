"""Choose the machine that runs a loop: a kernel shipped with the package, else Numba, else plain Python.

All give the same result, to the bit.  A search asks for a machine, allocates its arrays there, and has its loop
prepared to work on them.  `IBAU_MACHINE` forces one: plain, native (Numba at once) or kernel (no Numba where there is a
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
    """`IBAU_MACHINE` names a machine that does not exist or is not installed."""


class Machine(Protocol):
    """Memory for arrays, and a way to run loops on them."""

    def zeros(self, shape: Shape, kind: str) -> Any:
        """Allocate an array of zeros.  Raises MemoryError if it does not fit."""
        ...

    def prepare(self, call: Callable[..., R]) -> Callable[..., R]:
        """The loop, ready to be called with arrays of this machine."""
        ...


class PlainMachine:
    """Python's own memory, and plain Python."""

    zeros = staticmethod(zeros)

    def prepare(self, call: Callable[..., R]) -> Callable[..., R]:
        """The loop as Python runs it."""
        return loop_of(call).plain


class NativeMachine:
    """NumPy arrays, and Numba."""

    zeros = staticmethod(numpy_zeros)

    def prepare(self, call: Callable[..., R]) -> Callable[..., R]:
        """The loop as Numba compiles it (plain with `IBAU_MACHINE=plain`)."""
        return call


def machine_for(system: str, call: Callable[..., Any], size: int, threads: int = 1) -> Machine:
    """A machine that runs a loop of a system, with memory for `size` bytes of arrays, which `threads` share.

    Raises MachineError if `IBAU_MACHINE` names none, ExtraError if no installed machine allows several threads, and
    MemoryError.
    """
    name = machine_name_for(system, call, threads)
    if name == "kernel":
        return KernelMachine(system, size)
    return NativeMachine() if name == "native" else PlainMachine()


def machine_name_for(system: str, call: Callable[..., Any], threads: int = 1) -> str:
    """The machine that runs a loop now: plain, kernel or native.  Raises MachineError and ExtraError."""
    check_requested()
    if threads > 1:
        return machine_name_for_threads()
    if ASKED == "plain":
        return "plain"
    if ASKED != "native" and has_kernel(system, call):
        return "native" if ASKED != "kernel" and numba_is_installed() and is_taken_over(system, call) else "kernel"
    return "native" if numba_is_installed() else "plain"


def is_taken_over(system: str, call: Callable[..., Any]) -> bool:
    """Has Numba compiled the loop in the background?"""
    from ibau.machine import takeover

    return takeover.is_ready(system, export_of(call))


def machine_name_for_threads() -> str:
    """The machine on which several threads share arrays.  Raises ExtraError if none is installed."""
    if ASKED == "plain":
        return "plain"
    check_installed("native")
    return "native"


def check_requested() -> None:
    """Raise MachineError if `IBAU_MACHINE` names a machine that does not exist or is not installed."""
    if ASKED and ASKED not in MACHINE_NAMES:
        raise MachineError(
            N_("{variable} is {value!r}; it must be one of {machines}, or empty."),
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
    """Is there an up-to-date kernel for the loop?  A stale one is logged once."""
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
    """Is a system's play compiled here?  A stale kernel counts too."""
    return numba_is_installed() or (manifest_of(system) is not None and wasm_engine() is not None)


def is_ours(call: Callable[..., Any]) -> bool:
    """Does the loop use Ibau's own functions only?  A user's game may have the name of one of ours."""
    plain = loop_of(call).plain
    return all(function.__module__.split(".")[0] == "ibau" for function in (plain, *callees(plain)))


def describe() -> str:
    """The machine that runs loops here, in one line."""
    check_requested()
    default = {"kernel": wasm_engine() is not None, "native": numba_is_installed(), "plain": True}
    names = [ASKED] if ASKED in {"plain", "native"} else [name for name, is_there in default.items() if is_there]
    return ", ".join(names) + (f"; {VARIABLE}={ASKED}" if ASKED else "")
