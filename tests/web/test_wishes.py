"""A wish that carries an id is granted once, however often it comes."""

from typing import Any

from starlette.testclient import TestClient

from tests.web.guests import Table

SEEGA = "seega+first_player=first"
PLAY: dict[str, Any] = {"type": "play", "at": 0, "action": "a1", "id": "wish-1"}
DONE = {"type": "done", "id": "wish-1"}


def test_a_wish_that_comes_again_is_done_and_not_played_twice(server: TestClient) -> None:
    table = Table(server, SEEGA)
    with table.guest() as guest:
        guest.ask(**PLAY)
        assert "wish-1" not in str(guest.hear("played"))
        for at in (0, 1, 7):
            guest.ask(**{**PLAY, "at": at})
            assert guest.hear("done") == DONE
        assert guest.state["at"] == 1
    assert "wish-1" not in table.record("json")


def test_a_wish_taken_back_is_not_granted_again(server: TestClient) -> None:
    with Table(server, SEEGA).guest() as guest:
        guest.ask(**PLAY)
        guest.hear("played")
        guest.change(type="takeback", id="wish-2")
        guest.ask(**PLAY)
        assert guest.hear("done") == DONE
        guest.play("a1")


def test_a_watcher_learns_nothing_of_wishes(server: TestClient) -> None:
    table = Table(server, SEEGA)
    with table.guest() as player, table.guest(key="") as watcher:
        player.ask(**PLAY)
        player.hear("played")
        watcher.hear("played")
        assert watcher.refused(type="play", action="a1", id="wish-1").startswith("You are watching")
