"""The digest of a loop follows all that decides its code, and nothing else."""

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ibau
from ibau.machine.arrays import zeros
from ibau.machine.digest import digest, export_of, signature_of
from ibau.search.history import new_history
from ibau.search.playout import make_perft, note_rows

MADE_WITH = {"numba": "0.68.1"}
NUMBER = count()

RULES = '''
"""Some rules."""
import math
from enum import IntEnum
from typing import NamedTuple

from {constants} import SMALL, TABLE

LIMIT = 7

class Kind(IntEnum):
    FEW = 1
    MANY = 2

class Position(NamedTuple):
    one: int
    two: int = 0

def rule(function):
    return function

def loop(function):
    def call(*arguments):
        return function(*arguments)
    call.__wrapped__ = function
    return call

@rule
def root(n: int) -> float:
    """A root."""
    return math.sqrt(n)

@rule
def reached(n: int, step: int = 3) -> int:
    # how far it comes
    if n > LIMIT:
        return Kind.MANY
    return int(root(n)) + TABLE[n] * step

def make_walk(bonus, play=reached):
    @loop
    def walk(position):
        """A walk."""
        found = Position(position.one)
        return play(found.one) + bonus + SMALL
    return walk
'''
CONSTANTS = "SMALL = 2\nTABLE = (1, 2, 3)\n"


def digest_of(folder: Path, rules: str = RULES, constants: str = CONSTANTS, bonus: int = 1, name: str = "rules") -> str:
    """The digest of the loop of some rules, read from files of their own."""
    home = folder / str(next(NUMBER))
    home.mkdir(parents=True)
    shared = _module(home / f"constants_{next(NUMBER)}.py", constants)
    module = _module(home / f"{name}_{next(NUMBER)}.py", rules.format(constants=shared.__name__))
    walk: Callable[..., Any] = module.make_walk(bonus)
    return digest(walk, "i i", MADE_WITH)


def _module(path: Path, text: str) -> ModuleType:
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""A walk."""', '"""Quite another walk."""'),
        ('"""Some rules."""', '"""Some rules."""\n\nUNUSED = 3\n\n\n'),
        ("# how far it comes", "# how far\n    # it may come"),
        ("n: int, step: int = 3) -> int", "n, step=3)"),
        ("@rule\ndef root", "def root"),
        ("found = Position", "found: Position = Position"),
        ("root(n)) + TABLE", "root(n))  +  TABLE"),
        ("class Kind(IntEnum)", "class Other(IntEnum):\n    NO = 1\n\nclass Kind(IntEnum)"),
    ],
)
def test_what_decides_nothing_changes_nothing(tmp_path: Path, old: str, new: str) -> None:
    assert old in RULES
    assert digest_of(tmp_path, RULES.replace(old, new)) == digest_of(tmp_path)


def test_files_may_be_moved_and_renamed(tmp_path: Path) -> None:
    assert digest_of(tmp_path / "elsewhere" / "deep", name="renamed") == digest_of(tmp_path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 7", "LIMIT = 8"),  # a constant that a rule reads
        ("n > LIMIT", "n >= LIMIT"),
        ("math.sqrt", "math.cbrt"),
        ("MANY = 2", "MANY = 3"),
        ("step: int = 3", "step: int = 4"),
        ("two: int = 0", "two: int = 1"),
        ("one: int\n    two: int = 0", "two: int\n    one: int = 0"),
        ("play(found.one) + bonus", "bonus + play(found.one)"),
    ],
)
def test_what_decides_the_code_changes_it(tmp_path: Path, old: str, new: str) -> None:
    assert old in RULES
    assert digest_of(tmp_path, RULES.replace(old, new)) != digest_of(tmp_path)


@pytest.mark.parametrize("constants", ["SMALL = 3\nTABLE = (1, 2, 3)\n", "SMALL = 2\nTABLE = (1, 2, 4)\n"])
def test_so_does_a_constant_of_another_file(tmp_path: Path, constants: str) -> None:
    assert digest_of(tmp_path, constants=constants) != digest_of(tmp_path)


def test_so_does_the_number_of_an_option(tmp_path: Path) -> None:
    assert digest_of(tmp_path, bonus=2) != digest_of(tmp_path)


def test_so_do_arguments_and_versions() -> None:
    perft = make_perft(ibau.game("seega").system.rulebook)
    digests = {
        digest(perft, "i i", MADE_WITH),
        digest(perft, "i q1", MADE_WITH),
        digest(perft, "i i", {"numba": "0.69.0"}),
    }
    assert len(digests) == 3


def test_of_what_it_does_not_know_it_says_so() -> None:
    strange = object()

    def walk() -> object:
        return strange

    with pytest.raises(TypeError, match="A loop cannot use"):
        digest(walk, "", MADE_WITH)


def test_every_game_has_loops_of_its_own() -> None:
    digests = {digest(make_perft(system.rulebook), "", MADE_WITH) for system in ibau.systems().values()}
    assert len(digests) == len(ibau.systems())


def test_loops_are_called_by_their_factories() -> None:
    assert export_of(note_rows) == "note_rows"
    assert export_of(make_perft(ibau.game("seega").system.rulebook)) == "perft"


def test_signatures_flatten_what_loops_are_handed() -> None:
    history = new_history(3, 5, zeros)
    assert signature_of(((1, (2.5, 3)), history, 4)).split()[:3] == ["i", "d", "i"]
    assert signature_of(history).split()[0] == "i1"
    assert signature_of((memoryview(bytes(8)), memoryview(bytes(8)).cast("H"))) == "B1 H1"


def test_it_needs_neither_numba_nor_hash_seeds() -> None:
    """Two processes with other hashes agree, and none has imported Numba."""
    program = (
        "import sys, ibau\n"
        "from ibau.search.playout import make_perft\n"
        "from ibau.machine.digest import digest\n"
        "print(digest(make_perft(ibau.game('senet-race').system.rulebook), 'i', {}), 'numba' in sys.modules)"
    )

    def digest_text(seed: str) -> str:
        run = subprocess.run(  # noqa: S603 - our own words
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        return run.stdout

    assert digest_text("1") == digest_text("2")
    assert digest_text("1").endswith("False\n")
