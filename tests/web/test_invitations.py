"""Invitations by link: a free seat is taken once, by the first who accepts, and not by looking at the link."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.clients import ADA, BEN, FREE, PERSON, ServerGame, accepted, pair, post

RULES = "seega+centre_refuge=false+chain=optional+first_player=first+max_turns=60"
WAITING = "Waiting for Dark: the invitation has not been accepted yet."


@pytest.fixture
def table(server: TestClient) -> ServerGame:
    return ServerGame(server, RULES, {**PERSON, "name": "Ada"}, FREE)


def shown(table: ServerGame, secret: str = "", lang: str = "en") -> dict[str, Any]:
    status, body = post(table, "invitation", lang, invitation=secret or table.invitations["second"])
    assert status == 200
    return dict(body)


def test_an_invitation_says_what_it_is_to_and_takes_nothing(table: ServerGame) -> None:
    for _ in range(3):
        assert shown(table) == {
            "status": "open",
            "text": "You are invited to this game.",
            "ruleset": RULES,
            "title": "Seega",
            "preset": shown(table)["preset"],
            "variants": [
                {"text": "A piece on the centre cannot be captured.", "value": "No."},
                {"text": "Whether a piece that captured goes on capturing.", "value": "It may go on or stop."},
                {"text": "Who places first.", "value": "Light places first."},
                {"text": "The game ends after this many turns; 0 means never.", "value": "60"},
            ],
            "seat": "second",
            "side": "Dark",
            "by": "Ada",
        }
    assert shown(table, lang="de")["side"] == "Dunkel"
    assert accepted(table, BEN)[0] == 200
    assert shown(table)["status"] == "used"


def test_accepting_again_gives_the_same_seat_and_others_are_refused(table: ServerGame) -> None:
    first = accepted(table, BEN, "Ben")
    assert first == accepted(table, BEN, "Ben") == accepted(table, BEN, "Benjamin")
    assert first[1].keys() == {"id", "key"}
    assert accepted(table, ADA) == (
        409, {"error": "This seat is already taken; you can watch the game."}
    )  # fmt: skip
    welcome = table.welcome(key=first[1]["key"])
    assert welcome["yours"] == ["second"]
    assert [player["nickname"] for player in welcome["seats"].values()] == ["Ada", "Ben"]


def test_of_many_who_accept_at_once_one_gets_the_seat(table: ServerGame) -> None:
    together = threading.Barrier(8)

    def accept(n: int) -> int:
        together.wait(10)
        return accepted(table, f"browser number {n:04}")[0]

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(accept, range(8))) == [200] + 7 * [409]


def test_nothing_is_played_until_both_sit(table: ServerGame) -> None:
    with table.enter() as guest:
        assert guest.welcome["yours"] == ["first"]
        assert guest.welcome["seats"]["second"]["awaited"]
        assert (guest.state["legal"], guest.state["situation"]) == ([], [WAITING])
        assert guest.refusal(type="play", action="a1") == WAITING
        accepted(table, BEN, "Ben")
        changed = guest.receive("changed")
        assert changed["text"] == "Ben plays Dark."
        assert changed["seats"]["second"] == {"kind": "person", "level": None, "name": "Dark", "nickname": "Ben"}
        guest.play("a1")


def test_each_plays_the_own_seat(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        assert ben.refusal(type="play", action="a1") == "It is the other side's turn."
        ada.play("a1")
        ben.receive("played")
        ada.play("b1")
        ben.receive("played")
        assert ada.refusal(type="play", action="a2") == "It is the other side's turn."
        ben.play("a2")


def test_a_teacher_invites_two_and_watches(server: TestClient) -> None:
    table = ServerGame(server, "seega+first_player=first", FREE, FREE)
    assert table.invitations.keys() == {"first", "second"}
    with table.enter() as teacher:
        assert teacher.welcome["yours"] == []
        assert teacher.state["situation"] == ["Waiting for both players: the invitations have not been accepted yet."]
        for seat, browser in (("first", ADA), ("second", BEN)):
            key = accepted(table, browser, invitation=table.invitations[seat])[1]["key"]
            teacher.receive("changed")
        assert teacher.refusal(type="play", action="a1") == "You are watching; only the players can do this."
    names = [player["nickname"] for player in table.welcome(key=key)["seats"].values()]
    assert len(set(names)) == 2
    assert all(names)


def test_an_invitation_can_be_withdrawn_and_renewed(table: ServerGame) -> None:
    old = table.invitations["second"]
    assert post(table, "invitation/withdraw", key=table.key, seat="second") == (200, {})
    assert shown(table)["status"] == "withdrawn"
    assert accepted(table, BEN)[0] == 409
    status, renewed = post(table, "invitation/renew", key=table.key, seat="second")
    assert (status, renewed["seat"]) == (200, "second")
    again = post(table, "invitation/renew", key=table.key, seat="second")[1]["invitation"]
    assert len({old, renewed["invitation"], again}) == 3
    assert accepted(table, BEN, invitation=renewed["invitation"])[0] == 409
    assert accepted(table, BEN, invitation=again)[0] == 200
    assert shown(table, old)["status"] == "withdrawn"
    for wish in ("renew", "withdraw"):
        assert post(table, f"invitation/{wish}", key=table.key, seat="second")[0] == 409
        assert post(table, f"invitation/{wish}", key=table.key, seat="first")[0] == 409


def test_only_the_maker_changes_invitations(table: ServerGame) -> None:
    key = accepted(table, BEN)[1]["key"]
    other = ServerGame(table.server, RULES, FREE, FREE)
    for wrong in ("", "wrong", key, table.invitations["second"], other.key):
        for wish in ("renew", "withdraw"):
            assert post(table, f"invitation/{wish}", key=wrong, seat="second")[0] == 403
    assert accepted(table, BEN, invitation=other.invitations["second"])[0] == 404


def test_names_change_and_only_ones_own(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        ben.ask(type="name", seat="second", name=" Benjamin ")
        assert ada.receive("changed")["text"] == "Dark is now called Benjamin."
        assert ben.receive("changed")["seats"]["second"]["nickname"] == "Benjamin"
        assert ben.refusal(type="name", seat="first", name="Eve") == "You can only name yourself."
        assert ben.refusal(type="name", seat="second", name="x" * 25) == "A name can have at most 24 characters."
        assert "visible symbols" in ben.refusal(type="name", seat="second", name="a\u202eb")


def test_a_bad_name_takes_no_seat(table: ServerGame) -> None:
    assert accepted(table, BEN, "x" * 25) == (400, {"error": "A name can have at most 24 characters."})
    assert shown(table)["status"] == "open"
    new = {"ruleset": RULES, "first": {**PERSON, "name": "a\nb"}, "second": FREE}
    assert table.server.post("/api/games", json=new).status_code == 400
