"""Games begun under number 1 of the scheme end under its rules; own sticks; throws of games from before.

No such game begins any more: these are put into the log as former versions did.
"""

import json
import pickle
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient, WebSocketTestSession

from ibau.core.outcome import FIRST, SECOND
from ibau.core.record import RULES_VERSION, Record
from ibau.games import game, systems
from ibau.records.files import read_record
from ibau.throws.seeds import commitment
from ibau.throws.verification import verify
from ibau.web.api.games import NewGame
from ibau.web.app import Settings, create_app
from ibau.web.hosted.beginning import beginning
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.hosted.seats import Seats
from ibau.web.keyfile import Keys
from ibau.web.log.events import Committed, ComputerSeat, Created, PersonSeat, Played, Revealed, Takenback
from ibau.web.log.store import Change, Store
from ibau.web.services import Services
from ibau.web.thinking.engines import Hear
from ibau.web.thinking.messages import Question
from ibau.web.thinking.processes import Process
from ibau.web.thinking.questions import Choosing
from tests.throws.test_seeds import recipe
from tests.web.events import TIME, logged
from tests.web.guests import BEN, FREE, PERSON, WEAK, Guest, Table, accepted, post
from tests.web.linking import Page, checked
from tests.web.test_play import play_out

RACE = "senet-race+max_turns=12"
SEED, ONE, TWO, THREE = (character * 64 for character in "5123")
AT: dict[str, Any] = {"at": 0}


class Contributing(Table):
    """A table whose maker's browser adds a part to the throws."""

    def __init__(
        self, server: TestClient, ruleset: str, first: Any = PERSON, second: Any = PERSON, *, part: str = ONE
    ) -> None:
        self.part = part
        super().__init__(server, ruleset, first, second)

    def _begun(self, body: dict[str, Any]) -> None:
        if "after" in body:
            super()._begun(body)
            return
        made, created, events = beginning(msgspec.convert(body, NewGame), keys_of(self.server))
        seats = Seats.begun(created, game(created.ruleset).system, time=0).of(made.key)[:1]
        if created.secret:
            created = replace(created, secret="", head="", seed=SEED)
            events += [Committed(seat, commitment(self.part)) for seat in seats if self.part]
        run(self.server, store_of(self.server).append, [Change(made.id, 0, (created, *events))])
        self.id, self.key = made.id, made.key
        self.invitations = {each.seat: each.invitation for each in made.invitations}


def invited(server: TestClient, part: str = TWO, ruleset: str = RACE) -> tuple[Contributing, str]:
    """Ada's table, and the key of Ben, who has accepted; with '' his browser adds nothing."""
    table = Contributing(server, ruleset, PERSON, FREE)
    return table, came(table, part)


def came(table: Contributing, part: str = TWO) -> str:
    """The key of Ben, who accepts; with '' his browser adds nothing."""
    status, made = accepted(table, BEN, "Ben")
    assert status == 200
    if part:
        lobby = services(table.server).lobby
        run(table.server, lobby.change, table.id, lambda _: Committed(SECOND, commitment(part)))
    key: str = made["key"]
    return key


def services(server: TestClient) -> Services:
    app: Any = server.app
    found: Services = app.state.services
    return found


def store_of(server: TestClient) -> Store:
    return services(server).store


def keys_of(server: TestClient) -> Keys:
    return services(server).keys


def run(server: TestClient, do: Callable[..., Any], *arguments: Any) -> Any:
    """Have the server do something."""
    assert server.portal
    return server.portal.call(do, *arguments)


@contextmanager
def seated(table: Table, key: str) -> Iterator[tuple[Guest, Guest]]:
    with table.socket() as one, table.socket(key=key) as two:
        yield Guest(one), Guest(two)


def reveal(guest: Guest, part: str, *others: Guest) -> None:
    guest.ask(type="reveal", part=part)
    for each in (guest, *others):
        each.hear("changed")


def follows(record: Record) -> bool:
    """Is the seed revealed, and does every throw follow from it?"""
    found = verify(record)
    return bool(found.origin and found.origin.is_revealed and not found.is_wrong)


# --- Who contributes -------------------------------------------------------------------------------------------------


