"""Opening stored games: in slices, independently, and without repeated work."""

import asyncio
import gc
import time
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from ibau.core.game import State
from ibau.core.outcome import FIRST
from ibau.core.record import RULES_VERSION
from ibau.games import systems
from ibau.records.jsonl import json_of
from ibau.web.hosted import game as hosted_module
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.game_keys import hash_key
from ibau.web.hosted.history import MAX_EVENTS
from ibau.web.limits import Limits
from ibau.web.log.events import Created, Event, PersonSeat, Played, StoredEvent, TakenBack
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import Store, StreamChange, require_stored
from ibau.web.rooms import replays
from ibau.web.rooms.context import SLICE_SECONDS, TimeSlicer
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.lobby import Lobby
from ibau.web.rooms.replays import ACTION_NUMBERS, SAVE_INTERVAL, Replays, UnknownGameError, rules_fingerprint
from ibau.web.rooms.review_jobs import MAX_REVIEWED_PLIES
from tests.game_lines import random_line
from tests.web.browser_tables import PageStore
from tests.web.clients import ServerGame, in_loop, run_in_thread, services

SEEGA, ENDLESS = "seega+first_player=first", "senet-formation"
LONGEST_PAUSE = 0.1  # seconds of the processor between two turns of the event loop


def created(ruleset: str, record: str = "") -> Created:
    seat = PersonSeat(name="Ada")
    return Created(ruleset, seat, seat, hash_key("key"), RULES_VERSION, "2026-11-24", record=record)


@asynccontextmanager
async def lobby_over(store: Store) -> AsyncGenerator[Lobby]:
    lobby = Lobby(store, None, Limits(), move_delay=0.0, idle=60.0)  # type: ignore[arg-type]  # no computer plays here
    try:
        yield lobby
    finally:
        await lobby.close()


# --- Slices ----------------------------------------------------------------------------------------------------------


def played_and_taken_back() -> list[Event]:
    """As many events as one client could store in a day before there was a limit."""
    again: list[Event] = [Played("a1"), TakenBack(0)]
    return [created(SEEGA), *again * 12_000]


