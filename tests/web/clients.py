"""A small client of the server's protocol."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from typing import Any, TypeVar, cast

from starlette.applications import Starlette
from starlette.testclient import TestClient, WebSocketTestSession

from ibau.web.services import Services, services_of

PERSON = {"kind": "person"}
FREE = {"kind": "person", "free": True}
WEAK = {"kind": "computer", "level": "level1"}

ADA, BEN = "the browser of Ada", "the browser of Ben"

T = TypeVar("T")


def run_in_thread(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to the end in a thread with a loop of its own: the browser tests' driver keeps one running in ours."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@contextmanager
def open_socket(
    server: TestClient, name: str, key: str = "", lang: str = "en", known: str = ""
) -> Iterator[WebSocketTestSession]:
    """A socket to a game that has been entered."""
    with server.websocket_connect(f"/api/games/{name}/socket?lang={lang}") as socket:
        socket.send_json({"type": "enter", "key": key, "known": known})
        yield socket


def services(server: TestClient) -> Services:
    """The services of a server."""
    return services_of(cast("Starlette", server.app))


def in_loop(server: TestClient, function: Callable[..., Any], *args: Any) -> Any:
    """Call a function in the event loop of a server, and return its result."""
    assert server.portal
    return server.portal.call(function, *args)


class Client:
    """A client at a socket."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.welcome = self.receive("welcome")
        self.state: dict[str, Any] = self.welcome["state"]

    def receive(self, *kinds: str) -> dict[str, Any]:
        """The next message, which has to be of one of these kinds; `thinking` and `presence` are skipped."""
        while (message := self.socket.receive_json())["type"] in {"thinking", "presence"} - set(kinds):
            pass
        assert message["type"] in kinds, message
        if "state" in message:
            self.state = message["state"]
        return dict(message)

    def ask(self, **request: Any) -> None:
        self.socket.send_json({"ply_count": self.state["ply_count"], **request})

    def change(self, **request: Any) -> dict[str, Any]:
        """Send a request that changes the game without an action, and return the message about the change."""
        self.ask(**request)
        return self.receive("changed")

    def play(self, action: str) -> dict[str, Any]:
        self.ask(type="play", action=action)
        return self.receive("played")

    def throw(self) -> dict[str, Any]:
        self.ask(type="throw")
        return self.receive("played")

    def refusal(self, **request: Any) -> str:
        self.ask(**request)
        return str(self.receive("refused")["reason"])


class ServerGame:
    """A game on the server, and its keys."""

    def __init__(
        self, server: TestClient, ruleset: str, first: Any = PERSON, second: Any = PERSON, **more: Any
    ) -> None:
        self.server = server
        self._begun({"ruleset": ruleset, "first": first, "second": second, **more})

    def _begun(self, body: dict[str, Any]) -> None:
        answer = self.server.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        self.id: str = answer.json()["id"]
        self.key: str = answer.json()["key"]
        made = answer.json().get("invitations", [])
        self.invitations: dict[str, str] = {each["seat"]: each["invitation"] for each in made}

    def next(self, key: str = "", **more: Any) -> "ServerGame":
        """The next game of the match."""
        following = copy(self)
        following._begun({"after": {"id": self.id, "key": key or self.key}, **more})
        return following

    def socket(
        self, key: str | None = None, lang: str = "en", known: str = ""
    ) -> AbstractContextManager[WebSocketTestSession]:
        return open_socket(self.server, self.id, self.key if key is None else key, lang, known)

    @contextmanager
    def enter(self, key: str | None = None, **how: str) -> Iterator[Client]:
        """A client that has entered."""
        with self.socket(key, **how) as socket:
            yield Client(socket)

    def welcome(self, key: str | None = None, **how: str) -> dict[str, Any]:
        """The first message to a client that enters and leaves."""
        with self.enter(key, **how) as guest:
            return guest.welcome

    def record(self, form: str = "text") -> str:
        answer = self.server.get(f"/api/games/{self.id}/record?format={form}")
        assert answer.status_code == 200, answer.text
        return answer.text


# --- With a friend elsewhere -----------------------------------------------------------------------------------------


def post(table: ServerGame, address: str, lang: str = "en", **body: Any) -> tuple[int, Any]:
    answer = table.server.post(f"/api/games/{table.id}/{address}?lang={lang}", json=body)
    return answer.status_code, answer.json()


def accepted(table: ServerGame, browser: str, name: str = "", invitation: str = "", **more: Any) -> tuple[int, Any]:
    """The response to a browser that accepts an invitation."""
    secret = invitation or table.invitations["second"]
    return post(table, "invitation/accept", invitation=secret, browser=browser, name=name, **more)


@contextmanager
def pair(table: ServerGame) -> Iterator[tuple[Client, Client]]:
    """The creator of a game with a free second seat, and a friend, each at a socket."""
    key = accepted(table, BEN, "Ben")[1]["key"]
    with table.enter() as one, table.enter(key) as two:
        yield one, two


def play_in_turn(players: tuple[Client, Client], *actions: str) -> None:
    """Play actions, each by the player to move; both receive all of them."""
    for action in actions:
        turn = ("first", "second").index(players[0].state["to_move"])
        players[turn].play(action)
        players[1 - turn].receive("played")
