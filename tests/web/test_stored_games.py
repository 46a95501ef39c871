"""Games stored by version 0.1.0 open.

`games.sqlite3` is a database that its server wrote: games of all systems with moves taken back, games between two
persons that go on, matches, games whose levels have their former names, and one from before there were matches.
`games.jsonl` says what that server told of each.
"""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.games import systems
from ibau.web.app import Settings
from ibau.web.log.database import FILE
from tests.vectors import unpacked
from tests.web.guests import Guest, entered
from tests.web.linking import unsigned

GAMES = [json.loads(line) for line in unpacked("stored/games.jsonl").splitlines()]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Those of a server that finds the stored games."""
    settings.data.mkdir()
    (settings.data / FILE).write_bytes(unpacked("stored/games.sqlite3"))
    return settings


def told(server: TestClient, name: str) -> dict[str, Any]:
    """What is told of a game today."""
    with entered(server, name) as socket:
        welcome = Guest(socket).welcome
    state, match = welcome["state"], welcome["match"]
    return {
        "game": name,
        "seats": {seat: player["level"] for seat, player in welcome["seats"].items()},
        "ruleset": welcome["ruleset"],
        "actions": [ply["action"] for ply in welcome["story"]],
        "position": state["position"],
        "to_move": state["to_move"],
        "takeback": state["takeback"],
        "result": state["result"] and state["result"]["word"],
        "points": match["points"],
        "number": match["game"],
        "next": match["next"],
        "record": unsigned(server.get(f"/api/games/{name}/record?format=json").text),
    }


def test_stored_games_are_what_they_were(server: TestClient) -> None:
    for game in GAMES:
        assert told(server, game["game"]) == game


def test_every_system_is_among_them_and_so_is_every_kind_of_event() -> None:
    assert {game["ruleset"].partition("+")[0] for game in GAMES} >= set(systems())
    kinds = {b'"kind":"created"', b'"kind":"played"', b'"kind":"takenback"', b'"kind":"followed"', b'"level":"easy"'}
    assert [kind for kind in kinds if kind not in unpacked("stored/games.sqlite3")] == []
