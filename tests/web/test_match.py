"""Matches: a finished game has one next game, no matter who asks for it, how often and when."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.core.record import RULES_VERSION
from ibau.web.api.games import GameKey, NextGame
from ibau.web.hosted.game import HostedGame, StoredGameError
from ibau.web.hosted.match import next_game_events, score
from ibau.web.log.events import ComputerSeat, Created, Event, NextBegun, PersonSeat, Played, TakenBack
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import AppendOutcome, StreamChange
from tests.web.clients import PERSON, WEAK, ServerGame, services
from tests.web.stored_events import TIME, stored_events

SHORT = "seega+first_player=first+max_turns=2"  # a draw after four actions
ACTIONS = ("a1", "b1", "a2", "b2")


def play_out(table: ServerGame) -> dict[str, Any]:
    """Play a short game to its end, and return the last message."""
    with table.enter() as guest:
        return [guest.play(action) for action in ACTIONS][-1]


def matched(table: ServerGame, lang: str = "en") -> dict[str, Any]:
    """The match in the welcome."""
    return dict(table.welcome(lang=lang)["match"])


def test_the_next_game_counts_on_and_the_other_side_starts(server: TestClient) -> None:
    table = ServerGame(server, SHORT)
    assert matched(table) == {"game": 1, "points": ["0", "0"], "note": "", "next": None}
    assert play_out(table)["match"]["points"] == ["½", "½"]
    second = table.next()
    assert second.key == table.key
    assert matched(table) == {"game": 1, "points": ["½", "½"], "note": "", "next": second.id}
    welcome = second.welcome()
    dark = welcome["seats"]["second"]["nickname"]  # random, since a score has names
    note = f"This time {dark} starts."
    assert welcome["match"] == {"game": 2, "points": ["½", "½"], "note": note, "next": None}
    assert play_out(second)["match"]["points"] == ["1", "1"]
    third = second.next()
    assert matched(third, "de")["game"] == 3
    assert len({table.id, second.id, third.id}) == 3


def test_seats_change_where_the_rules_fix_who_starts(server: TestClient) -> None:
    table = ServerGame(server, "senet-race+max_turns=1+match_scoring=false", PERSON, WEAK)
    with table.enter() as guest:
        while not guest.state["result"]:
            guest.receive("played")
        assert guest.welcome["yours"] == ["first"]
    welcome = table.next().welcome()
    assert welcome["yours"] == ["second"]
    assert welcome["seats"]["first"]["kind"] == "computer"
    assert welcome["match"]["note"] == "You have swapped sides."
    assert welcome["match"]["swapped"]


def test_points_go_with_the_players_when_seats_change() -> None:
    seats = PersonSeat(), ComputerSeat("level1")
    created = Created("senet-race", *seats, "hash", RULES_VERSION, "2026-11-21", "x", 3, (8, 3))
    hosted = HostedGame.new(created, TIME)
    assert [str(points) for points in score(hosted)] == ["4", "3/2"]
    chooser = random.Random(1)
    while not hosted.state.outcome:
        hosted = hosted.after(Played(chooser.choice(hosted.state.actions)), TIME)
    first, second = hosted.state.score
    assert first + second > 0
    following, *_ = next_game_events(hosted, NextGame(GameKey("before", "key")), "2026-11-22", "after", verifiable=True)
    assert isinstance(following, Created)
    assert following.halves == (3 + 2 * second, 8 + 2 * first)
    assert (following.first, following.second) == (ComputerSeat("level1"), PersonSeat())
    assert (following.after, following.number, following.key_hash) == ("before", 4, "hash")


def test_records_say_which_game_of_the_match_they_are(server: TestClient) -> None:
    table = ServerGame(server, SHORT)
    play_out(table)
    assert "[Match" not in table.record()
    second = table.next()
    assert '[Match "1"]' in table.record()
    assert '[Match "2"]' in second.record()


def test_all_clients_of_the_finished_game_learn_of_the_next(server: TestClient) -> None:
    table = ServerGame(server, SHORT)
    play_out(table)
    with table.enter() as player, table.enter(key="", lang="fr") as watcher:
        assert player.state["takeback"] is not None
        second = table.next()
        for guest in (player, watcher):
            followed = guest.receive("changed")
            assert followed["match"]["next"] == second.id
            assert followed["state"].get("takeback") is None
        table.next()
        assert player.refusal(type="takeback") == "Nothing can be taken back now."


def test_asked_twice_it_is_the_same_game(server: TestClient) -> None:
    table = ServerGame(server, SHORT)
    play_out(table)
    assert table.next().id == table.next().id


def test_a_game_put_away_while_it_is_asked_says_so(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table, append = ServerGame(server, SHORT), SQLiteStore.append
    play_out(table)

    async def put_away(self: SQLiteStore, changes: Sequence[StreamChange]) -> AppendOutcome:
        services(server).lobby.rooms[table.id].task.cancel()
        return await append(self, changes)

    monkeypatch.setattr(SQLiteStore, "append", put_away)
    answer = server.post("/api/games", json={"after": {"id": table.id, "key": table.key}})
    assert answer.status_code == 503
    monkeypatch.setattr(SQLiteStore, "append", append)
    assert matched(table.next())["game"] == 2


# --- What is refused -------------------------------------------------------------------------------------------------


def ask_next_game(server: TestClient, body: Any, lang: str = "en") -> tuple[int, str]:
    answer = server.post(f"/api/games?lang={lang}", json=body)
    return answer.status_code, answer.json()["error"]


def test_a_game_that_is_not_over_has_no_next_one(server: TestClient) -> None:
    table = ServerGame(server, SHORT)
    after = {"after": {"id": table.id, "key": table.key}}
    assert ask_next_game(server, after) == (409, "The next game can begin when this one is over.")
    assert ask_next_game(server, after, "de") != ask_next_game(server, after)
    assert matched(table).get("next") is None


def test_without_the_key_there_is_no_next_game(server: TestClient) -> None:
    table = ServerGame(server, SHORT)
    play_out(table)
    for key in ("", "wrong", table.key[:-1], table.key + " "):
        assert ask_next_game(server, {"after": {"id": table.id, "key": key}})[0] == 403
    second = table.next()
    assert ask_next_game(server, {"after": {"id": table.id, "key": "wrong"}})[0] == 403
    assert ask_next_game(server, {"after": {"id": second.id, "key": "wrong"}})[0] == 403


# --- Stored events ---------------------------------------------------------------------------------------------------

CREATED = Created(SHORT, PersonSeat(), PersonSeat(), "hash", RULES_VERSION, "2026-11-21")
OVER: list[Event] = [CREATED, *(Played(action) for action in ACTIONS)]


@pytest.mark.parametrize(
    "events",
    [
        [CREATED, NextBegun("next")],
        [*OVER, NextBegun("next"), NextBegun("other")],
        [*OVER, NextBegun("next"), TakenBack(3)],
        [*OVER, NextBegun("next"), Played("c1")],
    ],
)
def test_events_that_make_no_match_are_errors(events: list[Event]) -> None:
    with pytest.raises(StoredGameError, match="The stored game cannot be played"):
        HostedGame.from_events(stored_events(*events))
