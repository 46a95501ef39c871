"""The measurements on a new machine: small parts of them, with nothing timed."""

import sys
from pathlib import Path

import pytest

from benchmarks.machine.first_moves import FIRST_MOVE
from benchmarks.machine.fresh_environment import new_environment, run


def test_a_program_sees_nothing_that_others_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IBAU_MACHINE", "plain")
    monkeypatch.setenv("PYTHONPATH", "/sources")
    environment = new_environment("/home")
    assert not {"IBAU_MACHINE", "PYTHONPATH"} & set(environment)
    assert environment["IBAU_CACHE_DIR"] == "/home/compiled"
    assert new_environment("/home", IBAU_MACHINE="native")["IBAU_MACHINE"] == "native"


def test_the_first_move_is_played() -> None:
    taken = run(Path(sys.executable), "-c", FIRST_MOVE, "senet-geoludie", "level1", PYTHONPATH=":".join(sys.path))
    assert taken.cpu > 0
    assert taken.wall > 0
