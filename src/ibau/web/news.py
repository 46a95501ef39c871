"""What happened in a game, in a sentence: everything but moves, which speak for themselves."""

from ibau.core.phrase import N_, Phrase
from ibau.web.events import Event, Named, Taken
from ibau.web.hosted import HostedGame


def news(event: Event, hosted: HostedGame) -> Phrase | None:
    """What an event says to those who look on; `hosted` is the game after it.  None where they see no change."""
    match event:
        case Taken(seat, _, _, name):
            return Phrase(N_("{name} plays {side}."), {"name": name, "side": hosted.side(seat)})
        case Named(seat, name):
            return Phrase(N_("{side} is now called {name}."), {"name": name, "side": hosted.side(seat)})
        case _:
            return None
