"""What every log promises, whether it lies in a file, in PostgreSQL or in a browser."""

import asyncio
from functools import partial

from ibau.web.log.events import Created, Invited, NextBegun, PersonSeat, Played, PlayerLeft, PlayerNamed, SeatTaken
from ibau.web.log.privacy import without_private
from ibau.web.log.store import Conflict, StaleStream, Stored, StreamChange, TooLate, require_stored
from tests.web.conftest import Opens

CREATED = Created("seega", PersonSeat(name="Ada"), PersonSeat(free=True), "ada's key", "1", "2026-11-22", secret="5e")  # noqa: S106
INVITED, TAKEN = Invited(1, "invitation"), SeatTaken(1, "ben's key", "invitation", "Ben")
A1, B1 = Played("a1"), Played("b1")


async def test_a_stream_is_read_as_it_was_appended(open_log: Opens) -> None:
    async with open_log() as log:
        begun = require_stored(await log.append([StreamChange("a", 0, (CREATED, INVITED))]))
        later = require_stored(await log.append([StreamChange("a", 2, (TAKEN, A1))]))
        assert [(stored.sequence, stored.event) for stored in await log.read("a")] == [
            (0, CREATED), (1, INVITED), (2, TAKEN), (3, A1)
        ]  # fmt: skip
        assert [stored.time for stored in await log.read("a")] == [begun.time] * 2 + [later.time] * 2
        assert [stored.event for stored in await log.read("a", since=3)] == [A1]
        assert await log.read("b") == []


async def test_of_two_who_know_the_same_version_the_second_has_lost(open_log: Opens) -> None:
    async with open_log() as log:
        first, second = await asyncio.gather(*(log.append([StreamChange("a", 0, (CREATED,))]) for _ in range(2)))
        assert isinstance(first, Stored)
        assert second == Conflict()
        for version in (0, 2):
            assert await log.append([StreamChange("a", version, (A1,), {"name 0": None})]) == Conflict()
        assert [stored.event for stored in await log.read("a")] == [CREATED]


async def test_changes_of_several_streams_are_stored_together_or_not_at_all(open_log: Opens) -> None:
    async with open_log() as log:
        require_stored(await log.append([StreamChange("a", 0, (CREATED,))]))
        following = StreamChange("b", 0, (CREATED,))
        assert await log.append([following, StreamChange("a", 7, (NextBegun("b"),))]) == Conflict()
        assert await log.read("b") == []
        assert await log.private("b") == {}
        require_stored(await log.append([following, StreamChange("a", 1, (NextBegun("b"),))]))
        assert [len(await log.read(stream)) for stream in "ab"] == [2, 1]


async def test_what_waits_together_is_each_judged_by_what_came_before(open_log: Opens) -> None:
    async with open_log() as log:
        appends = [log.append([StreamChange("a", version, (A1,))]) for version in (0, 1, 1, 2, 9, 3)]
        assert [type(outcome) for outcome in await asyncio.gather(*appends)] == [
            Stored, Stored, Conflict, Stored, Conflict, Stored
        ]  # fmt: skip
        assert len(await log.read("a")) == 4


async def test_what_comes_too_late_is_not_stored(open_log: Opens) -> None:
    async with open_log(lambda: 1000) as log:
        assert await log.append([StreamChange("a", 0, (CREATED,))], not_after=999) == TooLate()
        assert await log.read("a") == []
        assert await log.append([StreamChange("a", 0, (CREATED,))], not_after=1000) == Stored(1000)


async def test_no_event_is_older_than_one_before_also_after_reopening(open_log: Opens) -> None:
    times = iter((1000, 900, 1100))
    async with open_log(partial(next, times)) as log:
        found = [require_stored(await log.append([StreamChange("a", n, (A1,))])).time for n in range(3)]
        assert found == [1000, 1000, 1100]


# --- What is private -------------------------------------------------------------------------------------------------


