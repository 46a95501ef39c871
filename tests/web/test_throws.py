"""Throws on the server: what browsers add and when, what is refused, and that no one can choose a throw.

The attacks are those of docs/web-protocol.md, "Who can do what"; attacks on records are in tests/throws.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.records.record_files import read_record
from ibau.throws.chain import Chain, context, links_down, seal_of
from ibau.throws.proof import ThrowFinding, verify
from ibau.web.app import Settings, create_app
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.hosted.throws import STOPPED, with_chain
from ibau.web.log.database import DATABASE_FILE
from ibau.web.log.events import Created, GameEnded, PartOpened, PartSealed, PersonSeat, Played, SealWithdrawn, TakenBack
from ibau.web.log.privacy import THROWS
from tests.databases import sqlite
from tests.web.clients import ADA, BEN, FREE, PERSON, WEAK, Client, ServerGame, accepted, post
from tests.web.stored_events import stored_events
from tests.web.test_play import play_out

RACE = "senet-race+max_turns=12"
ONE, TWO, THREE = (character * 64 for character in "123")
SEALED: dict[str, Any] = {"adds": True, "seal": seal_of(ONE)}
NOT_NOW = "This is not what your browser should add to the throws now."
NOTHING = "Your browser adds nothing to the throws of this game."
HAS_TO_SEAL = "Your browser has to seal its number, since another player is still to come."


def friends(server: TestClient, ruleset: str = RACE, **given: str) -> tuple[ServerGame, str]:
    """Ada's game, whose browser has sealed ONE, and the key of Ben, whose browser adds what is given."""
    table = ServerGame(server, ruleset, {**PERSON, "name": "Ada"}, FREE, **SEALED)
    return table, accepted(table, BEN, "Ben", **given)[1]["key"]


@contextmanager
def served(settings: Settings, *tables: ServerGame) -> Iterator[TestClient]:
    """A server, started or restarted for these games."""
    with TestClient(create_app(settings), base_url="http://testserver", client=("127.0.0.1", 50000)) as server:
        for table in tables:
            table.server = server
        yield server


@contextmanager
def seated(table: ServerGame, *keys: str) -> Iterator[list[Client]]:
    """Clients that enter with these keys, '' to watch; without keys, the creator."""
    with ExitStack() as sockets:
        yield [Client(sockets.enter_context(table.socket(key))) for key in keys or [table.key]]


def proof_after(guest: Client, *others: Client, **request: Any) -> dict[str, Any]:
    """The proof that all clients receive after a request about a part."""
    guest.ask(**request)
    messages = [each.receive("changed") for each in (guest, *others)]
    assert all(message["proof"] == messages[0]["proof"] for message in messages)
    return dict(messages[0]["proof"], text=messages[0]["text"])


def checked(table: ServerGame) -> ThrowFinding:
    found = verify(read_record(table.record()))
    assert (found.verdict, found.checked) == ("right", found.thrown), str(found.reason)
    assert verify(read_record(table.record("json"))) == found
    return found


# --- Games to their end ----------------------------------------------------------------------------------------------


def test_against_the_computer_the_part_is_given_openly_once_the_head_is_known(server: TestClient) -> None:
    table = ServerGame(server, RACE, PERSON, WEAK, adds=True)
    with seated(table) as (guest,):
        proof = guest.welcome["proof"]
        assert (proof["adds"], proof["waits"], proof["parts"]) == (["first"], ["first"], ["", ""])
        assert guest.state["throw"] == {"seat": "second", "kind": "throw", "awaited": False}
        assert guest.state["situation"] == ["Pip to throw."]  # the missing part comes at once
        guest.ask(type="why", place="nowhere")
        assert guest.receive("refused")["reason"] == "There is no such place."  # and nothing was thrown before
        assert proof_after(guest, type="part", part=ONE)["parts"] == [ONE, ""]
        first = guest.receive("played")
        assert links_down(context(table.id, RACE), first["number"], first["link"]) == [first["link"], proof["head"]]
        play_out(guest, 1)
    assert checked(table).adds == (0,)
    with seated(table) as (guest,):  # after a reload all links follow from the last
        late = guest.welcome["proof"]
        assert links_down(context(table.id, RACE), late["number"], late["link"], 1)[-1] == first["link"]


