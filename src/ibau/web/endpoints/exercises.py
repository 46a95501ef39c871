"""What lessons and puzzles have in common as the browser is told them: a position in which one does something."""

from msgspec.structs import replace

from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.line import Line
from ibau.core.phrase import Translate
from ibau.web.protocol import SEATS, PlayerView, Seat, StateView
from ibau.web.views import standing_view, state_view


def sitters(system: System, person: int, translate: Translate) -> dict[Seat, PlayerView]:
    """The seat of the person, and that of the side that gives the exercise."""
    return {
        name: PlayerView("person" if seat == person else "computer", None, translate(system.seats[seat]))
        for seat, name in enumerate(SEATS)
    }


def asked_view(line: Line, said: str, translate: Translate) -> StateView:
    """A position in which something is asked of the player to act."""
    position = state_view(line.state, translate, line.at, (line.state.actor,))
    return replace(position, situation=[said], standing=standing_view(line, translate))


def shown_view(line: Line, said: str, translate: Translate) -> StateView:
    """A position to be looked at, and what is said to it."""
    return replace(asked_view(line, said, translate), legal=[], throw=None)


def done_view(line: Line, said: str, translate: Translate) -> StateView:
    """The position in which all is done, and what is said then."""
    return replace(shown_view(line, said, translate), to_move="nobody")


def refusals(state: State, translate: Translate) -> dict[str, str]:
    """Why nothing can be done with each place."""
    places = (*(square.name for square in state.game.board.squares), *state.game.board.areas)
    return {place: state.refusal(place).addressed.said(translate) for place in places}
