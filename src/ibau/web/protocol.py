"""What the browser board and the server say to each other; docs/web-protocol.md tells it in words.

Incoming structs refuse unknown fields and wrong types; decoding also refuses what is no JSON, no UTF-8 or a lone
surrogate.
"""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from ibau.core.outcome import FIRST, SECOND

MOST_BYTES = 4096  # of a message or of the body of a request
Word = Annotated[str, Meta(max_length=40)]

# WebSocket close codes (RFC 6455 and its registry), the last our own.
GOING_AWAY, ERROR, SLOW, NO_GAME = 1001, 1011, 1013, 4404
BUSY = SLOW  # the registry's "try again later" says both

SeatName = Literal["first", "second"]
SEAT_NAMES: tuple[SeatName, SeatName] = ("first", "second")

# --- A new game ----------------------------------------------------------------------------------------------------


class Person(Struct, tag_field="kind", tag="person", forbid_unknown_fields=True, frozen=True):
    """A seat played by whoever holds the key."""

    level: ClassVar[None] = None


class Computer(Struct, tag_field="kind", tag="computer", forbid_unknown_fields=True, frozen=True):
    """A seat played by the server."""

    level: str


Seat = Person | Computer


class NewGame(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games`."""

    ruleset: str
    first: Seat
    second: Seat

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return self.first, self.second


class After(Struct, forbid_unknown_fields=True, frozen=True):
    """The game that another one is to follow, and its key."""

    id: Word
    key: Word


class NextGame(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games` that goes on with a match."""

    after: After


class NewGameAnswer(Struct):
    """The name of a game and the key to its persons' seats."""

    id: str
    key: str


# --- Wishes: from the client ---------------------------------------------------------------------------------------

At = Annotated[int, Meta(ge=0, le=1 << 31)]


class Play(Struct, tag_field="type", tag="play", forbid_unknown_fields=True):
    """Play an action of the seat to move."""

    at: At
    action: Word


class Throw(Struct, tag_field="type", tag="throw", forbid_unknown_fields=True):
    """Throw the sticks, or draw the lot."""

    at: At


class Takeback(Struct, tag_field="type", tag="takeback", forbid_unknown_fields=True):
    """Take back as far as the state says."""

    at: At


class Why(Struct, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Why can nothing be done with this place?"""

    at: At
    place: Word


Wish = Play | Throw | Takeback | Why

# --- Boards and positions ------------------------------------------------------------------------------------------


class Square(Struct):
    """core.face.Square, its label translated."""

    name: str
    x: float
    y: float
    mark: str
    label: str
    start: int | None


class Board(Struct):
    """core.face.Board."""

    kind: str
    width: float
    height: float
    squares: list[Square]
    areas: tuple[str, ...]
    track: tuple[str, ...]
    throws: str
    first: str
    second: str


class Piece(Struct):
    """core.face.Piece."""

    place: str
    seat: int
    kind: str
    side: str


class Travel(Struct):
    """core.face.Travel."""

    path: tuple[str, ...]
    seat: int
    kind: str
    flies: bool
    becomes: str


class Legal(Struct):
    """One action that the seat to move may play."""

    text: str
    picks: tuple[str, ...]
    spoken: str


class Awaited(Struct):
    """A throw or lot that is due."""

    seat: str
    kind: Literal["throw", "lot"]
    awaited: bool


class Ending(Struct):
    """How the game ended."""

    word: str
    kind: str
    returns: tuple[int, int]
    score: tuple[int, int] | None
    text: str


class State(Struct):
    """A position and what can be done in it."""

    at: int
    to_move: str
    position: str
    pieces: list[Piece]
    legal: list[Legal]
    situation: list[str]
    throw: Awaited | None
    takeback: int | None
    result: Ending | None


class Ply(Struct):
    """One action as it was played."""

    at: int
    seat: str
    action: str
    spoken: str
    turn: int
    heads: int | None
    value: int | None
    travels: list[Travel]


class Match(Struct):
    """The match that a game belongs to."""

    game: int  # which game of it this is, 1 for the first
    points: tuple[str, str]  # by seat of this game, which counts once it is over
    note: str  # what is different from the game before
    next: str | None  # the name of the game that follows


class SeatInfo(Struct):
    """Who plays a seat, and what its pieces are called."""

    kind: Literal["person", "computer"]
    level: str | None
    name: str


# --- From the server -----------------------------------------------------------------------------------------------


class Welcome(Struct, tag_field="type", tag="welcome"):
    """Everything about the game; the first message, and the one after every loss of step."""

    ruleset: str
    title: str
    seats: dict[SeatName, SeatInfo]
    yours: list[SeatName]
    board: Board
    match: Match
    story: list[Ply]
    state: State


class Played(Struct, tag_field="type", tag="played"):
    """An action was played and is stored."""

    match: Match
    ply: Ply
    state: State


class Takenback(Struct, tag_field="type", tag="takenback"):
    """Actions were taken back; `at` are left."""

    at: int
    match: Match
    story: list[Ply]
    state: State


class Followed(Struct, tag_field="type", tag="followed"):
    """The next game of the match is there; this one stays as it is."""

    match: Match
    state: State


class Because(Struct, tag_field="type", tag="why"):
    """Why nothing can be done with a place."""

    place: str
    text: str


class Thinking(Struct, tag_field="type", tag="thinking"):
    """The computer thinks; `compiling` functions have been prepared so far."""

    seat: SeatName
    compiling: int


class Refused(Struct, tag_field="type", tag="refused"):
    """The wish was not carried out."""

    reason: str


class Failed(Struct, tag_field="type", tag="failed"):
    """The server cannot go on with this game just now."""

    reason: str


def seat_name(seat: int) -> SeatName:
    """The name of FIRST or SECOND."""
    return SEAT_NAMES[(FIRST, SECOND).index(seat)]