def test_the_first_throw_waits_for_the_browser_of_the_only_person(server: TestClient) -> None:
    table = Contributing(server, RACE, PERSON, WEAK)
    with table.socket() as socket:
        guest = Guest(socket)
        assert guest.state["parts"] == {"committed": {"first": commitment(ONE)}, "commit": [], "reveal": ["first"]}
        assert guest.state["throw"] == {"seat": "second", "kind": "throw", "awaited": False}
        assert guest.state["situation"] == ["Pip to throw."]  # what it waits for comes at once
        reveal(guest, ONE)
        assert "parts" not in guest.state
        play_out(guest, 1)
    assert follows(read_record(table.record()))


def test_two_people_at_one_table_make_one_contribution(server: TestClient) -> None:
    table = Contributing(server, RACE)
    with table.socket() as socket:
        guest = Guest(socket)
        assert guest.state["parts"]["reveal"] == ["first"]
        assert "before the first throw each browser" in guest.refused(type="throw")
        reveal(guest, ONE)
        guest.ask(type="reveal", part=ONE)  # once more, as after a drop
        assert guest.hear("done")["id"] == ""
        play_out(guest, 2)
    assert table.throws()["parts"] == [ONE, ""]
    assert follows(read_record(table.record("json")))


def test_a_client_that_adds_nothing_waits_for_nothing(server: TestClient) -> None:
    table = Contributing(server, RACE, part="")
    with table.socket() as socket:
        guest = Guest(socket)
        assert "parts" not in guest.state
        assert guest.refused(type="commit", commitment=ONE) == "Your browser adds nothing to the throws of this game."
        play_out(guest, 3)
    record = read_record(table.record())
    assert record.tags["PartHashes"] == record.tags["Parts"] == ","
    assert follows(record)


def test_both_friends_contribute_and_neither_reveals_before_the_other_has_committed(server: TestClient) -> None:
    table = Contributing(server, RACE, {**PERSON, "name": "Ada"}, FREE)
    with table.socket() as socket:
        ada = Guest(socket)
        assert ada.state["parts"]["reveal"] == []
        assert "not what your browser" in ada.refused(type="reveal", part=ONE)
    key = came(table)
    with seated(table, key) as (ada, ben):
        assert ada.state["parts"]["reveal"] == ["first", "second"]
        assert ada.state["situation"][0].startswith("Waiting for Ada: before the first throw each browser adds")
        assert "not what your browser" in ada.refused(type="reveal", part=TWO)
        reveal(ada, ONE, ben)
        assert ada.state["situation"][0].startswith("Waiting for Ben")
        assert ben.refused(type="throw").startswith("Waiting for Ben")
        reveal(ben, TWO, ada)
        ben.throw()
        ada.hear("played")
        assert "already" in ada.refused(type="commit", commitment=commitment(THREE))
        ada.ask(type="resign")
        for guest in (ada, ben):
            guest.hear("changed")
    assert table.throws()["parts"] == [ONE, TWO]
    assert follows(read_record(table.record()))


def test_a_friend_whose_client_adds_nothing_blocks_nothing(server: TestClient) -> None:
    table, key = invited(server, part="")
    with seated(table, key) as (ada, ben):
        assert ada.state["parts"]["reveal"] == ["first"]
        assert "adds nothing" in ben.refused(type="reveal", part=TWO)
        reveal(ada, ONE, ben)
        ben.throw()


def test_watchers_teachers_and_computers_contribute_nothing(server: TestClient) -> None:
    teachers = Contributing(server, RACE, FREE, FREE)
    with teachers.socket() as socket:
        teacher = Guest(socket)
        assert "parts" not in teacher.state
        assert teacher.refused(type="reveal", part=ONE).startswith("You are watching")
    with Contributing(server, RACE, WEAK, PERSON).socket() as socket:
        assert Guest(socket).state["parts"]["reveal"] == ["second"]
    with Contributing(server, "seti-beth", PERSON, WEAK).socket() as socket:
        guest = Guest(socket)
        assert not guest.welcome.keys() & {"seed_hash", "own_sticks", "proof"}
        assert "parts" not in guest.state