def test_two_people_at_one_screen_add_one_part(server: TestClient) -> None:
    table = ServerGame(server, RACE, adds=True)
    with seated(table) as (guest,):
        assert "has not opened the game yet" in guest.refusal(type="throw")
        assert proof_after(guest, type="part", part=ONE)["adds"] == ["first"]
        guest.ask(type="part", part=ONE)  # once more, as after a drop or from another tab
        assert guest.receive("done")["id"] == ""
        assert guest.refusal(type="part", part=TWO) == NOT_NOW
        play_out(guest, 2)
        guest.ask(type="takeback")  # the last move, and no throw, also after the end
        assert guest.receive("changed")["state"]["ply_count"] == guest.state["ply_count"]
        assert guest.state.get("result") is None
        play_out(guest, 3)
    assert checked(table).adds == (0,)


def test_clients_that_announce_nothing_are_not_awaited(server: TestClient) -> None:
    table = ServerGame(server, RACE)
    with seated(table) as (guest,):
        assert guest.welcome["proof"]["adds"] == guest.welcome["proof"]["waits"] == []
        for request in ({"type": "part", "part": ONE}, {"type": "nopart"}):
            assert guest.refusal(**request) == NOTHING
        play_out(guest, 3)
    assert checked(table).adds == ()


def test_friends_who_seal_say_and_open(server: TestClient) -> None:
    """The invitation shows what the parts will belong to, and a watcher sees what the players see."""
    table = ServerGame(server, RACE, {**PERSON, "name": "Ada"}, FREE, **SEALED)
    proof = post(table, "invitation", invitation=table.invitations["second"])[1]["proof"]
    assert (proof["seals"], proof["parts"]) == ([seal_of(ONE), ""], ["", ""])
    key = accepted(table, BEN, part=TWO)[1]["key"]
    with seated(table, "", table.key, key) as (embedded, ada, ben):
        proof |= {"parts": ["", TWO], "adds": ["first", "second"], "waits": ["first"]}
        assert ada.welcome["proof"] == ben.welcome["proof"] == proof
        assert ben.state["situation"] == ["Ada has not opened the game yet; it begins when they do."]
        assert embedded.welcome["proof"] == proof
        assert proof_after(ada, ben, type="part", part=ONE)["parts"] == [ONE, TWO]
        assert ben.throw()["link"] == ada.receive("played")["link"]
    assert checked(table).adds == (0, 1)


@pytest.mark.parametrize(("ruleset", "more"), [("seega+first_player=first", {}), (RACE, {"own_sticks": True})])
def test_nothing_is_added_where_the_server_throws_nothing(server: TestClient, ruleset: str, more: Any) -> None:
    table = ServerGame(server, ruleset, PERSON, FREE, **SEALED, **more)
    key = accepted(table, BEN, part=TWO)[1]["key"]
    with seated(table, table.key, key) as (guest, ben):
        assert guest.welcome.get("proof") is None
        assert guest.refusal(type="part", part=ONE) == NOTHING
        if more:  # a throw awaits no part, and is what they say
            assert guest.refusal(type="throw", result="t3") == "It is the other side's turn."
            assert "throw them, and enter how they land" in ben.refusal(type="throw")
            ben.ask(type="throw", result="t3")
            assert ben.receive("played")["ply"]["action"] == "t3"
    assert not {"Proof", "Head"} & read_record(table.record()).tags.keys()


# --- Beginning -------------------------------------------------------------------------------------------------------


