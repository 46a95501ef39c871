"""What is said over the socket of a game; docs/web-protocol.md describes it.

The client's types, client/src/protocol.ts, are made of this file and of api/ by scripts/protocol.py.  Boards, pieces
and travels are sent as core has them; a struct called View shows something of core's in one language.

Incoming structs refuse unknown fields and wrong types; decoding also refuses what is not JSON or not UTF-8,
and lone surrogates.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.core.contract import NO_GOALS, Goals
from ibau.core.face import Board, Piece, Travel
from ibau.core.game import ResultWord

VERSION = 1  # of all this: a page that knows another one loads itself again
MOST_BYTES = 4096  # of a message or of the body of a request
Word = Annotated[str, Meta(max_length=40)]
Number = Annotated[str, Meta(pattern="^[0-9a-f]{64}\\Z")]  # 32 bytes, or the SHA-256 of some
MaybeNumber = Annotated[str, Meta(pattern="^([0-9a-f]{64})?\\Z")]  # the same, or '' for none
ThrowNumber = Annotated[int, Meta(ge=0, le=1 << 31)]  # of a throw or lot, from 1 on
At = Annotated[int, Meta(ge=0, le=1 << 31)]  # a number of actions played

SECONDS_TO_CLAIM = 300  # that the other side has to be away before one may claim the win

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

# --- From the client -----------------------------------------------------------------------------------------------


class EnterRequest(Struct, tag_field="type", tag="enter", forbid_unknown_fields=True):
    """Come in: the first message.  With a key one plays the seats that it opens, without one watches.

    The key is sent here and in no address, since proxies write addresses down.  Who comes back says what is `known`.
    """

    key: Word = ""
    known: Word = ""


class _Request(Struct, tag_field="type", forbid_unknown_fields=True):
    """What is asked for in a position that has come about by `at` actions."""

    at: At


class _Wish(_Request, kw_only=True):
    """What a player wishes; `id` is of the client's own choice, and what was granted under it is not granted again."""

    id: Word = ""


class PlayRequest(_Wish, tag="play"):
    """Play an action of the seat to move."""

    action: Word


class ThrowRequest(_Wish, tag="throw"):
    """Throw the sticks, or draw lots; with own sticks, `result` says what came up.

    Where throws follow from links, it gives the thrower's own for this number, and names all seats whose links count.
    """

    result: Word = ""
    number: ThrowNumber = 0
    link: MaybeNumber = ""
    counts: Annotated[list[Seat], Meta(max_length=2)] = []


class TakebackRequest(_Wish, tag="takeback"):
    """Take back as far as the state says; where another person plays too, ask whether one may."""


class ResignRequest(_Wish, tag="resign"):
    """Give the game up; `link` is the last one of the own chain."""

    link: MaybeNumber = ""


class OfferRequest(_Wish, tag="offer"):
    """Offer a draw."""


class AcceptRequest(_Wish, tag="accept"):
    """Accept what the other side has offered, if it is this; with a draw, `link` is the last one of the own chain."""

    what: Offerable
    link: MaybeNumber = ""


class DeclineRequest(_Wish, tag="decline"):
    """Decline what the other side has offered, or take back one's own offer."""


class ClaimRequest(_Wish, tag="claim"):
    """Take the win, since the other side has left the game."""


class WhyRequest(_Request, tag="why"):
    """Why can nothing be done with this place?"""

    place: Word


class NameRequest(_Request, tag="name"):
    """Go by another name; `at` may be any."""

    seat: Seat
    name: str


class GreetRequest(_Request, tag="greet"):
    """Say something friendly; `at` may be any."""

    greeting: Greeting


class CommitRequest(_Request, tag="commit"):
    """Commit to a part of the throws; `at` may be any."""

    commitment: Number


class RevealRequest(_Request, tag="reveal"):
    """Reveal the part that was committed to; `at` may be any."""

    part: Number


class ChainRequest(_Request, tag="chain"):
    """Commit to a chain of links for the throws from `first` on; `at` may be any."""

    first: ThrowNumber
    head: Number


class LinkRequest(_Request, tag="link"):
    """Give the link of the throw that is due; after an agreed draw, the last one of the chain."""

    number: ThrowNumber
    link: Number


