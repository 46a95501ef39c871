"""Throws on the server follow from links: who gives one and when, what is refused, and what nobody learns too early."""

import json
import shutil
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec import convert
from starlette.testclient import TestClient

from ibau.records.files import read_record
from ibau.throws.chains import PARTIES, link_before
from ibau.throws.proof import Proof
from ibau.throws.signatures import PublishedKeys
from ibau.throws.verification import verify
from ibau.web.app import Settings, create_app
from tests.databases import sqlite
from tests.web.guests import PERSON, WEAK, Guest, Table
from tests.web.linking import Linked, Page, checked, friends, proof_of

RACE = "senet-race+max_turns=12"
NOT_NOW = "This is not what your browser should add to the throws now."


def sat(stack: ExitStack, table: Table, key: str) -> tuple[Page, Page]:
    """Two friends at their pages, who have both committed."""
    one, two = (Page(stack.enter_context(table.socket(key=each))) for each in (table.key, key))
    one.commit(1, two)
    two.commit(1, one)
    return one, two


def play_out(*pages: Page) -> None:
    """A game of two friends to its end, in which both give a link for each throw."""
    while not pages[0].state["result"]:
        state = pages[0].state
        actor = ("first", "second").index(state["throw"]["seat"] if state["throw"] else state["to_move"])
        mine, other = pages[actor], pages[1 - actor]
        if state["throw"]:
            other.give(mine)
            mine.cast("first", "second")
        else:
            mine.play(mine.state["legal"][0]["text"])
        other.hear("played")


# --- Games to their end ----------------------------------------------------------------------------------------------


def test_a_game_against_the_computer_follows_from_the_links_of_both(server: TestClient) -> None:
    table = Linked(server, RACE, PERSON, WEAK)
    with table.socket() as socket:
        page = Page(socket)
        assert page.state["links"] == {"number": 1, "commit": ["first"]}
        assert page.state["throw"] == {"seat": "second", "kind": "throw", "awaited": False}
        page.play_out(1)
    proof = checked(read_record(table.record()))
    assert set(proof.given) == {"1"}
    assert checked(read_record(table.record("json"))) == proof
    assert table.throws()["proof"]["given"] == proof.given


def test_two_people_at_one_screen_have_one_chain(server: TestClient) -> None:
    table = Linked(server, RACE)
    with table.socket() as socket:
        page = Page(socket)
        assert page.state["links"]["commit"] == ["first"]
        assert "before the first throw each browser" in page.refused(type="throw")
        page.commit()
        assert page.refused(type="throw", number=1, counts=["first"]) == NOT_NOW
        page.play_out(2)
    proof = checked(read_record(table.record()))
    assert proof.shared
    assert set(proof.given) == {"1"}


def test_throws_without_any_browser_follow_from_the_server_alone(server: TestClient) -> None:
    table = Table(server, RACE)
    with table.socket() as socket:
        guest = Guest(socket)
        assert "adds nothing" in guest.refused(type="chain", first=1, head="0" * 64)
        while not guest.state["result"]:
            guest.throw() if guest.state["throw"] else guest.play(guest.state["legal"][0]["text"])
    assert set(checked(read_record(table.record())).given) == {"0"}


