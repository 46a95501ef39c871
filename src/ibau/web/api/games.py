"""Games that are begun, brought in and played on, and coming to a seat in one."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.web.protocol import HexOrNone, ProofView, Seat, Word

MAX_SUMMARIES = 12  # games in one answer
BrowserId = Annotated[str, Meta(min_length=16, max_length=40)]


class NewPerson(Struct, tag_field="kind", tag="person", forbid_unknown_fields=True, frozen=True):
    """A seat for the person who holds the key, or a free one, to be taken by invitation."""

    free: bool = False
    name: str = ""


class NewComputer(Struct, tag_field="kind", tag="computer", forbid_unknown_fields=True, frozen=True):
    """A seat for the server."""

    level: str


NewSeat = NewPerson | NewComputer


class NewGame(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games`."""

    ruleset: str
    first: NewSeat
    second: NewSeat
    adds: bool = False  # will the browser of the person who begins it and plays add a part to the throws?
    seal: HexOrNone = ""  # of that part, where another person is to come
    own_sticks: bool = False
    start: str = ""  # a position text, '' for that of the rules


class GameKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The name of a game and a key to seats of persons."""

    id: Word
    key: Word


class MadeInvitation(Struct, frozen=True):
    """The secret that invites to a free seat."""

    seat: Seat
    invitation: Word


class MadeGame(Struct, omit_defaults=True, frozen=True):
    """A game that was begun: its name, the key of the person who began it, and the invitations to its free seats."""

    id: Word
    key: Word
    invitations: list[MadeInvitation] = []


class NextGame(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games` that goes on with a match."""

    after: GameKey
    adds: bool = False  # as of a new game
    seal: HexOrNone = ""


class ImportedGame(Struct, omit_defaults=True, frozen=True):
    """A game that was played elsewhere and is kept now; which one of the text it was, and whether others follow."""

    id: Word
    key: Word
    title: str
    number: int
    more: bool
    over: bool
    note: str = ""  # what to know of one that goes on here


# --- Coming to a seat ------------------------------------------------------------------------------------------------


class InvitationKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation`: what is it to?"""

    invitation: Word


class Acceptance(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation/accept`; `browser` is a secret by which a browser is known again.

    A browser that adds to the throws says its part, or only its seal where the other seat is still free.
    """

    invitation: Word
    browser: BrowserId
    name: str = ""
    part: HexOrNone = ""
    seal: HexOrNone = ""


class SeatToInviteTo(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation/renew` and `…/withdraw`."""

    key: Word  # of the person who began the game
    seat: Seat


class Variant(Struct, frozen=True):
    """An option of the rules, and what holds in a game."""

    text: str
    value: str


class InvitationView(Struct, omit_defaults=True, frozen=True):
    """What an invitation is to."""

    status: Literal["open", "used", "withdrawn"]
    text: str  # the same as a sentence
    ruleset: str
    title: str
    preset: str  # the ruleset in short
    variants: list[Variant]  # where the rules differ from it
    seat: Seat
    side: str  # what its pieces are called
    by: str  # who plays the other seat
    own_sticks: bool = False
    proof: ProofView | None = None  # where throws can be checked


class SeatKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/code` and `…/leave`."""

    key: Word


class SeatCode(Struct, forbid_unknown_fields=True, frozen=True):
    """A code to come to one's seat on another device, and the body of `POST /api/codes`, which redeems it."""

    code: Word


# --- One's own games -------------------------------------------------------------------------------------------------


class GamesRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/summaries`."""

    games: Annotated[list[GameKey], Meta(max_length=MAX_SUMMARIES)]


class GameSummary(Struct, frozen=True):
    """How a game stands, for a person who has the key."""

    id: Word
    title: str
    players: str  # who plays, or against whom
    turn: str  # whose turn it is
    yours: bool  # is it theirs who ask?
    over: bool


class GameSummaries(Struct, frozen=True):
    """The games that were asked for, and those that do not exist."""

    games: list[GameSummary]
    missing: list[Word]
