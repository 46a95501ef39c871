"""Compiled code is kept, found again, dropped when a rule changes, and never trusted when it is damaged.

Each run is a process of its own, with a cache folder of its own.
"""

import ast
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import ibau
from ibau.core.outcome import Halt, end_of
from ibau.games import game
from ibau.games.senet.ends import End
from ibau.machine.cache import CLAIM, KEPT_FILES, SHARED, CacheWarning, DiskCache, _prune, _write

PACKAGE = Path(ibau.__file__).parent
TOY = Path(__file__).parent.parent / "toy"
OTHER = "toy+last_loses=true+counters=7"

PROGRAM = """
import json, logging, sys, warnings
import ibau.games
from ibau.search.playout import playouts_on

ibau.games.__path__.append(sys.argv[2])
compiled = []
logging.getLogger("ibau.machine").setLevel(logging.INFO)
logging.getLogger("ibau.machine").addFilter(compiled.append)  # a message for each loop that is compiled
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    results, after = playouts_on(ibau.games.game(sys.argv[1]).initial(), 20, 20260704)
print(json.dumps([
    results.outcomes.tolist(), results.actions.tolist(), after, [record.getMessage() for record in compiled],
    [f"{warning.category.__name__}: {warning.message}" for warning in caught], ibau.__file__,
]))
"""


class Run(NamedTuple):
    """What a process found out."""

    outcomes: list[int]
    actions: list[int]
    random: int  # generator state after the playouts
    compiled: list[str]  # the log message of each compiled loop
    warnings: list[str]
    package: str

    @property
    def answer(self) -> tuple[list[int], list[int], int]:
        return self.outcomes, self.actions, self.random