class PassRequest(_Request, tag="pass"):
    """Pass over all numbers up to this one: its link was given already, before the server was restored."""

    number: ThrowNumber
    link: Number


Wish = (
    PlayRequest
    | ThrowRequest
    | TakebackRequest
    | ResignRequest
    | OfferRequest
    | AcceptRequest
    | DeclineRequest
    | ClaimRequest
)
FromClient = (
    Wish
    | WhyRequest
    | NameRequest
    | GreetRequest
    | CommitRequest
    | RevealRequest
    | ChainRequest
    | LinkRequest
    | PassRequest
)

# --- Games ---------------------------------------------------------------------------------------------------------


class ActionView(Struct):
    """An action that the seat to move may play."""

    text: str
    picks: tuple[str, ...]
    spoken: str


class AwaitedThrow(Struct, omit_defaults=True, frozen=True):
    """A throw or lot that is due; a person has to ask for it where it is `awaited`.

    With own sticks, `results` are what can come up: the throws with one, two, three, four and no marked sides.
    """

    seat: Actor
    kind: Literal["throw", "lot"]
    awaited: bool
    results: list[str] = []


class PartsView(Struct):
    """What browsers still have to add to the throws before the first one."""

    committed: dict[Seat, str]  # commitments so far
    commit: list[Seat]  # who is to commit now
    reveal: list[Seat]  # who is to reveal now, once all have committed


class LinksView(Struct, omit_defaults=True):
    """How far the links of the next throw are."""

    number: int  # of the next throw
    commit: list[Seat] = []  # whose browsers have to commit to a chain before it
    held: dict[Seat, str] = {}  # the links that were given for this number
    waits: bool = False  # does each throw wait for the browsers of both?
    stopped: bool = False  # has the server lost its secret, so that nothing can be thrown any more?


class SpentView(Struct):
    """Numbers that were passed over, since links of theirs had been given for another story."""

    number: int
    last: int
    why: Literal["takeback", "restored"]
    at: int  # how many actions were left
    taken: tuple[str, ...]  # the moves that were taken back
    asked: str  # the seat that asked for it, and the seat that agreed, '' for none
    agreed: str


class ChainView(Struct):
    """A chain of links as others know it."""

    party: Literal["server", "first", "second"]
    first: int  # its first number
    head: str
    given: int  # the number of the last link that was given; 0 where none was
    link: str  # that link, '' where none was given


class ProofView(Struct):
    """What the throws follow from; all earlier links follow from those that were given last."""

    game: str
    ruleset: str
    start: str  # '' for the start of the rules
    chains: list[ChainView]
    given: str  # a letter a number: b both browsers' links counted, 1 or 2 one, 0 none, x it was passed over
    late: tuple[int, ...]  # the numbers for which the thrower's browser had lost its chain
    spent: list[SpentView]
    shared: bool  # do two people share one browser, and so one chain?


class ThrownView(Struct):
    """The number of a throw or lot and the links from which it follows, '' for one that does not count."""

    number: int
    server: str
    first: str
    second: str


class ResultView(Struct, omit_defaults=True):
    """How a game ended."""

    word: ResultWord
    kind: str
    returns: tuple[int, int]
    score: tuple[int, int] | None
    text: str
    to: dict[Seat, str] = {}  # the same, as the player who plays just this seat is told it
    short: str = ""  # who won, by how much and after how many turns


class OfferView(Struct):
    """What a seat has offered, and the same as a sentence."""

    what: Offerable
    by: Seat
    text: str


class StandingView(Struct):
    """Something of how far a seat has come: for its plate, and as it is said aloud."""

    brief: str
    aloud: str


class StateView(Struct, omit_defaults=True, frozen=True):
    """A position and what can be done in it."""

    at: int
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
    asked: list[str] = []  # the situation as the player who plays just the seat to act is told it
    goals: Goals = NO_GOALS  # the squares that each seat has to fill
    standing: dict[Seat, list[StandingView]] = {}  # how far each seat has come, where the pieces do not show it
    parts: PartsView | None = None  # until all are there
    links: LinksView | None = None  # where throws follow from links, until the end


class Away(Struct):
    """Nobody is at a seat, and for how many seconds."""

    seat: Seat
    seconds: int


