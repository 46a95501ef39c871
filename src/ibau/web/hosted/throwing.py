"""Throws and lots of a game on the server, and what the browsers of persons add to their chance."""

import secrets
from collections.abc import Collection

from ibau.core.chance import SIXTEENTHS
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.web.hosted.game import HostedGame
from ibau.web.log.events import Committed, Played, Revealed
from ibau.web.refusals import NOT_YOUR_TURN, OVER, WATCHING, Refusal

NOTHING_TO_THROW = Phrase(N_("There is nothing to throw now."))
THROW_YOURSELF = Phrase(N_("This game is played with your own sticks: throw them, and say how they lie."))
SERVER_THROWS = Phrase(N_("In this game the server throws, not you."))
ADDS_NOTHING = Phrase(N_("Your browser adds nothing to the throws of this game."))
TOO_LATE = Phrase(N_("Your browser has added to the throws of this game already."))
NOT_YOUR_PART = Phrase(N_("This is not what your browser is to add to the throws now."))


def throwing(hosted: HostedGame, seats: Collection[int], result: str, wish: str) -> Played:
    """A throw or lot: the one that is due, or with own sticks what came up.  Raises Refusal."""
    state = hosted.state
    if state.turn != CHANCE:
        raise Refusal(NOTHING_TO_THROW)
    if state.actor not in (CHANCE, *seats, *(hosted.seats.computers if hosted.chance.own_sticks else ())):
        raise Refusal(NOT_YOUR_TURN)
    if hosted.chance.own_sticks:
        return Played(_shown(hosted, result), wish)
    if result:
        raise Refusal(SERVER_THROWS)
    if hosted.uncontributed:
        raise Refusal(hosted.uncontributed)
    return Played(_due(hosted), wish)


def _shown(hosted: HostedGame, result: str) -> str:
    """What people's own sticks show.  Raises Refusal."""
    if result not in hosted.state.actions:
        raise Refusal(THROW_YOURSELF)
    return result


def _due(hosted: HostedGame) -> str:
    """The next throw; in games from before throws could be checked, any."""
    origin = hosted.chance.secret_origin
    return hosted.state.drawn(origin.sixteenth(hosted.chance.thrown + 1) if origin else secrets.randbelow(SIXTEENTHS))


def committing(hosted: HostedGame, seats: Collection[int], part_hash: str) -> Committed:
    """A commitment, be it the first or anew after a part was lost.  Raises Refusal."""
    seat = _contributor(hosted, seats)
    if hosted.chance.thrown or seat not in hosted.chance.missing:
        raise Refusal(TOO_LATE)
    return Committed(seat, part_hash)


def revealing(hosted: HostedGame, seats: Collection[int], part: str) -> Revealed:
    """A part that was committed to.  Raises Refusal."""
    seat = _contributor(hosted, seats)
    if hosted.seats.awaited or not hosted.chance.takes(seat, part):
        raise Refusal(NOT_YOUR_PART)
    return Revealed(seat, part)


def has_contributed(hosted: HostedGame, seats: Collection[int], number: str) -> bool:
    """Has a part or a commitment come already?  Then whoever sends it again may be content."""
    return any(number in (hosted.chance.hashes[seat], hosted.chance.parts[seat]) for seat in seats)


def _contributor(hosted: HostedGame, seats: Collection[int]) -> int:
    """The seat for which somebody contributes who plays these.  Raises Refusal."""
    if not seats:
        raise Refusal(WATCHING)
    if hosted.is_over:
        raise Refusal(OVER)
    own = [seat for seat in hosted.chance.contributors if seat in seats]
    if not own:
        raise Refusal(ADDS_NOTHING)
    return own[0]
