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
BUSY = SLOW  # both are the registry's "try again later"

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

    name: str  # in notation: "c3", "27"
    x: float  # of its centre, from the left
    y: float  # of its centre, from the top
    mark: str = ""  # the name of what is drawn on it: "water"; '' for nothing
    label: str = ""  # its name in words; '' for none
    start: int | None = None  # the seat, 0 or 1, whose start row it is part of
    effects: tuple[str, ...] = ()  # what it does under these rules, a sentence each


class BoardView(Struct, frozen=True):
    """A board, its areas beyond the squares and its track."""

    kind: str  # the kind of board: "seega", "senet"
    width: float  # in squares
    height: float  # in squares
    squares: tuple[SquareView, ...]
    areas: tuple[str, ...]  # the names of places next to the board: "hand:first"
    track: tuple[str, ...]  # the names of squares in the order of travel, if there is one
    throws: Throws  # what is thrown, '' for nothing
    first: str  # the look of the first seat's pieces: "light"
    second: str  # the look of the second seat's pieces


class ActionView(Struct):
    """An action that the seat to move may play."""

    text: str  # in notation
    picks: tuple[str, ...]  # the names of the places to select for it, in order
    description: str  # a sentence


class AwaitedThrow(Struct, omit_defaults=True, frozen=True):
    """A throw or lot that is due; if `awaited`, a person has to request it.

    With own sticks, `results` are the possible throws: those with one, two, three, four and no marked sides.
    """

    seat: Actor  # who throws; "chance" for a lot
    kind: Literal["throw", "lot"]
    awaited: bool  # does it wait for a person's request?
    results: list[str] = []  # only with own sticks


class ProofView(Struct):
    """What the throws follow from, and the link of the last one, from which all before it follow."""

    game: str  # its name
    ruleset: str  # the ruleset text
    start: str  # the text of the initial position; '' for that of the rules
    head: str  # of the hash chain, 64 hex digits
    seals: tuple[str, str]  # by seat, '' for none
    parts: tuple[str, str]  # by seat, '' where none was opened
    adds: list[Seat]  # whose browsers add a part, known yet or not
    waits: list[Seat]  # whose parts are due before the first throw
    number: int  # of the last throw or lot, 0 before the first
    link: str  # of that number, or 4,096 where more were thrown; '' before the first


class ResultView(Struct, omit_defaults=True):
    """How a game ended."""

    word: ResultWord  # as in records
    kind: str  # the kind of end: "major", "resigned"
    returns: tuple[int, int]  # by seat: 1, 0 or -1
    score: tuple[int, int] | None  # the points by seat; None in games without points
    text: str  # a sentence: who has won, and why
    to: dict[Seat, str] = {}  # the same for the player of just this seat
    short: str = ""  # who won, by how much and after how many turns


class OfferView(Struct, omit_defaults=True):
    """An offer of a seat, and its text."""

    what: Offerable
    by: Seat  # the seat that offers it
    text: str  # a sentence
    to: dict[Seat, str] = {}  # the same for the player who offers it


class StandingView(Struct):
    """A part of how far a seat has come: for its plate, and for screen readers."""

    brief: str  # in a few words, for the player's plate
    aloud: str  # a sentence, for screen readers


class StateView(Struct, omit_defaults=True, frozen=True):
    """A position and what can be done in it."""

    ply_count: int  # the number of actions played so far, throws and lots included
    to_move: ToMove
    position: str  # the position text
    pieces: tuple[Piece, ...]  # on squares and areas, those on one square from the bottom up
    legal: list[ActionView]  # the legal actions, if the client decides; else empty
    situation: list[str]  # sentences: whose turn it is, and what is to be done
    throw: AwaitedThrow | None  # None if no throw or lot is due
    takeback: int | None  # the ply count after a takeback without consent; None if there is none
    result: ResultView | None  # None while the game goes on
    offer: OfferView | None = None
    may_ask: list[Seat] = []  # the seats that may ask the other side for a takeback
    prompt: list[str] = []  # the situation for the player of just the seat to act
    goals: Goals = NO_GOALS  # the squares that each seat has to fill
    standing: dict[Seat, list[StandingView]] = {}  # how far each seat has come, if the pieces do not show it


class Away(Struct, omit_defaults=True):
    """The player of a seat is away, and for how many seconds."""

    seat: Seat
    seconds: int  # since the player was last seen
    gone: bool = False  # for good: the player has deleted their entry


class PlyView(Struct):
    """An action as it was played."""

    index: int  # from 0 on
    seat: Actor  # who chose or threw; "chance" for a lot
    action: str  # in notation
    description: str  # a sentence
    turn: int  # the number of the turn, from 1; 0 for a lot
    heads: int | None  # marked sides of a throw, 0 to 4; None for other actions
    value: int | None  # of a throw in the game's scale, 1 to 6; None for other actions
    travels: tuple[Travel, ...]  # the pieces that moved


class MatchView(Struct, omit_defaults=True):
    """The match that a game is part of; `points` are by seat of this game, which counts once it is over."""

    game: int  # the number of this game in it, 1 for the first
    points: tuple[str, str]  # the score by seat of this game, such as "1½"
    note: str  # a sentence: how it differs from the game before; '' for no difference
    next: str | None  # the name of the game that follows
    to: dict[Seat, str] = {}  # the note for the player who starts and plays just that seat
    swapped: bool = False  # are the seats swapped compared with the first game?


class CharacterView(Struct, frozen=True):
    """A character of the computer, and its comments on a capture, a win and a loss of its side."""

    name: str  # such as "Pip"
    number: int  # of the level, 1 to 8
    level: str  # the name of the level
    line: str  # a sentence about the character
    words: dict[Occasion, str]  # the comments, sentences


class PlayerView(Struct, omit_defaults=True):
    """The player of a seat, and the name of its side."""

    kind: Literal["person", "computer"]
    level: str | None  # the id of the computer's level; None for a person
    name: str  # of the side
    nickname: str = ""  # of the person, or of the computer's character; '' for none
    awaited: bool = False  # is the seat free?
    character: CharacterView | None = None  # None for a person
