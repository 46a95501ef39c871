"""Pieces of work sent in tasks through the interface of `concurrent.futures`."""

import threading
import time
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import Any

import pytest

from ibau.core.errors import ClusterError, IbauError
from ibau.lab.worker_pool import ToolSource, WorkerPool, close_tools, tool_for

WORKER_DIED = IbauError("Workers have died.")


class Workbench:
    """Opens tools, and knows which are open; they do by multiplying."""

    def __init__(self) -> None:
        self.opened: list[int] = []  # by thread
        self.closed = 0

    @contextmanager
    def __call__(self) -> Generator[int]:
        self.opened.append(threading.get_ident())
        yield 2
        self.closed += 1


class Counting(ThreadPoolExecutor):
    """Knows how many tasks it was sent."""

    tasks = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.tasks += 1
        return super().submit(fn, *args, **kwargs)


@contextmanager
def pool(
    open_tool: Callable[[], AbstractContextManager[int]], executor: ThreadPoolExecutor | None = None
) -> Generator[WorkerPool[int]]:
    with executor or ThreadPoolExecutor(2) as threads, WorkerPool(threads, 2, open_tool, WORKER_DIED) as made:
        yield made


def multiplied(tool: int, number: int) -> int:
    """Takes longer for earlier pieces."""
    time.sleep(max(0.0, 0.02 * (5 - number)))
    return tool * number


def at_once(tool: int, number: int) -> int:
    return tool * number


def refused(tool: int, number: int) -> int:
    if number > 2:
        raise IbauError(f"{number} is refused.")
    return tool * number


def test_results_come_in_order() -> None:
    """The pool can be asked again; each thread opens its tool once, and closes it in the end."""
    bench = Workbench()
    with pool(bench) as two:
        assert list(two.map(multiplied, range(5))) == [0, 2, 4, 6, 8]
        assert list(two.map(multiplied, [1])) == [2]
        assert list(two.map(multiplied, [])) == []
    assert len(set(bench.opened)) == len(bench.opened) == bench.closed <= 2


def test_short_pieces_travel_together() -> None:
    threads = Counting(2)
    with pool(Workbench(), threads) as two:
        assert list(two.map(at_once, range(5000))) == [2 * n for n in range(5000)]
    assert threads.tasks < 50


def test_there_may_be_no_end_of_pieces() -> None:
    with pool(Workbench()) as two:
        results = two.map(multiplied, count())
        assert [next(results) for _ in range(3)] == [0, 2, 4]


def test_what_goes_wrong_is_raised_in_its_turn() -> None:
    with pool(Workbench()) as two:
        results = two.map(refused, range(9))
        assert [next(results) for _ in range(3)] == [0, 2, 4]
        with pytest.raises(IbauError, match="3 is refused"):
            next(results)


def test_a_tool_that_cannot_be_opened() -> None:
    def broken() -> AbstractContextManager[int]:
        raise IbauError("There is no network here.")

    with pool(broken) as two, pytest.raises(ClusterError, match="cannot start: There is no network here"):
        list(two.map(at_once, [1]))


def test_a_thread_that_turns_to_another_work_closes_the_tool_of_the_former() -> None:
    one, other = Workbench(), Workbench()
    works: Iterable[ToolSource] = ToolSource("one", one), ToolSource("one", one), ToolSource("other", other)
    assert [tool_for(work) for work in works] == [2, 2, 2]
    assert (len(one.opened), one.closed, len(other.opened), other.closed) == (1, 1, 1, 0)
    close_tools("one")
    close_tools("other")
    assert other.closed == 1
