"""What listeners are told of a game."""

from ibau.core.phrase import Phrase, Translate
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.views import match_view, players_view, present_view, story_view
from ibau.web.protocol import (
    SEATS,
    AttendanceView,
    ChangedMessage,
    FollowedMessage,
    PlayedMessage,
    TakenbackMessage,
    WelcomeMessage,
)
from ibau.web.rooms.listeners import Listener
from ibau.web.views import board_view, ply_view, sentence


def welcome_message(hosted: HostedGame, listener: Listener, presence: AttendanceView | None) -> WelcomeMessage:
    """Everything about a game, for one listener."""
    translate = listener.translate
    return WelcomeMessage(
        ruleset=str(hosted.game.ruleset),
        title=translate(hosted.game.system.title),
        seats=players_view(hosted, translate),
        yours=[SEATS[seat] for seat in listener.seats],
        board=board_view(hosted.game.board, translate),
        match=match_view(hosted, translate),
        story=story_view(hosted, translate),
        state=present_view(hosted, translate),
        watching=not listener.seats,
        inviting=listener.invites and bool(hosted.seats.awaited),
        presence=presence,
        seed_hash=hosted.seed_hash,
        own_sticks=hosted.chance.own_sticks,
        elsewhere=hosted.was_elsewhere,
    )


def played_message(hosted: HostedGame, translate: Translate) -> PlayedMessage:
    """The last action, just played."""
    return PlayedMessage(
        match_view(hosted, translate), ply_view(hosted.line.last, translate), present_view(hosted, translate)
    )


def takenback_message(hosted: HostedGame, translate: Translate) -> TakenbackMessage:
    """What is left after taking back."""
    return TakenbackMessage(
        hosted.at, match_view(hosted, translate), story_view(hosted, translate), present_view(hosted, translate)
    )


def changed_message(hosted: HostedGame, text: Phrase | None, translate: Translate) -> ChangedMessage:
    """A game in which something happened that moved no piece."""
    return ChangedMessage(
        sentence(text, translate) if text else "",
        players_view(hosted, translate),
        match_view(hosted, translate),
        present_view(hosted, translate),
    )


def followed_message(hosted: HostedGame, translate: Translate) -> FollowedMessage:
    """A game that has a next one."""
    return FollowedMessage(match_view(hosted, translate), present_view(hosted, translate))
