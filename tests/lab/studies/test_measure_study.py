"""Verdicts: by the whole interval, and by all verdicts together."""

from typing import Any

import polars as pl
import pytest

from ibau.lab.studies.game_figures import Figure
from ibau.lab.studies.measure_study import (
    CAP,
    LESS,
    MORE,
    NEGLIGIBLE,
    OPEN,
    READING,
    SAME,
    TRUNCATED,
    figure_row,
    verdict,
    with_verdicts,
)

MIN_CHANGE = 0.02


@pytest.mark.parametrize(
    ("lower", "upper", "found"),
    [
        (0.021, 0.05, MORE),
        (-0.05, -0.021, LESS),
        (0.019, 0.05, OPEN),  # significant, but the interval includes negligible changes
        (0.001, 0.019, NEGLIGIBLE),  # significant, and too small to be noticed
        (-0.019, 0.019, NEGLIGIBLE),
        (-0.021, 0.019, OPEN),
    ],
)
def test_the_whole_interval_lies_beyond_or_within(lower: float, upper: float, found: str) -> None:
    row = {"difference_lower": lower, "difference_upper": upper, "min_change": MIN_CHANGE}
    assert verdict(row, beyond=True, within=True) == found


def test_what_is_not_told_from_chance_among_all_is_open() -> None:
    row = {"difference_lower": 0.021, "difference_upper": 0.05, "min_change": MIN_CHANGE}
    assert verdict(row, beyond=False, within=False) == OPEN


def claimed(of: str, chance: float) -> dict[str, Any]:
    interval = {"difference": 0.03, "difference_lower": 0.021, "difference_upper": 0.039, "min_change": MIN_CHANGE}
    return {"of": of, "p_values": (chance, 1.0)} | interval


def test_false_discoveries_are_controlled_over_readings_alone() -> None:
    """A fairly certain change is found among few others; caps, however certain, do not affect that."""
    assert with_verdicts([claimed(READING, 0.02)])[0]["verdict"] == MORE
    many = [claimed(READING, 0.9) for _ in range(20)]
    sure = [claimed(CAP, 0.0) for _ in range(200)]
    assert with_verdicts([claimed(READING, 0.02), *many, *sure])[0]["verdict"] == OPEN


def figure(value: float, spread: float = 0.0) -> Figure:
    return Figure(value, pl.Series([value - spread, value + spread] * 5).to_numpy())


def figures(minutes: float, cut: float, long: float = 0.0) -> dict[str, Figure]:
    spread = {"minutes": figure(minutes, 0.01), "draws": figure(0.1, 0.01)}
    return spread | {"truncated": figure(cut), "long": figure(max(cut, long))}


def has_p_values(measure: str, of: dict[str, Figure], base: dict[str, Figure]) -> bool:
    return "p_values" in figure_row({"of": READING}, measure, of, base, same=False)


def test_what_a_cap_cuts_off_has_no_figures_but_how_much_it_is() -> None:
    for measure in ("minutes", "draws"):
        assert has_p_values(measure, figures(90, 0.01), figures(20, 0.01))
        assert not has_p_values(measure, figures(90, 0.2), figures(20, 0.0))
        assert not has_p_values(measure, figures(90, 0.0), figures(20, 0.2))
    assert (
        figure_row({"of": READING}, "truncated", figures(90, 0.2), figures(20, 0.0), same=False)["verdict"] == TRUNCATED
    )
    assert "verdict" not in figure_row({"of": READING}, "truncated", figures(90, 0.02), figures(20, 0.0), same=False)


def test_what_goes_on_to_the_cap_after_it_was_won_has_no_length() -> None:
    assert not has_p_values("minutes", figures(90, 0.0, long=0.2), figures(20, 0.0))
    assert has_p_values("draws", figures(90, 0.0, long=0.2), figures(20, 0.0))


def test_the_same_games_are_told_to_be_the_same() -> None:
    found = figure_row({"of": READING}, "minutes", figures(20, 0), figures(20, 0), same=True)
    assert found["verdict"] == SAME
