"""Requests of clients and computer players, and the decisions on them: an event, or a refusal with its reason."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

import msgspec

from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import decoder_message, quote
from ibau.core.result_text import result_text
from ibau.web.hosted.consent import accept_offer, claim_win, decide_draw_offer, decide_takeback, decline_offer, own_seat
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.player_names import check_name, random_name
from ibau.web.log.events import (
    Declined,
    Event,
    GameEnded,
    HintGiven,
    Invited,
    NextBegun,
    NextRemoved,
    Offered,
    Played,
    PlayerLeft,
    PlayerNamed,
    TakenBack,
    Uninvited,
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
    PlayerRequest,
    PlayRequest,
    ResignRequest,
    RoomRequest,
    TakebackRequest,
    ThrowRequest,
    WhyRequest,
)
from ibau.web.refusals import NOT_YOUR_TURN, OVER, WATCHING, Refusal

GameRequest = PlayerRequest | NameRequest | PartRequest | NoPartRequest  # that lead to events
AnyPlyRequest = NameRequest | GreetRequest | PartRequest | NoPartRequest  # valid at any number of plies
AfterEndRequest = TakebackRequest | AcceptRequest | DeclineRequest

MAX_WITH_ASIDES = 4_000  # events; from then on only plies, so that the game can be played to its end
TOO_LONG = Phrase(N_("This game has become too long to go on; resign, or agree on a draw."))
NO_MORE_ASIDES = Phrase(N_("Too much has happened in this game: now it can only be played to its end."))
NOTHING_TO_THROW = Phrase(N_("There is nothing to throw now."))
THROW_YOURSELF = Phrase(N_("This game is played with your own sticks: throw them, and enter how they land."))
SERVER_THROWS = Phrase(N_("In this game the server throws, not you."))

T = TypeVar("T")

_entry = msgspec.json.Decoder(EnterRequest)
_request: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def read_entry(text: str | None) -> EnterRequest:
    """Decode the first message of a socket, None if it is binary.  Raises Refusal."""
    return _read(_entry, text)


def read_request(text: str | None) -> FromClient:
    """Decode a later message of a socket, None if it is binary.  Raises Refusal."""
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


def is_done(request: RoomRequest, hosted: HostedGame, seats: Collection[int]) -> bool:
    """Has this request of a player been granted already?"""
    match request:
        case PartRequest() | NoPartRequest():
            return hosted.throws.has_part(seats, _part_of(request))
        case WhyRequest() | NameRequest() | GreetRequest():
            return False
        case _:
            return bool(seats) and request.id in hosted.history.done_ids


def event_for(
    request: GameRequest, hosted: HostedGame, seats: Collection[int], away: Callable[[], Mapping[int, float]] = dict
) -> Event:
    """The event of a request from a client that plays `seats`; `away()` is as in `claim_win`.  Raises Refusal."""
    match request:
        case NameRequest():
            return _decide_name(request, hosted, seats)
        case PartRequest() | NoPartRequest():
            return _decide_part(hosted, seats, request)
        case _:
            _check_plays(request, hosted, seats)
            return _event_for_player(request, hosted, seats, away)


def _event_for_player(
    request: PlayerRequest, hosted: HostedGame, seats: Collection[int], away: Callable[[], Mapping[int, float]]
) -> Event:
    """The event of a player's request.  Raises Refusal."""
    match request:
        case PlayRequest():
            return _decide_move(request, hosted.state, seats)
        case ThrowRequest():
            return _decide_throw(hosted, seats, request)
        case TakebackRequest():
            return decide_takeback(hosted, seats, request.id)
        case ResignRequest():
            return GameEnded("resigned", own_seat(hosted, seats), request.id)
        case OfferRequest():
            return decide_draw_offer(hosted, seats, request.id)
        case AcceptRequest():
            return accept_offer(hosted, seats, request.what, request.id)
        case DeclineRequest():
            return decline_offer(hosted, seats, request.id)
        case ClaimRequest():
            return claim_win(hosted, seats, request.id, away())


def _check_plays(request: PlayerRequest, hosted: HostedGame, seats: Collection[int]) -> None:
    """Raise Refusal unless the game goes on and the client plays in it."""
    if hosted.is_over and not isinstance(request, AfterEndRequest):
        raise Refusal(OVER)
    if not seats:
        raise Refusal(WATCHING)
    if hosted.waiting_text:
        raise Refusal(hosted.waiting_text)


