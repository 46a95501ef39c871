"""Runs that are stopped and resumed, and errors that prevent a run."""

import shutil
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
import pytest
from numpy.typing import DTypeLike, NDArray

from ibau.core.errors import MissingTableError, TableError
from ibau.core.game import Game
from ibau.games import game
from ibau.lab.journal import Journal
from ibau.lab.solver import solve_game
from ibau.lab.solver.array_storage import CHUNK, ArrayStorage, array_chunks
from ibau.lab.solver.chance_solver import ChanceSolver
from ibau.lab.solver.command_output import show_solving
from ibau.lab.solver.distance_solver import DistanceSolver
from ibau.lab.solver.layer_solver import WORK_FOLDER, SolvingProgress, SolvingTask
from ibau.lab.solver.solve_game import SPARE_MEMORY, needs_files, solve
from ibau.tables.table_file import RESULTS, Table, write_table
from ibau.tables.tablebase import Tablebase, essential, tables_of
from ibau.tables.verification import check_values


class Disk(NamedTuple):
    """What is free on one."""

    free: int


class CountedStorage(ArrayStorage):
    """Makes arrays in memory, and counts the bytes of those that are in use."""

    taken = most = 0

    def array(self, size: int, numbers: DTypeLike = np.float64) -> NDArray[Any]:
        made = super().array(size, numbers)
        self.taken += made.nbytes
        self.most = max(self.most, self.taken)
        weakref.finalize(made, self._give_back, made.nbytes)
        return made

    def _give_back(self, taken: int) -> None:
        self.taken -= taken


def ignore(_: SolvingProgress) -> None:
    """Ignore progress."""


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.glob("*.table")}


@pytest.mark.slow
@pytest.mark.parametrize("phase", ["values", "bounds"])
def test_a_stopped_run_goes_on_to_the_same_bytes(race: Game, solved: Path, tmp_path: Path, phase: str) -> None:
    """With other threads, and with arrays in files for want of memory."""
    seen: list[SolvingProgress] = []

    def stop_at(*moment: str | int) -> Callable[[SolvingProgress], None]:
        def report(progress: SolvingProgress) -> None:
            seen.append(progress)
            if moment == (str(progress.group[0]), progress.phase, progress.sweep):
                raise KeyboardInterrupt

        return report

    work = SolvingTask(race, 2, tmp_path, checkpoint_seconds=0.0)
    with pytest.raises(KeyboardInterrupt):
        solve(work, stop_at("1v2", phase, 17))
    assert contents(tmp_path).keys() == {"1v1.table"}
    with pytest.raises(TableError, match="--resume"):
        solve(work, ignore)
    seen.clear()
    resumed = work._replace(resume=True, threads=2, memory=SPARE_MEMORY + 1)
    assert needs_files(resumed, tables_of(race), ChanceSolver)
    with pytest.raises(KeyboardInterrupt):  # before the largest group, which takes a while
        solve(resumed, stop_at("2v2", "values", 1))
    assert contents(tmp_path) == {name: data for name, data in contents(solved).items() if name != "2v2.table"}
    begun = next(progress for progress in seen if progress.phase not in ("found", "proved"))
    assert (str(begun.group[0]), begun.phase, begun.sweep) == ("1v2", phase, 17)


def test_a_stopped_analysis_goes_on_to_the_same_bytes(seega: Game, endings: Path, tmp_path: Path) -> None:
    """With one thread, where the other had two, and with arrays in files for want of memory."""
    seen: list[SolvingProgress] = []

    def stop(progress: SolvingProgress) -> None:
        if (str(progress.group[0]), progress.phase, progress.sweep) == ("2v3", "levels", 3):
            raise KeyboardInterrupt

    work = SolvingTask(seega, 5, tmp_path, checkpoint_seconds=0.0)
    with pytest.raises(KeyboardInterrupt):
        solve(work, stop)
    assert not (tmp_path / "2v3.table").exists()
    resumed = work._replace(resume=True, memory=SPARE_MEMORY + DistanceSolver.memory_least(tables_of(seega), 5))
    assert needs_files(resumed, tables_of(seega), DistanceSolver)
    solve(resumed, seen.append)
    assert contents(tmp_path) == contents(endings)
    begun = next(progress for progress in seen if progress.phase not in ("found", "proved"))
    assert (str(begun.group[0]), begun.phase, begun.sweep) == ("2v3", "levels", 3)