@pytest.mark.parametrize("wrong", ["1", "A" * 64, "a" * 64 + "\n", 7])
def test_what_is_no_commitment_is_refused(server: TestClient, wrong: Any) -> None:
    with Contributing(server, RACE).socket() as socket:
        guest = Guest(socket)
        assert "does not understand" in guest.refused(type="commit", commitment=wrong)
        assert "does not understand" in guest.refused(type="reveal", part=wrong)


# --- A part that was lost --------------------------------------------------------------------------------------------


def test_who_has_lost_a_part_commits_anew_and_nothing_counts_that_was_revealed(server: TestClient) -> None:
    table, key = invited(server)
    with seated(table, key) as (ada, ben):
        reveal(ada, ONE, ben)
        ben.ask(type="commit", commitment=commitment(THREE))
        text = "Ben's browser has lost its number for the throws and adds another one."
        assert [guest.hear("changed")["text"] for guest in (ada, ben)] == [text] * 2
        assert ada.state["parts"] == {"committed": {"second": commitment(THREE)}, "commit": ["first"], "reveal": []}
        assert "not what your browser" in ada.refused(type="reveal", part=ONE)
        ada.ask(type="commit", commitment=commitment(TWO))
        assert [guest.hear("changed")["text"] for guest in (ada, ben)] == [""] * 2
        reveal(ada, TWO, ben)
        assert "already" in ada.refused(type="commit", commitment=commitment(ONE))
        reveal(ben, THREE, ada)
        ben.throw()
    assert 'CommittedAnew "second"' in table.record()
    assert table.throws()["anew"] == ["second"]


def test_nobody_commits_again_and_again(server: TestClient) -> None:
    with Contributing(server, RACE).socket() as socket:
        guest = Guest(socket)
        for part in (TWO, THREE, TWO):
            guest.ask(type="commit", commitment=commitment(part))
            guest.hear("changed")
        guest.ask(type="commit", commitment=commitment(TWO))  # once more the same, as after a drop
        assert guest.hear("done")["id"] == ""
        assert "enough for the moment" in guest.refused(type="commit", commitment=commitment(THREE))


def test_what_a_browser_added_survives_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings)) as server:
        table, key = invited(server)
        with seated(table, key) as (ada, ben):
            reveal(ada, ONE, ben)
    with TestClient(create_app(settings)) as server:
        table.server = server
        with seated(table, key) as (ada, ben):
            assert ada.state["parts"]["reveal"] == ["second"]
            reveal(ben, TWO, ada)
            ben.throw()


# --- The end ---------------------------------------------------------------------------------------------------------


def test_the_end_reveals_and_closes_the_game(server: TestClient) -> None:
    table = Contributing(server, "senet-formation+max_turns=2", PERSON, WEAK)
    with table.socket() as socket:
        guest = Guest(socket)
        before = table.throws()
        assert (before["seed"], before["parts"]) == ("", ["", ""])
        assert before["seed_hash"] == guest.welcome["seed_hash"]
        assert "[Seed " not in table.record()
        assert not follows(read_record(table.record()))
        reveal(guest, ONE)
        play_out(guest, 5)
        assert guest.state["takeback"] is None
        assert guest.refused(type="takeback").startswith("The game is over and its throws have been revealed")
    after = table.throws()
    assert commitment(after["seed"]) == before["seed_hash"]
    assert len(after["throws"]) == len(
        [ply for ply in after["throws"] if re.fullmatch("t[1-6]|lot[12]", ply["action"])]
    )


def test_a_game_given_up_before_its_first_throw_is_closed_as_well(server: TestClient) -> None:
    table, key = invited(server)
    with seated(table, key) as (ada, ben):
        reveal(ada, ONE, ben)
        ada.ask(type="resign")
        for guest in (ada, ben):
            guest.hear("changed")
            assert (guest.state["to_move"], guest.state["throw"], guest.state["situation"]) == ("nobody", None, [])
        assert ben.refused(type="commit", commitment=commitment(THREE)) == "The game is over."
        assert ben.refused(type="reveal", part=TWO) == "The game is over."
    assert table.throws()["parts"] == [ONE, ""]
    assert follows(read_record(table.record()))