Filled = tuple[Path, list[Run]]  # the folder of a cache, and what those who filled it found out


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a copy of the package that is not edited during the tests."""
    return copied_package(tmp_path_factory.mktemp("source"))


def copied_package(folder: Path) -> Path:
    shutil.copytree(PACKAGE, folder / "ibau", ignore=shutil.ignore_patterns("web", "*.md"))
    return folder


def started(
    source: Path, cache: Path, ruleset: str = "toy", limit: int | None = None, **changes: str
) -> "subprocess.Popen[str]":
    """A process that plays out a game; `limit` is the most bytes that it may write into a file."""

    def restrict() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (limit or 0, limit or 0))

    settings = {"PYTHONPATH": str(source), "IBAU_CACHE_DIR": str(cache), "IBAU_MACHINE": "native"}
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", PROGRAM, ruleset, str(TOY)],
        env={**os.environ, **settings, **changes},
        preexec_fn=restrict if limit else None,  # noqa: PLW1509 - it only sets a limit
        stdout=subprocess.PIPE,
        text=True,
    )


def finished(process: "subprocess.Popen[str]") -> Run:
    out, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return Run(*json.loads(out))


@pytest.fixture(scope="module")
def plain(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """The right answer: the same loop without any compiling."""
    run = finished(started(source, tmp_path_factory.mktemp("unused"), IBAU_MACHINE="plain"))
    assert run.compiled == []
    return run


@pytest.fixture(scope="module")
def at_once(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Filled:
    """A cache folder that two processes have filled at once, with two rulesets of a game; and what they found out."""
    cache = tmp_path_factory.mktemp("kept")
    begun = [started(source, cache, ruleset) for ruleset in ("toy", OTHER)]
    return cache, [finished(process) for process in begun]


def files(cache: Path) -> list[Path]:
    return [file for file in cache.rglob("*") if file.is_file()]


def copied(at_once: Filled, to: Path) -> Path:
    """A copy of a filled cache, to be damaged."""
    return Path(shutil.copytree(at_once[0], to / "cache"))


@pytest.mark.slow
def test_of_two_processes_one_compiles_and_the_other_waits(source: Path, at_once: Filled, plain: Run) -> None:
    """Even if they play by different rulesets, as rules are run-time data."""
    cache, both = at_once
    other = finished(started(source, cache, OTHER, IBAU_MACHINE="plain"))
    assert [run.answer for run in both] == [plain.answer, other.answer]
    assert [run.warnings for run in both] == [[], []]
    first = "Compiling ibau.search.playout for toy: 3 loops at most, once on this machine."
    text = "Compiling ibau.search.playout.make_playouts."
    assert sorted(run.compiled for run in both) == [[], [first, text]]
    assert len(files(cache)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: data[: len(data) // 2], id="half"),
        pytest.param(lambda data: b"garbage" + data, id="garbage"),
        pytest.param(lambda data: pickle.dumps(data[:9]), id="something else"),
    ],
)
def test_a_damaged_file_is_told_of_and_not_used_and_what_is_read_counts_as_new(
    monkeypatch: pytest.MonkeyPatch, at_once: Filled, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    from numba.core.registry import cpu_target  # takes a while

    monkeypatch.setenv("IBAU_CACHE_DIR", str(tmp_path))
    (file,) = files(copied(at_once, tmp_path))
    file.write_bytes(damage(file.read_bytes()))
    os.utime(file, (1000, 1000))
    with pytest.warns(CacheWarning, match="cannot read"):
        assert DiskCache(game("seega").system.rulebook.turn)._loaded(file, cpu_target.target_context) is None
    assert file.stat().st_mtime > 1000


@pytest.mark.slow
def test_a_damaged_file_is_compiled_anew(source: Path, at_once: Filled, plain: Run, tmp_path: Path) -> None:
    cache = copied(at_once, tmp_path)
    for file in files(cache):
        file.write_bytes(b"garbage")
    run = finished(started(source, cache))
    assert run.answer == plain.answer
    assert run.compiled
    assert run.warnings
    assert all(warning.startswith("CacheWarning: cannot read") for warning in run.warnings)
    mended = finished(started(source, cache))
    assert (mended.compiled, mended.warnings) == ([], [])


@pytest.mark.slow
def test_a_file_in_place_of_the_folder_costs_only_time(source: Path, plain: Run, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    cache.write_text("no folder")
    run = finished(started(source, cache))
    assert run.answer == plain.answer
    assert any(warning.startswith("CacheWarning: cannot keep") for warning in run.warnings)
    assert any("IBAU_CACHE_DIR" in warning for warning in run.warnings)
    assert cache.read_text() == "no folder"


@pytest.mark.posix
@pytest.mark.slow
def test_a_full_disk_costs_only_time(source: Path, plain: Run, tmp_path: Path) -> None:
    run = finished(started(source, tmp_path, limit=4096))
    assert run.answer == plain.answer
    assert any(warning.startswith("CacheWarning: cannot keep") for warning in run.warnings)
    assert files(tmp_path) == [], "half a file was left"


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.slow
def test_an_edited_rule_gives_the_new_answer(tmp_path: Path) -> None:
    """In a game's rules, in what its family shares, or in core: what was compiled before is never run again."""
    cache, mine = tmp_path / "cache", copied_package(tmp_path)
    before = finished(started(mine, cache, "senet-race"))
    assert Path(before.package).is_relative_to(mine)
    assert {end_of(outcome) for outcome in before.outcomes} == {End.ALL_OFF}

    edit(mine / "ibau" / "games" / "senet" / "race" / "rules.py", "End.ALL_OFF)", "Halt.CAP)")
    called_cap = [outcome + 4 * (Halt.CAP - End.ALL_OFF) for outcome in before.outcomes]
    in_the_game = finished(started(mine, cache, "senet-race"))
    assert (in_the_game.outcomes, in_the_game.actions) == (called_cap, before.actions)

    edit(mine / "ibau" / "games" / "senet" / "track.py", "EXIT = 1 << 30", "EXIT = 1 << 29")
    in_the_family = finished(started(mine, cache, "senet-race"))
    assert in_the_family.actions != in_the_game.actions
    assert in_the_family.answer == finished(started(mine, cache, "senet-race", IBAU_MACHINE="plain")).answer
    edit(mine / "ibau" / "games" / "senet" / "track.py", "EXIT = 1 << 29", "EXIT = 1 << 30")

    edit(mine / "ibau" / "core" / "outcome.py", "return 4 * end + winner", "return 4 * end + winner + 256")
    in_core = finished(started(mine, cache, "senet-race"))
    assert (in_core.outcomes, in_core.actions) == ([outcome + 256 for outcome in called_cap], before.actions)
    assert in_core.answer == finished(started(mine, cache, "senet-race", IBAU_MACHINE="plain")).answer
    assert finished(started(mine, cache, "senet-race")).compiled == []


