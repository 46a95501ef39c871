"""Creating, importing and continuing games, and taking seats."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ibau.web.protocol import HexOrNone, ProofView, Seat, Word

MAX_SUMMARIES = 12  # games in one answer
BrowserId = Annotated[str, Meta(min_length=16, max_length=40)]


class NewPerson(Struct, tag_field="kind", tag="person", forbid_unknown_fields=True, frozen=True):
    """A seat for the person who holds the key, or a free one, to be taken by invitation."""

    free: bool = False  # is the seat to be taken by invitation?
    name: str = ""  # '' for none, or in a game with friends for a random one


class NewComputer(Struct, tag_field="kind", tag="computer", forbid_unknown_fields=True, frozen=True):
    """A seat for the computer."""

    level: str  # its id


NewSeat = NewPerson | NewComputer


class NewGame(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games`."""

    ruleset: str  # the ruleset text
    first: NewSeat
    second: NewSeat
    adds: bool = False  # does the browser of its creator, who plays, add a part to the throws?
    seal: HexOrNone = ""  # of that part, if another person is to come
    own_sticks: bool = False  # do people throw their own sticks?
    start: str = ""  # a position text, '' for that of the rules


class GameKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The name of a game and a key to seats of persons."""

    id: Word  # the name of the game
    key: Word  # of a player


class MadeInvitation(Struct, frozen=True):
    """The secret that invites to a free seat."""

    seat: Seat
    invitation: Word  # the secret


class MadeGame(Struct, omit_defaults=True, frozen=True):
    """A new game: its name, its creator's key, and the invitations to its free seats."""

    id: Word  # the name of the game
    key: Word  # of its creator
    invitations: list[MadeInvitation] = []


class NextGame(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games` for the next game of a match."""

    after: GameKey  # the game before, and a key to it
    adds: bool = False  # as in NewGame
    seal: HexOrNone = ""  # as in NewGame


class ImportedGame(Struct, omit_defaults=True, frozen=True):
    """An imported game, its number in the text of records, and whether others follow."""

    id: Word  # its name
    key: Word  # of its importer
    title: str  # the name of the game
    number: int  # in the text of records, from 1
    more: bool  # does another game follow in the text?
    over: bool  # has it ended?
    note: str = ""  # about an unfinished game


# --- Taking a seat ---------------------------------------------------------------------------------------------------


class InvitationKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation`, which asks about an invitation."""

    invitation: Word  # the secret


class Acceptance(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation/accept`; `browser` is a secret that identifies a browser.

    A browser that adds to the throws sends its part, or only its seal if the other seat is still free.
    """

    invitation: Word  # the secret
    browser: BrowserId  # a secret that identifies the browser
    name: str = ""  # of the player; '' for a random one
    part: HexOrNone = ""  # 32 bytes in hexadecimal; '' for none
    seal: HexOrNone = ""  # SHA-256 of the part; '' for none


class SeatToInviteTo(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/invitation/renew` and `…/withdraw`."""

    key: Word  # of the game's creator
    seat: Seat


class Variant(Struct, frozen=True):
    """An option of the rules, and its value in a game."""

    text: str  # what the option decides
    value: str  # what its value means


class InvitationView(Struct, omit_defaults=True, frozen=True):
    """The game and seat of an invitation."""

    status: Literal["open", "used", "withdrawn"]
    text: str  # the status as a sentence
    ruleset: str  # the ruleset text
    title: str  # the name of the game
    preset: str  # the ruleset's name
    variants: list[Variant]  # the options that differ from it
    seat: Seat
    side: str  # the side's name
    by: str  # the player of the other seat
    own_sticks: bool = False  # do people throw their own sticks?
    proof: ProofView | None = None  # None if throws are not verifiable


class SeatKey(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/ID/code` and `…/leave`."""

    key: Word  # of a player


class SeatCode(Struct, forbid_unknown_fields=True, frozen=True):
    """A code for taking the same seat on another device, and the body of `POST /api/codes`, which redeems it."""

    code: Word  # eight letters


# --- Games of a browser ----------------------------------------------------------------------------------------------


class GamesRequest(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of `POST /api/games/summaries`."""

    games: Annotated[list[GameKey], Meta(max_length=MAX_SUMMARIES)]


class GameSummary(Struct, frozen=True):
    """The summary of a game for a person who has the key."""

    id: Word  # the name of the game
    title: str  # the name of the game
    players: str  # both players, or the opponent
    turn: str  # whose turn it is
    yours: bool  # is it the requesting player's?
    over: bool  # has it ended?


class GameSummaries(Struct, frozen=True):
    """The requested games, and the names of those that do not exist."""

    games: list[GameSummary]
    missing: list[Word]  # names of games