def test_the_next_game_follows_from_links_and_the_same_people_contribute(server: TestClient) -> None:
    table, key = invited(server, ruleset="senet-race+max_turns=2")
    with seated(table, key) as (ada, ben):
        reveal(ada, ONE, ben)
        reveal(ben, TWO, ada)
        ada.ask(type="resign")
    following = table.next()
    with seated(following, key) as (ada, ben):
        assert "seed_hash" not in ada.welcome
        assert ada.state["links"]["commit"] == ben.state["links"]["commit"] == ["first", "second"]


def test_two_people_at_one_table_have_one_chain_at_the_lower_seat_after_they_change_seats(server: TestClient) -> None:
    table = Contributing(server, RACE)
    with table.socket() as socket:
        guest = Guest(socket)
        reveal(guest, ONE)
        play_out(guest, 2)
    following = table.next()
    with following.socket() as socket:
        page = Page(socket)
        assert page.welcome["match"]["swapped"]
        assert page.links["commit"] == [page.seat] == ["first"]
        page.play_out(2)
    assert checked(read_record(following.record())).shared


# --- Whole games -----------------------------------------------------------------------------------------------------

WITH_CHANCE = [name for name in systems() if game(name).has_chance]
SHORT = [f"{name}+{option}=12" for name in WITH_CHANCE for option in ("max_turns", "max_plies")
         if option in game(name).ruleset.values]  # fmt: skip
