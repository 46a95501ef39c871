"""The protocol as a state machine: players, friends, watchers and strangers send random requests.

After each step, the messages to all clients are compared with the log, and searched for secrets.
"""

import json
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace
from starlette.testclient import TestClient, WebSocketTestSession

from ibau.games import game, systems
from ibau.language import LANGUAGES, translator_for
from ibau.records.record_files import read_record
from ibau.throws.chain import seal_of
from ibau.throws.proof import verify
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.views import present_view, proof_view
from ibau.web.protocol import BUSY, GOING_AWAY, NO_GAME, SEATS
from ibau.web.protocol.views import legal_view, ply_view
from ibau.web.rooms.replays import UnknownGameError
from tests.web.clients import ADA, BEN, FREE, PERSON, in_loop, services

SECRET = "5eed" * 16  # of the server
PARTS = {"first": "a1" * 32, "second": "b2" * 32}
NUMBER = "c3" * 32
MOVED_ON = "The game has moved on in the meantime."
SOON = {"max_turns": 8, "max_plies": 16}  # the options that end games soon, in the systems that have one
RULESETS = [
    "+".join([name, *(f"{option}={most}" for option, most in SOON.items() if option in game(name).ruleset.values)])
    for name in systems()
]
MOST_SEATED = 3  # sockets
PUSH = 6  # rounds in which all who can act do
HONEST = 6  # valid keys per invalid one
ANSWERS = {"refused", "played", "changed", "greeted", "done", "why"}

picks = st.integers(0, 60)  # an index, modulo the length of a list
langs = st.sampled_from(LANGUAGES)
ids = st.sampled_from(["", "one", "two", "three"])
seats = st.sampled_from(SEATS)
names = st.sampled_from(["", "Ada", "x" * 25, "a\u202eb"])


class MachineClient:
    """A socket, and the messages it has received."""

    def __init__(self, session: WebSocketTestSession, lang: str) -> None:
        self.session = session
        self.lang = lang
        self.state: dict[str, Any] = {}
        self.story: list[Any] = []
        self.yours: list[str] = []
        self.is_open = True
        self.proof: dict[str, Any] = {}
        self.unread: list[str] = []  # not searched for secrets yet

    def send(self, request: Any) -> None:
        self.session.send_text(json.dumps(request))

    def receive(self) -> dict[str, Any]:
        """The next message, without those about presence; of type `closed` when the server has closed."""
        received = self.session.receive()
        if received["type"] == "websocket.close":
            assert received["code"] in {GOING_AWAY, BUSY, NO_GAME}
            self.is_open = False
            return {"type": "closed"}
        text = received["text"]
        self.unread.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "presence":
            return self.receive()
        assert message["type"] != "failed", message
        self._note(message)
        return message

    def _note(self, message: dict[str, Any]) -> None:
        self.state = message.get("state", self.state)
        self.yours = message.get("yours", self.yours)
        self.proof = message.get("proof") or self.proof
        match message["type"]:
            case "played":
                self.story = [*self.story, message["ply"]]
                self.proof |= {name: message[name] for name in ("number", "link") if name in message}
            case "welcome":
                self.story = message["story"]
            case "changed":
                self.story = self.story[: message["state"]["ply_count"]]

    def answered(self, request: Any) -> str:
        """The type of the answer to a request: there is one, and a welcome after it where it was out of step."""
        self.send(request)
        answer = self.receive()
        if answer.get("reason") == MOVED_ON:
            assert self.receive()["type"] in {"welcome", "closed"}
        assert answer["type"] in ANSWERS | {"closed"}, (request, answer)
        return str(answer["type"])

    def catch_up(self, place: str) -> None:
        """Receive all messages before the answer to a question, which is asked about the present state."""
        answer, asked = "welcome", -1
        while answer not in {"why", "closed"}:
            if answer == "welcome" and asked != self.state["ply_count"]:
                asked = self.state["ply_count"]
                self.send({"type": "why", "ply_count": asked, "place": place})
            answer = self.receive()["type"]

    def possible(self) -> list[dict[str, Any]]:
        """The actions that the latest state offers it."""
        state, throw = self.state, self.state["throw"]
        if throw and throw["awaited"] and self.yours and throw["seat"] in ("chance", *self.yours):
            results = throw.get("results", [""])
            return [{"type": "throw", "ply_count": state["ply_count"], "result": result} for result in results]
        if state["to_move"] not in self.yours:
            return []
        play = {"type": "play", "ply_count": state["ply_count"]}
        return [{**play, "action": action["text"]} for action in state["legal"]]


