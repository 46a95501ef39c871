"""The events of a game, as the log keeps them.

Games stored by any version must open.  That is why these types are the log's own, whatever goes over the wire: a new
field has a default, and nothing that was ever stored is renamed or dropped.
"""

import msgspec
from msgspec import Struct


class PersonSeat(Struct, tag_field="kind", tag="person", frozen=True):
    """A seat played by whoever holds the key."""


class ComputerSeat(Struct, tag_field="kind", tag="computer", frozen=True):
    """A seat played by the server."""

    level: str


class Created(Struct, tag_field="kind", tag="created", frozen=True):
    """A game began; of its key only the hash is kept."""

    ruleset: str
    first: PersonSeat | ComputerSeat
    second: PersonSeat | ComputerSeat
    key_hash: str
    rules_version: str
    date: str  # "2026-11-21", UTC
    after: str = ""  # the game before it in a match
    number: int = 1  # which game of the match this is
    halves: tuple[int, int] = (0, 0)  # half points of the match so far, by seat of this game


class Played(Struct, tag_field="kind", tag="played", frozen=True):
    """An action was played: a move, a throw or a lot."""

    action: str


class Takenback(Struct, tag_field="kind", tag="takenback", frozen=True):
    """Actions were taken back; `at` are left.  The log keeps what was played."""

    at: int


class Followed(Struct, tag_field="kind", tag="followed", frozen=True):
    """The next game of the match was begun; nothing happens in this one any more."""

    by: str


Event = Created | Played | Takenback | Followed

_decoder = msgspec.json.Decoder(Event)


def encode(event: Event) -> tuple[str, str]:
    """Kind and data of an event, as they are stored."""
    data = msgspec.json.encode(event).decode()
    return str(type(event).__struct_config__.tag), data


def decode(data: str) -> Event:
    """The event of stored data.  Raises msgspec.DecodeError."""
    event: Event = _decoder.decode(data)
    return event
