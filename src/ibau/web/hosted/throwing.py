"""Throws and lots of a game on the server, and what the browsers of persons add to their chance."""

import secrets
from collections.abc import Collection

from ibau.core.chance import SIXTEENTHS
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.throws.chains import last_number, sixteenth
from ibau.web.from_client import (
    AcceptRequest,
    ChainRequest,
    FromClient,
    LinkRequest,
    PassRequest,
    ResignRequest,
    ThrowRequest,
)
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.links import Links, party_of
from ibau.web.log.events import Chained, Committed, Passed, Played, Revealed, Sealed
from ibau.web.protocol import SEATS
from ibau.web.refusals import NOT_YOUR_TURN, OVER, WATCHING, Refusal

NOTHING_TO_THROW = Phrase(N_("There is nothing to throw now."))
THROW_YOURSELF = Phrase(N_("This game is played with your own sticks: throw them, and enter how they land."))
SERVER_THROWS = Phrase(N_("In this game the server throws, not you."))
ADDS_NOTHING = Phrase(N_("Your browser adds nothing to the throws of this game."))
TOO_LATE = Phrase(N_("Your browser has added to the throws of this game already."))
NOT_YOUR_PART = Phrase(N_("This is not what your browser should add to the throws now."))
STOPPED = Phrase(
    N_(
        "The server no longer has the key from which the throws of this game follow, so nothing more can be thrown in "
        "it. Nothing is lost, and all other games go on."
    )
)
LINK_NOT_HELD = Phrase(N_("The other browser has not given its number for this throw."))
WAITS_FOR_BOTH = N_("Waiting for {side}: in this game each throw waits for both players' browsers.")


def throwing(hosted: HostedGame, seats: Collection[int], request: ThrowRequest) -> Played:
    """A throw or lot: the one that is due, or with own sticks what came up.  Raises Refusal."""
    state = hosted.state
    if state.turn != CHANCE:
        raise Refusal(NOTHING_TO_THROW)
    if state.actor not in (CHANCE, *seats, *(hosted.seats.computers if hosted.chance.own_sticks else ())):
        raise Refusal(NOT_YOUR_TURN)
    if hosted.chance.own_sticks:
        return Played(_shown(hosted, request.result), request.id)
    if request.result:
        raise Refusal(SERVER_THROWS)
    if hosted.uncontributed:
        raise Refusal(hosted.uncontributed)
    return _linked(hosted, hosted.links, seats, request) if hosted.links else Played(_due(hosted), request.id)


def _shown(hosted: HostedGame, result: str) -> str:
    """What people's own sticks show.  Raises Refusal."""
    if result not in hosted.state.actions:
        raise Refusal(THROW_YOURSELF)
    return result


# --- Throws that follow from links -----------------------------------------------------------------------------------


def _linked(hosted: HostedGame, links: Links, seats: Collection[int], request: ThrowRequest) -> Played:
    """The throw that follows from the links that count.  Raises Refusal."""
    if links.is_stopped:
        raise Refusal(STOPPED)
    counting = _counting(hosted, links, seats, request)
    server, first, second = links.server_link, *(counting.get(seat, "") for seat in range(len(SEATS)))
    action = hosted.state.drawn(sixteenth(links.proof.context, links.number, server, first, second))
    return Played(action, request.id, links.number, (server, first, second))


def _counting(hosted: HostedGame, links: Links, seats: Collection[int], request: ThrowRequest) -> dict[int, str]:
    """The links that count: all that are there where the computer throws, else exactly those that the thrower names.

    Raises Refusal where one of these is not there, or one is not that has to count.
    """
    thrower = links.thrower(hosted.state.actor)
    own = {} if thrower is None else _throwers(links, thrower, seats, request)
    given = {**links.held, **own}
    is_computers = set(seats) <= set(hosted.seats.computers)
    named = set(given) if is_computers else {SEATS.index(seat) for seat in request.counts} | set(own)
    if not named <= set(given):
        raise Refusal(LINK_NOT_HELD)
    counting = {seat: given[seat] for seat in named}
    lacking = [seat for seat in links.contributors if links.has_chain(seat) and seat not in counting]
    if lacking and (is_computers or links.waits):
        raise Refusal(Phrase(WAITS_FOR_BOTH, {"side": hosted.side(lacking[0])}).naming(hosted.names.said))
    return counting


def _throwers(links: Links, thrower: int, seats: Collection[int], request: ThrowRequest) -> dict[int, str]:
    """The link of the thrower's own browser; none where it has lost its chain.  Raises Refusal."""
    if links.contributor(seats) != thrower:
        raise Refusal(NOT_YOUR_TURN)
    if links.has_lost(thrower):
        return {}
    if request.number != links.number or not links.follows(thrower, request.number, request.link):
        raise Refusal(NOT_YOUR_PART)
    return {thrower: request.link}


