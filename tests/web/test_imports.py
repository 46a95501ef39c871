"""Records of games that were played elsewhere: imported, reviewed and deleted."""

import json
from dataclasses import replace
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.core.line import Line
from ibau.games import game
from ibau.players import Budget
from ibau.records.record_files import read_record
from ibau.web.app import Settings, create_app
from ibau.web.rooms import review_jobs as reviews_module
from ibau.web.site import Kiosk, Site
from tests.web.clients import Client, open_socket

pytestmark = pytest.mark.one_server

SHORT = "seega+first_player=first+max_turns=3"


def record(**tags: str) -> str:
    """A short game, as a person would save it."""
    line = Line.of(game(SHORT).initial(), ["a1", "b1", "e5", "d5", "a5", "b5"])
    assert line.result
    return str(line.record({"First": "Ada", "Second": "computer level2", **tags}))


def bring(server: TestClient, text: str | bytes, query: str = "") -> tuple[int, Any]:
    answer = server.post(f"/api/records?lang=en{query}", content=text)
    return answer.status_code, answer.json()


def welcome(server: TestClient, name: str, key: str = "") -> dict[str, Any]:
    with open_socket(server, name, key) as socket:
        return Client(socket).welcome


def test_it_becomes_a_finished_game_that_is_looked_back_on(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "DEFAULT_BUDGET", Budget(nodes=20))
    status, brought = bring(server, record(Date="2020-05-01", Event="Club"))
    assert (status, brought["number"], brought["more"], brought["title"]) == (201, 1, False, "Seega")
    shown = welcome(server, brought["id"], brought["key"])
    assert not shown["yours"]
    assert shown["state"]["result"]
    assert shown["state"].get("takeback") is None
    assert shown["seats"]["first"]["nickname"] == "Ada"
    assert shown["seats"]["second"]["level"] == "level2"
    lines = server.get(f"/api/games/{brought['id']}/review?lang=en").text.splitlines()
    assert json.loads(lines[-1])["complete"]
    kept = server.get(f"/api/games/{brought['id']}/record").text
    assert '[Event "Club"]' in kept
    assert '[Date "2020-05-01"]' in kept


def test_comments_variations_and_a_start_are_kept(server: TestClient) -> None:
    start = str(Line.of(game(SHORT).initial(), ["a1", "b1"]).state)
    line = Line.of(game(SHORT).state(start), ["e5", "d5", "a5", "b5"])
    text = str(line.record({})).replace("e5", "e5 {well (played)} (c5 {or so})", 1)
    _, brought = bring(server, text)
    kept = server.get(f"/api/games/{brought['id']}/record").text
    assert read_record(kept) == read_record(text)
    begun = json.loads(server.get(f"/api/games/{brought['id']}/review?lang=en").text.splitlines()[0])
    assert begun["start"] == start


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        (b"\xff\xfe", 400, "UTF-8"),
        (record().replace("d5", "d9"), 400, "move 4: 'd9' is not legal here"),
        ('[Ruleset "seega"]\n\n0. lot1 1. c2 *\n', 409, "stops after 2 moves"),
        ("x" * (1 << 18) + "x", 413, "at most"),
        (record(Event="x" * 1001), 400, "The tag 'Event' is too long: at most 1000 letters"),
    ],
)
def test_errors_of_an_import_have_their_places(server: TestClient, text: str | bytes, status: int, reason: str) -> None:
    answer = bring(server, text)
    assert answer[0] == status, answer
    assert reason in answer[1]["error"]


@pytest.mark.usefixtures("read_here")
def test_a_very_long_game_is_refused_with_its_length(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "MAX_REVIEWED_PLIES", 5)
    status, refused = bring(server, record())
    assert (status, "6 moves (limit 5)" in refused["error"]) == (409, True)


def test_one_of_several_games(server: TestClient) -> None:
    text = record(First="Ada") + "\n" + record(First="Eve")
    assert bring(server, text)[1]["more"]
    _, second = bring(server, text, "&number=2")
    assert (second["number"], second["more"]) == (2, False)
    assert welcome(server, second["id"])["seats"]["first"]["nickname"] == "Eve"
    status, missing = bring(server, text, "&number=3")
    assert (status, "expected 3 games" in missing["error"]) == (400, True)


def test_names_are_as_long_as_can_be_shown(server: TestClient) -> None:
    _, brought = bring(server, record(First="A very long name that nobody could show", Second="guest"))
    seats = welcome(server, brought["id"])["seats"]
    assert (seats["first"]["nickname"], "nickname" in seats["second"]) == ("A very long name that no", False)


def test_the_importer_deletes_the_game_and_no_key_plays_on(server: TestClient) -> None:
    _, brought = bring(server, record())
    seat = {"id": brought["id"], "key": brought["key"]}
    refused = server.post("/api/games?lang=en", json={"after": seat})
    assert (refused.status_code, "played elsewhere" in refused.json()["error"]) == (409, True)
    with open_socket(server, seat["id"], seat["key"]) as socket:
        assert "watching" in Client(socket).refusal(type="takeback")
    shown = server.post("/api/games/summaries?lang=en", json={"games": [seat]}).json()["games"][0]
    assert (shown["players"], shown["turn"], shown["over"]) == ("Ada and Nono", "Finished", True)
    assert server.post(f"/api/games/{seat['id']}/leave", json={"key": "x"}).status_code == 403
    assert server.post(f"/api/games/{seat['id']}/leave", json={"key": seat["key"]}).status_code == 200
    assert server.get(f"/api/games/{seat['id']}/record").status_code == 404


def test_a_kiosk_takes_its_own_games_alone(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, site=Site(kiosk=Kiosk(("seneti",)))))) as server:
        assert bring(server, record())[0] == 403