async def test_names_and_keys_lie_beside_the_events_and_no_event_changes_when_they_go(open_log: Opens) -> None:
    async with open_log() as log:
        require_stored(await log.append([StreamChange("a", 0, (CREATED, INVITED, TAKEN, PlayerNamed(1, "Benedikt")))]))
        assert await log.private("a") == {
            "key": "ada's key", "name 0": "Ada", "key 1": "ben's key", "name 1": "Benedikt", "throws": "5e"
        }  # fmt: skip
        before = [without_private(stored.event)[0] for stored in await log.read("a")]
        require_stored(await log.append([StreamChange("a", 4, (PlayerLeft((0,), "ada's key", is_creator=True),))]))
        assert await log.private("a") == {"key 1": "ben's key", "name 1": "Benedikt", "throws": "5e"}
        created, _, taken, named, left = (stored.event for stored in await log.read("a"))
        assert isinstance(created, Created)
        assert isinstance(left, PlayerLeft)
        assert (created.first, created.key_hash) == (PersonSeat(), left.key_hash)
        assert (taken, named) == (SeatTaken(1, "ben's key", "invitation", "Benedikt"), PlayerNamed(1, "Benedikt"))
        require_stored(await log.append([StreamChange("a", 5, (PlayerLeft((1,), "ben's key"),))]))
        assert await log.private("a") == {"throws": "5e"}  # the other player can go on
        assert [without_private(stored.event)[0] for stored in await log.read("a")][1] == before[1]


async def test_more_can_be_kept_and_deleted_without_an_event(open_log: Opens) -> None:
    async with open_log() as log:
        require_stored(await log.append([StreamChange("a", 0, (A1,), {"link": "1", "mail": "2"})]))
        require_stored(await log.append([StreamChange("a", 1, private={"link": None, "other": "3"})]))
        assert await log.private("a") == {"mail": "2", "other": "3"}
        assert len(await log.read("a")) == 1


# --- What is derived -------------------------------------------------------------------------------------------------


async def test_what_is_derived_is_known_by_its_maker(open_log: Opens) -> None:
    async with open_log() as log:
        await log.save_derived("a", "review", "network 1", "nothing to keep it beside")
        require_stored(await log.append([StreamChange("a", 0, (CREATED,))]))
        assert await log.load_derived("a", "review", "network 1") is None
        await log.save_derived("a", "review", "network 1", "old")
        await log.save_derived("a", "review", "network 2", "new")
        makers = ("network 1", "network 2")
        assert [await log.load_derived("a", "review", maker) for maker in makers] == [None, "new"]
        assert await log.load_derived("a", "card", "network 2") is None


# --- What goes -------------------------------------------------------------------------------------------------------


async def test_a_stream_that_ends_leaves_nothing(open_log: Opens) -> None:
    async with open_log() as log:
        for stream in "ab":
            require_stored(await log.append([StreamChange(stream, 0, (CREATED,))]))
            await log.save_derived(stream, "review", "maker", stream)
        assert await log.append([StreamChange("a", 7, ends=True)]) == Conflict()
        require_stored(await log.append([StreamChange("a", 1, (A1,), ends=True)]))
        assert (await log.read("a"), await log.private("a")) == ([], {})
        assert await log.load_derived("a", "review", "maker") is None
        assert await log.load_derived("b", "review", "maker") == "b"
        assert len(await log.private("b")) == 3
        assert await log.next_stale(since=1 << 60) == StaleStream("b", 1)
        require_stored(await log.append([StreamChange("a", 0, (CREATED,))]))
        assert len(await log.read("a")) == 1
        one_batch = ("b", 1, False), ("a", 1, True), ("a", 0, False), ("b", 2, False)
        for outcome in await asyncio.gather(
            *(log.append([StreamChange(name, version, (CREATED,), ends=ends)]) for name, version, ends in one_batch)
        ):
            require_stored(outcome)
        assert (await log.versions("ab")) == {"a": 1, "b": 3}


async def test_a_change_that_does_not_touch_leaves_a_stream_as_old_as_it_was(open_log: Opens) -> None:
    times = iter((1000, 2000, 3000, 3000))
    async with open_log(partial(next, times)) as log:
        for stream in "ab":
            require_stored(await log.append([StreamChange(stream, 0, (CREATED,))]))
        assert await log.next_stale(since=1000) is None
        assert await log.next_stale(since=1001) == StaleStream("a", 1)
        assert await log.next_stale(since=1001, after="a") is None
        assert await log.next_stale(since=2001, after="a") == StaleStream("b", 1)
        require_stored(await log.append([StreamChange("a", 1, (A1,), touches=False)]))
        assert await log.next_stale(since=1001) == StaleStream("a", 2)
        assert (await log.read("a"))[1].time == 3000
        require_stored(await log.append([StreamChange("a", 2, (B1,))]))
        assert await log.next_stale(since=2001) == StaleStream("b", 1)
