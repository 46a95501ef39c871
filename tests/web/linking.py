"""Pages that add links to the throws of a game, as docs/web-protocol.md describes them."""

import random
import secrets
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from ibau.core.record import Record
from ibau.games import game
from ibau.records.jsonl import json_of, read_json
from ibau.throws.chains import Chain, context, last_number
from ibau.throws.proof import Proof
from ibau.throws.verification import verify
from ibau.web.keyfile import Keys
from tests.web.guests import BEN, FREE, PERSON, Guest, Table, post


def new_keys() -> Keys:
    """The keys of a server that has just been begun."""
    with TemporaryDirectory() as folder:
        return Keys.open(Path(folder) / "keys")


def proof_of(record: Record) -> Proof:
    proof = Proof.of_tags(record.tags, str(record.game.ruleset), record.start or "")
    assert proof
    return proof


def checked(record: Record) -> Proof:
    """The proof of a record whose throws all follow from it."""
    found = verify(record)
    assert not found.is_wrong, found.amiss
    assert all(throw.agrees for throw in found.checked)
    return proof_of(record)


def unsigned(text: str) -> str:
    """A record in JSON as it was written before records were signed, and were given the name of their game for it."""
    (record,) = read_json([text], game)
    left_out = {"Signature"} | ({"Game"} if "SeedHash" not in record.tags else set())
    return json_of(replace(record, tags={name: tag for name, tag in record.tags.items() if name not in left_out}))


class Linked(Table):
    """A table whose maker's browser adds links to the throws."""

    def __init__(
        self, server: TestClient, ruleset: str, first: Any = PERSON, second: Any = PERSON, **more: Any
    ) -> None:
        self.more = {"links": True, **more}
        super().__init__(server, ruleset, first, second)

    def _begun(self, body: dict[str, Any]) -> None:
        super()._begun(body if "after" in body else {**body, **self.more})


def friends(server: TestClient, ruleset: str, *, links: bool = True, **more: Any) -> tuple[Linked, str]:
    """Ada's table, and the key of Ben, who has accepted; without `links` his browser adds none."""
    table = Linked(server, ruleset, {**PERSON, "name": "Ada"}, FREE, **more)
    invitation = table.invitations["second"]
    status, made = post(table, "invitation/accept", invitation=invitation, browser=BEN, name="Ben", links=links)
    assert status == 200
    return table, made["key"]


class Page(Guest):
    """A page with a chain of its own; it does what is asked of it when it is told to `act`."""

    def __init__(self, socket: WebSocketTestSession, chain: Chain | None = None) -> None:
        super().__init__(socket)
        self.proof: dict[str, Any] = self.welcome["proof"]
        self.chain = chain

    @property
    def links(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["links"]
        return found

    @property
    def number(self) -> int:
        number: int = self.links["number"]
        return number

    @property
    def seat(self) -> Any:
        """The seat for which it adds links."""
        return self.welcome["yours"][0]

    def hear(self, *kinds: str) -> dict[str, Any]:
        message = super().hear(*kinds)
        self.proof = message.get("proof") or getattr(self, "proof", {})
        if message["type"] == "linked":
            self.links["held"] = {**self.links.get("held", {}), message["seat"]: message["link"]}
        return message

    def draw_chain(self, first: int = 1) -> Chain:
        """Draw a chain; nobody has been told of it."""
        here = context(self.proof["game"], self.proof["ruleset"], self.proof["start"])
        self.chain = Chain(here, self.seat, first, last_number(first), secrets.token_hex(32))
        return self.chain

    def commit(self, first: int = 1, *others: Guest) -> None:
        """Commit to a chain from a number on."""
        head = self.draw_chain(first).head
        self.ask(type="chain", first=first, head=head)
        for each in (self, *others):
            while not any(chain["head"] == head for chain in each.hear("changed")["proof"]["chains"]):
                pass

    def link(self, number: int) -> str:
        assert self.chain
        return self.chain.link(number)

    def give(self, *others: Guest) -> None:
        """Give the link for the throw of somebody else that is due."""
        self.ask(type="link", number=self.number, link=self.link(self.number))
        for each in (self, *others):
            each.hear("linked")

    def throwing(self, *counts: str) -> dict[str, Any]:
        """What it sends to throw."""
        number = self.number
        return {"type": "throw", "number": number, "link": self.link(number), "counts": counts or [self.seat]}

    def cast(self, *counts: str) -> dict[str, Any]:
        """Throw."""
        self.ask(**self.throwing(*counts))
        return self.hear("played")

    def play_out(self, seed: int, most: int = 1000) -> None:
        """Play both seats, or one against the computer, at random until the end."""
        chooser = random.Random(seed)
        for _ in range(most):
            state = self.state
            if state["result"]:
                return
            if state["links"].get("commit"):
                self.commit(self.number)
            elif state["throw"] and state["throw"]["awaited"]:
                self.cast()
            elif state["throw"] and not state["links"].get("held"):
                self.give()
            elif state["legal"]:
                self.play(chooser.choice(state["legal"])["text"])
            else:
                self.hear("played")