def _decide_move(request: PlayRequest, state: State, seats: Collection[int]) -> Played:
    """The event of a move.  Raises Refusal."""
    if state.turn == CHANCE:
        raise Refusal(Phrase(N_("Throw or draw lots first.")))
    if state.turn not in seats:
        raise Refusal(NOT_YOUR_TURN)
    if request.action not in state.actions:
        raise Refusal(Phrase(N_("{action} is not allowed now."), {"action": quote(request.action)}))
    return Played(request.action, request.id)


def _decide_throw(hosted: HostedGame, seats: Collection[int], request: ThrowRequest) -> Played:
    """The event of a throw or lot: the result that is due or, with own sticks, the one entered.  Raises Refusal."""
    state = hosted.state
    if state.turn != CHANCE:
        raise Refusal(NOTHING_TO_THROW)
    if state.actor not in (CHANCE, *seats, *(hosted.seats.computers if hosted.throws.own_sticks else ())):
        raise Refusal(NOT_YOUR_TURN)
    if hosted.throws.own_sticks:
        return Played(_own_sticks_result(hosted, request.result), request.id)
    if request.result:
        raise Refusal(SERVER_THROWS)
    if hosted.unopened_text:
        raise Refusal(hosted.unopened_text)
    return Played(hosted.throws.next_result(state), request.id)


def _own_sticks_result(hosted: HostedGame, result: str) -> str:
    """The result entered for own sticks.  Raises Refusal."""
    if result not in hosted.state.actions:
        raise Refusal(THROW_YOURSELF)
    return result


def _decide_part(hosted: HostedGame, seats: Collection[int], request: PartRequest | NoPartRequest) -> Event:
    """The event of a request about a browser's part of the throws.  Raises Refusal."""
    if not seats:
        raise Refusal(WATCHING)
    if hosted.is_over:
        raise Refusal(OVER)
    if isinstance(request, PartRequest) and hosted.waiting_text:
        raise Refusal(hosted.waiting_text)
    return hosted.throws.decide_part(seats, _part_of(request))


def _part_of(request: PartRequest | NoPartRequest) -> str:
    """The part in a request; '' if it withdraws the seal."""
    return request.part if isinstance(request, PartRequest) else ""


def _decide_name(request: NameRequest, hosted: HostedGame, seats: Collection[int]) -> PlayerNamed:
    """The event of a request for another name.  Raises Refusal."""
    seat = SEATS.index(request.seat)
    if seat not in seats:
        raise Refusal(Phrase(N_("You can only name yourself.")) if seats else WATCHING)
    name = check_name(request.name)
    return PlayerNamed(seat, name or random_name(hosted.names.given))


def explanation(hosted: HostedGame, seats: Sequence[int], place: str) -> Phrase:
    """Why nothing can be done with a place.  Raises Refusal if there is no such place."""
    state = hosted.state
    if place not in hosted.game.board.places:
        raise Refusal(Phrase(N_("There is no such place.")))
    only = seats[0] if len(seats) == 1 else None
    if ending := result_text(state, hosted.line.player_end, only):
        return ending.with_names(hosted.names.by_side)
    if hosted.waiting_text:
        return hosted.waiting_text
    if not seats:
        return WATCHING
    if state.actor not in (*seats, CHANCE):
        return NOT_YOUR_TURN
    refusal = state.refusal(place)
    return refusal if only is None else refusal.in_second_person


def check_bounds(hosted: HostedGame, event: Event) -> None:
    """Raise Refusal if a game is too long for an event, unless the event helps to end it.

    All events are kept, and read whenever the game is opened again.
    """
    match event:
        case GameEnded() | NextBegun() | NextRemoved() | PlayerLeft() | Declined() | Offered("draw"):
            pass
        case TakenBack() | Offered() | PlayerNamed() | Invited() | Uninvited() | HintGiven():
            if hosted.history.events >= MAX_WITH_ASIDES:
                raise Refusal(NO_MORE_ASIDES)
        case _:
            if hosted.history.is_too_long:
                raise Refusal(TOO_LONG)
