"""What listeners and computers wish for, and what comes of it: an event, an answer, or a refusal that says why."""

import secrets
from collections.abc import Collection

import msgspec

from ibau.core.errors import IllegalAction
from ibau.core.game import State
from ibau.core.outcome import CHANCE, NOBODY
from ibau.core.phrase import N_, Phrase
from ibau.core.verdict import verdict
from ibau.web.protocol import MOST_BYTES, Play, Takeback, Throw, Wish
from ibau.web.story import Event, Played, Story, Takenback, is_lot

_decoder = msgspec.json.Decoder(Wish)


class Refusal(Exception):  # noqa: N818 - it says what is the matter
    """A wish that is not allowed now, and why; `status` is what a request is answered with."""

    def __init__(self, reason: Phrase, status: int = 409) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.status = status


def read_wish(text: str | None) -> Wish:
    """The wish of a frame; None is a binary one.  Raises Refusal."""
    if text is None:
        raise Refusal(Phrase(N_("Messages are text.")))
    if len(text.encode(errors="surrogatepass")) > MOST_BYTES:
        raise Refusal(Phrase(N_("This message is too long.")))
    try:
        wish: Wish = _decoder.decode(text.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        values = {"error": str(error)}
        raise Refusal(Phrase(N_("The server does not understand this message: {error}."), values)) from error
    return wish


def event_of(wish: Play | Throw | Takeback, story: Story, seats: Collection[int]) -> Event:
    """What a wish of somebody who plays these seats makes happen.  Raises Refusal."""
    state = story.state
    if state.turn == NOBODY and not isinstance(wish, Takeback):
        raise Refusal(Phrase(N_("The game is over.")))
    if not seats:
        raise Refusal(Phrase(N_("You are watching; only the players can do this.")))
    match wish:
        case Play(action=action):
            return Played(_moved(state, action, seats))
        case Throw():
            return Played(_thrown(state, seats))
        case Takeback():
            if (at := story.takeback) is None:
                raise Refusal(Phrase(N_("Nothing can be taken back now.")))
            return Takenback(at)


def _moved(state: State, action: str, seats: Collection[int]) -> str:
    if state.turn == CHANCE:
        raise Refusal(Phrase(N_("First comes the throw or the lot.")))
    _check_seat(state.turn, seats)
    try:
        state.action(action)
    except IllegalAction as error:
        raise Refusal(Phrase(N_("{action} is not allowed now."), {"action": repr(action)})) from error
    return action


def _thrown(state: State, seats: Collection[int]) -> str:
    if state.turn != CHANCE:
        raise Refusal(Phrase(N_("Nothing is to be thrown now.")))
    if not is_lot(state):
        _check_seat(state.actor, seats)
    return drawn(state)


def _check_seat(seat: int, seats: Collection[int]) -> None:
    if seat not in seats:
        raise Refusal(Phrase(N_("It is the other side's turn.")))


def drawn(state: State) -> str:
    """A throw or lot, drawn by the operating system's random numbers with the exact weights of the rules."""
    weights = state.game.system.rulebook.chances(state.game.rules, state.position)
    sixteenths = [state.text_of(action) for action in state.legal for _ in range(weights[action])]
    return secrets.choice(sixteenths)


def explanation(story: Story, place: str) -> Phrase:
    """Why nothing can be done with a place.  Raises Refusal when there is no such place."""
    board = story.game.board
    if place not in {square.name for square in board.squares} | set(board.areas):
        raise Refusal(Phrase(N_("There is no such place.")))
    words, rules = story.game.system.words, story.game.rules
    return verdict(story.state) or words.refusal(rules, story.state.position, place)