assert len(SHORT) == len(WITH_CHANCE)


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All frames that anybody receives, of games with a planted seed."""
    received: list[str] = []
    receive = WebSocketTestSession.receive

    def noted(session: WebSocketTestSession) -> Any:
        message = receive(session)
        received.append(str(message.get("text")))
        return message

    monkeypatch.setattr(WebSocketTestSession, "receive", noted)
    return received


def a_game_by_link(server: TestClient, ruleset: str) -> Contributing:
    table, key = invited(server, ruleset=ruleset)
    dice = random.Random(1)
    with seated(table, key) as (ada, ben), table.socket(key="", lang="de") as socket:
        watcher = Guest(socket)
        reveal(ada, ONE, ben, watcher)
        reveal(ben, TWO, ada, watcher)
        while not ada.state["result"]:
            acts = [ada, ben][ada.state["to_move"] == "second" or (ada.state["throw"] or {}).get("seat") == "second"]
            legal = acts.state["legal"]
            acts.play(dice.choice(legal)["text"]) if legal else acts.throw()
            for other in {ada, ben, watcher} - {acts}:
                other.hear("played")
        assert watcher.state["result"]
    return table


def a_game_alone(server: TestClient, ruleset: str, second: Any) -> Contributing:
    table = Contributing(server, ruleset, PERSON, second)
    with table.socket() as socket, table.socket(key="", lang="fr") as other:
        guest, watcher = Guest(socket), Guest(other)
        reveal(guest, ONE, watcher)
        play_out(guest, 1)
        while not watcher.state["result"]:
            watcher.hear("played")
    return table


def assert_fair(table: Contributing, frames: list[str], folder: Path, *parts: str) -> None:
    """Nobody was told anything, and then everything agrees: in our check, and in the recipe of the page."""
    assert not [frame for frame in frames if any(secret in frame for secret in (SEED, *parts))]
    for text in (table.record(), table.record("json")):
        assert follows(read_record(text))
        checked = verify(read_record(text)).checked
        assert checked
        lines = [f"{throw.number} {throw.ply.text} agrees" for throw in checked]
        assert recipe(read_record(text), folder) == ["kept"] * 3 + lines
    told = table.throws()
    assert (told["seed"], [part for part in told["parts"] if part]) == (SEED, [*parts])
    assert [(throw["number"], throw["action"]) for throw in told["throws"]] == [
        (throw.number, throw.ply.text) for throw in checked
    ]


@pytest.mark.parametrize("ruleset", [*SHORT, *(pytest.param(name, marks=pytest.mark.slow) for name in WITH_CHANCE)])
def test_every_throw_of_a_finished_game_agrees_and_nobody_knew(
    server: TestClient, frames: list[str], ruleset: str, tmp_path: Path
) -> None:
    assert_fair(a_game_by_link(server, ruleset), frames, tmp_path, ONE, TWO)
    for second in (PERSON, WEAK):
        assert_fair(a_game_alone(server, ruleset, second), frames, tmp_path, ONE)


# --- What is stored --------------------------------------------------------------------------------------------------

CREATED = Created(
    "senet-race", PersonSeat(), ComputerSeat("level1"), "hash", RULES_VERSION, "2026-11-22", game="g", seed=SEED
)


def test_a_number_is_never_used_twice() -> None:
    """Not even in a log in which throws were taken back, which the server does not allow."""
    hosted = HostedGame.begun(CREATED, TIME)
    hosted = hosted.after(Played("t1"), TIME).after(Takenback(0), TIME)
    assert (hosted.chance.thrown, hosted.chance.numbers) == (1, [])
    hosted = hosted.after(Played("t2"), TIME)
    hosted = hosted.after(Played(hosted.state.actions[0]), TIME)
    assert (hosted.chance.thrown, hosted.chance.numbers) == (2, [2])
    assert hosted.record().tags["ThrowNumbers"] == "2"
    hosted = hosted.after(Takenback(1), TIME)
    assert (hosted.chance.thrown, hosted.chance.numbers) == (2, [2])


def test_events_that_cannot_come_are_told() -> None:
    hosted = HostedGame.begun(CREATED, TIME)
    committed = hosted.after(Committed(FIRST, commitment(ONE)), TIME)
    for stored, event in (
        (hosted, Revealed(FIRST, ONE)),
        (committed, Revealed(FIRST, TWO)),
        (committed, Revealed(SECOND, ONE)),
        (hosted.after(Played("t1"), TIME), Committed(FIRST, commitment(ONE))),
    ):
        with pytest.raises(StoredGameError):
            stored.after(event, TIME)


# --- Secrets ---------------------------------------------------------------------------------------------------------


def test_no_secret_reaches_a_frame_an_answer_or_an_engine_before_the_end(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seed and parts are planted; everything that is sent, answered or asked of a player is scanned for them."""
    asked: list[str] = []
    converse = Process.converse

    def think(process: Process, question: Question, hear: Hear) -> None:
        asked.append(pickle.dumps(question, 0).decode("latin-1"))  # what goes through the pipe, as text
        if isinstance(question, Choosing):
            hear(question.state.actions[0])
        else:
            converse(process, question, hear)

    monkeypatch.setattr(Process, "converse", think)
    told: list[str] = []
    table = Contributing(server, "senet-race+max_turns=40", PERSON, WEAK, part=THREE)
    addresses = [f"/api/games/{table.id}/{path}" for path in ("throws", "record", "record?format=json")]
    with table.socket() as one, table.socket(key="", lang="fr") as two:
        guest, chooser = Guest(one), random.Random(1)
        told.append(json.dumps(guest.welcome))
        reveal(guest, THREE)
        while guest.state["at"] < 30 and not guest.state["result"]:
            told += [server.get(address).text for address in addresses]
            if guest.state["throw"] and guest.state["throw"]["awaited"]:
                told.append(json.dumps(guest.throw()))
            elif guest.state["legal"]:
                told.append(json.dumps(guest.play(chooser.choice(guest.state["legal"])["text"])))
            else:
                told.append(json.dumps(guest.hear("played")))
        heard = [two.receive_text() for _ in range(20)]
        assert not [text for text in (*told, *heard, *asked) if SEED in text or THREE in text]
        assert asked
        while not guest.state["legal"] and not (guest.state["throw"] and guest.state["throw"]["awaited"]):
            guest.hear("played")
        guest.ask(type="resign")
        guest.hear("changed")
    assert all(SEED in server.get(address).text and THREE in server.get(address).text for address in addresses)


# --- Own sticks ------------------------------------------------------------------------------------------------------


class WithSticks(Table):
    """A table at which people throw sticks of their own."""

    def _begun(self, body: dict[str, Any]) -> None:
        super()._begun(body if "after" in body else {**body, "own_sticks": True, "links": True})


