"""A request that carries an id is granted once, however often it comes."""

from typing import Any

from starlette.testclient import TestClient

from tests.web.clients import ServerGame

SEEGA = "seega+first_player=first"
PLAY: dict[str, Any] = {"type": "play", "ply_count": 0, "action": "a1", "id": "wish-1"}
DONE = {"type": "done", "id": "wish-1"}


def test_a_wish_that_comes_again_is_done_and_not_played_twice(server: TestClient) -> None:
    table = ServerGame(server, SEEGA)
    with table.enter() as guest:
        guest.ask(**PLAY)
        assert "wish-1" not in str(guest.receive("played"))
        for at in (0, 1, 7):
            guest.ask(**{**PLAY, "ply_count": at})
            assert guest.receive("done") == DONE
        assert guest.state["ply_count"] == 1
    assert "wish-1" not in table.record("json")


def test_a_wish_taken_back_is_not_granted_again(server: TestClient) -> None:
    with ServerGame(server, SEEGA).enter() as guest:
        guest.ask(**PLAY)
        guest.receive("played")
        guest.change(type="takeback", id="wish-2")
        guest.ask(**PLAY)
        assert guest.receive("done") == DONE
        guest.play("a1")


def test_a_watcher_learns_nothing_of_wishes(server: TestClient) -> None:
    table = ServerGame(server, SEEGA)
    with table.enter() as player, table.enter(key="") as watcher:
        player.ask(**PLAY)
        player.receive("played")
        watcher.receive("played")
        assert watcher.refusal(type="play", action="a1", id="wish-1").startswith("You are watching")
