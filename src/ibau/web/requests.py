"""What listeners and computers ask for, and what comes of it: an event, an answer, or a refusal that says why."""

import secrets
from collections.abc import Collection

import msgspec

from ibau.core.chance import SIXTEENTHS
from ibau.core.errors import IllegalAction
from ibau.core.game import State
from ibau.core.outcome import CHANCE
from ibau.core.phrase import N_, Phrase
from ibau.core.verdict import verdict
from ibau.web.events import Event, Named, Played, Takenback
from ibau.web.hosted import HostedGame
from ibau.web.protocol import MOST_BYTES, SEATS, FromClient, NameRequest, PlayRequest, TakebackRequest, ThrowRequest
from ibau.web.seats import NameFault, friendly_name, name_given

GameRequest = PlayRequest | ThrowRequest | TakebackRequest | NameRequest  # those that make something happen
AT_ANY_TIME = NameRequest  # those that need not know the present of the game

WATCHING = Phrase(N_("You are watching; only the players can do this."))

_decoder = msgspec.json.Decoder(FromClient)


class Refusal(Exception):  # noqa: N818 - it says what is the matter
    """A request that is not allowed now, and why; `status` is what one over HTTP is answered with."""

    def __init__(self, reason: Phrase, status: int = 409) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.status = status


def read_request(text: str | None) -> FromClient:
    """The request of a frame; None is a binary one.  Raises Refusal."""
    if text is None:
        raise Refusal(Phrase(N_("Messages are text.")))
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise Refusal(Phrase(N_("This message is too long.")))
    try:
        request: FromClient = _decoder.decode(text.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        values = {"error": str(error)}
        raise Refusal(Phrase(N_("The server does not understand this message: {error}."), values)) from error
    return request


def granted(request: GameRequest, hosted: HostedGame, seats: Collection[int]) -> tuple[Event, HostedGame]:
    """What a request of somebody who plays these seats makes happen, and the game after it.  Raises Refusal."""
    match event_of(request, hosted, seats):
        case Played(action) as event:
            try:
                return event, hosted.after(event)
            except IllegalAction as error:
                raise Refusal(Phrase(N_("{action} is not allowed now."), {"action": repr(action)})) from error
        case event:
            return event, hosted.after(event)


def event_of(request: GameRequest, hosted: HostedGame, seats: Collection[int]) -> Event:
    """The event of a request that comes in turn; playing it shows whether its action is legal.  Raises Refusal."""
    if isinstance(request, NameRequest):
        return _named(request, hosted, seats)
    state = hosted.state
    if hosted.is_over and not isinstance(request, TakebackRequest):
        raise Refusal(Phrase(N_("The game is over.")))
    if not seats:
        raise Refusal(WATCHING)
    if hosted.waiting:
        raise Refusal(hosted.waiting)
    match request:
        case PlayRequest(action=action):
            _check_decides(state, seats)
            return Played(action)
        case ThrowRequest():
            _check_throws(state, seats)
            return Played(state.drawn(secrets.randbelow(SIXTEENTHS)))
        case TakebackRequest():
            if (at := hosted.takeback) is None:
                raise Refusal(Phrase(N_("Nothing can be taken back now.")))
            return Takenback(at)


def _named(request: NameRequest, hosted: HostedGame, seats: Collection[int]) -> Named:
    """The event of a wish to be called otherwise.  Raises Refusal."""
    seat = SEATS.index(request.seat)
    if seat not in seats:
        raise Refusal(Phrase(N_("You can only name yourself.")) if seats else WATCHING)
    name = checked_name(request.name)
    return Named(seat, name or friendly_name([sitter.name for sitter in hosted.sitters]))


def checked_name(text: str) -> str:
    """A name as it is shown; '' is none.  Raises Refusal."""
    try:
        return name_given(text)
    except NameFault as fault:
        raise Refusal(fault.reason, status=400) from fault


def _check_decides(state: State, seats: Collection[int]) -> None:
    if state.turn == CHANCE:
        raise Refusal(Phrase(N_("Throw first, or draw the lot.")))
    _check_seat(state.turn, seats)


def _check_throws(state: State, seats: Collection[int]) -> None:
    if state.turn != CHANCE:
        raise Refusal(Phrase(N_("There is nothing to throw now.")))
    if not state.is_lot:
        _check_seat(state.actor, seats)


def _check_seat(seat: int, seats: Collection[int]) -> None:
    if seat not in seats:
        raise Refusal(Phrase(N_("It is the other side's turn.")))


def explanation(hosted: HostedGame, seats: Collection[int], place: str) -> Phrase:
    """Why nothing can be done with a place.  Raises Refusal when there is no such place."""
    state, board = hosted.state, hosted.game.board
    if place not in {square.name for square in board.squares} | set(board.areas):
        raise Refusal(Phrase(N_("There is no such place.")))
    return verdict(state, hosted.line.settlement) or hosted.waiting or (state.refusal(place) if seats else WATCHING)
