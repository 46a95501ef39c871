"""What browser and server know by the same words, and how a game is shown; docs/web-protocol.md describes it.

What they say over the socket of a game is in from_client.py and from_server.py.  The client's types,
client/src/protocol.ts, are made of these files and of api/ by scripts/protocol.py.  Pieces and travels are sent as core
has them; a struct called View shows something of core's in one language.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.core.board import Piece, Throws, Travel
from ibau.core.contract import NO_GOALS, Goals
from ibau.core.result import ResultWord

VERSION = 1  # of all this: a page that knows another one loads itself again
MOST_BYTES = 4096  # of a message or of the body of a request
Word = Annotated[str, Meta(max_length=40)]
PlyCount = Annotated[int, Meta(ge=0, le=1 << 31)]  # a number of actions played
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]  # 32 bytes, or the SHA-256 of some
HexOrNone = Annotated[str, Meta(pattern="^([0-9a-f]{64})?\\Z")]  # the same, or '' for none

SECONDS_TO_CLAIM = 300  # that the other side has to be away before one may claim the win
SECONDS_BETWEEN_PINGS = 20  # of a page
SECONDS_TO_PONG = 5  # without one the page takes its socket for dead, and opens another

# WebSocket close codes (RFC 6455 and its registry), the last our own.
GOING_AWAY, ERROR, SLOW, NO_GAME = 1001, 1011, 1013, 4404
BUSY = SLOW  # the registry's "try again later" says both

Seat = Literal["first", "second"]
Actor = Literal["first", "second", "chance"]  # who decides or throws; chance at a lot
ToMove = Literal["first", "second", "chance", "nobody"]

Offerable = Literal["draw", "takeback"]
Occasion = Literal["capture", "win", "loss"]  # at which the computer's characters say something
Greeting = Literal["hello", "good_luck", "well_played", "oops", "thanks", "good_bye"]

# By core's numbers.
SEATS: tuple[Seat, Seat] = ("first", "second")
ACTORS: tuple[Actor, Actor, Actor] = (*SEATS, "chance")
TO_MOVE: tuple[ToMove, ToMove, ToMove, ToMove] = (*ACTORS, "nobody")


class SquareView(Struct, omit_defaults=True, frozen=True):
    """One square; x grows to the right, y downwards, in units of one square."""

    name: str
    x: float
    y: float
    mark: str = ""
    label: str = ""
    start: int | None = None  # the seat whose start row it is part of
    effects: tuple[str, ...] = ()


class BoardView(Struct, frozen=True):
    """A board and what lies beside it."""

    kind: str
    width: float
    height: float
    squares: tuple[SquareView, ...]
    areas: tuple[str, ...]
    track: tuple[str, ...]
    throws: Throws
    first: str
    second: str


class ActionView(Struct):
    """An action that the seat to move may play."""

    text: str
    picks: tuple[str, ...]
    description: str


class AwaitedThrow(Struct, omit_defaults=True, frozen=True):
    """A throw or lot that is due; a person has to ask for it where it is `awaited`.

    With own sticks, `results` are what can come up: the throws with one, two, three, four and no marked sides.
    """

    seat: Actor
    kind: Literal["throw", "lot"]
    awaited: bool
    results: list[str] = []


class ProofView(Struct):
    """What the throws follow from, and the link of the last one, from which all before it follow."""

    game: str
    ruleset: str
    start: str  # '' for the start of the rules
    head: str
    seals: tuple[str, str]  # by seat, '' for none
    parts: tuple[str, str]  # by seat, '' where none was opened
    adds: list[Seat]  # whose browsers add a part, be it known or not
    waits: list[Seat]  # whose parts are to come now, before anything is thrown
    number: int  # of the last throw or lot, 0 before the first
    link: str  # of that number, or 4,096 where more were thrown; '' before the first


class ResultView(Struct, omit_defaults=True):
    """How a game ended."""

    word: ResultWord
    kind: str
    returns: tuple[int, int]
    score: tuple[int, int] | None
    text: str
    to: dict[Seat, str] = {}  # the same, as the player who plays just this seat is told it
    short: str = ""  # who won, by how much and after how many turns


class OfferView(Struct, omit_defaults=True):
    """What a seat has offered, and the same as a sentence."""

    what: Offerable
    by: Seat
    text: str
    to: dict[Seat, str] = {}  # the same, as the player who has offered it is told it


class StandingView(Struct):
    """Something of how far a seat has come: for its plate, and as it is said aloud."""

    brief: str
    aloud: str


class StateView(Struct, omit_defaults=True, frozen=True):
    """A position and what can be done in it."""

    ply_count: int
    to_move: ToMove
    position: str
    pieces: tuple[Piece, ...]
    legal: list[ActionView]
    situation: list[str]
    throw: AwaitedThrow | None
    takeback: int | None
    result: ResultView | None
    offer: OfferView | None = None
    may_ask: list[Seat] = []  # who may ask the other side whether to take back
    prompt: list[str] = []  # the situation as the player who plays just the seat to act is told it
    goals: Goals = NO_GOALS  # the squares that each seat has to fill
    standing: dict[Seat, list[StandingView]] = {}  # how far each seat has come, where the pieces do not show it


class Away(Struct, omit_defaults=True):
    """Nobody is at a seat, and for how many seconds."""

    seat: Seat
    seconds: int
    gone: bool = False  # for good: the player has deleted their entry


class AttendanceView(Struct):
    """Who is not there, and how many watch."""

    away: list[Away]
    watchers: int


class PlyView(Struct):
    """An action as it was played."""

    index: int
    seat: Actor
    action: str
    description: str
    turn: int
    heads: int | None
    value: int | None
    travels: tuple[Travel, ...]


class MatchView(Struct, omit_defaults=True):
    """The match that a game is part of; `points` are by seat of this game, which counts once it is over."""

    game: int  # the number of this game in it, 1 for the first
    points: tuple[str, str]
    note: str  # what is different from the game before
    next: str | None  # the name of the game that follows
    to: dict[Seat, str] = {}  # the note as the player who starts, and plays just that seat, is told it
    swapped: bool = False  # do the two sit the other way round than in the first game?


class CharacterView(Struct, frozen=True):
    """Whom the computer plays, and what is said at a capture, a win and a loss of that side."""

    name: str
    number: int  # of the level
    level: str  # what it is called
    line: str  # who that is
    words: dict[Occasion, str]


class PlayerView(Struct, omit_defaults=True):
    """Who plays a seat, and what its pieces are called."""

    kind: Literal["person", "computer"]
    level: str | None
    name: str
    nickname: str = ""  # of the person, or of the computer's character
    awaited: bool = False  # is the seat free?
    character: CharacterView | None = None  # where the computer plays
