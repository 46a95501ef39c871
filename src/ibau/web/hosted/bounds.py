"""How long a game may become.  Its events are kept for good, and all of them are read whenever it is opened again."""

from ibau.core.phrase import N_, Phrase
from ibau.web.hosted.game import HostedGame
from ibau.web.log.events import (
    Assisted,
    Declined,
    Event,
    Followed,
    Invited,
    Left,
    Named,
    Offered,
    Settled,
    Takenback,
    Unfollowed,
    Withdrawn,
)
from ibau.web.refusals import Refusal

MOST_WITH_ASIDES = 4_000  # this many others are left that a game can be played to its end

TOO_LONG = Phrase(N_("This game has become too long to go on; resign, or agree on a draw."))
NO_MORE_ASIDES = Phrase(N_("Too much has happened in this game: now it can only be played to its end."))


def check_bounds(hosted: HostedGame, event: Event) -> None:
    """Raise Refusal where a game is too long for something to happen in it; what ends it always may."""
    match event:
        case Settled() | Followed() | Unfollowed() | Left() | Declined() | Offered("draw"):
            pass
        case Takenback() | Offered() | Named() | Invited() | Withdrawn() | Assisted():
            if hosted.past.events >= MOST_WITH_ASIDES:
                raise Refusal(NO_MORE_ASIDES)
        case _:
            if hosted.past.is_too_long:
                raise Refusal(TOO_LONG)
