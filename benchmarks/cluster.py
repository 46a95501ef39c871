"""What a cluster costs: python -m benchmarks.cluster RULESET [--seconds N].

A Dask cluster with one worker, and one with two, each a process of this machine.  How long a task without work takes
there and back, and how much of that the client's processor; and how many random games a second come back,
beside this process playing them without a cluster.  By the wall's clock: where other work is done meanwhile the figures
say nothing.
"""

import argparse
import time
from collections.abc import Generator
from concurrent.futures import Future, as_completed
from contextlib import contextmanager
from typing import Any, NamedTuple

from ibau.core.errors import IbauError
from ibau.core.game import State
from ibau.games import game
from ibau.lab.cluster import cluster_at
from ibau.lab.studies.games import counted_games
from ibau.lab.work import TASKS_AHEAD

GAMES = 20_000  # of a task, as many as a study sends in its first seconds
SECONDS = 20.0
EMPTY_TASKS = 300


class Cost(NamedTuple):
    """Of a task without work, in seconds."""

    there_and_back: float
    processor: float  # of the client


@contextmanager
def local_cluster(workers: int) -> Generator[str]:
    """The address of a cluster on this machine."""
    from distributed import LocalCluster

    local: Any = LocalCluster  # it has no types
    with local(n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        yield cluster.scheduler_address


def nothing(number: int) -> int:
    """A task without work."""
    return number


def task(start: State, first: int) -> float:
    """Random games from a number on; the seconds that they took."""
    began = time.perf_counter()
    counted_games(start, ("random", "random"), 1, first, GAMES)
    return time.perf_counter() - began


def cost_of_a_task(submit: Any) -> Cost:
    """One after the other, after some that are not timed."""
    for number in range(20):
        submit(nothing, number).result()
    began, busy = time.perf_counter(), time.process_time()
    for number in range(EMPTY_TASKS):
        submit(nothing, number).result()
    return Cost((time.perf_counter() - began) / EMPTY_TASKS, (time.process_time() - busy) / EMPTY_TASKS)


def games_a_second(submit: Any, start: State, workers: int, seconds: float) -> tuple[float, float]:
    """How many come back, and which share of the time workers were playing; twice as many tasks on their way."""
    for future in [submit(task, start, 0) for _ in range(workers * TASKS_AHEAD)]:
        future.result()  # until they are compiled
    first, played, busy = GAMES, 0, 0.0
    began = time.perf_counter()
    pending = set[Future[Any]]()
    while (passed := time.perf_counter() - began) < seconds:
        while len(pending) < workers * TASKS_AHEAD:
            pending.add(submit(task, start, first))
            first += GAMES
        done = next(as_completed(pending))
        pending.remove(done)
        played, busy = played + GAMES, busy + done.result()
    for future in pending:
        future.result()
    return played / passed, busy / passed / workers


def alone(start: State, seconds: float) -> float:
    """Games a second of this process."""
    task(start, 0)
    first, began = GAMES, time.perf_counter()
    while (passed := time.perf_counter() - began) < seconds:
        task(start, first)
        first += GAMES
    return (first - GAMES) / passed


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.cluster", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ruleset", metavar="RULESET")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of each measurement (default: {SECONDS:g})")
    options = parser.parse_args()
    try:
        start = game(options.ruleset).initial()
    except IbauError as error:
        parser.error(str(error))
    print(f"this process alone: {alone(start, options.seconds):,.0f} games / s")
    for workers in (1, 2):
        with local_cluster(workers) as address, cluster_at(address) as cluster, cluster.executor() as executor:
            cost = cost_of_a_task(executor.submit)
            rate, busy = games_a_second(executor.submit, start, workers, options.seconds)
        print(
            f"{workers} worker(s): a task there and back {1000 * cost.there_and_back:.1f} ms, "
            f"{1000 * cost.processor:.1f} ms of the client's processor; "
            f"{rate:,.0f} games / s, at play {busy:.0%} of the time"
        )


if __name__ == "__main__":
    main()