@pytest.mark.slow
def test_the_tables_shipped_are_those_solved_in_as_much_memory_as_was_foreseen(
    race: Game, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = CountedStorage()
    monkeypatch.setattr(solve_game, "ArrayStorage", lambda _: storage)
    solve(SolvingTask(race, 2, tmp_path, threads=2), ignore)
    assert contents(tmp_path) == contents(solved)
    assert storage.most <= ChanceSolver.memory_needed(tables_of(race), 2) < 1.1 * storage.most


def test_the_packed_tables_shipped_are_those_solved(seega: Game, endings: Path) -> None:
    shipped = Tablebase.open(seega, endings / "nowhere").layers
    for file in endings.glob("*.table"):
        made = Table(file)
        table = shipped.pop(tables_of(seega).number(made.header.layer))
        assert table.packed
        assert table.header == made.header
        assert table.values.tobytes() == made.values.tobytes()
    for table in shipped.values():  # those that would take too long
        table.check_sum()


def test_what_is_solved_is_found(race: Game, solved: Path) -> None:
    before, seen = contents(solved), list[SolvingProgress]()
    solve(SolvingTask(race, 2, solved), seen.append)
    assert contents(solved) == before
    assert {progress.phase for progress in seen} == {"found"}


def test_two_processes_do_not_share_a_folder(race: Game, tmp_path: Path) -> None:
    with Journal(tmp_path / ".lock", TableError("")), pytest.raises(TableError, match="Another process"):
        solve(SolvingTask(race, 1, tmp_path), ignore)


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"memory": 10**6}, "GB of memory; the limit is 0.0"),
        ({"pieces": 5}, "GB are free"),
        ({"pieces": 6}, "1 to 5 pieces"),
        ({"resume": True}, "No run was stopped"),
        ({"game": essential(game("seega"))}, "2 to 10 pieces in all"),
        ({"game": essential(game("seega")), "pieces": 8, "memory": 10**9}, r"This needs at least 1\.\d GB of memory"),
    ],
    ids=["memory", "too large", "pieces", "nothing to resume", "pieces in all", "too large for an analysis"],
)
def test_what_cannot_be_done_is_said_before(race: Game, tmp_path: Path, changes: dict[str, Any], text: str) -> None:
    with pytest.raises(TableError, match=text):
        solve(SolvingTask(race, 1, tmp_path)._replace(**changes), ignore)
    assert contents(tmp_path) == {}


def test_a_full_disk_is_said_before(race: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(1000))
    with pytest.raises(TableError, match="are free"):
        solve(SolvingTask(race, 1, tmp_path), ignore)


def test_games_without_tables_say_so(tmp_path: Path) -> None:
    with pytest.raises(MissingTableError, match="seneti"):
        solve(SolvingTask(game("seneti"), 1, tmp_path), ignore)
    with pytest.raises(MissingTableError, match=r"games that can: .*seega, .*senet-race"):
        show_solving(game("seneti"), 1, tmp_path)
    assert contents(tmp_path) == {}