def chaining(hosted: HostedGame, seats: Collection[int], request: ChainRequest) -> Chained:
    """A commitment to a chain, be it the first or another one after that was lost.  Raises Refusal.

    Who copies a head knows no link of it, and would only hold the game up.
    """
    links, seat = _own(hosted, seats)
    chained = Chained(party_of(seat), request.first, request.head)
    is_copied = any(chain.head == request.head for chain in links.proof.chains)
    if is_copied or request.first != links.first_free or not links.may_come(chained):
        raise Refusal(NOT_YOUR_PART)
    return chained


def linking(hosted: HostedGame, seats: Collection[int], request: LinkRequest) -> tuple[int, Links]:
    """The seat whose browser gives its link for the throw that is due, and the links then.  Raises Refusal."""
    links, seat = _own(hosted, seats)
    is_due = hosted.state.turn == CHANCE and request.number == links.number and not hosted.seats.awaited
    is_throwers = seat == links.thrower(hosted.state.actor)
    if not is_due or is_throwers or links.uncommitted or not links.follows(seat, request.number, request.link):
        raise Refusal(NOT_YOUR_PART)
    return seat, links.holding(seat, request.link)


def passing(hosted: HostedGame, seats: Collection[int], request: PassRequest) -> Passed:
    """Numbers passed over whose links were given before the server was restored.  Raises Refusal."""
    links, seat = _own(hosted, seats)
    passed = Passed(links.number, request.number, seat)
    if not links.may_come(passed) or not links.follows(seat, request.number, request.link):
        raise Refusal(NOT_YOUR_PART)
    return passed


def sealing(hosted: HostedGame, seats: Collection[int], request: LinkRequest) -> Sealed:
    """The last link of a chain, after a draw on which both have agreed.  Raises Refusal."""
    links, settlement = hosted.links, hosted.line.settlement
    seat = links.contributor(seats) if links else None
    if links is None or seat is None or settlement is None or settlement.kind != "agreed":
        raise Refusal(OVER)
    if not links.seals(seat, request.link):
        raise Refusal(NOT_YOUR_PART)
    return Sealed(seat, request.link)


def last_link(hosted: HostedGame, seats: Collection[int], link: str) -> str:
    """The last link of a chain, with which somebody ends a game; '' for none.  Raises Refusal for another one."""
    if not link or not hosted.links:
        return ""
    links, seat = _own(hosted, seats)
    if not links.seals(seat, link):
        raise Refusal(NOT_YOUR_PART)
    return link


def hashes(hosted: HostedGame, seats: Collection[int], request: FromClient) -> int:
    """How many hashes it takes to check the link that a request gives."""
    links = hosted.links
    seat = links.contributor(seats) if links else None
    if links is None or seat is None:
        return 0
    match request:
        case ThrowRequest(number=number) | LinkRequest(number=number) | PassRequest(number=number):
            return links.hashes(seat, number)
        case ResignRequest() | AcceptRequest() if request.link and (newest := links.newest(seat)):
            return links.hashes(seat, last_number(newest.first))
        case _:
            return 0


def has_linked(hosted: HostedGame, seats: Collection[int], given: str) -> bool:
    """Has a head or link come already?  Then a client that sends it again may be content."""
    links = hosted.links
    seat = links.contributor(seats) if links else None
    if links is None or seat is None:
        return False
    chains = links.proof.of(party_of(seat))
    return given in (links.held.get(seat), *(part for chain in chains for part in (chain.head, chain.link)))


def _own(hosted: HostedGame, seats: Collection[int]) -> tuple[Links, int]:
    """The links, and the seat for which the browser adds some that plays these.  Raises Refusal."""
    if not seats:
        raise Refusal(WATCHING)
    if hosted.is_over:
        raise Refusal(OVER)
    seat = hosted.links.contributor(seats) if hosted.links else None
    if hosted.links is None or seat is None:
        raise Refusal(ADDS_NOTHING)
    return hosted.links, seat


# --- Number 1 of the scheme ------------------------------------------------------------------------------------------


def _due(hosted: HostedGame) -> str:
    """The next throw; in games from before throws could be checked, any."""
    origin = hosted.chance.secret_origin
    return hosted.state.drawn(origin.sixteenth(hosted.chance.thrown + 1) if origin else secrets.randbelow(SIXTEENTHS))


def committing(hosted: HostedGame, seats: Collection[int], part_hash: str) -> Committed:
    """A commitment, be it the first or again after a part was lost.  Raises Refusal."""
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
    """Has a part or a commitment come already?  Then a client that sends it again may be content."""
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
