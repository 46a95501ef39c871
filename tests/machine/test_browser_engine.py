"""Arrays in the memory of a page's kernel are like any others, though each access copies."""

import struct
import sys
from array import array
from typing import Any

import pytest

from ibau.machine.arrays import SIZES, ArrayMemory, MemoryFullError, fill, zeros
from ibau.machine.browser_engine import OWN, BrowserArray, MemoryHandle
from ibau.machine.digest import signature_of
from ibau.machine.kernels import FOLDER, KernelError, flat

SIZE = 1 << 12
SHAPES: tuple[Any, ...] = (1, 5, (1, 1), (2, 3))


class Bytes:
    """As much of JavaScript's Uint8Array as arrays ask of it."""

    def __init__(self, room: memoryview) -> None:
        self.room = room

    def subarray(self, begin: int, end: int) -> "Bytes":
        return Bytes(self.room[begin:end])

    def assign(self, data: Any) -> None:
        self.room[:] = memoryview(data).cast("B")

    def set(self, other: "Bytes") -> None:
        self.room[:] = other.room

    def to_bytes(self) -> bytes:
        return self.room.tobytes()


@pytest.fixture
def memory() -> ArrayMemory:
    return ArrayMemory(BrowserArray(MemoryHandle(Bytes(memoryview(bytearray(SIZE)))), 0, (SIZE,), "B"), 100)


@pytest.mark.parametrize("kind", SIZES)
@pytest.mark.parametrize("shape", SHAPES)
def test_an_array_is_like_any_other(memory: ArrayMemory, kind: str, shape: Any) -> None:
    ours, theirs = memory.zeros(shape, kind), zeros(shape, kind)
    for n in range(theirs.nbytes // theirs.itemsize):
        at = divmod(n, shape[1]) if isinstance(shape, tuple) else n
        ours[at] = theirs[at] = 7 * n % 100
        assert ours[at] == theirs[at]
    assert ours.tolist() == theirs.tolist()
    for name in ("shape", "strides", "format", "itemsize", "ndim", "nbytes"):
        assert getattr(ours, name) == getattr(theirs, name)
    assert len(ours) == len(theirs)
    assert signature_of(ours) == signature_of(theirs)


def test_a_part_is_the_numbers_themselves(memory: ArrayMemory) -> None:
    numbers = memory.zeros(6, "q")
    numbers[2:5] = array("q", [1, -2, 3])
    part = numbers[2:]
    part[0] = 9
    assert list(numbers) == [0, 0, 9, -2, 3, 0]
    assert (numbers[-1], part[-2], list(part[1:3])) == (0, 3, [-2, 3])
    assert numbers[2:3].cast("B").tobytes() == struct.pack("<q", 9)


def test_what_does_not_fit_is_refused(memory: ArrayMemory) -> None:
    numbers = memory.zeros(3, "i")
    for at in (3, -4):
        with pytest.raises(IndexError):
            numbers[at]
        with pytest.raises(IndexError):
            numbers[at] = 1
    with pytest.raises(ValueError, match="8 bytes do not fit where there are 12"):
        numbers[:] = array("i", [1, 2])
    with pytest.raises(MemoryFullError):
        memory.zeros(SIZE, "B")


def test_arrays_are_filled_from_others(memory: ArrayMemory) -> None:
    table = memory.zeros((2, 2), "h")
    fill(table, 1, array("h", [4, 5]))
    assert table.tolist() == [[0, 4], [5, 0]]
    other = memory.zeros(2, "h")
    other[:] = array("h", [6, 7])
    fill(table, 2, other)
    assert table.tolist() == [[0, 4], [6, 7]]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python asks no class of its own for a buffer")
def test_a_copy_is_a_buffer_that_nobody_writes_to(memory: ArrayMemory) -> None:
    numbers = memory.zeros(2, "d")
    numbers[1] = 0.5
    copy: Any = memoryview(numbers)
    assert (copy.tolist(), copy.readonly) == ([0.0, 0.5], True)


def test_a_kernel_is_handed_where_an_array_lies(memory: ArrayMemory) -> None:
    numbers = memory.zeros((2, 3), "q")
    assert list(flat(numbers, memory)) == [0, 0, 6, 8, 128, 2, 3, 24, 8]
    with pytest.raises(KernelError, match="lies outside"):
        list(flat(numbers[:1], memory))


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.wasm")), ids=lambda file: file.stem)
def test_no_module_asks_for_more_than_a_page_gives_it(file: Any) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    (wanted,) = wasmtime.Module(wasmtime.Engine(), file.read_bytes()).imports
    assert (wanted.module, wanted.name) == ("env", "memory")
    assert wanted.type.limits.min << 16 <= OWN
