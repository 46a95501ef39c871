"""Nothing on the wire changes by accident.

`dialogues.jsonl` holds whole games, a game a line: what was asked, and what was answered.  Texts for people are left
out of it.  The same is asked here, with the same throws, names and choices of the computer, in games whose throws
follow from nothing; with IBAU_RECORD=1 what is answered now is recorded, for a change that is meant.
"""

import itertools
import json
import lzma
import os
import random
from contextlib import ExitStack
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from ibau.core.game import State
from ibau.web.thinking.engines import Engines
from tests.recorded_vectors import DATA, unpacked

FILE = "stored/dialogues.jsonl"
DIALOGUES = [json.loads(line) for line in unpacked(FILE).splitlines()]


async def first_legal(_engines: Engines, state: State, _level: str, *_: Any) -> str:
    return state.actions[0]


@pytest.fixture(params=DIALOGUES, ids=[dialogue["ruleset"] for dialogue in DIALOGUES])
def dialogue(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A dialogue, everything that chance decided in it, and a language without words."""
    dialogue: dict[str, Any] = request.param
    names = itertools.count(1)
    monkeypatch.setattr("secrets.randbelow", random.Random(dialogue["seed"]).randrange)
    monkeypatch.setattr("ibau.web.hosted.player_names.secrets.choice", lambda names: names[0])
    for module in ("new_game", "match"):
        monkeypatch.setattr(f"ibau.web.hosted.{module}.with_chain", lambda created, _name: created)
    monkeypatch.setattr("secrets.token_urlsafe", lambda _size: f"secret{next(names)}")
    monkeypatch.setattr("ibau.web.rooms.listeners.translator_for", lambda _lang: lambda text: "…" if text else "")
    monkeypatch.setattr("ibau.web.rooms.listeners.WELCOME_INTERVAL", 0.0)
    monkeypatch.setattr(Engines, "choose", first_legal)
    return dialogue


def test_whole_games_are_told_as_ever(dialogue: dict[str, Any], server: TestClient) -> None:
    told: list[list[Any]] = []
    with ExitStack() as sockets:
        for kind, *step in dialogue["steps"]:
            again = step
            match kind, step:
                case "post", [body, _]:
                    again = [body, server.post("/api/games", json=body).json()]
                case "open", [address]:
                    keys = parse_qs(urlsplit(address).query).get("key", [""])
                    socket = sockets.enter_context(server.websocket_connect(address))
                    socket.send_json({"type": "enter", "key": keys[0]})
                case "say", [request]:
                    socket.send_json(request)
                case "hear", _:
                    again = [socket.receive_json()]
                case _:
                    raise ValueError(kind)
            told.append([kind, *again])
    if os.environ.get("IBAU_RECORD"):
        dialogue["steps"] = told
        text = "".join(json.dumps(known, ensure_ascii=False) + "\n" for known in DIALOGUES)
        (DATA / f"{FILE}.xz").write_bytes(lzma.compress(text.encode()))
    assert told == dialogue["steps"]