class ErrorLog(logging.Handler):
    """What is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


class ProtocolMachine(RuleBasedStateMachine):
    """A game of a server, and the games that follow it."""

    ruleset: str
    new_servers: Callable[[], AbstractContextManager[list[TestClient]]]
    troubles: ErrorLog
    kind: str  # of the servers
    lost_races = 0  # by them in all games

    def __init__(self) -> None:
        super().__init__()
        self.closing = ExitStack()
        self.servers = self.closing.enter_context(self.new_servers())  # over one log
        self.asked = 0  # servers
        self.clients: list[MachineClient] = []
        self.keys: list[str] = []
        self.invitations: list[str] = []
        self.codes: list[str] = []
        self.truth: HostedGame | None = None  # from the log
        self.granted: tuple[MachineClient, dict[str, Any]] | None = (
            None  # the last granted request with an id, and its client
        )

    # --- Asking ----------------------------------------------------------------------------------------------------

    @property
    def server(self) -> TestClient:
        """The server that is asked next: each in its turn."""
        self.asked += 1
        return self.servers[self.asked % len(self.servers)]

    def post(self, path: str, **body: Any) -> Any:
        """The response, None for a refusal; never an error of the server."""
        return self.checked(self.server.post(f"/api/{path}?lang=en", json=body))

    def checked(self, answer: Any) -> Any:
        assert answer.status_code < 500, answer.text
        if answer.status_code >= 400:
            assert answer.json()["error"]
            return None
        return answer.json() if answer.headers["content-type"] == "application/json" else answer.text

    def ask(self, pick: int, **request: Any) -> str:
        """Send a request by one of the clients, and return the type of the answer."""
        client: MachineClient = self.one_of(self.clients, pick)
        answer = client.answered(request)
        if answer in {"played", "changed"} and request.get("id"):
            self.granted = client, request
        self.look()
        return answer

    def look(self) -> None:
        """Read the log, and let all clients catch up with it."""
        try:
            truth = self.truth = in_loop(self.server, services(self.server).lobby.stored_game, self.game)
        except UnknownGameError:
            self.truth = None
            self.leave_all()
            return
        for server in self.servers:
            in_loop(server, services(server).lobby.compare_versions)
        for client in self.clients:
            client.catch_up(truth.game.board.squares[0].name)
        self.check_rooms()
        for client in [client for client in self.clients if not client.is_open]:
            self.remove_client(client)
            self.clients.remove(client)

    def check_rooms(self) -> None:
        """Check that open rooms know all stored events."""
        for server in self.servers:
            known = services(server)
            room = known.lobby.rooms.get(self.game)
            if room and not room.task.done():
                assert room.hosted.history.events == len(in_loop(server, known.store.read, self.game))

    def remove_client(self, client: MachineClient) -> None:
        self.search(client)
        client.session.__exit__(None, None, None)

    def leave_all(self) -> None:
        for client in self.clients:
            self.remove_client(client)
        self.clients = []

    def search(self, client: MachineClient) -> None:
        """No client has been sent a secret, a sealed part, or its own key."""
        secrets = {*self.keys, *self.invitations, *self.codes, ADA, BEN, SECRET, *self.sealed}
        for text in client.unread:
            assert not [secret for secret in secrets if secret in text], text
        client.unread = []

    @property
    def sealed(self) -> set[str]:
        """The parts that have not been opened."""
        return {*PARTS.values()} - set(self.truth.throws.proof.parts if self.truth else ())

    # --- Beginning and going on --------------------------------------------------------------------------------------

    @initialize(
        players=st.sampled_from([(PERSON, PERSON), (PERSON, FREE), (PERSON, FREE), (FREE, PERSON), (FREE, FREE)]),
        adds=st.sampled_from([{}, {"adds": True}, {"adds": True}, {"own_sticks": True}]),
        all_come=st.sampled_from([True, True, False]),
    )  # fmt: skip
    def begin(self, players: Any, adds: Any, all_come: bool) -> None:
        new = {"ruleset": self.ruleset, "first": players[0], "second": players[1]}
        own = "second" if players[0] == FREE else "first"
        seal = {"seal": seal_of(PARTS[own])} if adds.get("adds") and FREE in players else {}
        made = self.post("games", **new, **adds, **seal) or self.post("games", **new)
        self.game, self.keys = made["id"], [made["key"]]
        self.invitations = [each["invitation"] for each in made.get("invitations", [])]
        self.look()
        for n in range(len(self.invitations) if all_come else 0):
            self.accept(
                n, (ADA, BEN)[n], "", how=("part" if n == len(self.invitations) - 1 else "seal") if adds else ""
            )
        for n in range(len(self.keys) if all_come else 0):
            self.enter_game(n, LANGUAGES[n])
        if len(self.servers) > 1:
            self.race_at_two_servers()

    def race_at_two_servers(self) -> None:
        """Let the creator act at two servers at once, and repeat a request: few random games do."""
        for lang in LANGUAGES[:2]:
            self.enter_game(0, lang)
        self.race(0, 3)
        for pick in range(len(self.clients)):
            self.act(pick, 0, "one")
        if self.granted:
            self.ask_again()

    @precondition(lambda self: self.truth)
    @rule(pick=picks, moves_on=st.booleans(), adds=st.sampled_from([{}, {"adds": True}]))
    def go_on_with_the_match(self, pick: int, moves_on: bool, adds: Any) -> None:
        key, part = self.one_of(self.keys, pick), self.one_of([*PARTS.values()], pick)
        made = self.post("games", after={"id": self.game, "key": key}, **adds, **(adds and {"seal": seal_of(part)}))
        self.look()
        if made and moves_on:
            self.leave_all()
            self.game = made["id"]
            self.look()

    # --- Coming and going --------------------------------------------------------------------------------------------

    @precondition(lambda self: len(self.clients) < MOST_SEATED)
    @rule(pick=picks, lang=langs)
    def enter_game(self, pick: int, lang: str) -> None:
        key = self.one_of([*self.keys * HONEST, "wrong", ""], pick)
        session = self.server.websocket_connect(f"/api/games/{self.game}/socket?lang={lang}")
        client = MachineClient(session.__enter__(), lang)
        client.send({"type": "enter", "key": key})
        self.clients.append(client)
        assert client.receive()["type"] == ("welcome" if self.truth else "refused")
        self.look()

    @precondition(lambda self: self.clients)
    @rule(pick=picks)
    def leave_game(self, pick: int) -> None:
        self.remove_client(self.clients.pop(pick % len(self.clients)))
        self.granted = None

    @rule(pick=picks, browser=st.sampled_from([ADA, BEN, "short"]), name=names,
          how=st.sampled_from(["", "part", "seal"]))  # fmt: skip
    def accept(self, pick: int, browser: str, name: str, how: str) -> None:
        secret = self.one_of([*self.invitations, "wrong"], pick)
        found = self.truth.seats.invitation(secret) if self.truth else None
        part = PARTS[SEATS[found.seat]] if found else NUMBER
        given = {"part": part, "seal": seal_of(part)}.get(how)
        made = self.post(f"games/{self.game}/invitation/accept", invitation=secret, browser=browser, name=name,
                         **({how: given} if how else {}))  # fmt: skip
        if made and made["key"] not in self.keys:
            self.keys.append(made["key"])
        self.look()

    @rule(pick=picks, seat=seats, how=st.sampled_from(["renew", "withdraw"]))
    def invite(self, pick: int, seat: str, how: str) -> None:
        made = self.post(f"games/{self.game}/invitation/{how}", key=self.one_of([*self.keys, ""], pick), seat=seat)
        if made:
            self.invitations.append(made["invitation"])
        self.look()

    @rule(pick=picks)
    def make_a_code(self, pick: int) -> None:
        if made := self.post(f"games/{self.game}/code", key=self.one_of([*self.keys, "wrong"], pick)):
            self.codes.append(made["code"])

    @rule(pick=picks)
    def redeem_a_code(self, pick: int) -> None:
        if seat := self.post("codes", code=self.one_of([*self.codes, "wrong"], pick)):
            assert seat["key"] in self.keys

    @rule(pick=picks, sure=st.integers(0, 5))
    def delete_an_entry(self, pick: int, sure: int) -> None:
        self.post(f"games/{self.game}/leave", key=self.one_of(self.keys, pick) if sure == 0 else "wrong")
        self.look()

    # --- Playing -----------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.clients)
    @rule(pick=picks, which=picks, wish=ids)
    def act(self, pick: int, which: int, wish: str) -> None:
        client = self.one_of(self.clients, pick)
        if possible := client.possible():
            assert self.ask(pick, **self.one_of(possible, which), id=wish) in {"played", *(["done"] if wish else [])}

    @precondition(lambda self: self.clients)
    @rule(count=st.integers(1, PUSH), which=picks)
    def act_in_turn(self, count: int, which: int) -> None:
        """All clients act that can."""
        for _ in range(count):
            for number, client in enumerate(self.clients):
                if possible := client.possible():
                    assert self.ask(number, **self.one_of(possible, which)) == "played"

    def catch_up(self) -> None:
        """Let all clients receive everything, and compare with the log."""
        assert self.truth
        for client in self.clients:
            client.catch_up(self.truth.game.board.squares[0].name)
        self.look()

    @precondition(lambda self: len(self.clients) > 1)
    @rule(which=picks, often=st.integers(1, 3))
    def race(self, which: int, often: int) -> None:
        """Several ask at the same time, perhaps at different servers: who may act does, and others take new names."""
        for _ in range(often):
            if not self.clients or self.truth is None:
                return
            due = [(client, client.possible()) for client in self.clients]
            before, acts = self.truth.history.plies, any(possible for _, possible in due)
            for number, (client, possible) in enumerate(due):
                names = [
                    {"type": "name", "ply_count": 0, "seat": seat, "name": f"Name {which}"} for seat in client.yours
                ]
                if wishes := possible or names:
                    known = {"id": f"race {before} {number}"} if possible else {}
                    client.send({**self.one_of(wishes, which + number), **known})
            self.catch_up()
            assert not acts or self.is_gone() or self.truth.history.plies > before

    @precondition(lambda self: self.two_sides() and self.truth and not self.truth.offers.open)
    @rule(what=st.sampled_from(["draw", "takeback"]))
    def offer_and_accept(self, what: str) -> None:
        """An offer can be accepted at any server."""
        assert self.truth
        one, other = self.two_sides()
        kind = "offer" if what == "draw" else "takeback"
        if one.answered({"type": kind, "ply_count": one.state["ply_count"]}) == "changed":
            other.send({"type": "accept", "ply_count": one.state["ply_count"], "what": what})
            self.catch_up()
            assert self.is_gone() or not self.truth.offers.open
        self.look()

    def is_gone(self) -> bool:
        return self.truth is None

    def two_sides(self) -> list[MachineClient]:
        """Two clients who each play one side; none where there are not two."""
        sides = {client.yours[0]: client for client in self.clients if len(client.yours) == 1}
        return list(sides.values()) if len(sides) > 1 else []

    @precondition(lambda self: self.granted and self.clients)
    @rule()
    def ask_again(self) -> None:
        """A granted request is not granted twice."""
        assert self.granted
        client, request = self.granted
        if client in self.clients:
            before = self.truth
            assert client.answered(request) == "done"
            self.look()
            assert self.truth == before

    @precondition(lambda self: any(map(self.due_part, self.clients)))
    @rule()
    def add_to_the_throws(self) -> None:
        for number, client in enumerate(self.clients):
            if due := self.due_part(client):
                assert self.ask(number, **due) in {
                    "changed",
                    "refused",
                }  # the part of another seat may have been sealed
                return

    def due_part(self, client: MachineClient) -> dict[str, Any]:
        """The part of the throws that a client has to add."""
        seat = next((seat for seat in client.proof.get("waits", []) if seat in client.yours), None)
        return {"type": "part", "ply_count": 0, "part": PARTS[seat]} if seat else {}

    @precondition(lambda self: self.clients)
    @rule(pick=picks, late=st.sampled_from([0, 0, 0, 1]), wish=ids, what=st.sampled_from(["draw", "takeback"]),
          kind=st.sampled_from(["takeback", "takeback", "offer", "offer", "decline", "accept", "claim"]))  # fmt: skip
    def wish(self, pick: int, late: int, wish: str, kind: str, what: str) -> None:
        at = self.one_of(self.clients, pick).state["ply_count"] + late
        self.ask(pick, type=kind, ply_count=at, id=wish, **({"what": what} if kind == "accept" else {}))

    @precondition(lambda self: self.clients and self.truth and self.truth.offers.open)
    @rule(pick=picks, kind=st.sampled_from(["accept", "accept", "decline"]), wish=ids)
    def answer_an_offer(self, pick: int, kind: str, wish: str) -> None:
        """The other side may."""
        assert self.truth
        offer = self.truth.offers.open
        assert offer
        what = {"what": offer.what} if kind == "accept" else {}
        self.ask(pick, type=kind, ply_count=self.truth.ply_count, id=wish, **what)

    @precondition(lambda self: self.clients)
    @rule(pick=picks)
    def give_up(self, pick: int) -> None:
        self.ask(pick, type="resign", ply_count=self.one_of(self.clients, pick).state["ply_count"])

    @precondition(lambda self: self.clients)
    @rule(pick=picks, greeting=st.sampled_from(["hello", "rude"]))
    def greet(self, pick: int, greeting: str) -> None:
        self.ask(pick, type="greet", ply_count=0, greeting=greeting)

    @precondition(lambda self: self.clients)
    @rule(pick=picks, part=st.sampled_from([NUMBER, *PARTS.values()]), how=st.sampled_from(["part", "part", "nopart"]))
    def send_a_part(self, pick: int, part: str, how: str) -> None:
        """Perhaps it does not belong here."""
        self.ask(pick, type=how, ply_count=0, **({"part": part} if how == "part" else {}))

    @precondition(lambda self: self.clients)
    @rule(pick=picks, seat=seats, name=names)
    def take_a_name(self, pick: int, seat: str, name: str) -> None:
        self.ask(pick, type="name", ply_count=0, seat=seat, name=name)

    # --- Looking -----------------------------------------------------------------------------------------------------

    @rule(pick=picks)
    def ask_how_games_stand(self, pick: int) -> None:
        seat = {"id": self.game, "key": self.one_of([*self.keys, "wrong"], pick)}
        found = self.post("games/summaries", games=[seat, {"id": "nothing", "key": ""}])
        assert len(found["games"]) == bool(self.truth)

    @rule(path=st.sampled_from(["record", "record?format=json", "invitation"]), pick=picks)
    def read(self, path: str, pick: int) -> None:
        address = f"games/{self.game}/{path}"
        if path == "invitation":
            found = self.post(address, invitation=self.one_of([*self.invitations, "wrong"], pick))
        else:
            found = self.checked(self.server.get(f"/api/{address}"))
        secrets = {*self.keys, *self.invitations, ADA, BEN}
        secrets |= {SECRET, *self.sealed}
        assert not [secret for secret in secrets if secret in json.dumps(found)]

    # --- What always holds -------------------------------------------------------------------------------------------

    @invariant()
    def clients_agree_with_log(self) -> None:
        truth = self.truth
        for client in self.clients:
            assert truth
            translate = translator_for(client.lang)
            decides = truth.decides([SEATS.index(seat) for seat in client.yours])  # only these get the legal actions
            legal = legal_view(truth.state, translate) if decides else []
            assert client.state == as_sent(replace(present_view(truth, translate), legal=legal))
            assert client.story == as_sent([ply_view(ply, translate) for ply in truth.line.plies])
            assert client.proof == (as_sent(proof_view(truth)) or {})
            self.search(client)

    @invariant()
    def finished_games_stay_finished(self) -> None:
        for state in [client.state for client in self.clients if client.state["result"]]:
            assert (state["to_move"], state["throw"], state["legal"], state["situation"]) == ("nobody", None, [], [])
            assert "prompt" not in state
            assert self.truth
            assert not (self.truth.is_final and state.keys() & {"offer", "may_ask"})  # or a move may be taken back

    @invariant()
    def no_errors_logged(self) -> None:
        assert not self.troubles.found

    @invariant()
    def throws_can_be_checked(self) -> None:
        if self.truth:
            assert verify(read_record(str(self.truth.record()))).verdict != "wrong"

    def teardown(self) -> None:
        self.leave_all()
        type(self).lost_races += sum(services(server).lobby.context.metrics.lost_races for server in self.servers)
        self.closing.close()
        self.no_errors_logged()

    @staticmethod
    def one_of(known: list[Any], pick: int) -> Any:
        return known[pick % len(known)]


def as_sent(view: Any) -> Any:
    """A view as a client gets it."""
    return json.loads(msgspec.json.encode(view))
