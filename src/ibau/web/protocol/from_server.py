"""What the server says over the socket of a game."""

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
    """The first message to a client that knows a part of the story: all that can have changed since."""

    v: int  # the version of what is said here
    since: int = 0  # how many plies it knows
    story: list[PlyView]  # those that follow
    seats: dict[Seat, PlayerView]
    yours: list[Seat]
    match: MatchView
    state: StateView
    watching: bool = False  # is none of the seats yours?
    inviting: bool = False  # may you renew and withdraw invitations?
    presence: AttendanceView | None = None  # where persons play who are elsewhere
    proof: ProofView | None = None  # where throws can be checked


class WelcomeMessage(WelcomeBackMessage, tag_field="type", tag="welcome", omit_defaults=True, kw_only=True):
    """Everything about the game; the first message, and the one whenever a client has fallen behind."""

    ruleset: str
    title: str
    board: BoardView
    own_sticks: bool = False  # do people throw, and say what came up?
    imported: bool = False  # was it played elsewhere, and brought in?
    start: str = ""  # the position in which it began, where that is not the start of its rules


class PlayedMessage(Struct, tag_field="type", tag="played", omit_defaults=True):
    """An action was played and is stored."""

    match: MatchView
    ply: PlyView
    state: StateView
    number: int = 0  # of a throw or lot that can be checked
    link: str = ""  # from which it follows; none from number 4,097 on


class ChangedMessage(Struct, tag_field="type", tag="changed", omit_defaults=True):
    """Something else than a ply happened, described by `text`.  Plies from `state.ply_count` on were taken back."""

    text: str
    seats: dict[Seat, PlayerView]
    match: MatchView
    state: StateView
    proof: ProofView | None = None  # where throws can be checked


class DoneMessage(Struct, tag_field="type", tag="done"):
    """What was wished under this id has been done already."""

    id: str


class PongMessage(Struct, tag_field="type", tag="pong"):
    """The answer to `ping`."""


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