def test_who_knows_that_another_is_to_come_seals(server: TestClient) -> None:
    body = {"ruleset": RACE, "first": PERSON, "second": FREE, "adds": True}
    answer = server.post("/api/games?lang=en", json=body)
    assert (answer.status_code, answer.json()["error"]) == (400, HAS_TO_SEAL)
    table = ServerGame(server, RACE, FREE, FREE, **SEALED)  # whose maker plays no seat
    first, second = table.invitations["first"], table.invitations["second"]
    assert accepted(table, ADA, invitation=first, part=ONE) == (409, {"error": HAS_TO_SEAL})
    assert accepted(table, ADA, invitation=first, part=ONE, seal=seal_of(ONE))[0] == 400
    ada = accepted(table, ADA, invitation=first, seal=seal_of(ONE))[1]["key"]
    with seated(table, ada) as (guest,):
        assert "has not been accepted yet" in guest.refusal(type="part", part=ONE)
    ben = accepted(table, BEN, invitation=second, seal=seal_of(TWO))[1]["key"]  # both saw that the other was missing
    with seated(table, ada, ben) as guests:
        assert proof_after(*guests, type="part", part=ONE)["waits"] == ["second"]
        assert proof_after(*reversed(guests), type="part", part=TWO)["waits"] == []
        guests[1].throw()
    assert checked(table).adds == (0, 1)


def test_the_next_game_waits_for_who_added_before(server: TestClient) -> None:
    table, key = friends(server, part=TWO)
    with seated(table, table.key, key) as (ada, ben):
        ben.ask(type="resign")
        ada.receive("changed")
        after = {"after": {"id": table.id, "key": table.key}, "adds": True}
        assert server.post("/api/games?lang=en", json=after).json()["error"] == HAS_TO_SEAL
    following = table.next(**SEALED)
    assert following.next is not None
    assert table.next(key, adds=True, seal=seal_of(TWO)).id == following.id
    with seated(following, table.key, key) as (ada, ben):
        mine, other = ada.welcome["yours"][0], ben.welcome["yours"][0]
        assert ada.welcome["proof"]["waits"] == [other]
        assert ada.refusal(type="part", part=ONE) == NOT_NOW  # before the browser that sends it openly
        assert proof_after(ben, ada, type="part", part=THREE)["waits"] == [mine]
        assert proof_after(ada, ben, type="part", part=ONE)["waits"] == []


def test_a_friend_who_added_nothing_is_not_awaited_in_the_next_game(server: TestClient) -> None:
    table, key = friends(server)
    with seated(table, table.key, key) as (ada, ben):
        ben.ask(type="resign")
        ada.receive("changed")
    following = table.next(key)
    with seated(table) as (guest,):
        assert guest.welcome["match"]["next"] == following.id
    following.key = table.key
    with seated(following, table.key, key) as (ada, _):
        assert ada.welcome["proof"]["adds"] == ada.welcome["proof"]["waits"] == ada.welcome["yours"]


def test_where_a_stranger_to_both_seats_goes_on_one_browser_adds(server: TestClient) -> None:
    """Otherwise the second of two open parts could be chosen after the first."""
    table = ServerGame(server, RACE, FREE, FREE)
    first, second = table.invitations["first"], table.invitations["second"]
    ada = accepted(table, ADA, invitation=first, seal=seal_of(ONE))[1]["key"]
    ben = accepted(table, BEN, invitation=second, part=TWO)[1]["key"]
    with seated(table, ada, ben) as guests:
        guests[0].ask(type="resign")
        guests[0].receive("changed")
    with seated(table.next(**SEALED)) as (guest,):
        assert len(guest.welcome["proof"]["adds"]) == 1


# --- Attacks ---------------------------------------------------------------------------------------------------------


def test_a_part_that_does_not_fit_comes_unannounced_or_from_another_seat(server: TestClient) -> None:
    table, key = friends(server)
    with seated(table, "", table.key, key) as (watching, ada, ben):
        assert ada.refusal(type="part", part=TWO) == NOT_NOW
        assert ben.refusal(type="part", part=ONE) == NOTHING
        assert "watching" in watching.refusal(type="part", part=ONE)


