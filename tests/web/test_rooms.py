"""A room after each kind of event: it takes further events, or is read from the log again."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from typing import get_args
from unittest.mock import AsyncMock

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient

from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import RULES_VERSION
from ibau.throws.chain import seal_of
from ibau.web.api.games import GameKey, NextGame
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.game_keys import hash_key
from ibau.web.hosted.throws import with_chain
from ibau.web.limits import Limits
from ibau.web.log import tables
from ibau.web.log.events import (
    Created,
    Declined,
    Event,
    GameEnded,
    HintGiven,
    Invited,
    NextRemoved,
    Offered,
    PartOpened,
    PartSealed,
    PersonSeat,
    Played,
    PlayerNamed,
    ReadableEvent,
    SealWithdrawn,
    SeatTaken,
    TakenBack,
    Uninvited,
)
from ibau.web.log.store import Batch, Conflict, Store, StoreFullError, StreamChange, require_stored
from ibau.web.rooms.lobby import Lobby
from ibau.web.rooms.room import Room
from tests.web.browser_tables import PageStore
from tests.web.clients import PERSON, WEAK, ServerGame, in_loop, services
from tests.web.test_store import broken_disk

GAME, SEEGA = "game", "seega+first_player=first"
PARTS = ("a1" * 32, "b2" * 32)
CREATED = with_chain(
    Created("senet-race", PersonSeat(name="Ada"), PersonSeat(free=True), hash_key("ada"), RULES_VERSION, "2026-11-22"),
    GAME,
)
TAKEN = SeatTaken(SECOND, hash_key("ben"), hash_key("come"), "Ben")

# One event of every kind, in a possible order.
HAPPENING: list[Event] = [
    Invited(SECOND, hash_key("go")),
    Uninvited(SECOND),
    Invited(SECOND, hash_key("come")),
    PartSealed(FIRST, seal_of(PARTS[FIRST])),
    TAKEN,
    PartOpened(SECOND, PARTS[SECOND]),
    SealWithdrawn(FIRST),
    HintGiven(FIRST),
    Played("t2"),
    Played("8-10"),
    Offered("draw", FIRST),
    Declined(SECOND),
    TakenBack(1),
    GameEnded("resigned", SECOND),
]


@asynccontextmanager
async def lobby_with_game(store: Store) -> AsyncGenerator[Lobby]:
    """A lobby over a log with a new game."""
    require_stored(await store.append([StreamChange(GAME, 0, (CREATED,))]))
    lobby = Lobby(store, None, Limits(), move_delay=0.0, idle=60.0)  # type: ignore[arg-type]  # no computer plays here
    try:
        yield lobby
    finally:
        await lobby.close()


def store_event(room: Room, event: Event) -> Awaitable[None]:
    return room.update(lambda _: [event])


async def check_goes_on(store: Store, room: Room, name: str) -> None:
    """The open room stores another event, and agrees with the log."""
    await store_event(room, PlayerNamed(SECOND, name))
    read = HostedGame.from_events(await store.read(GAME))
    assert read.names.given[SECOND] == room.hosted.names.given[SECOND] == name
    assert (read.line, read.next, read.offers) == (room.hosted.line, room.hosted.next, room.hosted.offers)
    assert not room.task.done()


async def test_after_every_kind_of_event_another_one_is_stored() -> None:
    store = PageStore()
    async with lobby_with_game(store) as lobby:
        room = await lobby._room(GAME)
        for number, event in enumerate(HAPPENING):
            await store_event(room, event)
            if room.hosted.seats.players[SECOND].key_hash:
                await check_goes_on(store, room, f"Ben {number}")
        await room.next_game(NextGame(GameKey(GAME, "ada")))
        await check_goes_on(store, room, "Benno")
        await store_event(room, NextRemoved())
        await check_goes_on(store, room, "Benedikt")
        await room.next_game(NextGame(GameKey(GAME, "ben")))
        await room.update(lambda hosted: [hosted.seats.leave_event("ada")])
        await check_goes_on(store, room, "Benjamin")
        kinds = {type(stored.event) for stored in await store.read(GAME)}
        assert kinds == set(get_args(ReadableEvent))
        assert store.stored["created"] == 3  # its own, and of those that follow


async def test_what_comes_with_an_event_is_stored_with_it_or_nothing_is() -> None:
    store = PageStore()
    async with lobby_with_game(store) as lobby:
        room = await lobby._room(GAME)
        await store_event(room, Invited(SECOND, hash_key("come")))
        await store_event(room, PartSealed(FIRST, seal_of(PARTS[FIRST])))
        with pytest.raises(StoreFullError):
            await room.update(lambda _: [TAKEN, SealWithdrawn(SECOND)])  # no request leads to it
        room = await lobby._room(GAME)
        assert (len(await store.read(GAME)), room.hosted.seats.free) == (3, (SECOND,))
        await room.update(lambda _: [TAKEN, PartOpened(SECOND, PARTS[SECOND])])
        assert (len(await store.read(GAME)), room.hosted.missing_parts) == (5, (FIRST,))


async def test_attendance_that_could_not_be_stored_is_kept_for_the_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    save = AsyncMock(side_effect=StoreFullError("full"))
    async with lobby_with_game(store := PageStore()) as lobby:
        monkeypatch.setattr(store, "save_attendance", save)
        lobby.context.attending[GAME, FIRST] = 2
        with pytest.raises(StoreFullError):
            await lobby._save_attendance()
        assert lobby.context.attending == {(GAME, FIRST): 2}
    assert save.await_count == 2


async def test_the_end_of_an_old_room_does_not_end_the_new_one_of_its_name() -> None:
    async with lobby_with_game(PageStore()) as lobby:
        old = await lobby._room(GAME)
        lobby._close_if_empty(old)
        new = await lobby._room(GAME)
        assert new is not old
        await asyncio.wait([old.task])
        await asyncio.sleep(0)
        assert lobby.rooms == {GAME: new}
        assert await lobby._room(GAME) is new


def test_what_another_process_has_stored_is_told_before_anything_is_decided(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, known = ServerGame(server, SEEGA), services(server)

    def store(version: int, event: Event) -> None:
        """As another process does, without a notification."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(known.store.notifications, "send", lambda _: None)
            require_stored(in_loop(server, known.store.append, [StreamChange(table.id, version, (event,))]))

    monkeypatch.setattr("ibau.web.rooms.listeners.WELCOME_INTERVAL", 0.0)
    with table.enter() as guest:
        guest.play("a1")
        store(2, Played("b1"))
        guest.ask(type="play", action="a2")
        assert guest.receive("played")["ply"]["action"] == "b1"
        assert guest.receive("refused")["reason"] == "The game has moved on in the meantime."
        assert guest.receive("welcome")["state"]["ply_count"] == 2
        store(3, PlayerNamed(SECOND, "Benjamin"))
        guest.ask(type="play", action="a2", id="wish")  # it is decided again
        guest.receive("changed")
        guest.receive("played")
        room = known.lobby.rooms[table.id]
        stored, room.hosted = room.hosted, room.hosted.after(Played("b2"), 0)
        in_loop(server, room._reload)
        assert (room.hosted.line, guest.receive("welcome")["state"]["ply_count"]) == (stored.line, 3)
        store(5, GameEnded("agreed", FIRST))
        hint = server.post(f"/api/games/{table.id}/hint?lang=en", json={"key": table.key, "ply_count": 3})
        assert (hint.status_code, hint.json()["error"]) == (409, "The game is over.")
        guest.receive("changed")


