"""Short codes for another device: ten minutes, five tries, one success."""

from unittest.mock import Mock

import msgspec
import pytest
from starlette.testclient import TestClient

from ibau.web.api.games import GameKey
from ibau.web.notes import Note
from ibau.web.refusals import Refusal
from ibau.web.rooms import seat_codes
from ibau.web.rooms.seat_codes import CODE_LETTERS, CODE_SECONDS, MAX_TRIES, ActiveCode, SeatCodes
from tests.web.browser_tables import PageStore
from tests.web.clients import Client, ServerGame
from tests.web.conftest import Opens

SEAT = GameKey("game", "key")


class Clock:
    """A clock that is set by the test."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def other(letter: str) -> str:
    return CODE_LETTERS[(CODE_LETTERS.index(letter) + 1) % len(CODE_LETTERS)]


async def try_wrong_code(known: SeatCodes, code: str) -> None:
    """Try a code with a right beginning and a wrong end."""
    with pytest.raises(Refusal, match="wrong or has expired"):
        await known.redeem(code[:-1] + other(code[-1]))


async def test_a_code_leads_to_its_seat_once(open_log: Opens) -> None:
    async with open_log() as log:
        code = await SeatCodes(log).make(SEAT)
        assert len(code) == 8
        elsewhere = SeatCodes(log)
        assert await elsewhere.redeem(f" {code[:4].lower()}-{code[4:]} ") == SEAT
        with pytest.raises(Refusal):
            await elsewhere.redeem(code)


async def test_five_wrong_tries_burn_that_code_and_no_other(open_log: Opens) -> None:
    async with open_log() as log:
        known, elsewhere = SeatCodes(log), SeatCodes(log)
        one, two = await known.make(SEAT), await known.make(GameKey("other", "key"))
        for n in range(MAX_TRIES - 1):
            await try_wrong_code((known, elsewhere)[n % 2], one)
        assert await known.redeem(one) == SEAT
        one = await known.make(SEAT)
        for n in range(MAX_TRIES):
            await try_wrong_code((known, elsewhere)[n % 2], one)
        with pytest.raises(Refusal):
            await known.redeem(one)
        assert (await known.redeem(two)).id == "other"


async def test_a_code_is_good_for_ten_minutes(open_log: Opens) -> None:
    clock = Clock()
    async with open_log(lambda: int(1000 * clock.now)) as log:
        known = SeatCodes(log)
        one, two = await known.make(SEAT), await known.make(GameKey("other", "key"))
        clock.now += CODE_SECONDS - 1
        assert await known.redeem(one) == SEAT
        clock.now += 1
        with pytest.raises(Refusal):
            await known.redeem(two)


async def test_a_new_code_takes_the_place_of_the_old_one() -> None:
    known = SeatCodes(PageStore())
    old, new = await known.make(SEAT), await known.make(SEAT)
    with pytest.raises(Refusal):
        await known.redeem(old)
    assert await known.redeem(new) == SEAT


async def test_anyone_who_makes_too_many_codes_burns_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_codes, "MAX_CODES", 5)
    known, greedy, other = SeatCodes(PageStore()), ("203.0.113.66",), ("203.0.113.7",)
    mine = await known.make(SEAT, other)
    made = [await known.make(GameKey("game", str(n)), greedy) for n in range(10)]
    again = await known.make(GameKey("other", "key"), other)
    assert (await known.redeem(mine), (await known.redeem(again)).id) == (SEAT, "other")
    for code in made[:-3]:
        with pytest.raises(Refusal):
            await known.redeem(code)
    assert [(await known.redeem(code)).key for code in made[-3:]] == ["7", "8", "9"]


async def test_a_code_made_by_a_server_of_another_version_is_redeemed() -> None:
    """Servers of two versions share notes during an upgrade, so what notes hold is frozen."""
    store, text = PageStore(), '{"secret":"QQQQQ","seat":{"id":"game","key":"key"},"tries":4}'
    assert msgspec.json.decode(text, type=ActiveCode) == ActiveCode("QQQQQ", SEAT, 4)
    await store.update_note("code BCD", lambda _: Note(text, store.now() + 1000))
    assert await SeatCodes(store).redeem("BCD QQQQQ") == SEAT


async def test_only_so_many_notes_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.web.log.store.MOST_NOTES", 2)
    store = PageStore()
    decide = Mock(return_value=Note("text", store.now() + 60_000))
    for key in "abcbca":
        await store.update_note(key, decide)
    assert [call.args[0] is not None for call in decide.call_args_list] == [False, False, False, True, True, False]


def test_another_device_comes_to_the_seat(server: TestClient) -> None:
    table = ServerGame(server, "seega+first_player=first")
    made = server.post(f"/api/games/{table.id}/code", json={"key": table.key})
    assert made.status_code == 201
    code = made.json()["code"]
    wrong = server.post("/api/codes", json={"code": code[:3] + "QQQQQ"})
    assert (wrong.status_code, set(wrong.json())) == (403, {"error"})
    assert server.post("/api/codes", json={"code": code}).json() == {"id": table.id, "key": table.key}
    with table.socket() as socket:
        Client(socket).play("a1")


def test_without_a_key_there_is_no_code(server: TestClient) -> None:
    table = ServerGame(server, "seega")
    assert server.post(f"/api/games/{table.id}/code", json={"key": "wrong"}).status_code == 403
    assert server.post("/api/games/nothing/code", json={"key": table.key}).status_code == 404
