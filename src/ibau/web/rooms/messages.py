"""What listeners are told of a game, made once for all who read one language: each part of it is encoded once."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from ibau.core.game import Game
from ibau.core.line import Line, Ply
from ibau.core.phrase import N_, Phrase, Translate
from ibau.throws.chain import NUMBERS
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.news import news
from ibau.web.hosted.views import match_view, players_view, present_view, proof_view
from ibau.web.log.events import Event, Followed, Opened, Played, Takenback
from ibau.web.protocol import SEATS, VERSION, AttendanceView, BoardView, Greeting, PlyView, StateView
from ibau.web.protocol.from_server import (
    ChangedMessage,
    GreetedMessage,
    PlayedMessage,
    WelcomeBackMessage,
    WelcomeMessage,
)
from ibau.web.protocol.views import board_view, legal_view, ply_view, sentence
from ibau.web.rooms.listeners import Listener

GREETINGS: Mapping[Greeting, str] = {  # all that players can say to each other
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "well_played": N_("Well played!"),
    "oops": N_("Oops!"),
    "thanks": N_("Thank you!"),
    "good_bye": N_("Goodbye!"),
}
MOST_BOARDS = 100  # that are remembered, of one ruleset in one language each

View = TypeVar("View")
Message = Callable[["Telling", bool], Struct]  # as it is told in a language, to those who are to decide or not


class Telling:
    """A game as it is told in one language."""

    def __init__(self, translate: Translate) -> None:
        self.translate = translate
        self._plies: dict[int, tuple[Ply, PlyView]] = {}  # by number
        self._hosted: HostedGame | None = None
        self._present: StateView
        self._states: dict[bool, StateView]

    def state(self, hosted: HostedGame, *, decides: bool) -> StateView:
        """The present, for those who are to decide with what they may play, or for the others without."""
        if self._hosted is not hosted:
            self._hosted, self._present, self._states = hosted, present_view(hosted, self.translate), {}
        if decides not in self._states:
            legal = legal_view(hosted.state, self.translate) if decides else []
            self._states[decides] = encoded(replace(self._present, legal=legal))
        return self._states[decides]

    def plies(self, line: Line, since: int = 0) -> Iterator[PlyView]:
        """What was played after this many plies, one by one: those that were told before cost nothing."""
        yield from map(self.ply, reversed(list(_latest_first(line, since))))

    def ply(self, ply: Ply) -> PlyView:
        """An action as it was played."""
        known = self._plies.get(ply.ply_index)
        if known is None or known[0] is not ply:
            known = self._plies[ply.ply_index] = ply, encoded(ply_view(ply, self.translate))
        return known[1]


def _latest_first(line: Line, since: int) -> Iterator[Ply]:
    """The plies of a line after this many, the last one first: of a long game that is mostly known they are few."""
    while line.ply and line.earlier and line.ply_count > since:
        yield line.ply
        line = line.earlier


@lru_cache(MOST_BOARDS)
def encoded_board(played: Game, translate: Translate) -> BoardView:
    """The board, which is the same in all games of a ruleset."""
    return encoded(board_view(played.board, translate))


def encoded(view: View) -> View:
    """A view in JSON already, as which it goes into any message."""
    return cast(View, msgspec.Raw(msgspec.json.encode(view)))


# --- Messages --------------------------------------------------------------------------------------------------------


def back_message(
    hosted: HostedGame, listener: Listener, telling: Telling, presence: AttendanceView | None, since: int
) -> WelcomeBackMessage:
    """What can be new to a listener who knows this many plies."""
    translate = telling.translate
    return WelcomeBackMessage(
        v=VERSION,
        since=since,
        story=list(telling.plies(hosted.line, since)),
        seats=players_view(hosted, translate),
        yours=[SEATS[seat] for seat in listener.seats],
        match=match_view(hosted, translate),
        state=telling.state(hosted, decides=hosted.decides(listener.seats)),
        watching=not listener.seats,
        inviting=listener.invites and bool(hosted.seats.awaited),
        presence=presence,
        proof=proof_view(hosted),
    )


def welcome_message(
    hosted: HostedGame, listener: Listener, telling: Telling, presence: AttendanceView | None
) -> WelcomeMessage:
    """Everything about a game."""
    return WelcomeMessage(
        **asdict(back_message(hosted, listener, telling, presence, 0)),
        ruleset=str(hosted.game.ruleset),
        title=telling.translate(hosted.game.system.title),
        board=encoded_board(hosted.game, telling.translate),
        own_sticks=hosted.throws.own_sticks,
        elsewhere=hosted.was_elsewhere,
        start="" if hosted.line.start == hosted.game.initial() else str(hosted.line.start),
    )


def event_message(event: Event, hosted: HostedGame) -> Message | None:
    """What all are told of what has just happened; None where they see no change."""
    if isinstance(event, Played):
        return lambda telling, decides: played_message(hosted, telling, decides=decides)
    text = news(event, hosted)
    if text or isinstance(event, Takenback | Followed | Opened):
        return lambda telling, decides: _changed_message(hosted, text, telling, decides=decides)
    return None


def played_message(hosted: HostedGame, telling: Telling, *, decides: bool) -> PlayedMessage:
    """The last action, just played, and the link from which it follows."""
    last, throws = hosted.line.last, hosted.throws
    number = 0 if last.is_move or not throws.can_be_checked else throws.thrown
    link = throws.link if 0 < number <= NUMBERS else ""
    state = telling.state(hosted, decides=decides)
    return PlayedMessage(match_view(hosted, telling.translate), telling.ply(last), state, number, link)


def _changed_message(hosted: HostedGame, text: Phrase | None, telling: Telling, *, decides: bool) -> ChangedMessage:
    """A game in which something happened that is no ply."""
    translate = telling.translate
    return ChangedMessage(
        sentence(text, translate) if text else "",
        players_view(hosted, translate),
        match_view(hosted, translate),
        telling.state(hosted, decides=decides),
        proof_view(hosted),
    )


def greeted_message(seat: int, greeting: Greeting, translate: Translate) -> GreetedMessage:
    """What everyone hears of a greeting."""
    return GreetedMessage(SEATS[seat], greeting, translate(GREETINGS[greeting]))