def test_arrays_in_files_leave_nothing_behind(tmp_path: Path) -> None:
    array = ArrayStorage(tmp_path).array(3 * CHUNK // 2)
    array[:] = 1.0
    assert sum(float(array[part].sum()) for part in array_chunks(len(array))) == len(array)
    assert isinstance(array.base, np.memmap)
    assert list(tmp_path.iterdir()) == []


# --- Files -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(solved: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(solved, tmp_path / "copy"))


def change_header(file: Path, **changes: object) -> None:
    table = Table(file)
    write_table(file, msgspec.structs.replace(table.header, **changes), table.values.tobytes())


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        (lambda file: file.write_bytes(file.read_bytes()[:-2]), "is damaged: it has"),
        (lambda file: file.write_bytes(b"x" * 9000), "is not an Ibau table"),
        (lambda file: change_header(file, rules="0"), "version 0 of the rules"),
        (lambda file: change_header(file, places=0), "and 0 of their tables"),
        (lambda file: change_header(file, ruleset="seega"), "is a table of seega"),
        (lambda file: change_header(file, format="ibau-table-0"), "has the format"),
    ],
    ids=["cut", "garbage", "older rules", "older places", "foreign", "format"],
)
def test_wrong_files_are_refused(race: Game, copy: Path, damage: Callable[[Path], object], text: str) -> None:
    damage(copy / "1v1.table")
    with pytest.raises(TableError, match=text):
        Tablebase(race, [copy])
    with pytest.raises(TableError, match=text):
        solve(SolvingTask(race, 2, copy), ignore)


def test_numbers_of_another_kind_are_refused(seega: Game, endings: Path, tmp_path: Path) -> None:
    table = Table(endings / "2v1.table")
    write_table(
        tmp_path / "2v1.table",
        msgspec.structs.replace(table.header, kind="chance16"),
        np.array(table.values, np.uint16),
    )
    with pytest.raises(TableError, match="numbers of the kind chance16, not distance8"):
        Tablebase(seega, [tmp_path])


def test_a_wrong_distance_is_found(seega: Game, endings: Path, tmp_path: Path) -> None:
    shutil.copytree(endings, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "2v2.table"
    header, values = Table(file).header, np.array(Table(file).values)
    values[values >= RESULTS] += RESULTS  # the right results, a ply too far
    write_table(file, header, values)
    assert len(list(check_values(Tablebase(seega, [tmp_path]), Table(file), 500))) > 5


def test_wrong_values_are_found(race: Game, copy: Path) -> None:
    """A table that is whole, but a hair off everywhere."""
    file = copy / "2v2.table"
    header, values = Table(file).header, np.array(Table(file).values)
    values += 7  # a ten-thousandth
    write_table(file, header, values)
    assert len(list(check_values(Tablebase(race, [copy]), Table(file), 100))) > 50


def test_rulesets_that_differ_in_nothing_essential_share_tables(solved: Path) -> None:
    assert essential(game("senet-race+max_turns=90")) == essential(game("senet-race+match_scoring=true"))
    assert essential(game("senet-race+bear_off=beyond_30")) != essential(game("senet-race"))
    with pytest.raises(TableError, match="is a table of"):
        Tablebase(game("senet-race+bear_off=beyond_30"), [solved])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "most", "moment"), [("senet-race", 2, "2v2 11\n"), ("seega", 5, "2v3 2\n")], ids=["sweeps", "levels"]
)
def test_a_killed_run_goes_on_to_the_same_bytes(
    ruleset: str, most: int, moment: str, solved: Path, endings: Path, tmp_path: Path
) -> None:
    program = (
        "from pathlib import Path; from ibau.games import game\n"
        "from ibau.lab.solver.layer_solver import SolvingTask; from ibau.lab.solver.solve_game import solve\n"
        "from ibau.tables.tablebase import essential\n"
        f"work = SolvingTask(essential(game({ruleset!r})), {most}, Path({str(tmp_path)!r}), checkpoint_seconds=0.0)\n"
        "solve(work, lambda progress: print(progress.group[0], progress.sweep, flush=True))"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        assert process.stdout
        for line in process.stdout:
            if line == moment:
                process.kill()
    solve(SolvingTask(essential(game(ruleset)), most, tmp_path, resume=True), ignore)
    assert contents(tmp_path) == contents(solved if ruleset == "senet-race" else endings)
    assert not (tmp_path / WORK_FOLDER).exists()
