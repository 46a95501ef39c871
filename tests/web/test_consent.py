"""Ends that players make themselves, and moves taken back: what one may do, and what takes the other's consent."""

import pytest
from starlette.testclient import TestClient

from ibau.web import protocol
from ibau.web.hosted import consent
from ibau.web.rooms import presence
from tests.web.clients import BEN, FREE, PERSON, WEAK, Client, ServerGame, accepted, both, play_in_turn, post

SEEGA = "seega+first_player=first"
OPENING = ("a1", "b1", "a2", "b2")


@pytest.fixture
def table(server: TestClient) -> ServerGame:
    return ServerGame(server, SEEGA, {**PERSON, "name": "Ada"}, FREE)


def said(*guests: Client) -> str:
    """What all of them are told of a change."""
    (text,) = {str(guest.receive("changed")["text"]) for guest in guests}
    return text


# --- Ends ------------------------------------------------------------------------------------------------------------


def test_a_player_resigns_also_when_the_other_is_to_move(table: ServerGame) -> None:
    with both(table) as (ada, ben):
        ben.ask(type="resign")
        assert said(ada, ben) == "Ada wins: Ben has resigned."
        state = ada.state
        assert (state["to_move"], state["legal"], state["situation"], state["throw"]) == ("nobody", [], [], None)
        assert state["result"] == {
            "word": "p1win",
            "kind": "resigned",
            "returns": [1, -1],
            "score": None,
            "text": "Ada wins: Ben has resigned.",
            "to": {"first": "You have won: Ben has resigned.", "second": "You have resigned: Ada wins."},
        }
        assert ada.refused(type="play", action="a1") == "The game is over."
        assert ada.refused(type="resign") == "The game is over."
        assert ada.refused(type="takeback") == "Nothing can be taken back now."
        ada.ask(type="why", place="a1")
        assert ada.receive("why")["text"] == "You have won: Ben has resigned."
    assert '[Kind "resigned"]' in table.record()


def test_one_who_plays_both_seats_resigns_for_the_side_to_move(server: TestClient) -> None:
    with ServerGame(server, SEEGA).enter() as guest:
        guest.play("a1")
        guest.play("b1")
        guest.ask(type="resign")
        assert said(guest) == "Light wins: Dark has resigned."


def test_the_computer_stops_when_a_person_resigns_and_declines_draws(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, PERSON, WEAK)
    with table.enter() as guest:
        assert guest.refused(type="offer") == "The computer declines: it plays every game to its end."
        guest.ask(type="resign")
        assert said(guest) == "Pip wins: Light has resigned."
    assert table.next().welcome()["match"]["points"] == ["0", "1"]


def test_a_game_given_up_before_its_lot_is_followed_all_the_same(server: TestClient) -> None:
    table = ServerGame(server, "seega", PERSON, WEAK)
    with table.enter() as guest:
        guest.ask(type="resign")
        assert said(guest) == "Pip wins: Light has resigned."
    match = table.next().welcome()["match"]
    assert (match["note"], match["to"]) == ("This time Light starts.", {"first": "This time you start."})


def test_a_draw_is_offered_and_accepted(table: ServerGame) -> None:
    with both(table) as (ada, ben):
        ada.ask(type="offer")
        assert said(ada, ben) == "Ada offers a draw."
        offer = {"what": "draw", "by": "first", "text": "Ada offers a draw."}
        assert ben.state["offer"] == {**offer, "to": {"first": "You have offered a draw."}}
        assert ada.refused(type="offer") == "You have offered this already; wait for the answer."
        assert ada.refused(type="accept", what="draw") == "There is no offer to answer."
        ben.ask(type="accept", what="draw")
        assert said(ada, ben) == "A draw: both players have agreed to it."
        assert ben.state["result"]["word"] == "draw"
        assert "offer" not in ben.state


def test_two_offers_are_an_agreement(table: ServerGame) -> None:
    with both(table) as (ada, ben):
        ada.ask(type="offer")
        said(ada, ben)
        ben.ask(type="offer")
        assert said(ada, ben) == "A draw: both players have agreed to it."


def test_two_people_with_one_key_agree_at_once(server: TestClient) -> None:
    with ServerGame(server, SEEGA).enter() as guest:
        guest.ask(type="offer")
        assert said(guest) == "A draw: both players have agreed to it."


def test_a_draw_that_was_declined_is_not_asked_for_again_before_the_next_move(table: ServerGame) -> None:
    with both(table) as (ada, ben):
        assert ben.refused(type="decline") == "There is no offer to answer."
        ada.ask(type="offer")
        said(ada, ben)
        ben.ask(type="decline")
        assert said(ada, ben) == "Ben declines."
        assert "declined this" in ada.refused(type="offer")
        play_in_turn((ada, ben), "a1")
        ada.ask(type="offer")
        assert said(ada, ben) == "Ada offers a draw."
        ada.ask(type="decline")
        assert said(ada, ben) == "Ada withdraws the offer."


