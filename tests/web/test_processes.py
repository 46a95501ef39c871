"""Several processes with one database: requests at any of them, and messages to the listeners at all of them."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from ibau.core.game import State
from ibau.core.outcome import FIRST, SECOND
from ibau.throws.chain import seal_of
from ibau.web.api.games import Acceptance, MadeGame, NewComputer, NewGame, NewPerson
from ibau.web.hosted.game_keys import key_for
from ibau.web.hosted.invitations import accept_link
from ibau.web.limits import Limits
from ibau.web.log.events import Created, Played, PlayerNamed
from ibau.web.log.postgres import PostgresStore
from ibau.web.log.store import StreamChange, require_stored
from ibau.web.protocol import GOING_AWAY, NO_GAME, SEATS
from ibau.web.protocol.from_client import ClaimRequest, GreetRequest, NameRequest, PlayRequest
from ibau.web.rooms import lobby, removal, room
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.lobby import Lobby
from ibau.web.rooms.replays import UnknownGameError
from ibau.web.rooms.room import Room
from tests.postgres import Cluster
from tests.web.clients import BEN
from tests.web.test_throws import ONE, TWO

SEEGA = "seega+first_player=first"
PATIENCE = 10


class Thinker:
    """Engines that choose the first action."""

    async def choose(self, state: State, *_: object) -> str:
        return next(iter(state.actions))


@asynccontextmanager
async def lobbies(address: str) -> AsyncGenerator[tuple[Lobby, Lobby]]:
    """The lobbies of two processes with one database."""
    stores = [PostgresStore(address, lambda _: None) for _ in range(2)]
    one, two = (Lobby(store, Thinker(), Limits(), move_delay=0.0, idle=60.0) for store in stores)  # type: ignore[arg-type]
    watching = [asyncio.create_task(opened.synchronize()) for opened in (one, two)]
    try:
        yield one, two
    finally:
        for task in watching:
            task.cancel()
        for opened in (one, two):
            await opened.close()
        for store in stores:
            await store.close()


class Player(NamedTuple):
    """A player at a process."""

    listener: Listener
    room: Room

    @classmethod
    async def entered(cls, at: Lobby, game: str, key: str) -> "Player":
        listener = Listener("en")
        return cls(listener, await at.enter(game, listener, key))

    async def receive(self, kind: str) -> dict[str, Any]:
        """Wait for the next message of a kind; others are skipped."""
        async with asyncio.timeout(PATIENCE):
            while (message := json.loads(await self.listener._unsent.get()))["type"] != kind:
                pass
        return dict(message)

    async def wait_for(self, kind: str, holds: Callable[[Any], bool]) -> None:
        while not holds(await self.receive(kind)):
            pass


async def joined_game(one: Lobby, two: Lobby) -> tuple[MadeGame, str]:
    """Create a game at one process and join it at another; return the game and the key of the second player."""
    made = await one.create_game(NewGame(SEEGA, NewPerson(name="Ada"), NewPerson(free=True)))
    return made, await accept_at(two, made)


async def accept_at(lobby: Lobby, made: MadeGame, part: str = "") -> str:
    """Accept the invitation to a game at a process; return the key of the second player."""
    acceptance = Acceptance(made.invitations[0].invitation, BEN, "Ben", part)
    await lobby.update(made.id, lambda hosted: accept_link(hosted, acceptance))
    return key_for(acceptance.invitation, BEN)


@pytest.fixture
def address(postgres: Cluster) -> str:
    return postgres.new_address()


async def test_players_at_two_processes_play_one_game(address: str) -> None:
    async with lobbies(address) as (one, two):
        made, key = await joined_game(one, two)
        ada, ben = await Player.entered(one, made.id, made.key), await Player.entered(two, made.id, key)
        assert (ada.listener.seats, ben.listener.seats) == ((FIRST,), (SECOND,))
        for at, (player, action) in enumerate([(ada, "a1"), (ada, "b1"), (ben, "e1"), (ben, "d1")]):
            await player.room.request(player.listener, PlayRequest(at, action))
            for reader in (ada, ben):
                assert (await reader.receive("played"))["ply"]["action"] == action
        await ben.room.request(ben.listener, GreetRequest(0, "hello"))
        for reader in (ada, ben):
            assert (await reader.receive("greeted"))["seat"] == "second"
            assert reader.listener._unsent.empty()  # once


async def test_a_seat_and_its_part_of_the_throws_appear_at_once(address: str) -> None:
    """A browser that saw the seat taken without its part would open its own too early."""
    async with lobbies(address) as (one, two):
        new = NewGame("senet-race", NewPerson(name="Ada"), NewPerson(free=True), adds=True, seal=seal_of(ONE))
        made = await one.create_game(new)
        ada = await Player.entered(one, made.id, made.key)
        await accept_at(two, made, TWO)
        assert (await ada.receive("changed"))["proof"]["parts"] == ["", TWO]


async def test_concurrent_requests_at_two_processes_are_all_granted(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "CHAT_BURST", 1000.0)
    async with lobbies(address) as (one, two):
        made, key = await joined_game(one, two)
        players = await Player.entered(one, made.id, made.key), await Player.entered(two, made.id, key)
        for n in range(20):
            for player, seat in zip(players, SEATS, strict=True):
                await player.room.request(player.listener, NameRequest(0, seat, f"{seat} {n}"))
        for player in players:
            await player.room.catch_up()
        events = [stored.event for stored in await one._store.read(made.id)]
        assert Counter(event.seat for event in events if isinstance(event, PlayerNamed)) == {FIRST: 20, SECOND: 20}
        await players[0].room.catch_up()
        assert players[0].room.hosted == players[1].room.hosted
        assert one.context.metrics.lost_races + two.context.metrics.lost_races > 0


async def test_a_player_at_another_process_is_not_away(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in ("hosted.consent", "rooms.presence"):
        monkeypatch.setattr(f"ibau.web.{place}.SECONDS_TO_CLAIM", 2)
    monkeypatch.setattr(lobby, "ATTEND_SECONDS", 0.1)
    monkeypatch.setattr(lobby, "COMPARE_SECONDS", 0.1)
    async with lobbies(address) as (one, two):
        made, key = await joined_game(one, two)
        ada, ben = await Player.entered(one, made.id, made.key), await Player.entered(two, made.id, key)
        await ada.wait_for("presence", lambda sent: sent["away"] == [])
        await asyncio.sleep(3)
        await ada.room.request(ada.listener, ClaimRequest(0))
        assert "You can claim the win" in (await ada.receive("refused"))["reason"]
        two.leave(ben.room, ben.listener)
        await ada.wait_for("presence", lambda sent: [away["seat"] for away in sent["away"]] == ["second"])
        await asyncio.sleep(2)
        await ada.room.request(ada.listener, ClaimRequest(0))
        assert (await ada.receive("changed"))["state"]["result"]


async def test_reconnecting_during_a_claim_keeps_the_game(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row is read in the transaction that stores the claim, regardless of the room's copy."""
    for place in ("hosted.consent", "rooms.presence"):
        monkeypatch.setattr(f"ibau.web.{place}.SECONDS_TO_CLAIM", 1)
    async with lobbies(address) as (one, two):
        made, key = await joined_game(one, two)
        ada = await Player.entered(one, made.id, made.key)
        await two._save_attendance()
        await asyncio.sleep(1.5)
        attendance, store = one._store.attendance, one._store

        async def asked_just_before(streams: Any) -> Any:
            known = await attendance(streams)
            monkeypatch.setattr(store, "attendance", attendance)
            await Player.entered(two, made.id, key)
            await two._save_attendance()
            return known

        monkeypatch.setattr(store, "attendance", asked_just_before)
        await ada.room.request(ada.listener, ClaimRequest(0))
        assert "You can claim the win" in (await ada.receive("refused"))["reason"]


