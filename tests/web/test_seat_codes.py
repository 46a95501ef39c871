"""Short codes for another device: ten minutes, five tries, one success."""

import pytest
from starlette.testclient import TestClient

from ibau.web.api.games import GameKey
from ibau.web.refusals import Refusal
from ibau.web.rooms import seat_codes
from ibau.web.rooms.seat_codes import CODE_LETTERS, CODE_SECONDS, MAX_TRIES, SeatCodes
from tests.web.clients import Client, ServerGame

SEAT = GameKey("game", "key")


class Clock:
    """Seconds that pass when they are told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def other(letter: str) -> str:
    return CODE_LETTERS[(CODE_LETTERS.index(letter) + 1) % len(CODE_LETTERS)]


def miss(known: SeatCodes, code: str) -> None:
    """Try a code that begins right and ends wrong."""
    with pytest.raises(Refusal, match="wrong or has expired"):
        known.redeem(code[:-1] + other(code[-1]))


def test_a_code_leads_to_its_seat_once() -> None:
    known = SeatCodes()
    code = known.make(SEAT)
    assert len(code) == 8
    assert known.redeem(f" {code[:4].lower()}-{code[4:]} ") == SEAT
    with pytest.raises(Refusal):
        known.redeem(code)


def test_five_wrong_tries_burn_that_code_and_no_other() -> None:
    known = SeatCodes()
    one, two = known.make(SEAT), known.make(GameKey("other", "key"))
    for _ in range(MAX_TRIES - 1):
        miss(known, one)
    assert known.redeem(one) == SEAT
    one = known.make(SEAT)
    for _ in range(MAX_TRIES):
        miss(known, one)
    with pytest.raises(Refusal):
        known.redeem(one)
    assert known.redeem(two).id == "other"


def test_a_code_is_good_for_ten_minutes() -> None:
    clock = Clock()
    known = SeatCodes(clock)
    one, two = known.make(SEAT), known.make(GameKey("other", "key"))
    clock.now += CODE_SECONDS - 1
    assert known.redeem(one) == SEAT
    clock.now += 1
    with pytest.raises(Refusal):
        known.redeem(two)


def test_a_new_code_takes_the_place_of_the_old_one() -> None:
    known = SeatCodes()
    old, new = known.make(SEAT), known.make(SEAT)
    with pytest.raises(Refusal):
        known.redeem(old)
    assert known.redeem(new) == SEAT


def test_anyone_who_makes_too_many_codes_burns_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_codes, "MAX_CODES", 5)
    known, greedy, other = SeatCodes(), ("203.0.113.66",), ("203.0.113.7",)
    mine = known.make(SEAT, other)
    made = [known.make(GameKey("game", str(n)), greedy) for n in range(10)]
    again = known.make(GameKey("other", "key"), other)
    assert (known.redeem(mine), known.redeem(again).id) == (SEAT, "other")
    for code in made[:-3]:
        with pytest.raises(Refusal):
            known.redeem(code)
    assert [known.redeem(code).key for code in made[-3:]] == ["7", "8", "9"]


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
