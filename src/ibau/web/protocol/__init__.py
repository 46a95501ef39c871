"""Types that browser and server share, and the views of a game; docs/web-protocol.md describes them.

The messages of a game's socket are in from_client.py and from_server.py.  scripts/protocol.py makes the client's types,
client/src/protocol.ts, from these files and api/.  Pieces and travels are sent as core has them; a struct called View
shows an object of core in one language.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.core.board import Piece, Throws, Travel
from ibau.core.contract import NO_GOALS, Goals
from ibau.core.result import ResultWord

VERSION = 1  # of the protocol: a page with another version reloads itself
MOST_BYTES = 4096  # of a message or of the body of a request
Word = Annotated[str, Meta(max_length=40)]
PlyCount = Annotated[int, Meta(ge=0, le=1 << 31)]  # a number of actions played
Hex = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]  # 32 bytes, or the SHA-256 of some
HexOrNone = Annotated[str, Meta(pattern="^([0-9a-f]{64})?\\Z")]  # the same, or '' for none

SECONDS_TO_CLAIM = 300  # that the other side has to be away before the win can be claimed
SECONDS_BETWEEN_PINGS = 20  # of a page
SECONDS_TO_PONG = 5  # a page that gets none in this time opens another socket

# WebSocket close codes (RFC 6455 and its registry), the last our own.
GOING_AWAY, ERROR, SLOW, NO_GAME = 1001, 1011, 1013, 4404
BUSY = SLOW  # the registry's "try again later" says both

Seat = Literal["first", "second"]
Actor = Literal["first", "second", "chance"]  # who decides or throws; chance draws lots
ToMove = Literal["first", "second", "chance", "nobody"]

Offerable = Literal["draw", "takeback"]
Occasion = Literal["capture", "win", "loss"]  # at which the computer's characters comment
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
    """A board, its areas beyond the squares and its track."""

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
    """A throw or lot that is due; if `awaited`, a person has to request it.

    With own sticks, `results` are the possible throws: those with one, two, three, four and no marked sides.
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
    adds: list[Seat]  # whose browsers add a part, known yet or not
    waits: list[Seat]  # whose parts are due before the first throw
    number: int  # of the last throw or lot, 0 before the first
    link: str  # of that number, or 4,096 where more were thrown; '' before the first


class ResultView(Struct, omit_defaults=True):
    """How a game ended."""

    word: ResultWord
    kind: str
    returns: tuple[int, int]
    score: tuple[int, int] | None
    text: str
    to: dict[Seat, str] = {}  # the same for the player of just this seat
    short: str = ""  # who won, by how much and after how many turns


class OfferView(Struct, omit_defaults=True):
    """An offer of a seat, and its text."""

    what: Offerable
    by: Seat
    text: str
    to: dict[Seat, str] = {}  # the same for the player who offers it


class StandingView(Struct):
    """A part of how far a seat has come: for its plate, and for screen readers."""

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
    may_ask: list[Seat] = []  # the seats that may ask the other side for a takeback
    prompt: list[str] = []  # the situation for the player of just the seat to act
    goals: Goals = NO_GOALS  # the squares that each seat has to fill
    standing: dict[Seat, list[StandingView]] = {}  # how far each seat has come, if the pieces do not show it


class Away(Struct, omit_defaults=True):
    """The player of a seat is away, and for how many seconds."""

    seat: Seat
    seconds: int
    gone: bool = False  # for good: the player has deleted their entry


class AttendanceView(Struct):
    """The absent players, and the number of watchers."""

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
    note: str  # how it differs from the game before
    next: str | None  # the name of the game that follows
    to: dict[Seat, str] = {}  # the note for the player who starts and plays just that seat
    swapped: bool = False  # are the seats swapped compared with the first game?


class CharacterView(Struct, frozen=True):
    """A character of the computer, and its comments on a capture, a win and a loss of its side."""

    name: str
    number: int  # of the level
    level: str  # its name
    line: str  # about the character
    words: dict[Occasion, str]


class PlayerView(Struct, omit_defaults=True):
    """The player of a seat, and the name of its side."""

    kind: Literal["person", "computer"]
    level: str | None
    name: str
    nickname: str = ""  # of the person, or of the computer's character
    awaited: bool = False  # is the seat free?
    character: CharacterView | None = None  # None for a person