class AttendanceView(Struct):
    """Who is not there, and how many watch."""

    away: list[Away]
    watchers: int


class PlyView(Struct):
    """An action as it was played."""

    at: int
    seat: Actor
    action: str
    spoken: str
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


# --- From the server -----------------------------------------------------------------------------------------------


class WelcomeMessage(Struct, tag_field="type", tag="welcome", omit_defaults=True):
    """Everything about the game; the first message, and the one whenever a client has fallen behind."""

    v: int  # the version of what is said here
    ruleset: str
    title: str
    seats: dict[Seat, PlayerView]
    yours: list[Seat]
    board: Board
    match: MatchView
    story: list[PlyView]
    state: StateView
    watching: bool = False  # is none of the seats yours?
    inviting: bool = False  # may you renew and withdraw invitations?
    presence: AttendanceView | None = None  # where persons play who are elsewhere
    seed_hash: str = ""  # the server's commitment to the throws, where they can be checked
    own_sticks: bool = False  # do people throw, and say what came up?
    elsewhere: bool = False  # was it played elsewhere, and brought in?
    start: str = ""  # the position in which it began, where that is not the start of its rules
    proof: ProofView | None = None  # where throws follow from links


class WelcomeBackMessage(Struct, tag_field="type", tag="back"):
    """The first message to a client that knows a part of the story: all that can have changed since."""

    v: int
    since: int  # how many plies it knows
    story: list[PlyView]  # those that follow
    seats: dict[Seat, PlayerView]
    yours: list[Seat]
    match: MatchView
    state: StateView
    watching: bool
    inviting: bool
    presence: AttendanceView | None
    proof: ProofView | None  # where throws follow from links


class PlayedMessage(Struct, tag_field="type", tag="played", omit_defaults=True):
    """An action was played and is stored."""

    match: MatchView
    ply: PlyView
    state: StateView
    thrown: ThrownView | None = None  # where it is a throw or lot that follows from links


class TakenbackMessage(Struct, tag_field="type", tag="takenback", omit_defaults=True):
    """Actions were taken back; the first `at` of the story are left."""

    at: int
    match: MatchView
    state: StateView
    spent: SpentView | None = None  # the number of the throw that was due, where a link had been given for it


class FollowedMessage(Struct, tag_field="type", tag="followed"):
    """The next game of the match is there; this one stays as it is."""

    match: MatchView
    state: StateView


class ChangedMessage(Struct, tag_field="type", tag="changed", omit_defaults=True):
    """Something happened that moved no piece: `text` says what."""

    text: str
    seats: dict[Seat, PlayerView]
    match: MatchView
    state: StateView
    proof: ProofView | None = None  # where it changed by more than a throw


class LinkedMessage(Struct, tag_field="type", tag="linked"):
    """The browser of a seat has given its link for the next throw."""

    number: int
    seat: Seat
    link: str


class DoneMessage(Struct, tag_field="type", tag="done"):
    """What was wished under this id has been done already."""

    id: str


class PresenceMessage(Struct, tag_field="type", tag="presence"):
    """Somebody has come or gone."""

    presence: AttendanceView


class GreetedMessage(Struct, tag_field="type", tag="greeted"):
    """A player says something friendly."""

    seat: Seat
    greeting: Greeting
    text: str


class WhyMessage(Struct, tag_field="type", tag="why"):
    """Why nothing can be done with a place."""

    place: str
    text: str


class ThinkingMessage(Struct, tag_field="type", tag="thinking"):
    """The computer thinks."""

    seat: Seat


class RefusedMessage(Struct, tag_field="type", tag="refused"):
    """The request was not carried out."""

    reason: str


class FailedMessage(Struct, tag_field="type", tag="failed"):
    """The server cannot go on with this game just now."""

    reason: str


FromServer = (
    WelcomeMessage
    | WelcomeBackMessage
    | PlayedMessage
    | TakenbackMessage
    | FollowedMessage
    | ChangedMessage
    | LinkedMessage
    | DoneMessage
    | PresenceMessage
    | GreetedMessage
    | WhyMessage
    | ThinkingMessage
    | RefusedMessage
    | FailedMessage
)
