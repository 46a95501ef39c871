"""What listeners and computers ask for, and what comes of it: an event, an answer, or a refusal that says why."""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

import msgspec

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import quoted, repeated
from ibau.core.verdict import verdict
from ibau.web.hosted.consent import accepting, claiming, declining, offering_draw, resigning, taking_back
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.names import NameFault, friendly_name, name_given
from ibau.web.hosted.throwing import adding, part_in, throwing
from ibau.web.log.events import Event, Named, Played
from ibau.web.protocol import MOST_BYTES, SEATS
from ibau.web.protocol.from_client import (
    AcceptRequest,
    ClaimRequest,
    DeclineRequest,
    EnterRequest,
    FromClient,
    GreetRequest,
    NameRequest,
    NoPartRequest,
    OfferRequest,
    PartRequest,
    PlayRequest,
    ResignRequest,
    TakebackRequest,
    ThrowRequest,
    Wish,
)
from ibau.web.refusals import NOT_YOUR_TURN, OVER, WATCHING, Refusal

GameRequest = Wish | NameRequest | PartRequest | NoPartRequest  # those that make something happen
AT_ANY_TIME = NameRequest | GreetRequest | PartRequest | NoPartRequest  # that need not know the present of the game
AFTER_THE_END = TakebackRequest | AcceptRequest | DeclineRequest

T = TypeVar("T")

_entry = msgspec.json.Decoder(EnterRequest)
_request: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def read_entry(text: str | None) -> EnterRequest:
    """The first message of a socket; None is a binary one.  Raises Refusal."""
    return _read(_entry, text)


def read_request(text: str | None) -> FromClient:
    """Any later message; None is a binary one.  Raises Refusal."""
    return _read(_request, text)


def _read(decoder: msgspec.json.Decoder[T], text: str | None) -> T:
    if text is None:
        raise Refusal(Phrase(N_("Messages must be text.")))
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise Refusal(Phrase(N_("This message is too long.")))
    try:
        return decoder.decode(text.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        values = {"error": repeated(error)}
        raise Refusal(Phrase(N_("The server does not understand this message: {error}."), values)) from error


def is_fulfilled(request: Wish | PartRequest | NoPartRequest, hosted: HostedGame, seats: Collection[int]) -> bool:
    """Has it been done already for those who play?"""
    if isinstance(request, PartRequest | NoPartRequest):
        return hosted.throws.has_heard(seats, part_in(request))
    return bool(seats) and request.id in hosted.past.fulfilled


def event_of(
    request: GameRequest, hosted: HostedGame, seats: Collection[int], away: Mapping[int, float] = MappingProxyType({})
) -> Event:
    """What a request of somebody who plays these seats makes happen.  Raises Refusal.

    `away` is for how many seconds the seats have been left where nobody is.
    """
    match request:
        case NameRequest():
            return _named(request, hosted, seats)
        case PartRequest() | NoPartRequest():
            return adding(hosted, seats, request)
        case _:
            _check_plays(request, hosted, seats)
            return _granted_wish(request, hosted, seats, away)


def _granted_wish(request: Wish, hosted: HostedGame, seats: Collection[int], away: Mapping[int, float]) -> Event:
    """The event of a wish.  Raises Refusal."""
    match request:
        case PlayRequest():
            return _played(request, hosted.state, seats)
        case ThrowRequest():
            return throwing(hosted, seats, request)
        case TakebackRequest():
            return taking_back(hosted, seats, request.id)
        case ResignRequest():
            return resigning(hosted, seats, request.id)
        case OfferRequest():
            return offering_draw(hosted, seats, request.id)
        case AcceptRequest():
            return accepting(hosted, seats, request.what, request.id)
        case DeclineRequest():
            return declining(hosted, seats, request.id)
        case ClaimRequest():
            return claiming(hosted, seats, request.id, away)


def _check_plays(request: Wish, hosted: HostedGame, seats: Collection[int]) -> None:
    """Raise Refusal unless there is a game to play, and the asker plays in it."""
    if hosted.is_over and not isinstance(request, AFTER_THE_END):
        raise Refusal(OVER)
    if not seats:
        raise Refusal(WATCHING)
    if hosted.waiting:
        raise Refusal(hosted.waiting)


def _played(request: PlayRequest, state: State, seats: Collection[int]) -> Played:
    """The event of a move.  Raises Refusal."""
    if state.turn == CHANCE:
        raise Refusal(Phrase(N_("Throw or draw lots first.")))
    if state.turn not in seats:
        raise Refusal(NOT_YOUR_TURN)
    if request.action not in state.actions:
        raise Refusal(Phrase(N_("{action} is not allowed now."), {"action": quoted(request.action)}))
    return Played(request.action, request.id)


def _named(request: NameRequest, hosted: HostedGame, seats: Collection[int]) -> Named:
    """The event of a wish to be called otherwise.  Raises Refusal."""
    seat = SEATS.index(request.seat)
    if seat not in seats:
        raise Refusal(Phrase(N_("You can only name yourself.")) if seats else WATCHING)
    name = checked_name(request.name)
    return Named(seat, name or friendly_name(hosted.names.given))


def checked_name(text: str) -> str:
    """A name as it is shown; '' is none.  Raises Refusal."""
    try:
        return name_given(text)
    except NameFault as fault:
        raise Refusal(fault.reason, status=400) from fault


def explanation(hosted: HostedGame, seats: Sequence[int], place: str) -> Phrase:
    """Why nothing can be done with a place.  Raises Refusal when there is no such place."""
    state = hosted.state
    if place not in hosted.game.board.places:
        raise Refusal(Phrase(N_("There is no such place.")))
    only = seats[0] if len(seats) == 1 else None
    if said := verdict(state, hosted.line.settlement, only):
        return said.naming(hosted.names.said)
    if hosted.waiting:
        return hosted.waiting
    if not seats:
        return WATCHING
    if state.actor not in (*seats, CHANCE):
        return NOT_YOUR_TURN
    refusal = state.refusal(place)
    return refusal if only is None else refusal.addressed
