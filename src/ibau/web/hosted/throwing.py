"""Throws and lots that are asked for, and what browsers add to them."""

from collections.abc import Collection

from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.web.hosted.game import HostedGame
from ibau.web.log.events import Event, Played
from ibau.web.protocol.from_client import NoPartRequest, PartRequest, ThrowRequest
from ibau.web.refusals import NOT_YOUR_TURN, OVER, WATCHING, Refusal

NOTHING_TO_THROW = Phrase(N_("There is nothing to throw now."))
THROW_YOURSELF = Phrase(N_("This game is played with your own sticks: throw them, and enter how they land."))
SERVER_THROWS = Phrase(N_("In this game the server throws, not you."))


def throwing(hosted: HostedGame, seats: Collection[int], request: ThrowRequest) -> Played:
    """A throw or lot: the one that is due, or with own sticks what came up.  Raises Refusal."""
    state = hosted.state
    if state.turn != CHANCE:
        raise Refusal(NOTHING_TO_THROW)
    if state.actor not in (CHANCE, *seats, *(hosted.seats.computers if hosted.throws.own_sticks else ())):
        raise Refusal(NOT_YOUR_TURN)
    if hosted.throws.own_sticks:
        return Played(_shown(hosted, request.result), request.id)
    if request.result:
        raise Refusal(SERVER_THROWS)
    if hosted.unopened:
        raise Refusal(hosted.unopened)
    return Played(hosted.throws.drawn(state), request.id)


def _shown(hosted: HostedGame, result: str) -> str:
    """What people's own sticks show.  Raises Refusal."""
    if result not in hosted.state.actions:
        raise Refusal(THROW_YOURSELF)
    return result


def adding(hosted: HostedGame, seats: Collection[int], request: PartRequest | NoPartRequest) -> Event:
    """What comes of what a browser says of its part of the throws.  Raises Refusal."""
    if not seats:
        raise Refusal(WATCHING)
    if hosted.is_over:
        raise Refusal(OVER)
    if isinstance(request, PartRequest) and hosted.waiting:
        raise Refusal(hosted.waiting)
    return hosted.throws.heard(seats, part_in(request))


def part_in(request: PartRequest | NoPartRequest) -> str:
    """The part that a request says; '' where it takes back the seal."""
    return request.part if isinstance(request, PartRequest) else ""