def test_friends_give_their_links_before_each_throw(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        play_out(*sat(stack, table, key))
    proof = checked(read_record(table.record()))
    assert set(proof.given) == {"b"}
    assert not proof.shared


# --- Who counts ------------------------------------------------------------------------------------------------------


def test_the_links_count_that_the_thrower_names_if_they_were_given(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        assert second.state["throw"]["seat"] == "second"
        assert "has not given its number" in second.refused(**second.throwing("first", "second"))
        first.give(second)
        assert second.links["held"] == {"first": first.link(1)}
        played = second.cast("first", "second")
    assert played["thrown"]["first"] == first.link(1)
    assert played["thrown"]["second"] == second.link(1)


def test_a_link_that_came_after_the_thrower_had_named_others_does_not_count(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        named = second.throwing("second")
        first.give(second)
        second.ask(**named)
        told = [page.hear("played")["thrown"] for page in (first, second)]
        assert told[0] == told[1] == {**told[0], "first": "", "second": second.link(1)}
        assert first.number == 2
    proof = checked_open(table)
    assert (proof.given, proof.of("first")[0].given) == ("2", 0)


def test_the_throwers_own_link_counts_whether_it_is_named_or_not(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        first.give(second)
        assert second.cast("first")["thrown"]["second"] == second.link(1)
    assert checked_open(table).given == "b"


def test_a_throw_goes_without_the_link_of_a_page_that_is_away(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        _, second = sat(stack, table, key)
        played = second.cast("second")
    assert played["thrown"]["first"] == ""
    assert proof_of(read_record(table.record())).given == "2"


def test_where_throws_wait_for_both_none_goes_without(server: TestClient) -> None:
    table, key = friends(server, RACE, waits=True)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        assert second.state["links"]["waits"]
        assert "Waiting for Ada" in second.refused(**second.throwing("second"))
        first.give(second)
        assert "Waiting for Ada" in second.refused(**second.throwing("second"))  # it is there, and has to count
        second.cast("first", "second")


def test_the_thrower_gives_its_link_with_the_throw_alone(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        assert second.refused(type="link", number=1, link=second.link(1)) == NOT_NOW
        assert first.refused(**{**second.throwing("second"), "link": first.link(1)}) == "It is the other side's turn."
        assert second.refused(**{**second.throwing("second"), "link": first.link(1)}) == NOT_NOW
        assert second.refused(**{**second.throwing("second"), "number": 2, "link": second.link(2)}) == NOT_NOW


def test_links_are_given_for_the_throw_that_is_due_alone(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        for number, link in ((2, first.link(2)), (1, "0" * 64), (1, first.link(2))):
            assert first.refused(type="link", number=number, link=link) == NOT_NOW
        first.give(second)
        first.ask(type="link", number=1, link=first.link(1))  # once more, as after a drop
        assert first.hear("done")["id"] == ""
        second.cast("first", "second")
        first.hear("played")
        assert first.refused(type="link", number=2, link=first.link(2)) == NOT_NOW  # a move is to come


def test_nobody_gives_a_link_before_all_have_committed(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with table.socket() as one, table.socket(key=key) as two:
        first, second = Page(one), Page(two)
        assert first.state["links"]["commit"] == ["first", "second"]
        first.commit(1, second)
        assert first.refused(type="link", number=1, link=first.link(1)) == NOT_NOW
        second.draw_chain()
        assert "Waiting for Ben" in second.refused(**second.throwing("second"))


def test_nobody_commits_to_the_head_of_somebody_elses_chain(server: TestClient) -> None:
    """Of which they know no link, so that the game would stand still, and the other page, which sees it, stop."""
    table, key = friends(server, RACE)
    with table.socket() as one, table.socket(key=key) as two:
        first, second = Page(one), Page(two)
        first.commit(1, second)
        for chain in first.proof["chains"]:
            assert second.refused(type="chain", first=1, head=chain["head"]) == NOT_NOW
        second.commit(1, first)
        assert first.state["throw"]["awaited"]


def test_a_computer_waits_for_the_link_of_the_page(server: TestClient) -> None:
    with Linked(server, RACE, PERSON, WEAK).socket() as socket:
        page = Page(socket)
        page.commit()
        page.ask(type="why", place="nowhere")
        assert page.hear("refused")["reason"] == "There is no such place."  # and nothing was thrown before
        page.give()
        assert page.hear("played")["thrown"]["first"] == page.link(1)


# --- Chains that are lost, or at their end ---------------------------------------------------------------------------


def test_a_chain_lost_before_any_link_is_replaced(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        second.ask(type="chain", first=1, head=second.draw_chain().head)
        said = second.hear("changed")["text"]
        first.hear("changed")
        assert said == "Ben's browser has lost its numbers for the throws, and adds new ones from now on."
        second.cast("second")
        assert second.chain
        head = second.chain.head
    proof = checked_open(table)
    assert [chain.head for chain in proof.of("second")] == [head]
    assert proof.late == ()


def checked_open(table: Table) -> Proof:
    """The proof of a game that is not over, its throws checked."""
    return checked(read_record(table.record()))


def test_a_thrower_who_loses_the_chain_once_the_other_link_is_known_throws_late(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        first.give(second)
        assert second.refused(type="chain", first=1, head="1" * 64) == NOT_NOW
        second.ask(type="chain", first=2, head=second.draw_chain(2).head)
        assert all("has lost its numbers" in page.hear("changed")["text"] for page in (first, second))
        second.ask(type="throw", number=1, counts=["first"])
        played = second.hear("played")
    assert played["thrown"] == {**played["thrown"], "first": first.link(1), "second": ""}
    proof = checked_open(table)
    assert (proof.given, proof.late) == ("1", (1,))


def test_chains_at_their_end_are_followed_by_others(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.throws.chains.BLOCK", 8)
    monkeypatch.setattr("ibau.web.rooms.greetings.AT_ONCE", 100.0)
    table = Linked(server, "senet-race+max_turns=40", PERSON, WEAK)
    with table.socket() as socket:
        Page(socket).play_out(3)
    proof = checked(read_record(table.record()))
    assert len(proof.given) > 16
    firsts = {party: [chain.first for chain in proof.of(party)] for party in PARTIES[:2]}
    assert firsts["server"][:3] == firsts["first"][:3] == [1, 9, 17]


# --- Numbers that are passed over ------------------------------------------------------------------------------------


def test_a_number_given_for_a_move_that_is_taken_back_is_passed_over(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        pages = sat(stack, table, key)
        mover, giver, taken = until_given(pages)
        number, at = mover.number, mover.state["at"]
        mover.ask(type="takeback")
        for page in pages:
            page.hear("changed")
        giver.ask(type="accept", what="takeback")
        seats = {"asked": mover.seat, "agreed": giver.seat}
        for page in pages:
            spent = page.hear("takenback")["spent"]
            assert spent == {
                "number": number,
                "last": number,
                "why": "takeback",
                "at": at - 1,
                "taken": [taken],
                **seats,
            }
            assert page.number == number + 1
        mover.play(taken)
        giver.hear("played")
        giver.give(mover)
        assert mover.cast("first", "second")["thrown"]["number"] == number + 1
    proof = checked_open(table)
    assert proof.given[-2:] == "xb"
    assert proof.spent[0].taken == (taken,)


def until_given(pages: tuple[Page, Page]) -> tuple[Page, Page, str]:
    """Play until the one who has just moved is to throw again, and the other has given the link for it."""
    while True:
        state = pages[0].state
        actor = ("first", "second").index(state["throw"]["seat"] if state["throw"] else state["to_move"])
        mine, other = pages[actor], pages[1 - actor]
        if not state["throw"]:
            moved, taken = mine, mine.state["legal"][0]["text"]
            mine.play(taken)
            other.hear("played")
        else:
            other.give(mine)
            if state["at"] > 1 and moved is mine:
                return mine, other, taken
            mine.cast("first", "second")
            other.hear("played")


# --- Ends ------------------------------------------------------------------------------------------------------------


def test_who_resigns_gives_the_last_link(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        first, second = sat(stack, table, key)
        second.cast("second")
        first.hear("played")
        assert second.refused(type="resign", link=second.link(7)) == NOT_NOW
        second.ask(type="resign", link=second.link(4096))
        assert second.hear("changed")["state"]["result"]["kind"] == "resigned"
    proof = checked_open(table)
    assert [(chain.party, chain.given) for chain in proof.chains] == [("server", 1), ("first", 0), ("second", 4096)]


def test_a_draw_is_sealed_by_both(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        pages = first, second = sat(stack, table, key)
        second.cast("second")
        first.hear("played")
        assert first.refused(type="link", number=4096, link=first.link(4096)) == NOT_NOW
        first.ask(type="offer")
        for page in pages:
            page.hear("changed")
        second.ask(type="accept", what="draw", link=second.link(4096))
        for page in pages:
            page.hear("changed")
        first.ask(type="link", number=4096, link=first.link(4096))
        for page in pages:
            page.hear("changed")
        first.ask(type="link", number=4096, link=first.link(4096))
        assert first.hear("done")
    assert [chain.given for chain in checked_open(table).chains] == [1, 4096, 4096]


def test_the_next_game_of_a_match_has_chains_of_its_own(server: TestClient) -> None:
    table, key = friends(server, RACE)
    with ExitStack() as stack:
        sat(stack, table, key)[1].ask(type="resign")
    following = table.next()
    with ExitStack() as stack:
        first, _ = (Page(stack.enter_context(following.socket(key=each))) for each in (table.key, key))
        assert first.links["commit"] == ["first", "second"]
        assert first.proof["game"] == following.id
        assert first.proof["chains"][0]["head"] != checked_head(table)


def checked_head(table: Table) -> str:
    head: str = table.throws()["proof"]["chains"][0]["head"]
    return head


# --- The log and the key file ----------------------------------------------------------------------------------------


def test_a_link_that_was_given_is_there_after_a_restart(settings: Settings) -> None:
    with TestClient(create_app(settings)) as server:
        table, key = friends(server, RACE)
        with ExitStack() as stack:
            first, second = sat(stack, table, key)
            first.give(second)
    with TestClient(create_app(settings)) as server:
        table.server = server
        with table.socket(key=key) as socket:
            again = Page(socket, second.chain)
            assert again.links["held"] == {"first": first.link(1)}
            again.cast("first", "second")
        assert table.throws()["proof"]["given"] == "b"
    with sqlite(settings.data / "ibau.sqlite3") as database:
        assert not database.execute("select * from private where label like 'link %'").fetchall()


def test_the_log_holds_no_link_that_was_not_given(settings: Settings) -> None:
    with TestClient(create_app(settings)) as server:
        table, key = friends(server, RACE)
        with ExitStack() as stack:
            first, second = sat(stack, table, key)
            first.give(second)
            second.cast("first", "second")
        proof = checked_open(table)
        kept = b"".join(path.read_bytes() for path in settings.data.glob("ibau.sqlite3*"))
    secrets = json.loads((settings.data / "ibau.keys").read_text())["secrets"]
    assert len(secrets) == 1
    assert secrets[0]["secret"].encode() not in kept
    assert (settings.data / "ibau.keys").stat().st_mode & 0o077 == 0
    for party, page in (("first", first), ("second", second)):
        assert page.link(1).encode() in kept
        assert page.link(2).encode() not in kept, party
    (server_chain,) = proof.of("server")
    assert link_before(proof.context, "server", 1, server_chain.link) == server_chain.head


def test_links_add_no_event_to_a_throw(settings: Settings) -> None:
    with TestClient(create_app(settings)) as server:
        table, key = friends(server, RACE)
        with ExitStack() as stack:
            play_out(*sat(stack, table, key))
        plies = len(read_record(table.record()).actions)
    with sqlite(settings.data / "ibau.sqlite3") as database:
        kinds = Counter(kind for (kind,) in database.execute("select kind from events"))
    assert kinds == {"created": 1, "invited": 1, "taken": 1, "chained": 2, "played": plies}


def test_a_game_whose_secret_is_gone_throws_no_more_and_all_others_go_on(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    with TestClient(create_app(settings)) as server:
        old = Linked(server, RACE)
        with old.socket() as socket:
            page = Page(socket)
            page.commit()
            page.cast()
    (settings.data / "ibau.keys").rename(settings.data / "elsewhere")
    with TestClient(create_app(settings)) as server:
        assert "nothing can be thrown any more" in caplog.text
        old.server = server
        with old.socket() as socket:
            again = Page(socket, page.chain)
            if again.state["legal"]:
                again.play(again.state["legal"][0]["text"])
            assert again.links["stopped"]
            assert "no longer has the key" in again.state["situation"][0]
            assert "no longer has the key" in again.refused(**again.throwing())
            assert again.state["throw"]["awaited"] is False
        with Linked(server, RACE).socket() as socket:
            new = Page(socket)
            new.commit()
            new.cast()
    shutil.copy(settings.data / "elsewhere", settings.data / "ibau.keys")
    with TestClient(create_app(settings)) as server:
        old.server = server
        with old.socket() as socket:
            Page(socket, page.chain).cast()


def test_a_restored_server_is_told_of_the_numbers_that_were_given(settings: Settings, tmp_path: Path) -> None:
    def copied(source: Path, target: Path) -> None:
        with sqlite(source) as one, sqlite(target) as two:
            one.backup(two)

    with TestClient(create_app(settings)) as server:
        table, key = friends(server, RACE)
        with ExitStack() as stack:
            sat_pages = sat(stack, table, key)
            until_given(sat_pages)
    copied(settings.data / "ibau.sqlite3", tmp_path / "backup")
    given = sat_pages[0].number
    with TestClient(create_app(settings)) as server:
        table.server = server
        with ExitStack() as stack:
            pages = [
                Page(stack.enter_context(table.socket(key=each)), page.chain)
                for each, page in zip((table.key, key), sat_pages, strict=True)
            ]
            thrower = pages[0] if pages[0].state["throw"]["seat"] == "first" else pages[1]
            thrower.cast("first", "second")
    for path in settings.data.glob("ibau.sqlite3*"):
        path.unlink()
    shutil.copy(tmp_path / "backup", settings.data / "ibau.sqlite3")
    with TestClient(create_app(settings)) as server:
        table.server = server
        with table.socket() as socket:
            page = Page(socket, sat_pages[0].chain)
            assert page.number == given
            assert page.refused(type="pass", number=given, link=page.link(given + 1)) == NOT_NOW
            page.ask(type="pass", number=given, link=page.link(given))
            changed = page.hear("changed")
            assert (
                changed["text"]
                == "Numbers had already been given for throws that the server does not know; they are passed over."
            )
            assert page.number == given + 1
            assert changed["proof"]["spent"][-1]["why"] == "restored"


def test_records_are_signed_with_a_published_key(server: TestClient) -> None:
    keys = server.get("/.well-known/ibau-keys.json").json()["keys"]
    table = Linked(server, RACE, PERSON, WEAK)
    with table.socket() as socket:
        page = Page(socket)
        page.play_out(4)
    record = read_record(table.record())
    assert [key["id"] for key in keys] == record.tags["Signature"].split()[:1]
    found = verify(record, keys=convert({"keys": keys}, PublishedKeys))
    assert (found.throws.verdict, found.moves.verdict, found.end.verdict) == ("right", "right", "right")
