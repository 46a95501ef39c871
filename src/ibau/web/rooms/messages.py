"""Messages to the listeners of a game, encoded once per language."""

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
from ibau.web.hosted.event_text import event_text
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.views import match_view, players_view, present_view, proof_view
from ibau.web.log.events import Event, NextBegun, NextRemoved, PartOpened, Played, TakenBack
from ibau.web.protocol import SEATS, VERSION, Away, BoardView, Greeting, PlyView, StateView
from ibau.web.protocol.from_server import (
    ChangedMessage,
    GreetedMessage,
    PlayedMessage,
    WelcomeBackMessage,
    WelcomeMessage,
)
from ibau.web.protocol.views import board_view, legal_view, ply_view, sentence
from ibau.web.rooms.listeners import Listener

GREETINGS: Mapping[Greeting, str] = {  # there is no free chat
    "hello": N_("Hello!"),
    "good_luck": N_("Good luck!"),
    "well_played": N_("Well played!"),
    "oops": N_("Oops!"),
    "thanks": N_("Thank you!"),
    "good_bye": N_("Goodbye!"),
}
MAX_CACHED_BOARDS = 100  # one per ruleset and language

View = TypeVar("View")
Message = Callable[["ViewCache", bool], Struct]  # in a language, for listeners whose turn it is or not


class ViewCache:
    """The encoded views of a game in one language."""

    def __init__(self, translate: Translate) -> None:
        self.translate = translate
        self._plies: dict[int, tuple[Ply, PlyView]] = {}  # by number
        self._hosted: HostedGame | None = None
        self._present: StateView
        self._states: dict[bool, StateView]

    def state(self, hosted: HostedGame, *, decides: bool) -> StateView:
        """Return the view of the current state, with the legal actions if the listener `decides`."""
        if self._hosted is not hosted:
            self._hosted, self._present, self._states = hosted, present_view(hosted, self.translate), {}
        if decides not in self._states:
            legal = legal_view(hosted.state, self.translate) if decides else []
            self._states[decides] = encode_view(replace(self._present, legal=legal))
        return self._states[decides]

    def plies(self, line: Line, since: int = 0) -> Iterator[PlyView]:
        """Yield the views of the plies after the first `since`; those already encoded are cached."""
        yield from map(self.ply, reversed(list(_latest_first(line, since))))

    def ply(self, ply: Ply) -> PlyView:
        """Return the view of a ply."""
        known = self._plies.get(ply.ply_index)
        if known is None or known[0] is not ply:
            known = self._plies[ply.ply_index] = ply, encode_view(ply_view(ply, self.translate))
        return known[1]


def _latest_first(line: Line, since: int) -> Iterator[Ply]:
    """Yield the plies of a line after the first `since`, latest first, so that known plies are not visited."""
    while line.ply and line.earlier and line.ply_count > since:
        yield line.ply
        line = line.earlier


@lru_cache(MAX_CACHED_BOARDS)
def encode_board(played: Game, translate: Translate) -> BoardView:
    """Encode the board, which is the same in all games of a ruleset."""
    return encode_view(board_view(played.board, translate))


def encode_view(view: View) -> View:
    """Encode a view as raw JSON, to be embedded in any message."""
    return cast(View, msgspec.Raw(msgspec.json.encode(view)))


# --- Messages --------------------------------------------------------------------------------------------------------


def back_message(
    hosted: HostedGame, listener: Listener, cache: ViewCache, away: list[Away] | None, since: int
) -> WelcomeBackMessage:
    """Create the welcome of a listener who knows the first `since` plies."""
    translate = cache.translate
    return WelcomeBackMessage(
        v=VERSION,
        since=since,
        story=list(cache.plies(hosted.line, since)),
        seats=players_view(hosted, translate),
        yours=[SEATS[seat] for seat in listener.seats],
        match=match_view(hosted, translate),
        state=cache.state(hosted, decides=hosted.decides(listener.seats)),
        inviting=listener.may_invite and bool(hosted.seats.free),
        away=away,
        proof=proof_view(hosted),
    )


def welcome_message(
    hosted: HostedGame, listener: Listener, cache: ViewCache, away: list[Away] | None
) -> WelcomeMessage:
    """Create the welcome with everything about a game."""
    return WelcomeMessage(
        **asdict(back_message(hosted, listener, cache, away, 0)),
        ruleset=str(hosted.game.ruleset),
        title=cache.translate(hosted.game.system.title),
        board=encode_board(hosted.game, cache.translate),
        own_sticks=hosted.throws.own_sticks,
        start="" if hosted.line.start == hosted.game.initial() else str(hosted.line.start),
    )


def event_message(event: Event, hosted: HostedGame) -> Message | None:
    """Create the message about an event that was just applied; None where listeners see no change."""
    if isinstance(event, Played):
        return lambda cache, decides: played_message(hosted, cache, decides=decides)
    text = event_text(event, hosted)
    if text or isinstance(event, TakenBack | NextBegun | NextRemoved | PartOpened):
        return lambda cache, decides: _changed_message(hosted, text, cache, decides=decides)
    return None


def played_message(hosted: HostedGame, cache: ViewCache, *, decides: bool) -> PlayedMessage:
    """Create the message about the last action, with the link of the chain that proves its throw."""
    last, throws = hosted.line.last, hosted.throws
    number = 0 if last.is_move or not throws.are_verifiable else throws.thrown
    link = throws.link if 0 < number <= NUMBERS else ""
    state = cache.state(hosted, decides=decides)
    return PlayedMessage(match_view(hosted, cache.translate), cache.ply(last), state, number, link)


def _changed_message(hosted: HostedGame, text: Phrase | None, cache: ViewCache, *, decides: bool) -> ChangedMessage:
    """Create the message about an event that is not a ply."""
    translate = cache.translate
    return ChangedMessage(
        sentence(text, translate) if text else "",
        players_view(hosted, translate),
        match_view(hosted, translate),
        cache.state(hosted, decides=decides),
        proof_view(hosted),
    )


def greeted_message(seat: int, greeting: Greeting, translate: Translate) -> GreetedMessage:
    """Create the message about a greeting."""
    return GreetedMessage(SEATS[seat], greeting, translate(GREETINGS[greeting]))
