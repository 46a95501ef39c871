"""Studies from the first game to the table, with any workers and interruptions."""

from pathlib import Path

import polars as pl
import pytest

import ibau
from ibau.lab.studies import ResultsError, measure, play
from ibau.lab.studies.play_study import GAMES
from tests.lab.studies.small_study import SMALL

STRONGER = SMALL.replace('"greedy", "greedy"', '"greedy", "careless greedy"').split("\n\n")[1]
ALL = SMALL + STRONGER + '\n[[matchups]]\nplayers = ["level1", "level1"]\ngames = 2\nvariants = "base"\n'


def played(folder: Path, text: str = ALL, workers: int = 1) -> list[tuple[int, int]]:
    """Play a study; returns the reports of progress."""
    reports: list[tuple[int, int]] = []
    play(text.encode(), folder, ibau.game, lambda *how_far: reports.append(how_far), workers)
    return reports


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab") / "small"
    played(folder)
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.parquet")}


def test_the_table_has_figures_of_bases_and_differences_of_readings(small: Path) -> None:
    found = measure(small, ibau.game)
    assert found.filter(pl.col("measure") == "stronger")["players"].unique().to_list() == ["greedy v careless greedy"]
    box = found.filter(pl.col("ruleset") == "seti-beth+pharaohs=2", pl.col("measure") == "minutes").row(0, named=True)
    base = found.filter(pl.col("ruleset") == "seti-beth", pl.col("measure") == "minutes").row(0, named=True)
    assert (base["of"], base["difference"], box["of"]) == (None, None, "reading")
    assert box["difference"] == pytest.approx(box["value"] - base["value"])
    assert box["difference_lower"] < box["difference"] < box["difference_upper"]
    assert found.filter(pl.col("players") == "level1")["games"].unique().to_list() == [2]


def test_a_study_goes_on_where_it_stopped(small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "again"
    played(folder)
    lost = sorted((folder / GAMES).rglob("*.parquet"))[1]
    lost.unlink()
    with pytest.raises(ResultsError, match="lacks games of its study; play them first"):
        measure(folder, ibau.game)
    assert len(played(folder)) == 1
    assert played(folder) == []
    measure(folder, ibau.game)
    assert content(folder) == content(small)


@pytest.mark.slow
def test_any_number_of_workers_brings_the_same(small: Path, tmp_path: Path) -> None:
    played(tmp_path / "two", workers=2)
    for folder in (small, tmp_path / "two"):
        measure(folder, ibau.game)
    assert content(tmp_path / "two") == content(small)


def test_a_folder_of_something_else(small: Path, tmp_path: Path) -> None:
    with pytest.raises(ResultsError, match="belongs to another study"):
        played(small, SMALL)
    (tmp_path / "letter.txt").write_text("Dear …")
    with pytest.raises(ResultsError, match="is not the folder of a study"):
        played(tmp_path)
    with pytest.raises(ResultsError, match="holds no study"):
        measure(tmp_path, ibau.game)
