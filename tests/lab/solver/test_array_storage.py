"""The storage of large arrays."""

import os
from pathlib import Path
from tempfile import TemporaryFile

import pytest

from ibau.lab.solver import array_storage

SIZE = 100_001
BLOCK = 512  # bytes, as systems count them


@pytest.mark.posix
def test_a_file_takes_its_disk_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Even where the system cannot reserve space, as macOS and Windows: a full disk is found at once."""
    monkeypatch.setattr(array_storage, "CHUNK", 1000)
    for reserve in (array_storage._reserve, array_storage._fill):
        with TemporaryFile(dir=tmp_path) as file:
            reserve(file, SIZE)
            assert os.fstat(file.fileno()).st_size == SIZE
            assert os.fstat(file.fileno()).st_blocks * BLOCK >= SIZE
