"""Figures and their intervals, against what is known of them."""

import numpy as np
import polars as pl
import pytest
import scipy

import ibau
from ibau.core.outcome import DRAW, FIRST, SECOND, ended
from ibau.lab.studies.compiled_games import compiled_games
from ibau.lab.studies.game_figures import DECISION, FEW, GROUPS, MANY, THROW, Figure, figures_of

BETH = ibau.game("seti-beth")


def games(outcomes: list[int], **columns: list[int]) -> pl.DataFrame:
    """Games that ended so, alike in all else that is not given."""
    usual = {"starter": FIRST, "decisions": 10, "throws": 0, "turns": 10, "forced": 1, "choices": 40}
    events = {f"event.{event.id}": 0 for event in BETH.system.rule_events}
    rows = {name: [value] * len(outcomes) for name, value in (usual | events).items()}
    return pl.DataFrame({"outcome": outcomes} | rows | columns)


WON, LOST, DRAWN = (ended(winner, 10) for winner in (FIRST, SECOND, DRAW))


def test_scores_draws_and_choices() -> None:
    found = figures_of(games([WON, WON, LOST, DRAWN] * 10), BETH)
    values = {name: found[name].value for name in ("starter", "draws", "actions", "forced", "minutes")}
    assert values == pytest.approx({"starter": 0.625, "draws": 0.25, "actions": 4, "forced": 0.1, "minutes": 2.5})


def test_the_stronger_player_sits_first_in_every_other_game() -> None:
    assert figures_of(games([WON, LOST] * 20), BETH)["stronger"].value == 1
    assert figures_of(games([LOST, WON] * 20), BETH)["stronger"].value == 0


def test_a_game_that_was_given_up_is_cut_off_and_no_draw() -> None:
    found = figures_of(games([0, WON, LOST, WON] * 10), BETH)
    assert (found["truncated"].value, found["draws"].value, found["starter"].value) == (0.25, 0, 0.625)


def test_a_solo_may_go_on_to_the_cap() -> None:
    race = ibau.game("senet-race+max_turns=400")
    rows = pl.DataFrame(compiled_games(race.initial(), ("random", "random"), 1, 0, 40))
    long = rows.with_columns(throws=pl.lit(400))
    assert figures_of(long, race)["long"].value == 1
    assert figures_of(long, ibau.game("senet-race+max_turns=0"))["long"].value < 1


def test_minutes_count_throws_where_there_are_any() -> None:
    race = ibau.game("senet-race")
    rows = pl.DataFrame(compiled_games(race.initial(), ("random", "random"), 1, 0, 40))
    seconds = DECISION * int(rows["decisions"].sum()) + THROW * int(rows["throws"].sum())
    assert figures_of(rows, race)["minutes"].value == pytest.approx(seconds / 60 / 40)


def test_the_jackknife_of_a_mean_is_its_standard_error() -> None:
    values = np.random.default_rng(3).integers(1, 90, MANY).tolist()
    found = figures_of(games([WON] * MANY, decisions=values), BETH)["minutes"]
    groups = np.array(values, float).reshape(GROUPS, -1).mean(axis=1) * 15 / 60
    assert found.error == pytest.approx(groups.std(ddof=1) / GROUPS**0.5)
    assert found.half_width == pytest.approx(float(scipy.stats.t.isf(0.025, GROUPS - 1)) * found.error)


def test_what_moves_two_figures_alike_does_not_count_for_their_difference() -> None:
    moved = np.arange(FEW, dtype=float)
    one, other = Figure(5.0, moved), Figure(3.0, moved - 2)
    assert (one - other).value == 2
    assert (one - other).error == 0
    assert one.error > 1


def test_that_a_few_games_agree_makes_no_share_certain() -> None:
    few, many = (figures_of(games([WON] * n), BETH)["draws"] for n in (20, 20_000))
    assert few.value == many.value == 0
    assert few.half_width > 0.1
    assert many.half_width < 0.001


def test_claims_are_as_likely_as_students_distribution_says() -> None:
    without = np.array([0.9, 1.1] * 5)
    found = Figure(1.0, without)
    error = float(np.sqrt(0.9 * 10 * 0.01))
    assert found.p_beyond(0.5) == pytest.approx(float(scipy.stats.t.sf(0.5 / error, 9)))
    assert found.p_within(1.5) == pytest.approx(float(scipy.stats.t.sf(0.5 / error, 9)))
    assert found.p_beyond(2.0) > 0.5
