"""How long a run is said to take yet."""

import pytest

from ibau.lab.solver.run import Forecast


def test_what_is_left_is_the_sweeps_left_at_the_speed_so_far() -> None:
    forecast = Forecast([100, 1000, 10_000], usual=60)
    assert forecast.left is None
    forecast.swept(20, 4.0)
    forecast.done()
    assert forecast.left is None
    forecast.swept(10, 5.0)
    assert forecast.left == pytest.approx(0.5 * (10 + 20 * 10))
    forecast.swept(30, 15.0)
    assert forecast.left == pytest.approx(0.5 * (4 + 20 * 10))
    forecast.done()
    forecast.swept(1, 60.0)
    assert forecast.left == pytest.approx(60 * 39)


def test_the_first_step_is_not_timed() -> None:
    """It compiles."""
    forecast = Forecast([100], usual=60)
    forecast.swept(1, 600.0)
    assert forecast.left is None
    forecast.swept(2, 3.0)
    assert forecast.left == pytest.approx(1.5 * 57)
