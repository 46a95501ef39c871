"""The counts of how games end: those of a page are those of the games, and no measured ruleset escapes them."""

import polars as pl
import pytest

from benchmarks.completion import PAGE, ROOT, readings, table
from ibau.core.completion import ENOUGH, counted
from ibau.core.contract import System
from ibau.games import systems
from ibau.lab.studies.measuring import CAP, RESULTS

SYSTEMS = pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)


@SYSTEMS
def test_the_page_has_the_counts_of_the_game(system: System) -> None:
    section = f"<!-- {system.id} -->\n\n{table(system, counted(system))}\n<!-- /{system.id} -->"
    assert section in PAGE.read_text("utf-8")


@SYSTEMS
def test_every_preset_and_reading_was_counted(system: System) -> None:
    assert set(readings(system)) <= set(counted(system).rulesets)


def test_games_of_measured_rulesets_ended_between_the_players_that_measured_them() -> None:
    results = pl.read_parquet(ROOT / "docs/readings" / RESULTS)
    cut = results.filter((pl.col("measure") == "cut") & (pl.col("of").fill_null("") != CAP))
    assert cut.height > len(systems())
    assert cut.filter(pl.col("value") > 1 - ENOUGH)["ruleset"].to_list() == []
