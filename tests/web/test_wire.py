"""Nothing on the wire changes by accident.

`dialogues.jsonl` holds whole games as version 0.1.0 played them, a game a line: what was asked and what was answered.
Texts for people are left out of it.  The same questions are asked here, with the same throws, names and choices of the
computer; these are games whose throws follow from nothing, as all were then, and keys stood in the addresses of
sockets.  What was told then is told now; fields that came later or have gone are named here, and in
docs/web-protocol.md.
"""

import itertools
import json
import random
from contextlib import ExitStack
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from ibau.core.game import State
from ibau.web.thinking.engines import Engines
from tests.vectors import unpacked

LATER = {"asked", "to", "nickname", "swapped", "standing", "v", "character", "short"}  # what messages have got since
OMITTED: dict[str, Any] = {"mark": "", "label": "", "start": None, "effects": []}  # fields that a square leaves out now
GONE = {  # fields that they have lost, by the type of the message
    "thinking": {"compiling"},  # nothing is compiled any more for those who play
    "takenback": {"story"},  # which the page has
}
NOT_READ = {"flies"}  # fields that no client read, which messages have lost wherever they were

DIALOGUES = [json.loads(line) for line in unpacked("stored/dialogues.jsonl").splitlines()]


async def first_legal(_engines: Engines, state: State, _level: str, *_: Any) -> str:
    return state.actions[0]


@pytest.fixture(params=DIALOGUES, ids=[dialogue["ruleset"] for dialogue in DIALOGUES])
def dialogue(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A dialogue, everything that chance decided in it, and a language without words."""
    dialogue: dict[str, Any] = request.param
    names = itertools.count(1)
    monkeypatch.setattr("secrets.randbelow", random.Random(dialogue["seed"]).randrange)
    for module in ("beginning", "match"):
        monkeypatch.setattr(f"ibau.web.hosted.{module}.proved", lambda created, _name: created)
    monkeypatch.setattr("secrets.token_urlsafe", lambda _size: f"secret{next(names)}")
    monkeypatch.setattr("ibau.web.rooms.listeners.translator", lambda _lang: lambda text: "…" if text else "")
    monkeypatch.setattr("ibau.web.rooms.listeners.SECONDS_BETWEEN_WELCOMES", 0.0)
    monkeypatch.setattr(Engines, "choose", first_legal)
    return dialogue


def test_whole_games_are_told_as_ever(dialogue: dict[str, Any], server: TestClient) -> None:
    with ExitStack() as sockets:
        for kind, *step in dialogue["steps"]:
            match kind, step:
                case "post", [body, answer]:
                    assert server.post("/api/games", json=body).json() == answer
                case "open", [address]:
                    keys = parse_qs(urlsplit(address).query).get("key", [""])
                    socket = sockets.enter_context(server.websocket_connect(address))
                    socket.send_json({"type": "enter", "key": keys[0]})
                case "say", [request]:
                    socket.send_json(request)
                case "hear", [message]:
                    gone = GONE.get(message["type"], set())
                    still_told = without({name: value for name, value in message.items() if name not in gone}, NOT_READ)
                    assert as_told_then(socket.receive_json(), still_told) == still_told
                case _:
                    raise ValueError(kind)


def without(said: Any, names: set[str]) -> Any:
    """A message without these fields, in whatever part of it they are."""
    match said:
        case dict():
            return {name: without(value, names) for name, value in said.items() if name not in names}
        case list():
            return [without(one, names) for one in said]
        case _:
            return said


def as_told_then(said: Any, recorded: Any) -> Any:
    """What is said, without the later fields where the recorded message does not have them."""
    match said, recorded:
        case dict(), dict():
            kept = {name: value for name, value in said.items() if name in recorded or name not in LATER}
            kept |= {name: empty for name, empty in OMITTED.items() if name in recorded.keys() - said.keys()}
            return {name: as_told_then(value, recorded.get(name)) for name, value in kept.items()}
        case ["…", *_], ["…", *_]:  # in how many sentences something is said belongs to the words
            return recorded
        case list(), list() if len(said) == len(recorded):
            return [as_told_then(one, other) for one, other in zip(said, recorded, strict=True)]
        case _:
            return said
