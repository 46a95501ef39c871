"""What listeners and computers ask for, and what comes of it: an event, an answer, or a refusal that says why."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

import msgspec

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import decoder_message, quote
from ibau.core.verdict import verdict
from ibau.web.hosted.consent import accepting, claiming, declining, offering_draw, own_seat, taking_back
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.names import friendly_name, name_given
from ibau.web.log.events import (
    Assisted,
    Declined,
    Event,
    Followed,
    Invited,
    Left,
    Named,
    Offered,
    Played,
    Settled,
    Takenback,
    Unfollowed,
    Withdrawn,
)
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
    RoomRequest,
    TakebackRequest,
    ThrowRequest,
    WhyRequest,
    Wish,
)
from ibau.web.refusals import NOT_YOUR_TURN, OVER, WATCHING, Refusal

GameRequest = Wish | NameRequest | PartRequest | NoPartRequest  # those that make something happen
AT_ANY_TIME = NameRequest | GreetRequest | PartRequest | NoPartRequest  # that need not know the present of the game
AFTER_THE_END = TakebackRequest | AcceptRequest | DeclineRequest

MOST_WITH_ASIDES = 4_000  # this many others are left that a game can be played to its end
TOO_LONG = Phrase(N_("This game has become too long to go on; resign, or agree on a draw."))
NO_MORE_ASIDES = Phrase(N_("Too much has happened in this game: now it can only be played to its end."))
NOTHING_TO_THROW = Phrase(N_("There is nothing to throw now."))
THROW_YOURSELF = Phrase(N_("This game is played with your own sticks: throw them, and enter how they land."))
SERVER_THROWS = Phrase(N_("In this game the server throws, not you."))

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
        values = {"error": decoder_message(error)}
        raise Refusal(Phrase(N_("The server does not understand this message: {error}."), values)) from error


def is_fulfilled(request: RoomRequest, hosted: HostedGame, seats: Collection[int]) -> bool:
    """Has it been done already for those who play?"""
    match request:
        case PartRequest() | NoPartRequest():
            return hosted.throws.has_heard(seats, _part_in(request))
        case WhyRequest() | NameRequest() | GreetRequest():
            return False
        case _:
            return bool(seats) and request.id in hosted.past.fulfilled


def event_of(
    request: GameRequest, hosted: HostedGame, seats: Collection[int], away: Callable[[], Mapping[int, float]] = dict
) -> Event:
    """What a request of somebody who plays these seats makes happen.  Raises Refusal.

    `away` tells for how many seconds the seats have been left where nobody is.
    """
    match request:
        case NameRequest():
            return _named(request, hosted, seats)
        case PartRequest() | NoPartRequest():
            return _added(hosted, seats, request)
        case _:
            _check_plays(request, hosted, seats)
            return _granted_wish(request, hosted, seats, away)


def _granted_wish(
    request: Wish, hosted: HostedGame, seats: Collection[int], away: Callable[[], Mapping[int, float]]
) -> Event:
    """The event of a wish.  Raises Refusal."""
    match request:
        case PlayRequest():
            return _played(request, hosted.state, seats)
        case ThrowRequest():
            return _thrown(hosted, seats, request)
        case TakebackRequest():
            return taking_back(hosted, seats, request.id)
        case ResignRequest():
            return Settled("resigned", own_seat(hosted, seats), request.id)
        case OfferRequest():
            return offering_draw(hosted, seats, request.id)
        case AcceptRequest():
            return accepting(hosted, seats, request.what, request.id)
        case DeclineRequest():
            return declining(hosted, seats, request.id)
        case ClaimRequest():
            return claiming(hosted, seats, request.id, away())


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
        raise Refusal(Phrase(N_("{action} is not allowed now."), {"action": quote(request.action)}))
    return Played(request.action, request.id)


def _thrown(hosted: HostedGame, seats: Collection[int], request: ThrowRequest) -> Played:
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


def _added(hosted: HostedGame, seats: Collection[int], request: PartRequest | NoPartRequest) -> Event:
    """What comes of what a browser says of its part of the throws.  Raises Refusal."""
    if not seats:
        raise Refusal(WATCHING)
    if hosted.is_over:
        raise Refusal(OVER)
    if isinstance(request, PartRequest) and hosted.waiting:
        raise Refusal(hosted.waiting)
    return hosted.throws.heard(seats, _part_in(request))


def _part_in(request: PartRequest | NoPartRequest) -> str:
    """The part that a request says; '' where it takes back the seal."""
    return request.part if isinstance(request, PartRequest) else ""


def _named(request: NameRequest, hosted: HostedGame, seats: Collection[int]) -> Named:
    """The event of a wish to be called otherwise.  Raises Refusal."""
    seat = SEATS.index(request.seat)
    if seat not in seats:
        raise Refusal(Phrase(N_("You can only name yourself.")) if seats else WATCHING)
    name = name_given(request.name)
    return Named(seat, name or friendly_name(hosted.names.given))


def explanation(hosted: HostedGame, seats: Sequence[int], place: str) -> Phrase:
    """Why nothing can be done with a place.  Raises Refusal when there is no such place."""
    state = hosted.state
    if place not in hosted.game.board.places:
        raise Refusal(Phrase(N_("There is no such place.")))
    only = seats[0] if len(seats) == 1 else None
    if said := verdict(state, hosted.line.player_end, only):
        return said.with_names(hosted.names.said)
    if hosted.waiting:
        return hosted.waiting
    if not seats:
        return WATCHING
    if state.actor not in (*seats, CHANCE):
        return NOT_YOUR_TURN
    refusal = state.refusal(place)
    return refusal if only is None else refusal.in_second_person


def check_bounds(hosted: HostedGame, event: Event) -> None:
    """Raise Refusal where a game is too long for something to happen in it; what ends it always may.

    Its events are kept for good, and all of them are read whenever it is opened again.
    """
    match event:
        case Settled() | Followed() | Unfollowed() | Left() | Declined() | Offered("draw"):
            pass
        case Takenback() | Offered() | Named() | Invited() | Withdrawn() | Assisted():
            if hosted.past.events >= MOST_WITH_ASIDES:
                raise Refusal(NO_MORE_ASIDES)
        case _:
            if hosted.past.is_too_long:
                raise Refusal(TOO_LONG)