async def test_a_game_removed_at_one_process_is_gone_at_all(address: str) -> None:
    async with lobbies(address) as (one, two):
        made, key = await joined_game(one, two)
        watching, ben = await Player.entered(two, made.id, ""), await Player.entered(two, made.id, key)
        await one.delete_entry(made.id, made.key)
        await watching.wait_for("changed", lambda sent: "deleted" in sent["text"])
        assert two.rooms[made.id].hosted.names.given == ("", "Ben")
        await one.delete_entry(made.id, key)
        for player in (watching, ben):
            async with asyncio.timeout(PATIENCE):
                assert await player.listener.dismissed in {NO_GAME, GOING_AWAY}
        with pytest.raises(UnknownGameError):
            await two.enter(made.id, Listener("en"), key)
        assert await one._store.read(made.id) == []


async def test_a_game_open_at_another_process_is_not_swept(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with lobbies(address) as (one, two):
        made = await one.create_game(NewGame(SEEGA, NewPerson(), NewPerson()))
        created = (await one._store.read(made.id))[0].event
        assert isinstance(created, Created)
        following = StreamChange("following", 0, (replace(created, after=made.id),))
        require_stored(await one._store.append([following]))
        watching = await Player.entered(two, made.id, "")
        await two._save_attendance()
        later = one._store.now() + 1000
        monkeypatch.setattr(removal, "RECENT_MS", 0)
        assert (await one.sweep(later, "")).removed == []
        two.leave(watching.room, watching.listener)
        await two._save_attendance()
        assert sorted((await one.sweep(later, "")).removed) == sorted([made.id, "following"])


async def test_after_a_crash_of_the_database_no_game_is_swept_for_a_minute(
    postgres: Cluster, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "ATTEND_SECONDS", 60.0)
    async with lobbies(address) as (one, two):
        made = await one.create_game(NewGame(SEEGA, NewPerson(), NewPerson()))
        await Player.entered(two, made.id, "")
        postgres.execute(f"SET search_path TO {address.rpartition('%3D')[2]}", "TRUNCATE attendance")
        later = one._store.now() + 1000
        await one._save_attendance()  # the other process has not yet
        assert (await one.sweep(later, "")).removed == []
        monkeypatch.setattr(removal, "RECENT_MS", 0)
        assert (await one.sweep(later, "")).removed == [made.id]


async def test_versions_are_compared_for_lost_notifications(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "COMPARE_SECONDS", 0.2)
    monkeypatch.setattr(lobby, "ATTEND_SECONDS", 0.1)
    async with lobbies(address) as (one, two):
        made, key = await joined_game(one, two)
        ada, ben = await Player.entered(one, made.id, made.key), await Player.entered(two, made.id, key)
        monkeypatch.setattr(one._store.notifications, "send", lambda _: None)
        await ada.room.request(ada.listener, PlayRequest(0, "a1"))
        assert (await ben.receive("played"))["ply"]["action"] == "a1"
        assert two.context.metrics.notifications["missed"] == 1


async def test_another_process_takes_over_a_computer_player_that_does_not_act(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "TAKE_OVER_SECONDS", 0.5)
    async with lobbies(address) as (one, two):
        made = await one.create_game(NewGame(SEEGA, NewPerson(), NewComputer("level1")))
        watching = await Player.entered(two, made.id, "")
        for version, action in enumerate(("a1", "b1"), 1):  # as by a process that is then killed
            require_stored(await one._store.append([StreamChange(made.id, version, (Played(action),))]))
        hosted = await one.stored_game(made.id)
        request_id = hosted.computer_request_id(made.id)
        await watching.wait_for("played", lambda sent: sent["state"]["ply_count"] == 3)
        assert (await one.stored_game(made.id)).history.done_ids[0] == request_id
        await watching.room.request(None, PlayRequest(2, next(iter(hosted.state.actions)), id=request_id))
        await watching.room.catch_up()
        plies = [stored.event for stored in await one._store.read(made.id) if isinstance(stored.event, Played)]
        assert [ply.id for ply in plies].count(request_id) == 1  # a second answer is not played
