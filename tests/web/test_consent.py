"""Draws, resignations, claims and takebacks: what a player may do alone, and what needs the other's consent."""

import pytest
from starlette.testclient import TestClient

from ibau.web import protocol
from ibau.web.hosted import consent
from ibau.web.rooms import presence
from tests.web.clients import BEN, FREE, PERSON, WEAK, Client, ServerGame, accepted, pair, play_in_turn, post

SEEGA = "seega+first_player=first"
OPENING = ("a1", "b1", "a2", "b2")


@pytest.fixture
def table(server: TestClient) -> ServerGame:
    return ServerGame(server, SEEGA, {**PERSON, "name": "Ada"}, FREE)


def text_for(*guests: Client) -> str:
    """The text that all of them receive about a change."""
    (text,) = {str(guest.receive("changed")["text"]) for guest in guests}
    return text


# --- Ends ------------------------------------------------------------------------------------------------------------


def test_a_player_resigns_also_when_the_other_is_to_move(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        ben.ask(type="resign")
        assert text_for(ada, ben) == "Ada wins: Ben has resigned."
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
        assert ada.refusal(type="play", action="a1") == "The game is over."
        assert ada.refusal(type="resign") == "The game is over."
        assert ada.refusal(type="takeback") == "Nothing can be taken back now."
        ada.ask(type="why", place="a1")
        assert ada.receive("why")["text"] == "You have won: Ben has resigned."
    assert '[Kind "resigned"]' in table.record()


def test_one_who_plays_both_seats_resigns_for_the_side_to_move(server: TestClient) -> None:
    with ServerGame(server, SEEGA).enter() as guest:
        guest.play("a1")
        guest.play("b1")
        guest.ask(type="resign")
        assert text_for(guest) == "Light wins: Dark has resigned."


def test_the_computer_stops_when_a_person_resigns_and_declines_draws(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, PERSON, WEAK)
    with table.enter() as guest:
        assert guest.refusal(type="offer") == "The computer declines: it plays every game to its end."
        guest.ask(type="resign")
        assert text_for(guest) == "Pip wins: Light has resigned."
    assert table.next().welcome()["match"]["points"] == ["0", "1"]


def test_a_game_given_up_before_its_lot_is_followed_all_the_same(server: TestClient) -> None:
    table = ServerGame(server, "seega", PERSON, WEAK)
    with table.enter() as guest:
        guest.ask(type="resign")
        assert text_for(guest) == "Pip wins: Light has resigned."
    match = table.next().welcome()["match"]
    assert (match["note"], match["to"]) == ("This time Light starts.", {"first": "This time you start."})


def test_a_draw_is_offered_and_accepted(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        ada.ask(type="offer")
        assert text_for(ada, ben) == "Ada offers a draw."
        offer = {"what": "draw", "by": "first", "text": "Ada offers a draw."}
        assert ben.state["offer"] == {**offer, "to": {"first": "You have offered a draw."}}
        assert ada.refusal(type="offer") == "You have offered this already; wait for the answer."
        assert ada.refusal(type="accept", what="draw") == "There is no offer to answer."
        ben.ask(type="accept", what="draw")
        assert text_for(ada, ben) == "A draw: both players have agreed to it."
        assert ben.state["result"]["word"] == "draw"
        assert "offer" not in ben.state


def test_two_offers_are_an_agreement(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        ada.ask(type="offer")
        text_for(ada, ben)
        ben.ask(type="offer")
        assert text_for(ada, ben) == "A draw: both players have agreed to it."


def test_two_people_with_one_key_agree_at_once(server: TestClient) -> None:
    with ServerGame(server, SEEGA).enter() as guest:
        guest.ask(type="offer")
        assert text_for(guest) == "A draw: both players have agreed to it."


def test_a_draw_that_was_declined_is_not_asked_for_again_before_the_next_move(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        assert ben.refusal(type="decline") == "There is no offer to answer."
        ada.ask(type="offer")
        text_for(ada, ben)
        ben.ask(type="decline")
        assert text_for(ada, ben) == "Ben declines."
        assert "declined this" in ada.refusal(type="offer")
        play_in_turn((ada, ben), "a1")
        ada.ask(type="offer")
        assert text_for(ada, ben) == "Ada offers a draw."
        ada.ask(type="decline")
        assert text_for(ada, ben) == "Ada withdraws the offer."


def test_an_answer_is_to_what_was_seen(table: ServerGame) -> None:
    """An offer that was replaced by another is not accepted in its place."""
    with pair(table) as (ada, ben):
        play_in_turn((ada, ben), "a1", "b1")
        for kind in ("offer", "decline", "takeback"):
            ada.ask(type=kind)
            text_for(ada, ben)
        assert ben.refusal(type="accept", what="draw") == "There is no offer to answer."
        assert ben.state["offer"]["what"] == "takeback"


def test_the_next_game_ends_an_offer(server: TestClient) -> None:
    table = ServerGame(server, f"{SEEGA}+max_turns=2", PERSON, FREE)
    with pair(table) as (ada, ben):
        play_in_turn((ada, ben), *OPENING)
        assert ada.state["result"]
        ada.ask(type="takeback")
        text_for(ada, ben)
        table.next()
        ben.receive("changed")
        assert ben.refusal(type="accept", what="takeback") == "There is no offer to answer."


def test_a_move_ends_an_offer(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        ben.ask(type="offer")
        text_for(ada, ben)
        play_in_turn((ada, ben), "a1")
        assert "offer" not in ada.state
        assert ada.refusal(type="accept", what="draw") == "There is no offer to answer."


def test_the_win_is_taken_only_when_the_other_has_been_away_for_long(
    table: ServerGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    long_enough = protocol.SECONDS_TO_CLAIM
    refused = "You can claim the win once the other side has been away for 5 minutes."
    key = accepted(table, BEN, "Ben")[1]["key"]
    with table.enter() as ada:
        assert ada.refusal(type="claim") == refused
        monkeypatch.setattr(consent, "SECONDS_TO_CLAIM", 0)
        with table.enter(key=key) as ben:
            monkeypatch.setattr(consent, "SECONDS_TO_CLAIM", long_enough)
            assert ben.refusal(type="claim") == ada.refusal(type="claim") == refused
        monkeypatch.setattr(consent, "SECONDS_TO_CLAIM", 0)
        ada.ask(type="claim")
        assert text_for(ada) == "Ada wins: Ben has left the game."
        assert ada.state["result"]["kind"] == "abandoned"


def test_the_win_over_one_who_has_deleted_the_game_is_taken_at_once(
    table: ServerGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "NOTICE_DELAY", 0.0)
    key = accepted(table, BEN, "Ben")[1]["key"]
    away = {"seat": "second", "seconds": 0}
    with table.enter() as ada:
        assert ada.welcome["away"] == [away]
        assert "has been away" in ada.refusal(type="claim")  # closing a page is not leaving for good
        assert post(table, "leave", key=key)[0] == 200
        ada.receive("changed")
        while (absent := ada.receive("presence")["away"]) == [away]:
            pass
        assert absent == [{**away, "gone": True}]
        ada.ask(type="claim")
        assert text_for(ada) == "Ada wins: Dark has left the game."
        assert ada.state["result"]["to"]["first"] == "You have won: Dark has left the game."


def test_a_computer_or_the_same_key_is_never_away(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consent, "SECONDS_TO_CLAIM", 0)
    for second in (PERSON, WEAK):
        with ServerGame(server, SEEGA, PERSON, second).socket() as socket:
            assert "has been away" in Client(socket).refusal(type="claim")


# --- Taking back -----------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_the_other_agrees(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        play_in_turn((ada, ben), "a1", "b1", "a2")
        assert (ada.state["takeback"], ada.state["may_ask"]) == (None, ["first", "second"])
        ada.ask(type="takeback")
        assert text_for(ada, ben) == "Ada would like to take a move back."
        assert ada.state["offer"]["to"] == {"first": "You have asked to take a move back."}
        assert ben.refusal(type="offer") == "Answer the other side's offer first."
        ben.ask(type="accept", what="takeback")
        assert {guest.receive("changed")["state"]["ply_count"] for guest in (ada, ben)} == {0}
        assert "may_ask" not in ada.state


def test_a_player_takes_back_only_the_own_turn(table: ServerGame) -> None:
    with pair(table) as (ada, ben):
        play_in_turn((ada, ben), "a1", "b1")
        assert ben.refusal(type="takeback") == "Nothing can be taken back now."
        play_in_turn((ada, ben), "a2")
        ben.ask(type="takeback")
        text_for(ada, ben)
        ada.ask(type="accept", what="takeback")
        assert ben.receive("changed")["state"]["ply_count"] == 2
