"""How long a study has yet to go, told before much of it is played."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ibau.lab.studies.ladder import HALVES, half_width
from ibau.lab.studies.plan import OF_PAIRS
from ibau.lab.studies.rows import Rows
from ibau.lab.studies.running import Progress, Work
from ibau.lab.studies.sampling import Sampling, games_for, games_needed
from ibau.lab.studies.store import Store
from ibau.lab.work import InThisProcess
from tests.lab.studies.studies import study


@dataclass(frozen=True)
class Slow:
    """Pairs of games of which the stronger player wins a share, by lot; each takes some seconds, by a clock of ours."""

    name: str
    share: float
    seconds: float
    games_a_row = 2

    def rows(self, first: int, games: int) -> Rows:
        random = np.random.default_rng([len(self.name), *self.name.encode()])
        return {HALVES: (2 * random.binomial(2, self.share, first + games)[first:]).astype(np.int32)}


class Fast(Slow):
    """Others, a thousand of which are a first try."""

    games_a_row = 1


class Clocked(InThisProcess):
    """Games take as long as they say."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        source, _, games = args
        future: Future[Any] = Future()
        future.set_result((fn(*args, **kwargs)[0], games * source.seconds))
        return future


def clocked() -> Executor:
    return Clocked()


def sampling(source: Slow, precision: float, pilot: int, trial: int) -> Sampling:
    def demand(rows: Rows, games: int) -> int:
        return games_needed(games, half_width(rows), precision)

    return Sampling(source, demand, 10**6, pilot, games_for(precision, OF_PAIRS), trial)


def told(folder: Path) -> list[Progress]:
    """What is told while some sources are played."""
    searches = [Slow("even", 0.5, 3.0), Slow("long", 0.6, 20.0), Slow("uneven", 0.8, 1.0)]
    loops = [Fast(f"loop {n}", 0.4 + n / 50, 0.001) for n in range(9)]
    samplings = [sampling(source, 0.01, 1000, 1000) for source in loops]
    samplings += [sampling(source, 0.07, 10, 1) for source in searches]
    found: list[Progress] = []
    Work(samplings, Store(folder, study(), resume=False), 2, found.append).run(clocked)
    return found


def test_the_time_to_go_is_right_within_a_half_once_all_has_been_tried(tmp_path: Path) -> None:
    found = told(tmp_path)
    whole = found[-1].seconds_done
    sure = [progress for progress in found if progress.is_sure]
    assert sure[0].seconds_done < whole / 20
    for progress in sure:
        assert whole / 1.5 < progress.seconds_done + progress.seconds_left < whole * 1.5
    assert found[-1].seconds_left == 0


def test_searches_are_tried_first_a_game_each(tmp_path: Path) -> None:
    assert [progress.games for progress in told(tmp_path)[:5]] == [2, 4, 6, 1006, 2006]


@pytest.mark.parametrize(("half_width", "games"), [(0.1, 97), (0.01, 9604)])
def test_ten_times_the_precision_costs_a_hundred_times_the_games(half_width: float, games: int) -> None:
    assert games_for(half_width, 1 / 4) == games