def test_an_answer_is_to_what_was_seen(table: ServerGame) -> None:
    """An offer that is exchanged for another is not accepted in its place."""
    with both(table) as (ada, ben):
        play_in_turn((ada, ben), "a1", "b1")
        for kind in ("offer", "decline", "takeback"):
            ada.ask(type=kind)
            said(ada, ben)
        assert ben.refused(type="accept", what="draw") == "There is no offer to answer."
        assert ben.state["offer"]["what"] == "takeback"


def test_the_next_game_ends_an_offer(server: TestClient) -> None:
    table = ServerGame(server, f"{SEEGA}+max_turns=2", PERSON, FREE)
    with both(table) as (ada, ben):
        play_in_turn((ada, ben), *OPENING)
        assert ada.state["result"]
        ada.ask(type="takeback")
        said(ada, ben)
        table.next()
        ben.receive("changed")
        assert ben.refused(type="accept", what="takeback") == "There is no offer to answer."


def test_a_move_ends_an_offer(table: ServerGame) -> None:
    with both(table) as (ada, ben):
        ben.ask(type="offer")
        said(ada, ben)
        play_in_turn((ada, ben), "a1")
        assert "offer" not in ada.state
        assert ada.refused(type="accept", what="draw") == "There is no offer to answer."


def test_the_win_is_taken_only_when_the_other_has_been_away_for_long(
    table: ServerGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_enough = protocol.SECONDS_TO_CLAIM
    refused = "You can claim the win once the other side has been away for 5 minutes."
    key = accepted(table, BEN, "Ben")[1]["key"]
    with table.enter() as ada:
        assert ada.refused(type="claim") == refused
        monkeypatch.setattr(consent, "SECONDS_TO_CLAIM", 0)
        with table.enter(key=key) as ben:
            monkeypatch.setattr(consent, "SECONDS_TO_CLAIM", long_enough)
            assert ben.refused(type="claim") == ada.refused(type="claim") == refused
        monkeypatch.setattr(consent, "SECONDS_TO_CLAIM", 0)
        ada.ask(type="claim")
        assert said(ada) == "Ada wins: Ben has left the game."
        assert ada.state["result"]["kind"] == "abandoned"


def test_the_win_over_one_who_has_deleted_the_game_is_taken_at_once(
    table: ServerGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "NOTICE_DELAY", 0.0)
    key = accepted(table, BEN, "Ben")[1]["key"]
    away = {"seat": "second", "seconds": 0}
    with table.enter() as ada:
        assert ada.welcome["presence"]["away"] == [away]
        assert "has been away" in ada.refused(type="claim")  # a closed page is none that was deleted
        assert post(table, "leave", key=key)[0] == 200
        ada.receive("changed")
        while (told := ada.receive("presence")["presence"]["away"]) == [away]:
            pass
        assert told == [{**away, "gone": True}]
        ada.ask(type="claim")
        assert said(ada) == "Ada wins: Dark has left the game."
        assert ada.state["result"]["to"]["first"] == "You have won: Dark has left the game."


def test_nobody_leaves_who_plays_with_the_same_key_or_is_a_computer(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consent, "SECONDS_TO_CLAIM", 0)
    for second in (PERSON, WEAK):
        with ServerGame(server, SEEGA, PERSON, second).socket() as socket:
            assert "has been away" in Client(socket).refused(type="claim")


# --- Taking back -----------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_the_other_agrees(table: ServerGame) -> None:
    with both(table) as (ada, ben):
        play_in_turn((ada, ben), "a1", "b1", "a2")
        assert (ada.state["takeback"], ada.state["may_ask"]) == (None, ["first", "second"])
        ada.ask(type="takeback")
        assert said(ada, ben) == "Ada would like to take a move back."
        assert ada.state["offer"]["to"] == {"first": "You have asked to take a move back."}
        assert ben.refused(type="offer") == "Answer the other side's offer first."
        ben.ask(type="accept", what="takeback")
        assert {guest.receive("changed")["state"]["ply_count"] for guest in (ada, ben)} == {0}
        assert "may_ask" not in ada.state


def test_a_player_takes_back_only_the_own_turn(table: ServerGame) -> None:
    with both(table) as (ada, ben):
        play_in_turn((ada, ben), "a1", "b1")
        assert ben.refused(type="takeback") == "Nothing can be taken back now."
        play_in_turn((ada, ben), "a2")
        ben.ask(type="takeback")
        said(ada, ben)
        ada.ask(type="accept", what="takeback")
        assert ben.receive("changed")["state"]["ply_count"] == 2
