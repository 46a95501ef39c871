"""The games of a browser: their summaries, and leaving one for good."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.web.api.games import MAX_SUMMARIES
from ibau.web.app import Settings, create_app
from ibau.web.hosted.game_keys import hash_key
from tests.web.clients import ADA, BEN, FREE, PERSON, WEAK, Client, ServerGame, accepted, pair, play_in_turn, post
from tests.web.test_removal import resigned_game

SEEGA = "seega+first_player=first"


def summaries(server: TestClient, *games: tuple[str, str], lang: str = "en") -> tuple[list[dict[str, Any]], list[str]]:
    asked = [{"id": name, "key": key} for name, key in games]
    answer = server.post(f"/api/games/summaries?lang={lang}", json={"games": asked})
    assert answer.status_code == 200, answer.text
    return answer.json()["games"], answer.json()["missing"]


def summary(server: TestClient, table: ServerGame, key: str | None = None, lang: str = "en") -> tuple[str, str, bool]:
    (game,), missing = summaries(server, (table.id, table.key if key is None else key), lang=lang)
    assert not missing
    return game["players"], game["turn"], game["yours"]


# --- How they stand --------------------------------------------------------------------------------------------------


def test_summaries_are_for_each_player(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, {"kind": "person", "name": "Ada"}, FREE)
    assert summary(server, table) == ("a seat is free", "Invitation open", False)
    with pair(table) as players:
        key = accepted(table, BEN)[1]["key"]
        assert summary(server, table) == ("against Ben", "Your turn", True)
        assert summary(server, table, key) == ("against Ada", "The other side's turn", False)
        assert summary(server, table, "") == ("Ada and Ben", "The other side's turn", False)
        play_in_turn(players, "a1", "a2")
        assert summary(server, table, key)[2]
        players[0].ask(type="offer")
        players[1].receive("changed")
        assert summary(server, table, key, "de") == ("gegen Ada", "Du bist am Zug", True)


def test_alone_and_at_the_end(server: TestClient) -> None:
    assert summary(server, ServerGame(server, SEEGA, PERSON, WEAK)) == ("against Pip", "Your turn", True)
    assert summary(server, ServerGame(server, "seega", WEAK, PERSON), lang="de")[0] == "gegen Pip"
    assert summary(server, resigned_game(ServerGame(server, SEEGA))) == ("Light and Dark", "Finished", False)
    assert summary(server, ServerGame(server, "seega"))[1:] == ("Your turn", True)  # drawing lots


def test_what_there_is_not_and_too_much_at_once(server: TestClient) -> None:
    table = ServerGame(server, SEEGA)
    games, missing = summaries(server, ("nothing", ""), (table.id, table.key), ("../..", "x"))
    assert [game["id"] for game in games] == [table.id]
    assert missing == ["nothing", "../.."]
    many = [{"id": table.id, "key": ""}] * (MAX_SUMMARIES + 1)
    answer = server.post("/api/games/summaries", json={"games": many})
    assert (answer.status_code, "length" in answer.json()["error"]) == (400, True)
    assert len(summaries(server, *[(table.id, "k" * 40)] * MAX_SUMMARIES)[0]) == MAX_SUMMARIES


# --- Leaving for good ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("second", [PERSON, WEAK])
def test_a_game_at_one_screen_goes_at_once(server: TestClient, second: dict[str, str]) -> None:
    table = ServerGame(server, SEEGA, PERSON, second)
    with table.socket() as socket:
        Client(socket)
        assert post(table, "leave", key="wrong")[0] == 403
        assert post(table, "leave", key=table.key) == (200, {})
        while (message := socket.receive())["type"] != "websocket.close":
            pass
        assert message["code"] == 4404
    assert post(table, "leave", key=table.key)[0] == 404
    assert server.get(f"/api/games/{table.id}/record").status_code == 404


def test_a_name_goes_and_its_key_opens_nothing(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, {"kind": "person", "name": "Adelheid"}, FREE)
    with pair(table) as (one, two):
        key = accepted(table, BEN)[1]["key"]
        one.ask(type="name", seat="first", name="Wilhelmine")
        for player in (one, two):
            player.receive("changed")
        one.play("a1")
        two.receive("played")
        assert post(table, "leave", key=table.key) == (200, {})
        changed = two.receive("changed")
        assert changed["text"] == "The person who played Light has deleted their entry."
        assert "nickname" not in changed["seats"]["first"]
        while (message := one.socket.receive())["type"] != "websocket.close":
            pass
        assert message["code"] == 1001
        assert not table.welcome()["yours"]
        assert post(table, "leave", key=table.key)[0] == 403
        assert post(table, "invitation/renew", key=table.key, seat="second")[0] == 403
        assert post(table, "code", key=key)[0] == 201
    assert "Ben" in table.record()
    assert not {"Adelheid", "Wilhelmine"} & set(table.record().replace('"', " ").split())


def test_a_game_goes_with_the_last_of_its_players(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, FREE, FREE)
    keys = [
        accepted(table, browser, invitation=table.invitations[seat])[1]["key"]
        for seat, browser in (("first", ADA), ("second", BEN))
    ]
    assert post(table, "leave", key=keys[0])[0] == 200
    assert accepted(table, ADA, invitation=table.invitations["first"])[0] == 409
    assert table.record()
    assert post(table, "leave", key=keys[1])[0] == 200
    assert server.get(f"/api/games/{table.id}/record").status_code == 404


def test_anyone_who_is_left_does_not_begin_the_next_game(server: TestClient) -> None:
    table = ServerGame(server, SEEGA, PERSON, FREE)
    key = accepted(table, BEN)[1]["key"]
    with table.enter() as guest:
        guest.change(type="resign")
    assert post(table, "leave", key=table.key)[0] == 200
    answer = server.post("/api/games", json={"after": {"id": table.id, "key": key}})
    assert (answer.status_code, "deleted their entry" in answer.json()["error"]) == (409, True)


def test_a_match_goes_on_after_its_next_game_was_deleted(server: TestClient) -> None:
    first = resigned_game(ServerGame(server, SEEGA))
    second = first.next()
    with first.enter() as guest:
        assert guest.welcome["match"]["next"] == second.id
        assert post(second, "leave", key=second.key)[0] == 200
        assert guest.receive("changed")["match"]["next"] is None
    third = first.next()
    assert first.welcome()["match"]["next"] == third.id


def test_no_name_is_left_in_the_files(settings: Settings) -> None:
    with TestClient(create_app(settings)) as server:
        table = ServerGame(server, SEEGA, {"kind": "person", "name": "Adelheid"}, FREE)
        accepted(table, BEN, "Wilhelmine")
        assert b"Adelheid" in contents(settings.data)
        with table.enter() as guest:
            guest.change(type="name", seat="first", name="Kunigunde")
        assert b"Kunigunde" in contents(settings.data)
        assert post(table, "leave", key=table.key)[0] == 200
    assert not [name for name in (b"Adelheid", b"Kunigunde") if name in contents(settings.data)]
    assert hash_key(table.key).encode() not in contents(settings.data)
    assert b"Wilhelmine" in contents(settings.data)
    with TestClient(create_app(settings)) as server:
        assert 'First "person"' in server.get(f"/api/games/{table.id}/record").text
        assert server.post(f"/api/games/{table.id}/code", json={"key": table.key}).status_code == 403


def contents(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.iterdir())
