"""Studies from the first game to the folder, whoever plays and whatever stops them."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import ibau
from benchmarks.random_play import random_play
from ibau.lab.studies import ResultsError, read, read_manifest, run
from ibau.lab.studies.ladder import LEVEL, levels
from ibau.lab.studies.plan import PAIRS_PILOT
from ibau.lab.studies.running import Progress
from ibau.lab.studies.sampling import games_needed
from ibau.lab.work import InThisProcess
from tests.lab.studies.studies import SMALL, study

FILES = ("results.parquet", "distributions.parquet", "manifest.json")


def content(folder: Path) -> dict[str, bytes]:
    """The bytes of the results."""
    return {file: (folder / file).read_bytes() for file in FILES}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of the small study."""
    folder = tmp_path_factory.mktemp("lab") / "small"
    run(study(), folder)
    return folder


def test_results(small: Path) -> None:
    found = read(small)
    row = found.results.filter(
        (pl.col("ruleset") == "seti-beth-box") & (pl.col("measure") == "balance.starter")
    ).to_dicts()[0]
    assert row["lower"] < row["value"] < row["upper"]
    assert (row["upper"] - row["lower"]) / 2 <= 0.03
    assert row["reached"]
    assert (row["base"], row["option"], row["setting"]) == ("seti-beth", "pharaohs", "2")
    assert row["difference_lower"] <= row["difference"] <= row["difference_upper"]
    ends = found.results.filter(pl.col("measure").str.starts_with("ends.") & (pl.col("measure") != "ends.draw"))
    assert ends.group_by("ruleset").agg(pl.col("value").sum())["value"].to_list() == pytest.approx([1, 1])
    shares = found.distributions.group_by("ruleset", "of").agg(pl.col("share").sum())["share"].to_list()
    assert shares == pytest.approx([1] * len(shares))
    assert read_manifest(small).seed == 3


class StoppedError(Exception):
    """Somebody has stopped the study."""


def test_a_study_goes_on_where_it_stopped(small: Path, tmp_path: Path) -> None:
    calls: list[Progress] = []

    def tell(progress: Progress) -> None:
        calls.append(progress)
        if len(calls) == 2:
            raise StoppedError

    with pytest.raises(StoppedError):
        run(study(), tmp_path / "out", tell=tell)
    with pytest.raises(ResultsError, match="go on with --resume"):
        run(study(), tmp_path / "out")
    with pytest.raises(ResultsError, match="belongs to another study"):
        run(study(SMALL.replace("seed = 3", "seed = 4")), tmp_path / "out", resume=True)
    before = calls[-1].games
    run(study(), tmp_path / "out", resume=True, tell=calls.append)
    assert calls[2].games > before  # what had been played counts
    assert content(tmp_path / "out") == content(small)


class Breaking(InThisProcess):
    """A worker that dies in its second task, once."""

    deaths = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        Breaking.deaths += 1
        if Breaking.deaths == 2:
            raise BrokenProcessPool
        return super().submit(fn, *args, **kwargs)


def test_nothing_is_lost_when_a_worker_dies(small: Path, tmp_path: Path) -> None:
    def breaking() -> Executor:
        return Breaking()

    run(study(), tmp_path / "out", executor=breaking)
    assert Breaking.deaths > 2
    assert content(tmp_path / "out") == content(small)


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(small: Path, tmp_path: Path) -> None:
    run(study(), tmp_path / "out", workers=2)
    assert content(tmp_path / "out") == content(small)


def test_a_foreign_folder_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(ResultsError, match="holds something else than results"):
        run(study(), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(ResultsError, match="holds no results"):
        read(tmp_path)


def test_a_changed_file_is_noticed(small: Path, tmp_path: Path) -> None:
    for file, found in content(small).items():
        (tmp_path / file).write_bytes(found)
    (tmp_path / "results.parquet").write_bytes(b"PAR1")
    with pytest.raises(ResultsError, match="not the file that was written"):
        read(tmp_path)


def test_ten_times_the_precision_costs_a_hundred_times_the_games() -> None:
    once, ten_times = games_needed(1000, 0.1, 0.05), games_needed(1000, 0.1, 0.005)
    assert once == pytest.approx(1.05 * 4000, abs=1)
    assert ten_times == 50_000  # as far as a look ahead goes
    assert games_needed(once, 0.05, 0.05) == once


ENDING = """\
title = "An ending of the race"

[[rulesets]]
names = ["senet-race"]
position = "20L4D4 first - - 0"

[[plays]]
players = "random"
precision = { "balance.starter" = 0.01 }
"""


def test_sampled_and_exact_figures_agree(tmp_path: Path) -> None:
    """Of random play by the matrix of all steps, of the best play by the tables at hand."""
    found = {(row["players"], row["measure"]): row for row in run(study(ENDING), tmp_path / "out").results.to_dicts()}
    start = ibau.game("senet-race").state("20L4D4 first - - 0")
    use = next(use for use in start.game.system.uses if use.id == "hit")
    truth = random_play(start, use)
    for measure, wanted in (("balance.starter", truth.starter), ("use.hit", truth.used)):
        row = found["random", measure]
        margin = row["upper"] - row["lower"]  # twice as wide as the interval
        assert abs(row["value"] - wanted) < margin
    best = found["best", "balance.starter"]
    assert best["exact"]
    assert best["lower"] <= best["value"] <= best["upper"]
    assert best["value"] == ibau.Tablebase.at_hand(start.game).value(start).chance


def test_levels_do_not_depend_on_how_many_games_there_are() -> None:
    import numpy as np

    few, many = ([{"halves": np.tile([4, 4, 4, 0], games)}] for games in (200, 20_000))
    assert levels(many)[0] == pytest.approx(2, abs=0.01)  # three of four games: one level more
    assert levels(few)[0] == pytest.approx(2, abs=0.1)
    assert pytest.approx(190.85, abs=0.01) == LEVEL


LADDER = """\
title = "Two rungs"
seed = 2

[[rulesets]]
names = ["seti-beth", "seti-beth-box"]
base = "seti-beth"

[[ladders]]
rungs = ["level1", "greedy"]
only_bases = false
precision = 0.08
"""


def test_a_ladder_is_climbed_under_every_reading(tmp_path: Path) -> None:
    """The games of each rung tell the levels; the height of a reading and of its base tell the difference."""
    rows = {row["ruleset"]: row for row in run(study(LADDER), tmp_path / "out").results.to_dicts()}
    assert set(rows) == {"seti-beth", "seti-beth-box"}
    for row in rows.values():
        assert row["measure"] == "skill.levels"
        assert row["reached"]
        assert row["games"] >= 2 * PAIRS_PILOT
        assert 1 < row["lower"] < row["value"] < row["upper"]
    changed = rows["seti-beth-box"]
    assert rows["seti-beth"]["difference"] is None
    assert changed["difference"] == pytest.approx(changed["value"] - rows["seti-beth"]["value"])
    assert abs(changed["difference"]) > 0.01
    assert changed["difference_lower"] < changed["difference"] < changed["difference_upper"]


def test_a_manifest_of_another_format_is_told_apart(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text('{"format": 2, "title": "Later"}')
    with pytest.raises(ResultsError, match="format 2"):
        read_manifest(tmp_path)
