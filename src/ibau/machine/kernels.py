"""Kernels: the loops of a game as a WebAssembly module shipped with the package, and the memory they work in.

`make kernels` makes a module per game, and with it a manifest; see scripts/kernels.py.  A module imports its memory and
nothing else.  Each loop is a function of one argument, the address of a block:

    block   int64   the result, then the arguments, one word per number;
                    an array is 0, 0, numbers, bytes per number, address, length of each dimension, stride of each

It returns 0 unless the loop fails.  While it runs, other threads of Python go on.
"""

import functools
import json
import struct
import sys
import time
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from ibau.machine.arrays import ArrayMemory, Shape
from ibau.machine.digest import export_of, signature_of

R = TypeVar("R")

FOLDER = Path(__file__).parents[1] / "kernels"
BLOCKS = 1 << 16  # bytes, more than the blocks of a search's loops take
WORD = "q"

spent: defaultdict[tuple[str, str], float] = defaultdict(float)  # seconds in each (system, loop), in this process


class KernelError(RuntimeError):
    """A loop failed within a kernel, or was called with arguments of other types."""


class Export(NamedTuple):
    """A loop in a manifest."""

    digest: str  # of all that its code depends on; see digest.py
    signature: str  # the types of its arguments; see digest.py
    returns: bool  # whether it returns a number


class Manifest(NamedTuple):
    """The loops of a module, and the versions that made it."""

    made_with: Mapping[str, str]
    loops: Mapping[str, Export]


@functools.cache
def manifest_of(system: str) -> Manifest | None:
    """The manifest of a system's kernel; None if it has none."""
    file = FOLDER / f"{system}.json"
    if not file.exists():
        return None
    kept = json.loads(file.read_text("utf-8"))
    return Manifest(kept["made_with"], {name: Export(**loop) for name, loop in kept["loops"].items()})


class WasmInstance(Protocol):
    """An instance of a module, with memory of its own."""

    whole: Any  # a view of the whole memory
    begin: int  # where the module's own memory ends

    def loop(self, name: str) -> Callable[[int], int]:
        """The function of a loop that the module exports."""
        ...


class WasmEngine(Protocol):
    """An engine that runs WebAssembly."""

    def compile(self, code: bytes) -> Any:
        """Compile a module."""
        ...

    def instance(self, module: Any, size: int) -> WasmInstance:
        """Instantiate a module with `size` bytes for arrays.  Raises MemoryError if there is no memory."""
        ...


@functools.cache
def wasm_engine() -> WasmEngine | None:
    """The WebAssembly engine of this process; None if there is none."""
    if sys.platform == "emscripten":
        from ibau.machine.browser_engine import BrowserEngine

        return BrowserEngine()
    try:
        from ibau.machine.wasmtime_engine import WasmtimeEngine
    except (ImportError, OSError, RuntimeError):  # no package, or no library for this machine
        return None
    return WasmtimeEngine()


@functools.cache
def module_of(system: str) -> Any:
    """The compiled module of a system."""
    return _engine().compile((FOLDER / f"{system}.wasm").read_bytes())


def _engine() -> WasmEngine:
    found = wasm_engine()
    if found is None:
        raise KernelError("There is no WebAssembly engine here.")
    return found


class KernelMachine:
    """An instance of a system's kernel, for one thread: it allocates arrays in its memory and runs loops on them.

    Arrays keep the memory alive.
    """

    def __init__(self, system: str, size: int) -> None:
        """Allocate `size` bytes for arrays.  Raises MemoryError if the machine does not have them."""
        self.system = system
        self._calls: dict[str, KernelCall] = {}
        self._instance = _engine().instance(module_of(system), size + BLOCKS)
        self.memory = ArrayMemory(self._instance.whole, self._instance.begin)

    def zeros(self, shape: Shape, kind: str) -> Any:
        """An array of zeros in this memory.  Raises MemoryFullError if it does not fit."""
        return self.memory.zeros(shape, kind)

    def prepare(self, call: Callable[..., R]) -> Callable[..., R]:
        """The kernel's loop of this name, to call with arrays of this memory.  Raises KernelError if it has none."""
        name, manifest = export_of(call), manifest_of(self.system)
        if not manifest or name not in manifest.loops:
            raise KernelError(f"The kernel of {self.system} has no loop {name!r}.")
        if name not in self._calls:
            run = self._instance.loop(name)
            self._calls[name] = KernelCall(self.system, name, run, self.memory, manifest.loops[name].signature)
        return cast("Callable[..., R]", self._calls[name])


class KernelCall:
    """A loop of a kernel; arguments that are the same object as in the last call are not copied again."""

    def __init__(self, system: str, name: str, run: Callable[[int], int], memory: ArrayMemory, signature: str) -> None:
        self._system = system
        self._name = name
        self._run = run
        self._memory = memory
        self._signature = signature
        self._last: list[Any] = []  # the arguments in the block
        self._starts: list[int] = []  # the first word of each
        self._block = memory.zeros(0, WORD)

    def __call__(self, *arguments: Any) -> Any:
        """Run the loop; returns its result, 0 if it has none.  Raises KernelError."""
        if not self._last:
            self._lay_out(arguments)
        for n, argument in enumerate(arguments):
            if argument is not self._last[n]:
                words = array(WORD, flat(argument, self._memory))
                self._block[self._starts[n] : self._starts[n] + len(words)] = words
                self._last[n] = argument
        began = time.perf_counter()
        if self._run(self._memory.address_of(self._block)):
            raise KernelError(f"The loop {self._name!r} of {self._system} has failed.")
        spent[self._system, self._name] += time.perf_counter() - began
        return self._block[0]

    def _lay_out(self, arguments: tuple[Any, ...]) -> None:
        """Allocate the block.  Raises KernelError if the loop takes other types of arguments."""
        given = signature_of(arguments)
        if given != self._signature:
            raise KernelError(f"{self._name!r} of {self._system} takes {self._signature}, not {given}.")
        words = [sum(1 for _ in flat(argument, self._memory)) for argument in arguments]
        self._starts = list(accumulate(words, initial=1))[:-1]
        self._block = self._memory.zeros(1 + sum(words), WORD)
        self._last = [object()] * len(arguments)


def flat(value: Any, memory: ArrayMemory) -> Iterator[int]:
    """The words of a value.  Raises KernelError for an array in other memory."""
    whole: Any = value  # for type checkers
    if isinstance(value, tuple):
        for part in whole:
            yield from flat(part, memory)
    elif hasattr(value, "strides"):
        yield from (0, 0, whole.nbytes // whole.itemsize, whole.itemsize, _place(whole, memory))
        yield from (*whole.shape, *whole.strides)
    elif isinstance(value, float):
        yield int.from_bytes(struct.pack("<d", value), "little", signed=True)
    else:
        yield int(value)


def _place(value: Any, memory: ArrayMemory) -> int:
    try:
        return memory.address_of(value)
    except KeyError:
        raise KernelError(f"An array of {value.nbytes:,} bytes lies outside of the kernel's memory.") from None
