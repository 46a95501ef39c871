"""A small player of the server's protocol."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from typing import Any, TypeVar

from starlette.testclient import TestClient, WebSocketTestSession

PERSON = {"kind": "person"}
WEAK = {"kind": "computer", "level": "level1"}

T = TypeVar("T")


def finished(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to the end in a thread with a loop of its own: the browser tests' driver keeps one running in ours."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


class Guest:
    """Somebody at a socket."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.welcome = self.hear("welcome")
        self.state: dict[str, Any] = self.welcome["state"]

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message, which has to be of one of these kinds; `thinking` is passed over."""
        while (message := self.socket.receive_json())["type"] == "thinking":
            pass
        assert message["type"] in kinds, message
        if "state" in message:
            self.state = message["state"]
        return dict(message)

    def ask(self, **request: Any) -> None:
        self.socket.send_json({"at": self.state["at"], **request})

    def play(self, action: str) -> dict[str, Any]:
        self.ask(type="play", action=action)
        return self.hear("played")

    def throw(self) -> dict[str, Any]:
        self.ask(type="throw")
        return self.hear("played")

    def refused(self, **request: Any) -> str:
        self.ask(**request)
        return str(self.hear("refused")["reason"])


class Table:
    """A game on the server, and ways to sit down at it."""

    def __init__(self, server: TestClient, ruleset: str, first: Any = PERSON, second: Any = PERSON) -> None:
        self.server = server
        self._begun({"ruleset": ruleset, "first": first, "second": second})

    def _begun(self, body: dict[str, Any]) -> None:
        answer = self.server.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        self.id: str = answer.json()["id"]
        self.key: str = answer.json()["key"]
        made = answer.json().get("invitations", [])
        self.invitations: dict[str, str] = {each["seat"]: each["invitation"] for each in made}

    def next(self) -> "Table":
        """The table of the next game of the match."""
        following = copy(self)
        following._begun({"after": {"id": self.id, "key": self.key}})
        return following

    def socket(self, key: str | None = None, lang: str = "en") -> WebSocketTestSession:
        key = self.key if key is None else key
        return self.server.websocket_connect(f"/api/games/{self.id}/socket?lang={lang}&key={key}")

    def record(self, form: str = "text") -> str:
        answer = self.server.get(f"/api/games/{self.id}/record?format={form}")
        assert answer.status_code == 200
        return answer.text
