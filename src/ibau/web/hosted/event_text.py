"""Sentences about the events of a game other than plies."""

from collections.abc import Mapping

from ibau.core.phrase import N_, Phrase
from ibau.core.result_text import result_text
from ibau.web.hosted.game import HostedGame
from ibau.web.log.events import (
    Declined,
    Event,
    GameEnded,
    HintGiven,
    Offered,
    PlayerLeft,
    PlayerNamed,
    SealWithdrawn,
    SeatTaken,
)
from ibau.web.protocol import Offerable

OFFER_TEXTS: Mapping[Offerable, tuple[str, str]] = {  # to all, and to the player who offers it
    "draw": (N_("{side} offers a draw."), N_("You have offered a draw.")),
    "takeback": (N_("{side} would like to take a move back."), N_("You have asked to take a move back.")),
}


def event_text(event: Event, hosted: HostedGame) -> Phrase | None:
    """The sentence about an event; `hosted` is the game after it.  None if there is nothing to see."""
    match event:
        case SeatTaken(seat, _, _, name):
            return Phrase(N_("{name} plays {side}."), {"name": name, "side": hosted.side(seat)})
        case PlayerNamed(seat, name):
            return Phrase(N_("{side} is now called {name}."), {"name": name, "side": hosted.side(seat)})
        case HintGiven(seat):
            return Phrase(N_("{side} plays with hints."), {"side": hosted.side(seat)}).with_names(hosted.names.by_side)
        case PlayerLeft(seats=(seat,)):
            return Phrase(N_("The person who played {side} has deleted their entry."), {"side": hosted.side(seat)})
        case Offered():
            return offer_text(event, hosted)
        case Declined(by):
            text = N_("{side} withdraws the offer.") if by == hosted.offers.declined[-1].by else N_("{side} declines.")
            return Phrase(text, {"side": hosted.side(by)}).with_names(hosted.names.by_side)
        case SealWithdrawn(seat):
            text = N_("{side}'s browser took its number back: it adds nothing to the throws of this game.")
            return Phrase(text, {"side": hosted.side(seat)}).with_names(hosted.names.by_side)
        case GameEnded() if ending := result_text(hosted.state, hosted.line.player_end):
            return ending.with_names(hosted.names.by_side)
        case _:
            return None


def offer_text(offer: Offered, hosted: HostedGame) -> Phrase:
    """The sentence about an offer."""
    text, to_you = OFFER_TEXTS[offer.what]
    return Phrase(text, {"side": hosted.side(offer.by)}, to_you).with_names(hosted.names.by_side)
