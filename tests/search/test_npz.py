"""Arrays of NumPy's files read without it: the same that NumPy reads, and nothing else."""

import contextlib
import io
import random
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ibau.games import systems
from ibau.search.npz import DAMAGED, MAGIC, read_arrays

ARRAYS: dict[str, NDArray[Any]] = {
    "flat": np.arange(-7, 7, dtype=np.int32),
    "rows": np.arange(12, dtype=np.int16).reshape(3, 4),
    "turned": np.asfortranarray(np.arange(12, dtype=np.int16).reshape(3, 4)),
    "one": np.array([1 << 60]),
    "none": np.zeros(0, np.uint8),
    "fractions": np.linspace(0, 1, 5),
}


@pytest.fixture(params=[np.savez, np.savez_compressed])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    save: Callable[..., None] = request.param
    save(tmp_path / "some.npz", text=np.array("seega"), **ARRAYS)
    return tmp_path / "some.npz"


def test_arrays_are_read_as_numpy_reads_them(file: Path) -> None:
    found = read_arrays(file, (*ARRAYS, "text"))
    assert found.pop("text").text == "seega"
    for name, array in ARRAYS.items():
        kept = found[name]
        assert (kept.kind, kept.shape) == (str(array.dtype), array.shape)
        assert kept.data == array.tobytes()


def test_shipped_networks_are_read_as_numpy_reads_them() -> None:
    files = [file for system in systems().values() if (file := system.folder / "network.npz").exists()]
    assert files
    for file in files:
        with np.load(file) as kept:
            for name, array in read_arrays(file, kept.files).items():
                assert array.data == kept[name].tobytes(), (file, name)


def described(file: Path, text: bytes) -> None:
    """An archive with one array, under a header of one's own."""
    stream = io.BytesIO()
    np.savez(stream, flat=np.zeros(3, np.int16))
    header = b"{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }"
    file.write_bytes(stream.getvalue().replace(header, text.ljust(len(header))))


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{'descr': '|O', 'fortran_order': False, 'shape': (3,), }",
        b"{'descr': '>i2', 'fortran_order': False, 'shape': (3,), }",
        b"{'descr': '<i2', 'fortran_order': False, 'shape': (4,), }",
        b"(" * 50,
        b"__import__('os').abort()",
    ],
)
def test_what_describes_no_plain_numbers_is_refused(tmp_path: Path, text: bytes) -> None:
    described(tmp_path / "odd.npz", text)
    with pytest.raises(DAMAGED):
        read_arrays(tmp_path / "odd.npz", ["flat"])


DIGITS = f"{{'descr': '<i2', 'fortran_order': False, 'shape': ({'9' * 4000}, {'9' * 4000},), }}\n".encode()
EMPTY = b"{'descr': '<i2', 'fortran_order': True, 'shape': (9999999, 0), }\n"


SMALL = [MAGIC, *(MAGIC + struct.pack("<HH", 1, len(text)) + text for text in (DIGITS, EMPTY))]


@pytest.mark.parametrize("content", SMALL, ids=["cut off", "digits", "no columns"])
def test_small_files_that_would_take_long_are_done_with_at_once(tmp_path: Path, content: bytes) -> None:
    with zipfile.ZipFile(tmp_path / "small.npz", "w") as archive:
        archive.writestr("flat.npy", content)
    begun = time.process_time()
    with contextlib.suppress(*DAMAGED):
        read_arrays(tmp_path / "small.npz", ["flat"])
    assert time.process_time() - begun < 0.5


def test_spoilt_files_are_refused_or_read_as_they_were(file: Path) -> None:
    """For any change of a byte: never another error, never other numbers."""
    whole, lot = file.read_bytes(), random.Random(4)
    known = read_arrays(file, ARRAYS)
    for _ in range(500):
        spoilt = bytearray(whole)
        spoilt[lot.randrange(len(whole))] ^= 1 << lot.randrange(8)
        file.write_bytes(spoilt)
        with contextlib.suppress(*DAMAGED):
            assert read_arrays(file, ARRAYS) == known


def test_what_is_much_larger_than_its_file_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand times smaller than what is in it, an archive could fill the memory."""
    monkeypatch.setattr("ibau.search.npz.MOST_BYTES", most := 1 << 22)
    file = tmp_path / "bomb.npz"
    np.savez_compressed(file, flat=np.zeros(4 * most, np.int8))
    assert file.stat().st_size < most / 100
    tracemalloc.start()
    try:
        with pytest.raises(DAMAGED):
            read_arrays(file, ["flat"])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2.5 * most
