"""Games that a server stored with schema 1, where names and keys stood in the events, open as they were.

`schema1.sqlite3` is a database that such a server wrote, with every kind of event that it knew: invitations withdrawn
and taken, names given later, parts of throws, offers, hints, matches, reviews, a next game that was deleted, people who
have left, and a game played elsewhere.  `schema1.jsonl` says what it told of each game, with each of its keys.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from starlette.testclient import TestClient

from ibau.web.app import Settings, create_app
from ibau.web.log import carrying, database
from ibau.web.log.database import FILE, SCHEMA, StoreError, held, opened
from tests.databases import sqlite
from tests.vectors import unpacked
from tests.web.guests import Guest, entered
from tests.web.linking import unsigned

TOLD = [json.loads(line) for line in unpacked("stored/schema1.jsonl").splitlines()]
LEFT = {b"Adelheid", b"Ben", b"Benedikt", b"Carla", b"Frieda", b"Gustav", b"Hanna", b"Ida"}  # who have not


@pytest.fixture
def file(settings: Settings) -> Path:
    """The stored games, where a server finds them."""
    settings.data.mkdir()
    (settings.data / FILE).write_bytes(unpacked("stored/schema1.sqlite3"))
    return settings.data / FILE


def rows(file: Path, wanted: str) -> list[tuple[Any, ...]]:
    with sqlite(file) as connection:
        found = connection.execute(wanted).fetchall()
    connection.close()
    return found


def told(server: TestClient, name: str, key: str) -> dict[str, Any]:
    """What is told of a game today."""
    with entered(server, name, key) as socket:
        welcome = Guest(socket).welcome
    state, seats = welcome["state"], welcome["seats"]
    return {
        "game": name,
        "key": key,
        "yours": welcome["yours"],
        "inviting": welcome.get("inviting", False),
        "names": {seat: "" if "character" in player else player.get("nickname", "") for seat, player in seats.items()},
        "awaited": {seat: player.get("awaited", False) for seat, player in seats.items()},
        "kinds": {seat: player["kind"] for seat, player in seats.items()},
        "ruleset": welcome["ruleset"],
        "actions": [ply["action"] for ply in welcome["story"]],
        "position": state["position"],
        "to_move": state["to_move"],
        "offer": state.get("offer"),
        "result": state["result"] and state["result"]["word"],
        "match": welcome["match"],
        "throws": server.get(f"/api/games/{name}/throws").json(),
        "record": unsigned(server.get(f"/api/games/{name}/record?format=json").text),
        "leads": server.post(f"/api/games/{name}/code", json={"key": key}).status_code,
    }


@pytest.mark.usefixtures("file")
def test_every_key_opens_what_it_opened_and_every_game_is_what_it_was(settings: Settings) -> None:
    for _ in range(2):  # the second server finds what the first has made of it
        with TestClient(create_app(settings), client=("127.0.0.1", 50000)) as server:
            for game in TOLD:
                assert told(server, game["game"], game["key"]) == game


def test_all_events_are_there_but_for_reviews(file: Path) -> None:
    before = Counter(rows(file, "SELECT game, kind FROM events"))
    touched = rows(file, "SELECT game, max(time) FROM events WHERE kind <> 'reviewed' GROUP BY game ORDER BY game")
    with held(file.parent), opened(file):
        pass
    assert Counter(rows(file, "SELECT stream, kind FROM events")) == Counter(
        {(game, kind): count for (game, kind), count in before.items() if kind != "reviewed"}
    )
    assert {kind for _, kind in before} >= {"left", "unfollowed", "named", "revealed", "assisted", "reviewed"}
    assert rows(file, "SELECT stream, touched FROM streams ORDER BY stream") == touched
    for stream, version in rows(file, "SELECT stream, version FROM streams"):
        sequences = [n for (n,) in rows(file, f"SELECT sequence FROM events WHERE stream = '{stream}'")]  # noqa: S608
        assert sorted(sequences) == list(range(version))


def test_no_name_and_no_key_is_left_in_the_events(file: Path) -> None:
    with held(file.parent), opened(file):
        pass
    private = {value for (value,) in rows(file, "SELECT value FROM private")}
    assert {"Adelheid", "Benedikt", "Emilia"} & private == {"Adelheid", "Benedikt"}
    elsewhere = rows(file, "SELECT stream FROM events WHERE data LIKE '%Benedikt%'")  # in the record that was brought
    assert [kind for (kind,) in rows(file, "SELECT kind FROM events WHERE data LIKE '%Benedikt%'")] == ["created"]
    data = [text for (text, stream) in rows(file, "SELECT data, stream FROM events") if (stream,) not in elsewhere]
    assert not [value for value in private for text in data if value in text]
    assert [json.loads(text)["key_hash"] for text in data if '"kind":"left"' in text].count("key") == 2


def test_what_cannot_be_carried_over_stays_as_it_is(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()

    def forgetful(connection: Connection, game: str, stored: list[carrying.Former]) -> None:
        carry(connection, game, stored[:-1] or stored)

    carry = carrying._carry
    monkeypatch.setattr(carrying, "_carry", forgetful)
    with held(file.parent), pytest.raises(StoreError, match="cannot be brought up to date, and stays as it is"):
        opened(file)
    assert rows(file, "SELECT * FROM events") == rows_of(before, file.parent)
    monkeypatch.setattr(carrying, "_carry", carry)
    with held(file.parent), opened(file) as connection:
        assert database.pragma(connection, "user_version") == SCHEMA


def test_also_what_no_version_can_read_is_carried_over(file: Path) -> None:
    """A game whose beginning is damaged, and which somebody has left."""
    with sqlite(file) as connection:
        for sequence, data in enumerate(('{"kind":"created"}', '{"kind":"left","seats":[],"key_hash":"ab"}', "x")):
            row = ("broken", sequence, json.loads(data)["kind"] if data != "x" else "x", data, 1)
            connection.execute("INSERT INTO events (game, sequence, kind, data, time) VALUES (?, ?, ?, ?, ?)", row)
    connection.close()
    with held(file.parent), opened(file):
        pass
    found = rows(file, "SELECT sequence, kind, time FROM events WHERE stream = 'broken' ORDER BY sequence")
    assert found == [(0, "created", 1), (1, "left", 1), (2, "x", 1)]


def rows_of(content: bytes, folder: Path) -> list[tuple[Any, ...]]:
    (folder / "copy").write_bytes(content)
    return rows(folder / "copy", "SELECT * FROM events")
