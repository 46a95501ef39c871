"""What listeners are told of a game."""

from collections.abc import Callable

from msgspec import Struct

from ibau.core.phrase import Phrase
from ibau.throws.chain import NUMBERS
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.news import news
from ibau.web.hosted.views import match_view, players_view, proof_view
from ibau.web.log.events import Event, Followed, Opened, Played, Takenback
from ibau.web.protocol import SEATS, VERSION, AttendanceView
from ibau.web.protocol.from_server import (
    ChangedMessage,
    FollowedMessage,
    PlayedMessage,
    TakenbackMessage,
    WelcomeBackMessage,
    WelcomeMessage,
)
from ibau.web.protocol.views import ply_view, sentence
from ibau.web.rooms.listeners import Listener
from ibau.web.rooms.telling import Telling


def welcome_message(
    hosted: HostedGame, listener: Listener, telling: Telling, presence: AttendanceView | None
) -> WelcomeMessage:
    """Everything about a game."""
    translate = telling.translate
    return WelcomeMessage(
        v=VERSION,
        ruleset=str(hosted.game.ruleset),
        title=translate(hosted.game.system.title),
        seats=players_view(hosted, translate),
        yours=[SEATS[seat] for seat in listener.seats],
        board=telling.board(hosted),
        match=match_view(hosted, translate),
        story=telling.story(hosted.line),
        state=telling.state(hosted),
        watching=not listener.seats,
        inviting=is_inviting(hosted, listener),
        presence=presence,
        own_sticks=hosted.throws.own_sticks,
        elsewhere=hosted.was_elsewhere,
        start="" if hosted.line.start == hosted.game.initial() else str(hosted.line.start),
        proof=proof_view(hosted),
    )


def back_message(
    hosted: HostedGame, listener: Listener, telling: Telling, presence: AttendanceView | None, since: int
) -> WelcomeBackMessage:
    """What can be new to a listener who knows this many plies."""
    translate = telling.translate
    return WelcomeBackMessage(
        v=VERSION,
        since=since,
        story=telling.story(hosted.line, since),
        seats=players_view(hosted, translate),
        yours=[SEATS[seat] for seat in listener.seats],
        match=match_view(hosted, translate),
        state=telling.state(hosted),
        watching=not listener.seats,
        inviting=is_inviting(hosted, listener),
        presence=presence,
        proof=proof_view(hosted),
    )


def is_inviting(hosted: HostedGame, listener: Listener) -> bool:
    """May a listener renew and withdraw invitations?"""
    return listener.invites and bool(hosted.seats.awaited)


def played_message(hosted: HostedGame, telling: Telling) -> PlayedMessage:
    """The last action, just played, and the link from which it follows."""
    translate, last, throws = telling.translate, hosted.line.last, hosted.throws
    number = 0 if last.is_move or not throws.can_be_checked else throws.thrown
    link = throws.link if 0 < number <= NUMBERS else ""
    ply = ply_view(last, translate)
    return PlayedMessage(match_view(hosted, translate), ply, telling.state(hosted), number, link)


def takenback_message(hosted: HostedGame, telling: Telling) -> TakenbackMessage:
    """What is left after taking back."""
    return TakenbackMessage(hosted.at, match_view(hosted, telling.translate), telling.state(hosted))


def changed_message(hosted: HostedGame, text: Phrase | None, telling: Telling) -> ChangedMessage:
    """A game in which something happened that moved no piece."""
    translate = telling.translate
    return ChangedMessage(
        sentence(text, translate) if text else "",
        players_view(hosted, translate),
        match_view(hosted, translate),
        telling.state(hosted),
        proof_view(hosted),
    )


def followed_message(hosted: HostedGame, telling: Telling) -> FollowedMessage:
    """A game that has a next one."""
    return FollowedMessage(match_view(hosted, telling.translate), telling.state(hosted))


def event_message(event: Event, hosted: HostedGame) -> Callable[[Telling], Struct] | None:
    """What all are told of what has just happened, made in each language; None where they see no change."""
    match event:
        case Played():
            return lambda telling: played_message(hosted, telling)
        case Takenback():
            return lambda telling: takenback_message(hosted, telling)
        case Followed():
            return lambda telling: followed_message(hosted, telling)
        case _ if (text := news(event, hosted)) or isinstance(event, Opened):
            return lambda telling: changed_message(hosted, text, telling)
        case _:
            return None
