"""The messages of the server over the socket of a game."""

from msgspec import Struct

from ibau.web.protocol import (
    Away,
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

    v: int  # the protocol version of the server
    since: int = 0  # how many plies the client knows
    story: list[PlyView]  # the plies from index `since` on, in order of play
    seats: dict[Seat, PlayerView]  # the players of both seats
    yours: list[Seat]  # the seats that the client's key plays
    match: MatchView
    state: StateView  # the present position
    inviting: bool = False  # may the client renew and withdraw invitations?
    away: list[Away] | None = None  # the absent players; None if no player plays from elsewhere
    proof: ProofView | None = None  # None if throws are not verifiable


class WelcomeMessage(WelcomeBackMessage, tag_field="type", tag="welcome", omit_defaults=True, kw_only=True):
    """Everything about the game: the first message, and sent again if a client has fallen behind."""

    ruleset: str  # the ruleset text, such as "seega+chain=none"
    title: str  # the name of the game
    board: BoardView
    own_sticks: bool = False  # do people throw their own sticks, and enter the results?
    start: str = ""  # the text of the initial position; '' for that of the rules


class PlayedMessage(Struct, tag_field="type", tag="played", omit_defaults=True):
    """An action was played and is stored."""

    match: MatchView
    ply: PlyView
    state: StateView  # the position after the action
    number: int = 0  # of verifiable throws and lots so far, if this is one; else 0
    link: str = ""  # its link, 64 hex digits; '' for other actions, and from number 4,097 on


class ChangedMessage(Struct, tag_field="type", tag="changed", omit_defaults=True):
    """An event other than a ply, described by `text`.  Plies from `state.ply_count` on were taken back."""

    text: str  # a sentence; '' if there is nothing to announce
    seats: dict[Seat, PlayerView]
    match: MatchView
    state: StateView  # the position after the event
    proof: ProofView | None = None  # None if throws are not verifiable


class DoneMessage(Struct, tag_field="type", tag="done"):
    """The request with this id has been granted already."""

    id: str  # of the player's request


class PongMessage(Struct, tag_field="type", tag="pong"):
    """The answer to `ping`."""


class PresenceMessage(Struct, tag_field="type", tag="presence"):
    """A player or watcher has come or gone."""

    away: list[Away]  # the absent players


class GreetedMessage(Struct, tag_field="type", tag="greeted"):
    """A player sends a greeting."""

    seat: Seat  # of the player who sends it
    greeting: Greeting
    text: str  # the greeting as a sentence


class WhyMessage(Struct, tag_field="type", tag="why"):
    """Why nothing can be done with a place."""

    place: str  # the name of a square or area
    text: str  # a sentence


class ThinkingMessage(Struct, tag_field="type", tag="thinking"):
    """The computer thinks."""

    seat: Seat  # the computer's seat


class RefusedMessage(Struct, tag_field="type", tag="refused"):
    """The request was not carried out."""

    reason: str  # a sentence


class FailedMessage(Struct, tag_field="type", tag="failed"):
    """The server cannot continue this game at the moment."""

    reason: str  # a sentence


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