Module = tuple[str, ...]  # the parts of its name, below the package


def modules_with_loops() -> dict[Module, ast.Module]:
    """The sources that hold rules or loops."""
    files = {file.relative_to(PACKAGE).with_suffix("").parts: file.read_text("utf-8") for file in PACKAGE.rglob("*.py")}
    return {name: ast.parse(text) for name, text in files.items() if re.search("^ *@(rule|loop)$", text, re.MULTILINE)}


def decide(module: ast.Module) -> set[str]:
    """The names at its top that a compiled loop may be made of: rules, loops and named tuples."""
    named = {"rule", "loop", "NamedTuple"}
    return {
        node.name
        for node in module.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and named & set(map(ast.unparse, [*node.decorator_list, *getattr(node, "bases", ())]))
    }


def room(name: Module) -> Module:
    """A family of games, a room of the laboratory, or one of the product's."""
    return name[: 2 if name[0] in {"games", "lab"} else 1]


def test_what_rooms_share_is_behind_every_loop() -> None:
    """Loops are made of what lies in their own room, or in one whose sources are in every key, as is what compiles."""
    known = modules_with_loops()
    imports = [
        (asking, tuple((node.module or "").split(".")[1:]), {each.name for each in node.names})
        for asking, module in known.items()
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom)
    ]
    shared = {
        room(asked)
        for asking, asked, names in imports
        if asked in known and room(asked) != room(asking) and names & decide(known[asked])
    }
    assert shared | {("machine",)} == {(name,) for name in SHARED}


def test_the_oldest_files_are_dropped(tmp_path: Path) -> None:
    files = [tmp_path / str(n) for n in range(KEPT_FILES + 3)]
    for age, file in enumerate(files):
        file.write_bytes(b"")
        os.utime(file, (1000 - age, 1000 - age))
    _prune(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted(files[:KEPT_FILES])


def test_claims_take_no_place_of_what_is_kept(tmp_path: Path) -> None:
    for n in range(KEPT_FILES):
        (tmp_path / str(n)).touch()
        (tmp_path / str(n)).with_suffix(CLAIM).touch()
    _prune(tmp_path)
    assert len(list(tmp_path.iterdir())) == 2 * KEPT_FILES


# --- As on Windows ---------------------------------------------------------------------------------------------------


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> None:
    """No file can be renamed, overwritten or removed while it is open."""
    replace, unlink = os.replace, os.unlink

    def check_closed(file: str | Path) -> None:
        real = str(Path(file).resolve())
        for descriptor in Path("/proc/self/fd").iterdir():
            if descriptor.exists() and str(descriptor.readlink()) == real:
                raise PermissionError(13, "The file is being used by another process", real)

    def replace_closed(source: Path, target: Path) -> None:
        check_closed(source)
        check_closed(target)
        replace(source, target)

    def unlink_closed(file: Path) -> None:
        check_closed(file)
        unlink(file)

    monkeypatch.setattr(os, "replace", replace_closed)
    monkeypatch.setattr(os, "unlink", unlink_closed)


@pytest.mark.usefixtures("held")
def test_a_file_is_closed_before_it_is_renamed(tmp_path: Path) -> None:
    _write(tmp_path / "kept", b"code")
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"code"]


@pytest.mark.usefixtures("held")
def test_what_another_process_reads_is_as_good_as_what_is_made(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(b"code")
    with kept.open("rb"):
        _write(kept, b"code")
        _prune(tmp_path)
    assert list(tmp_path.iterdir()) == [kept]


@pytest.mark.usefixtures("held")
def test_a_claim_is_removed_once_it_is_closed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("IBAU_CACHE_DIR", str(tmp_path))
    cache = DiskCache(game("seega").system.rulebook.turn)
    cache._claim(tmp_path / "kept")
    assert [file.suffix for file in tmp_path.iterdir()] == [CLAIM]
    cache.claims.close()
    assert not list(tmp_path.iterdir())
