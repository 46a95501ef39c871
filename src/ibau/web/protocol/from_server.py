"""The messages of the server over the socket of a game."""

from msgspec import Struct

from ibau.web.protocol import (
    AttendanceView,
    BoardView,
    Greeting,
    MatchView,
    PlayerView,
    PlyView,
    ProofView,
    Seat,
    StateView,
)


class WelcomeBackMessage(Struct, tag_field="type", tag="back", kw_only=True):
    """The first message to a client that knows the first plies: all that can have changed since."""

    v: int  # the version of the protocol
    since: int = 0  # the number of plies it knows
    story: list[PlyView]  # the plies that follow
    seats: dict[Seat, PlayerView]
    yours: list[Seat]
    match: MatchView
    state: StateView
    watching: bool = False  # is none of the seats yours?
    inviting: bool = False  # may you renew and withdraw invitations?
    presence: AttendanceView | None = None  # if persons play from elsewhere
    proof: ProofView | None = None  # where throws can be checked


class WelcomeMessage(WelcomeBackMessage, tag_field="type", tag="welcome", omit_defaults=True, kw_only=True):
    """Everything about the game: the first message, and sent again if a client has fallen behind."""

    ruleset: str
    title: str
    board: BoardView
    own_sticks: bool = False  # do people throw, and enter the results?
    imported: bool = False  # was it played elsewhere, and imported?
    start: str = ""  # the initial position, '' for that of the rules


class PlayedMessage(Struct, tag_field="type", tag="played", omit_defaults=True):
    """An action was played and is stored."""

    match: MatchView
    ply: PlyView
    state: StateView
    number: int = 0  # of a throw or lot that can be checked
    link: str = ""  # from which it follows; '' from number 4,097 on


class ChangedMessage(Struct, tag_field="type", tag="changed", omit_defaults=True):
    """An event other than a ply, described by `text`.  Plies from `state.ply_count` on were taken back."""

    text: str
    seats: dict[Seat, PlayerView]
    match: MatchView
    state: StateView
    proof: ProofView | None = None  # where throws can be checked


class DoneMessage(Struct, tag_field="type", tag="done"):
    """The request with this id has been granted already."""

    id: str


class PongMessage(Struct, tag_field="type", tag="pong"):
    """The answer to `ping`."""


class PresenceMessage(Struct, tag_field="type", tag="presence"):
    """A player or watcher has come or gone."""

    presence: AttendanceView


class GreetedMessage(Struct, tag_field="type", tag="greeted"):
    """A player sends a greeting."""

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
    """The server cannot continue this game at the moment."""

    reason: str


FromServer = (
    WelcomeMessage
    | WelcomeBackMessage
    | PlayedMessage
    | ChangedMessage
    | DoneMessage
    | PongMessage
    | PresenceMessage
    | GreetedMessage
    | WhyMessage
    | ThinkingMessage
    | RefusedMessage
    | FailedMessage
)