def test_nothing_is_thrown_or_claimed_before_all_open(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.web.hosted.consent.SECONDS_TO_CLAIM", 0)
    table, key = friends(server, part=TWO)
    with seated(table, key) as (ben,):
        for kind in ("throw", "claim"):
            assert ben.refusal(type=kind) == "Ada has not opened the game yet; it begins when they do."
        assert ben.change(type="resign")["proof"]["waits"] == []


def test_no_lot_is_drawn_before_the_other_has_come_and_opened(server: TestClient) -> None:
    table = ServerGame(server, "seega", PERSON, FREE, **SEALED)
    with seated(table) as (guest,):
        assert "has not been accepted yet" in guest.refusal(type="throw")
    key = accepted(table, BEN, "Ben", part=TWO)[1]["key"]
    with seated(table, table.key, key) as (ada, ben):
        assert "has not opened the game yet" in ben.refusal(type="throw")
        assert ben.state["throw"] == {"seat": "chance", "kind": "lot", "awaited": False}
        proof_after(ada, ben, type="part", part=ONE)
        assert ben.state["throw"]["awaited"]
        assert ben.throw()["number"] == 1


def test_a_seal_is_taken_back_by_its_owner_alone_and_for_the_whole_game(server: TestClient) -> None:
    table, key = friends(server, part=TWO)
    with seated(table, table.key, key) as (ada, ben):
        assert ben.refusal(type="nopart") == NOT_NOW
        proof = proof_after(ada, ben, type="nopart")
        assert (proof["adds"], proof["waits"], proof["seals"]) == (["second"], [], [seal_of(ONE), ""])
        assert proof["text"] == "Ada's browser took its number back: it adds nothing to the throws of this game."
        ada.ask(type="nopart")
        ada.receive("done")
        assert ada.refusal(type="part", part=ONE) == NOTHING
        ben.throw()
    assert checked(table).adds == (1,)
    assert read_record(table.record()).tags["Unsealed"] == "first"


def begun(**more: Any) -> Created:
    seats = PersonSeat(), PersonSeat(key_hash="ben's")
    return with_chain(Created(RACE, *seats, "ada's", "1", "2026-11-29", **more), "game")


@pytest.mark.parametrize(
    "events",
    [
        (PartOpened(0, ONE), PartOpened(1, TWO)),  # after another's is known
        (PartSealed(0, seal_of(ONE)), PartOpened(0, TWO)),  # not the sealed one
        (PartSealed(0, seal_of(ONE)), PartSealed(0, seal_of(TWO))),
        (PartSealed(0, seal_of(ONE)), SealWithdrawn(0), PartOpened(0, ONE)),
        (PartSealed(0, seal_of(ONE)), PartOpened(0, ONE), SealWithdrawn(0)),
        (SealWithdrawn(0),),
        (Played("t1"), PartOpened(0, ONE)),
        (Played("t1"), PartSealed(0, seal_of(ONE))),
        (PartSealed(0, seal_of(ONE)), Played("t1")),
        (PartSealed(0, seal_of(ONE)), GameEnded("abandoned", 1)),
        (GameEnded("resigned", 0), PartOpened(0, ONE)),
        (Played("t1"), TakenBack(0)),  # no throw is ever taken back
    ],
)
def test_the_log_holds_nothing_that_chooses_a_throw(events: Any) -> None:
    HostedGame.from_events(stored_events(begun(), *events[:-1]))
    with pytest.raises(StoredGameError):
        HostedGame.from_events(stored_events(begun(), *events))


def test_a_restored_backup_makes_the_same_throws(settings: Settings, tmp_path: Path) -> None:
    """A backup from before the acceptance has the same head; one from the middle repeats each throw."""
    backup, heads, played = tmp_path / "backup.sqlite3", list[str](), list[tuple[str, tuple[str, ...]]]()
    with served(settings) as server:
        invited, begun = (
            ServerGame(server, RACE, PERSON, FREE, **SEALED),
            ServerGame(server, "senet-race+max_turns=24", adds=True),
        )
        with seated(begun) as (guest,):
            proof_after(guest, type="part", part=ONE)
            guest.throw()
    shutil.copy(settings.data / DATABASE_FILE, backup)
    for _ in range(2):
        with served(settings, invited, begun):
            with seated(invited) as (guest,):
                heads.append(guest.welcome["proof"]["head"])
            assert accepted(invited, BEN, part=TWO)[0] == 200
            with seated(begun) as (guest,):
                play_out(guest, 1)
            record = read_record(begun.record())
            played.append((record.tags["Link"], record.actions))
        shutil.copy(backup, settings.data / DATABASE_FILE)
    assert (heads[0], played[0]) == (heads[1], played[1])
    assert len(played[0][1]) > 30


# --- The secret ------------------------------------------------------------------------------------------------------


def test_the_secret_is_stored_next_to_the_events_and_never_sent(server: TestClient, settings: Settings) -> None:
    table, key = friends(server, part=TWO)
    with seated(table, table.key, key) as (ada, ben):
        proof_after(ada, ben, type="part", part=ONE)
        messages = [ada.welcome, ben.throw(), ada.receive("played"), table.record()]
    post(table, "leave", key=table.key)
    with sqlite(settings.data / DATABASE_FILE) as connection:
        kept = connection.execute("SELECT stream, value FROM private WHERE label = ?", [THROWS]).fetchall()
        stored = connection.execute("SELECT * FROM events").fetchall()
    secret = dict(kept)[table.id]
    assert Chain(context(table.id, RACE), secret).head == ada.welcome["proof"]["head"]
    assert secret not in json.dumps(messages)
    assert secret not in str(stored)


def test_without_its_secret_a_game_throws_nothing_more_and_says_so(settings: Settings) -> None:
    with served(settings) as server:
        table = ServerGame(server, RACE)
        with seated(table) as (guest,):
            guest.throw()
    with sqlite(settings.data / DATABASE_FILE) as connection:
        connection.execute("DELETE FROM private WHERE label = ?", [THROWS])
    with served(settings, table), seated(table) as (guest,):
        while not guest.state["throw"]:
            guest.play(guest.state["legal"][0]["text"])
        assert guest.state["situation"] == [str(STOPPED)]
        assert not guest.state["throw"]["awaited"]
        assert guest.welcome["proof"]["link"] == ""
        guest.change(type="resign")
        assert "Proof" not in read_record(table.record()).tags


def test_throws_from_4097_on_do_not_follow_from_the_chain(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tested with a chain of three links."""
    for module in ("web.hosted.throws", "web.rooms.messages", "throws.proof"):
        monkeypatch.setattr(f"ibau.{module}.NUMBERS", 3)
    monkeypatch.setattr("ibau.web.hosted.throws.secrets.randbelow", lambda most: most - 1)
    table = ServerGame(server, RACE)
    with seated(table) as (guest,):
        thrown: list[dict[str, Any]] = []
        while len(thrown) < 5:
            played = guest.throw() if guest.state["throw"] else guest.play(guest.state["legal"][0]["text"])
            thrown += [played] if {"number", "link"} & played.keys() else []  # which no move has
    assert [one["number"] for one in thrown] == [1, 2, 3, 4, 5]
    assert ["link" in one for one in thrown] == [True] * 3 + [False] * 2
    assert [one["ply"]["action"] for one in thrown[3:]] == ["t6", "t6"]  # what the number 15 stands for
    with seated(table) as (guest,):
        proof = guest.welcome["proof"]
    assert (proof["number"], proof["link"]) == (5, thrown[2]["link"])
    found = verify(read_record(table.record()))
    assert (found.verdict, found.checked, found.thrown) == ("right", 3, 5)
    assert proof["head"] != begun().head  # every game has a chain of its own
