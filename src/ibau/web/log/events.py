"""The event types of a game, and how they are stored as JSON.

Games stored by any version from 0.1.0 on must open.  Therefore these types are independent of the wire protocol; a new
field has a default, and no stored kind or field is ever renamed or dropped.  Names, hashes of keys and the secret of
the throws are stored apart from the events (see privacy.py).

While a server is upgraded, the last release and this one serve the same games.  So a new kind of event, or a new field
of one, is read for one release before it is written: it is listed in NOT_YET_WRITTEN until that release is out.
"""

from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta, Struct

SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0, le=1 << 16)]  # five times as many as a game may have of anything


class PersonSeat(Struct, tag_field="kind", tag="person", frozen=True, omit_defaults=True):
    """A seat played by the person who holds the game's key, or a key of its own; a free one is taken by invitation."""

    free: bool = False
    name: str = ""
    key_hash: str = ""  # of its own key, which it has from the game before in the match
    adds: bool = False  # will its browser add a part to the throws?


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
    number: Count = 1  # which game of the match this is
    halves: tuple[Count, Count] = (0, 0)  # half points of the match so far, by seat of this game
    game: str = ""  # its name, where its throws can be checked
    secret: str = ""  # the last link of its chain
    head: str = ""  # the first
    own_sticks: bool = False  # do people throw real sticks and enter the result?
    start: str = ""  # the position from which it is played, where that is not the start of the rules
    record: str = ""  # all of it in JSON, where it was played elsewhere and brought in to be looked back on


class Played(Struct, tag_field="kind", tag="played", frozen=True, omit_defaults=True):
    """An action was played: a move, a throw or a lot."""

    action: str
    id: str = ""  # of the request that it fulfilled, chosen by the client


class TakenBack(Struct, tag_field="kind", tag="takenback", frozen=True, omit_defaults=True):
    """Actions were taken back; `ply_count` are left.  The log keeps what was played."""

    ply_count: Count
    id: str = ""


class GameEnded(Struct, tag_field="kind", tag="ended", frozen=True, omit_defaults=True):
    """The players ended the game: `by` has resigned, has agreed on a draw, or was left alone."""

    how: Literal["resigned", "agreed", "abandoned"]
    by: SeatNumber
    id: str = ""


class Offered(Struct, tag_field="kind", tag="offered", frozen=True, omit_defaults=True):
    """A player offered a draw, or asked for a takeback to `ply_count` actions."""

    what: Literal["draw", "takeback"]
    by: SeatNumber
    ply_count: Count = 0
    id: str = ""


class Declined(Struct, tag_field="kind", tag="declined", frozen=True, omit_defaults=True):
    """An offer was declined, or withdrawn by the player who made it."""

    by: SeatNumber
    id: str = ""


class Invited(Struct, tag_field="kind", tag="invited", frozen=True):
    """An invitation to a free seat was made; earlier ones are no longer valid."""

    seat: SeatNumber
    invitation_hash: str


class Uninvited(Struct, tag_field="kind", tag="withdrawn", frozen=True):
    """The invitation to a seat was withdrawn."""

    seat: SeatNumber


class SeatTaken(Struct, tag_field="kind", tag="taken", frozen=True):
    """A free seat was taken; from now on this key plays it."""

    seat: SeatNumber
    key_hash: str
    invitation_hash: str
    name: str


class PlayerNamed(Struct, tag_field="kind", tag="named", frozen=True):
    """The person at a seat changed their name."""

    seat: SeatNumber
    name: str


class PartSealed(Struct, tag_field="kind", tag="sealed", frozen=True):
    """The browser of a seat has committed to its part of the throws."""

    seat: SeatNumber
    seal: str


class PartOpened(Struct, tag_field="kind", tag="opened", frozen=True):
    """The browser of a seat has revealed its part of the throws."""

    seat: SeatNumber
    part: str


class SealWithdrawn(Struct, tag_field="kind", tag="unsealed", frozen=True):
    """The browser of a seat has withdrawn its commitment, and adds no part."""

    seat: SeatNumber


class HintGiven(Struct, tag_field="kind", tag="assisted", frozen=True):
    """The person at a seat has asked for a hint."""

    seat: SeatNumber


class NextBegun(Struct, tag_field="kind", tag="followed", frozen=True):
    """The next game of the match was begun; this one accepts no further events."""

    by: str


class PlayerLeft(Struct, tag_field="kind", tag="left", frozen=True, omit_defaults=True):
    """The holder of this key has deleted their entry: the key is no longer valid, and the name is deleted."""

    seats: tuple[SeatNumber, ...]
    key_hash: str
    is_creator: bool = False  # is it the key of the person who began the game?


class NextRemoved(Struct, tag_field="kind", tag="unfollowed", frozen=True):
    """The next game of the match was removed; this one can be followed by another."""


class UnreadableEvent(Struct, frozen=True):
    """Placeholder for a stored event that this version cannot decode; it is never stored, and no game contains it."""

    reason: str


Requested = Played | TakenBack | GameEnded | Offered | Declined  # by a player, through a socket
ReadableEvent = (
    Created
    | Requested
    | Invited
    | Uninvited
    | SeatTaken
    | PlayerNamed
    | PartSealed
    | PartOpened
    | SealWithdrawn
    | HintGiven
    | NextBegun
    | NextRemoved
    | PlayerLeft
)
Event = ReadableEvent | UnreadableEvent


NOT_YET_WRITTEN: frozenset[str] = frozenset()  # "kind", or "kind.field" that stays at its default


class StoredEvent(NamedTuple):
    """An event with its position and time."""

    sequence: int  # how many events of its stream were before it
    time: int  # in milliseconds since 1970, UTC
    event: Event


KINDS = frozenset(str(kind.__struct_config__.tag) for kind in get_args(ReadableEvent))

_decoder = msgspec.json.Decoder(ReadableEvent)


class _Tagged(Struct):
    """Decodes only the kind of an event."""

    kind: str


def encode_event(event: Event) -> tuple[str, str]:
    """Encode an event as its kind and JSON data.  Raises ValueError for a kind that is not yet written."""
    kind, data = str(type(event).__struct_config__.tag), msgspec.json.encode(event).decode()
    if kind in NOT_YET_WRITTEN:
        raise ValueError(f"Events of the kind {kind!r} are written from the next release on, not by this one.")
    return kind, data


def decode_event(data: str) -> Event:
    """Decode the JSON data of an event; an UnreadableEvent where that fails."""
    try:
        event: Event = _decoder.decode(data)
    except msgspec.DecodeError as error:
        return UnreadableEvent(_unknown_kind(data) or str(error))
    return event


def _unknown_kind(data: str) -> str:
    """Return the error message for data of an unknown kind; "" where the kind is known or missing."""
    try:
        kind = msgspec.json.decode(data, type=_Tagged).kind
    except msgspec.DecodeError:
        return ""
    return "" if kind in KINDS else f"A newer version of Ibau has stored an event of the unknown kind {kind!r}."
