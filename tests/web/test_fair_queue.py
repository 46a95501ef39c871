"""The fair queue: no client waits behind all questions of another."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from ibau.core.errors import RecordError
from ibau.web.limits import Limits
from ibau.web.limits.client_ids import client_id_at
from ibau.web.refusals import OVER, Refusal
from ibau.web.thinking import fair_queue as module
from ibau.web.thinking.fair_queue import ANONYMOUS, Asker, FairQueue, WorkKind
from ibau.web.thinking.processes import process_pool
from ibau.web.thinking.work_pool import WorkPool
from tests.web.clients import run_in_thread

ATTACKER = Asker(client_id_at("203.0.113.66"))

Asked = tuple[Asker, WorkKind]


def other(number: int, game: str = "") -> Asker:
    return Asker(client_id_at(f"198.51.100.{number}"), game)


SAME = dict.fromkeys(WorkKind, 0.0)  # seconds that a question takes, by its kind


def served(*asked: Asked, seconds: Mapping[WorkKind, float] = SAME) -> list[Asked]:
    """The questions in the order in which they are served while all of them wait."""
    found: list[Asked] = []

    async def use(turns: FairQueue[str], asker: Asker, kind: WorkKind) -> None:
        loan = await turns.acquire(asker, kind)
        found.append((asker, kind))
        await asyncio.sleep(0)
        turns.release(loan._replace(since=asyncio.get_running_loop().time() - seconds[kind]))

    async def run() -> None:
        turns = FairQueue(["thing"])
        loan = await turns.acquire(ANONYMOUS, WorkKind.MOVE)
        tasks = [asyncio.create_task(use(turns, *one)) for one in asked]
        await asyncio.sleep(0)
        turns.release(loan._replace(since=asyncio.get_running_loop().time()))
        await asyncio.gather(*tasks)
        assert (len(turns), turns.has_waiting.is_set(), turns.free) == (0, False, ["thing"])
        assert not turns._held

    run_in_thread(run())
    return found


def test_addresses_take_turns_and_what_one_asks_comes_by_what_matters() -> None:
    one, two = other(1), other(2)
    asked = [(one, kind) for kind in reversed(WorkKind)] + [(two, WorkKind.PICTURE), (two, WorkKind.PICTURE)]
    assert served(*asked) == [
        (one, WorkKind.MOVE),
        (two, WorkKind.PICTURE),
        (one, WorkKind.HINT),
        (two, WorkKind.PICTURE),
        (one, WorkKind.ANALYSIS),
        (one, WorkKind.REVIEW),
        (one, WorkKind.PICTURE),
    ]


def test_anyone_who_asks_for_long_thoughts_comes_the_later_for_it() -> None:
    """Twenty short moves at a school come before the second long one of a stranger, and those are not lost."""
    school, long = other(1), WorkKind.PICTURE
    found = served(*[(ATTACKER, long)] * 3, *[(school, WorkKind.MOVE)] * 20, seconds={long: 5.0, WorkKind.MOVE: 0.1})
    assert found[:21].count((school, WorkKind.MOVE)) == 20
    assert found.count((ATTACKER, long)) == 3


async def test_anyone_who_was_alone_is_not_kept_waiting_for_it() -> None:
    """A client that comes later gets no more time than others from then on."""
    turns, order = FairQueue(["thing"]), list[Asker]()
    for _ in range(100):
        loan = await turns.acquire(other(1), WorkKind.REVIEW)
        turns.release(loan._replace(since=loan.since - 10))

    async def use(asker: Asker) -> None:
        loan = await turns.acquire(asker, WorkKind.REVIEW)
        order.append(asker)
        turns.release(loan._replace(since=loan.since - 10))

    loan = await turns.acquire(ANONYMOUS, WorkKind.MOVE)
    using = [asyncio.create_task(use(asker)) for asker in [ATTACKER] * 4 + [other(1)] * 4]
    await asyncio.sleep(0)
    turns.release(loan)
    await asyncio.gather(*using)
    assert sorted(order[:4].count(asker) for asker in (ATTACKER, other(1))) == [2, 2]


def test_games_of_an_address_take_turns() -> None:
    """A review of a long game at a school does not delay the others there."""
    long, short = other(1, "long"), other(1, "short")
    found = served(*[(long, WorkKind.REVIEW)] * 5, *[(short, WorkKind.REVIEW)] * 2)
    assert [asker.game for asker, _ in found] == ["long", "short", "long", "short", "long", "long", "long"]


def test_many_networks_of_one_provider_are_one() -> None:
    """A client with a /48 of IPv6 has 65,536 networks that are counted separately."""
    many = [(Asker(client_id_at(f"2001:db8:1:{n:x}::1")), WorkKind.MOVE) for n in range(100)]
    assert served(*many, *[(other(1), WorkKind.MOVE)] * 3)[:6:2] == many[:3]


def test_a_household_never_has_all_where_some_are_kept_for_others() -> None:
    asked = [(ATTACKER, WorkKind.MOVE)] * 4
    most = now = 0

    async def use(turns: FairQueue[int], asker: Asker) -> None:
        nonlocal most, now
        loan = await turns.acquire(asker, WorkKind.MOVE)
        now += 1
        most = max(most, now)
        await asyncio.sleep(0)
        now -= 1
        turns.release(loan)

    async def run() -> None:
        turns = FairQueue(range(3), each=2)
        using = [asyncio.create_task(use(turns, asker)) for asker, _ in asked]
        await asyncio.sleep(0)
        assert (await turns.acquire(other(1), WorkKind.PICTURE)).thing in range(3)
        await asyncio.gather(*using)

    run_in_thread(run())
    assert most == 2


@pytest.mark.parametrize("late", [False, True])
async def test_anyone_who_leaves_holds_nothing_up(late: bool) -> None:
    """While it waits, or at the moment when its turn comes."""
    turns = FairQueue(["thing"])
    loan = await turns.acquire(ANONYMOUS, WorkKind.MOVE)
    leaving = asyncio.create_task(turns.acquire(ATTACKER, WorkKind.MOVE))
    staying = asyncio.create_task(turns.acquire(other(1), WorkKind.MOVE))
    await asyncio.sleep(0)
    if late:
        turns.release(loan)
    leaving.cancel()
    with suppress(asyncio.CancelledError):
        await leaving
    if not late:
        turns.release(loan)
    turns.release(await asyncio.wait_for(staying, 5))
    assert (len(turns), turns.free, turns.has_waiting.is_set()) == (0, ["thing"], False)


async def test_who_was_served_long_ago_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 6)
    turns = FairQueue(["thing"])
    for number in range(10):
        turns.release(await turns.acquire(other(number), WorkKind.MOVE))
    assert len(turns._served) == 6
    assert not turns._used  # none had to wait


# --- The pool --------------------------------------------------------------------------------------------------------


def with_pool(run: Callable[[WorkPool], Coroutine[Any, Any, Any]]) -> Any:
    async def open_one() -> Any:
        pool = WorkPool(Limits().pending_work, process_pool(2, each=1), process_pool(1))
        try:
            return await run(pool)
        finally:
            await pool.close()

    return run_in_thread(open_one())


def test_pending_work_is_limited_per_address() -> None:
    async def run(pool: WorkPool) -> None:
        pool._pending_work.most = 3
        work = [asyncio.create_task(pool.run(partial(time.sleep, 0.1), ATTACKER)) for _ in range(5)]
        done = await asyncio.gather(*work, return_exceptions=True)
        assert [isinstance(each, Refusal) for each in done] == [False, False, False, True, True]

    with_pool(run)


def raised() -> None:
    raise RecordError("line 1: nothing")


def refused() -> None:
    raise Refusal(OVER, status=409, wait=3)


def test_errors_of_work_are_raised_as_if_it_was_done_here() -> None:
    async def run(pool: WorkPool) -> None:
        with pytest.raises(RecordError, match="line 1: nothing"):
            await pool.run(raised, ANONYMOUS)
        with pytest.raises(Refusal, match="The game is over") as refusal:
            await pool.run(refused, ANONYMOUS)
        assert (refusal.value.status, refusal.value.wait) == (409, 3)

    with_pool(run)


def test_unexpected_errors_of_work_are_logged_and_refused(caplog: pytest.LogCaptureFixture) -> None:
    async def run(pool: WorkPool) -> None:
        with pytest.raises(Refusal, match="could not do this"):
            await pool.run(partial(divmod, 1, 0), ANONYMOUS)
        assert await pool.run(partial(sum, (1, 2)), ANONYMOUS) == 3

    with_pool(run)
    assert "ZeroDivisionError" in caplog.text
