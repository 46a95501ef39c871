"""The gate before all requests and messages."""

import asyncio
from contextlib import suppress

from ibau.web.limits import SECONDS_TO_REMEMBER, Gate, Limits
from tests.web.guests import finished
from tests.web.test_codes import Clock

GREEDY, OTHER, THIRD = ("203.0.113.66",), ("203.0.113.7",), ("203.0.113.8",)


def test_addresses_come_in_by_turns() -> None:
    came: list[tuple[str, ...]] = []

    async def come(gate: Gate, names: tuple[str, ...]) -> None:
        await gate.enter(names)
        came.append(names)

    async def run() -> None:
        gate = Gate(Clock())
        async with asyncio.TaskGroup() as together:
            for names in [GREEDY] * 50 + [OTHER] * 3 + [THIRD]:
                together.create_task(come(gate, names))
        assert not gate._is_busy

    finished(run())
    assert came[1:7] == [GREEDY, OTHER, THIRD, GREEDY, OTHER, GREEDY]
    assert len(came) == 54


def test_one_comes_in_while_the_loop_turns_once() -> None:
    """So what others have begun goes on between."""

    async def run() -> int:
        gate, turns = Gate(Clock()), 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        counting = asyncio.create_task(count())
        await asyncio.gather(*(gate.enter(GREEDY) for _ in range(100)))
        counting.cancel()
        return turns

    assert finished(run()) >= 99


def test_anyone_who_leaves_holds_nobody_up() -> None:
    async def run() -> None:
        gate = Gate(Clock())
        tasks = [asyncio.create_task(gate.enter(names)) for names in [GREEDY] * 5 + [OTHER]]
        await asyncio.sleep(0)
        for task in tasks[:5]:
            task.cancel()
        await asyncio.wait_for(tasks[5], 5)
        with suppress(asyncio.CancelledError):
            await tasks[4]
        await asyncio.wait_for(gate.enter(GREEDY), 5)

    finished(run())


def test_nobody_waits_but_for_others() -> None:
    """As long as one address asks alone it may have all there is, and owes nothing for it later."""

    async def run() -> None:
        clock = Clock()
        limits = Limits(clock=clock)
        for _ in range(10):
            await limits.ask(GREEDY, 100)
        assert limits.wait(GREEDY, 0) == 0
        await limits.ask(OTHER)
        await limits.ask(GREEDY, 50)
        await limits.ask(OTHER)
        assert limits.wait(GREEDY, 50) > 0
        assert limits.wait(OTHER, 1) == 0
        clock.now += SECONDS_TO_REMEMBER + 1
        await limits.ask(GREEDY)
        assert limits.wait(GREEDY, 0) == 0

    finished(run())