def test_people_throw_their_own_sticks_for_the_computer_too(server: TestClient) -> None:
    table = WithSticks(server, "senet-race", PERSON, WEAK)
    with table.socket() as socket:
        guest = Guest(socket)
        assert guest.welcome["own_sticks"]
        assert "seed_hash" not in guest.welcome
        due = {"seat": "second", "kind": "throw", "awaited": True, "results": ["t1", "t2", "t3", "t4", "t6"]}
        assert guest.state["throw"] == due
        for asked in ({}, {"result": "t5"}, {"result": "lot1"}, {"result": "10-11"}):
            assert guest.refused(type="throw", **asked).startswith("This game is played with your own sticks")
        assert "adds nothing" in guest.refused(type="commit", commitment=commitment(ONE))
        guest.ask(type="throw", result="t3")
        assert guest.hear("played")["ply"]["heads"] == 3
        assert guest.hear("played")["ply"]["seat"] == "second"  # the computer moves
        guest.ask(type="throw", result="t1")
        guest.hear("played")
        guest.play(guest.state["legal"][0]["text"])
    assert '[Throws "own sticks"]' in table.record()
    assert not follows(read_record(table.record()))


def test_with_own_sticks_everybody_throws_only_at_the_own_turn(server: TestClient) -> None:
    table = WithSticks(server, "senet-formation", PERSON, FREE)
    assert post(table, "invitation", invitation=table.invitations["second"])[1]["own_sticks"]
    key = accepted(table, BEN)[1]["key"]
    with seated(table, key) as (ada, ben):
        ada.ask(type="throw", result="lot2")
        for guest in (ada, ben):
            guest.hear("played")
        assert ada.refused(type="throw", result="t1") == "It is the other side's turn."
        ben.ask(type="throw", result="t1")
        for guest in (ada, ben):
            guest.hear("played")
        ada.ask(type="resign")
        for guest in (ada, ben):
            guest.hear("changed")
    with table.next().socket() as socket:
        assert Guest(socket).welcome["own_sticks"]


def test_own_sticks_need_throws_and_people(server: TestClient) -> None:
    def refused(ruleset: str, *seats: Any) -> str:
        body = {"ruleset": ruleset, "first": seats[0], "second": seats[1], "own_sticks": True}
        answer = server.post("/api/games", json=body)
        assert answer.status_code == 400
        return str(answer.json()["error"])

    assert refused("seega", PERSON, PERSON) == "Nothing is thrown in this game, so it needs no sticks."
    assert (
        refused("senet-race", WEAK, WEAK)
        == "Only people can throw their own sticks; at least one side must be a person."
    )


def test_where_the_server_throws_nobody_else_does(server: TestClient) -> None:
    with Table(server, "senet-race").socket() as socket:
        assert Guest(socket).refused(type="throw", result="t4") == "In this game the server throws, not you."


# --- Stored games ----------------------------------------------------------------------------------------------------

STORED = f"""
{{"kind":"created","ruleset":"senet-race","first":{{"kind":"person","name":"Ada"}},\
"second":{{"kind":"person","free":true}},"key_hash":"m","rules_version":"1","date":"2026-11-22","game":"g","seed":"{SEED}"}}
{{"kind":"invited","seat":1,"invitation_hash":"i"}}
{{"kind":"committed","seat":0,"part_hash":"{commitment(ONE)}"}}
{{"kind":"taken","seat":1,"key_hash":"k","invitation_hash":"i","name":"Ben","part_hash":"{commitment(TWO)}"}}
{{"kind":"revealed","seat":0,"part":"{ONE}"}}
{{"kind":"committed","seat":1,"part_hash":"{commitment(THREE)}"}}
{{"kind":"committed","seat":0,"part_hash":"{commitment(TWO)}"}}
{{"kind":"revealed","seat":1,"part":"{THREE}"}}
{{"kind":"revealed","seat":0,"part":"{TWO}"}}
{{"kind":"played","action":"t1"}}
"""


def test_a_game_stored_with_what_browsers_added_opens_for_ever() -> None:
    hosted = HostedGame.stored(logged(*STORED.split()))
    assert hosted.chance.secret_origin
    assert hosted.chance.secret_origin.parts == (TWO, THREE)
    assert (hosted.chance.secret_origin.seed, hosted.chance.secret_origin.anew) == (SEED, (SECOND,))
    assert hosted.origin
    assert not hosted.origin.is_revealed
    assert (hosted.chance.thrown, hosted.chance.missing) == (1, ())