def test_a_room_that_does_not_know_what_is_stored_reads_the_game_again(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails once all is written."""

    def stores_and_fails(connection: Connection, batch: Batch) -> None:
        monkeypatch.setattr(tables, "write_batch", write)
        write(connection, batch)
        broken_disk(connection, batch)

    write = tables.write_batch
    table = ServerGame(server, SEEGA)
    with table.enter() as guest:
        monkeypatch.setattr(tables, "write_batch", stores_and_fails)
        guest.ask(type="play", action="a1", id="wish")
        assert guest.receive("played")["state"]["ply_count"] == 1
        assert guest.receive("done")["id"] == "wish"
        guest.play("a2")
    assert server.get("/healthz").status_code == 200
    assert services(server).lobby.context.metrics.unknown_outcomes == 1


def test_what_is_lost_for_no_reason_is_not_tried_for_ever(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(_changes: object) -> Conflict:
        return Conflict()

    monkeypatch.setattr("ibau.web.rooms.room.FULL_RETRY_PAUSE", 0.0)
    table = ServerGame(server, "senet-race", PERSON, WEAK)
    with monkeypatch.context() as patch:
        patch.setattr(services(server).store, "append", lost)
        with table.enter() as guest:
            guest.receive("failed")
            patch.undo()
            while guest.receive("failed", "played")["type"] == "failed":
                pass
    table = ServerGame(server, SEEGA)
    with table.enter() as guest, table.enter(key="") as watcher:
        monkeypatch.setattr(services(server).store, "append", lost)
        guest.ask(type="play", action="a1")
        assert guest.receive("failed")["reason"].startswith("Nothing can be stored")
        monkeypatch.undo()
        guest.play("a1")
        watcher.receive("played")
