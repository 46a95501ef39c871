"""The counts of how games end: they are those of the games that are kept, and no measured ruleset escapes them."""

import polars as pl
import pytest

from benchmarks.completion import GAMES, ROOT, counts, rulesets_by_name
from ibau.core.completion_rates import ENOUGH, completion_counts
from ibau.core.contract import System
from ibau.core.line import Line
from ibau.games import game, systems
from ibau.lab.studies.measure_study import CAP, RESULTS
from tests.slow import slow_but

PLAYED = pl.read_parquet(GAMES)  # the games that were counted
RULESETS = sorted(counts(PLAYED))
QUICK = {system.default_preset.id for system in systems().values()}
SYSTEMS = pytest.mark.parametrize("system", systems().values(), ids=lambda system: system.id)


@SYSTEMS
def test_the_counts_are_those_of_the_games(system: System) -> None:
    played = {ruleset: one for ruleset, one in counts(PLAYED).items() if game(ruleset).system is system}
    assert played == dict(completion_counts(system).rulesets)


@pytest.mark.parametrize("ruleset", slow_but(QUICK, RULESETS))
def test_the_shortest_and_the_longest_game_ended_as_it_says(ruleset: str) -> None:
    played = PLAYED.filter(pl.col("ruleset") == ruleset).sort(pl.col("actions").str.len_bytes())
    for row in (0, -1):
        ends_as_it_says(*played.row(row))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_game_ended_as_it_says(ruleset: str) -> None:
    for row in PLAYED.filter(pl.col("ruleset") == ruleset).iter_rows():
        ends_as_it_says(*row)


def ends_as_it_says(ruleset: str, _seed: int, kind: str, actions: str) -> None:
    """By the rules, to its last action."""
    result = Line.of(game(ruleset), actions.split()).state.result
    assert result
    assert result.kind == kind


@SYSTEMS
def test_every_preset_and_reading_was_counted(system: System) -> None:
    assert set(rulesets_by_name(system)) <= set(completion_counts(system).rulesets)


def test_games_of_measured_rulesets_ended_between_the_players_that_measured_them() -> None:
    results = pl.read_parquet(ROOT / "docs/readings" / RESULTS)
    cut = results.filter((pl.col("measure") == "truncated") & (pl.col("of").fill_null("") != CAP))
    assert cut.height > len(systems())
    assert cut.filter(pl.col("value") > 1 - ENOUGH)["ruleset"].to_list() == []