def longest_game() -> list[Event]:
    """As many actions as a game may have."""
    return [created(ENDLESS), *map(Played, random_line(ENDLESS, MAX_EVENTS // 2).actions)]


def longest_record() -> list[Event]:
    """The longest record that can be imported."""
    return [created(ENDLESS, json_of(random_line(ENDLESS, MAX_REVIEWED_PLIES).resign(FIRST).record()))]


@pytest.mark.parametrize("long", [played_and_taken_back, longest_game, longest_record])
def test_while_a_long_game_is_opened_all_else_goes_on(tmp_path: Path, long: Callable[[], list[Event]]) -> None:
    """Measured in CPU time, which other programs on the machine do not lengthen."""

    async def run() -> float:
        store = SQLiteStore(tmp_path, lambda _: None)
        require_stored(await store.append([StreamChange("long", 0, tuple(long()))]))
        async with lobby_over(store) as lobby:
            opening = asyncio.create_task(lobby.enter("long", Listener("en"), "key"))
            longest, turns = 0.0, 0
            while not opening.done():
                before = time.thread_time()
                await asyncio.sleep(0)
                longest, turns = max(longest, time.thread_time() - before), turns + 1
            room = await opening
            assert room.hosted.history.events in (1, 24_001, MAX_EVENTS // 2 + 1)
            assert turns > 20
        await store.close()
        return longest

    gc.freeze()  # as the server does: garbage collection skips what pytest has loaded
    try:
        assert run_in_thread(run()) < LONGEST_PAUSE
    finally:
        gc.unfreeze()


def test_of_two_long_works_each_has_its_turn_and_a_short_one_need_not_wait_for_them() -> None:
    done: list[str] = []

    def steps(name: str, count: int) -> Iterator[str]:
        for _ in range(count):
            until = time.perf_counter() + 2 * SLICE_SECONDS  # one is a slice
            while time.perf_counter() < until:
                pass
            done.append(name)
            yield name

    async def run() -> None:
        slices = TimeSlicer()
        works = [("a", 3), ("b", 3), ("c", 1)]
        assert await asyncio.gather(*(slices.run(steps(*work)) for work in works)) == ["a", "b", "c"]
        nothing: list[str] = []
        found = await slices.run(nothing)
        assert found is None

    run_in_thread(run())
    assert done == ["a", "b", "c", "a", "b", "a", "b"]


async def test_failed_or_cancelled_work_delays_no_other() -> None:
    def fails() -> Iterator[None]:
        yield
        raise ZeroDivisionError

    def never_ends() -> Iterator[None]:
        while True:
            yield

    slices = TimeSlicer()
    given_up = asyncio.create_task(slices.run(never_ends()))
    with pytest.raises(ZeroDivisionError):
        await slices.run(fails())
    given_up.cancel()
    assert await slices.run("abc") == "c"


class Slow(PageStore):
    """A log in which reading one game waits until it is allowed."""

    def __init__(self) -> None:
        super().__init__()
        self.allowed = asyncio.Event()
        self.read_since: list[tuple[str, int]] = []

    async def read(self, stream: str, since: int = 0) -> list[StoredEvent]:
        self.read_since.append((stream, since))
        if stream == "slow":
            await self.allowed.wait()
        return await super().read(stream, since)


async def test_opening_a_game_does_not_wait_for_another_one() -> None:
    store = Slow()
    for name in ("slow", "quick"):
        require_stored(await store.append([StreamChange(name, 0, (created(SEEGA),))]))
    async with lobby_over(store) as lobby:
        slow = [asyncio.create_task(lobby.enter("slow", Listener("en"), "")) for _ in range(2)]
        await asyncio.sleep(0)
        assert (await lobby.enter("quick", Listener("en"), "")).name == "quick"
        assert not any(task.done() for task in slow)
        store.allowed.set()
        one, other = await asyncio.gather(*slow)
        assert one is other
        assert store.read_since.count(("slow", 0)) == 1


# --- Nothing twice ---------------------------------------------------------------------------------------------------


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """The events that are replayed."""
    found: list[Event] = []
    after = HostedGame.after

    def counted(self: HostedGame, event: Event, time: int) -> HostedGame:
        found.append(event)
        return after(self, event, time)

    monkeypatch.setattr(hosted_module.HostedGame, "after", counted)
    return found


async def test_a_game_that_is_asked_for_again_is_not_replayed_again(folded: list[Event]) -> None:
    store = Slow()
    require_stored(await store.append([StreamChange("a", 0, (created(SEEGA), Played("a1")))]))
    games = Replays(store, TimeSlicer())
    first = await games.game("a")
    assert await games.game("a") is first
    require_stored(await store.append([StreamChange("a", 2, (Played("a2"),))]))
    assert (await games.game("a")).line.actions == ("a1", "a2")
    assert folded == [Played("a1"), Played("a2")]
    assert store.read_since == [("a", 0), ("a", 1), ("a", 1)]
    require_stored(await store.append([StreamChange("a", 3, ends=True)]))
    with pytest.raises(UnknownGameError):
        await games.game("a")


async def test_of_the_games_that_are_kept_those_go_that_were_not_asked_for_longest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = Slow()
    for name in "abc":
        require_stored(await store.append([StreamChange(name, 0, (created(SEEGA), Played("a1"), Played("a2")))]))
    games = Replays(store, TimeSlicer())
    monkeypatch.setattr(replays, "MAX_CACHED", 2 * (replays.GAME_EVENTS + 3))
    for name in ("a", "b", "a", "c", "a", "b"):
        await games.game(name)
    assert [name for name, since in store.read_since if not since] == ["a", "b", "c", "b"]
    monkeypatch.setattr(replays, "MAX_CACHED", 1)  # the last one is kept, however long
    await games.game("c")
    store.read_since.clear()
    await games.game("c")
    await games.game("a")
    assert store.read_since == [("c", 2), ("a", 0)]


# --- The numbers of actions ------------------------------------------------------------------------------------------

LONG = random_line(ENDLESS, 3 * SAVE_INTERVAL + 7)


@pytest.fixture
def searched_actions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The actions that are searched among the legal ones."""
    found: list[str] = []
    action = State.action

    def counted(self: State, text: str) -> int:
        found.append(text)
        return action(self, text)

    monkeypatch.setattr(State, "action", counted)
    return found


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The positions whose legal actions are listed, which takes most of the time of a replay."""
    found: list[str] = []
    list_legal = State._list_legal

    def counted(self: State) -> tuple[int, ...]:
        found.append(str(self))
        return list_legal(self)

    monkeypatch.setattr(State, "_list_legal", counted)
    return found


async def stored_long(store: Store) -> None:
    require_stored(await store.append([StreamChange("long", 0, (created(ENDLESS), *map(Played, LONG.actions)))]))


async def test_what_was_found_legal_is_not_looked_for_again(searched_actions: list[str], listed: list[str]) -> None:
    store = PageStore()
    await stored_long(store)
    first = await Replays(store, TimeSlicer()).game("long")
    assert set(searched_actions) == set(LONG.actions)
    for found in (searched_actions, listed):
        found.clear()
    again = await Replays(store, TimeSlicer()).game("long")
    assert (searched_actions, listed) == ([], [])
    assert (again, again.line) == (first, LONG)


def played(action: str, _hosted: HostedGame) -> list[Event]:
    return [Played(action)]


@pytest.mark.parametrize("ruleset", systems())
def test_in_every_game_known_numbers_lead_to_the_same_game(server: TestClient, ruleset: str) -> None:
    """With everything that happens between plies, and links of throws."""
    table = ServerGame(server, ruleset)
    with table.enter() as guest:
        for n in range(60):
            if guest.state["result"]:
                break
            if guest.state["throw"]:
                guest.throw()
            else:
                guest.play(guest.state["legal"][n % len(guest.state["legal"])]["text"])
            if n % 25 == 24:
                guest.change(type="name", seat="first", name=f"Ada {n}")
                guest.ask(type="takeback")
                guest.receive("changed", "refused")
    events = in_loop(server, services(server).store.read, table.id)
    checked_game = HostedGame.from_events(events)
    numbers = checked_game.history.action_numbers()
    for known in range(0, len(numbers) + 1, 7):
        *_, replayed = HostedGame.replay(events, None, numbers[:known])
        assert replayed == checked_game
        assert replayed.history.numbers == checked_game.history.numbers
        assert replayed.line.plies == checked_game.line.plies


async def test_numbers_are_kept_while_a_game_is_played(searched_actions: list[str]) -> None:
    store = PageStore()
    require_stored(await store.append([StreamChange("long", 0, (created(ENDLESS),))]))
    async with lobby_over(store) as lobby:
        room = await lobby._room("long")
        for action in LONG.actions:
            await room.update(partial(played, action))
        await room.update(lambda _: [TakenBack(LONG.ply_count - 1)])
        await room.update(lambda _: [Played(LONG.actions[-1])])
    searched_actions.clear()
    hosted = await Replays(store, TimeSlicer()).game("long")
    rest = [*LONG.actions[3 * SAVE_INTERVAL :], LONG.actions[-1]]
    assert searched_actions == [action for action in rest for _ in range(2)]  # each is checked, and then played
    assert len(hosted.history.action_numbers()) == LONG.ply_count + 1  # what was taken back is among them


@pytest.mark.parametrize("kept", [None, "others", "[]", "wrong"])
async def test_without_numbers_or_with_those_of_other_rules_all_is_checked(
    searched_actions: list[str], kept: str | None
) -> None:
    store = PageStore()
    await stored_long(store)
    numbers = [ply.action for ply in LONG.plies]
    match kept:
        case None:
            pass
        case "others":
            await store.save_derived("long", ACTION_NUMBERS, "rules 0", str(numbers))
        case "wrong":  # of another game, for example: they do not fit the texts
            await store.save_derived("long", ACTION_NUMBERS, rules_fingerprint(), str(numbers[1:]))
        case _:
            await store.save_derived("long", ACTION_NUMBERS, rules_fingerprint(), kept)
    hosted = await Replays(store, TimeSlicer()).game("long")
    assert hosted.line == LONG
    assert len(searched_actions) > LONG.ply_count / 2
