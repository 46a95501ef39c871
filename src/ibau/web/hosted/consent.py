"""What players do together or to each other's faces: draws, moves taken back, and games that are given up or left."""

from collections.abc import Collection, Mapping

from ibau.core.outcome import other
from ibau.core.phrase import N_, Phrase
from ibau.web.hosted.game import HostedGame
from ibau.web.log.events import Declined, GameEnded, Offered, TakenBack
from ibau.web.protocol import SECONDS_TO_CLAIM, Offerable
from ibau.web.refusals import Refusal

COMPUTER_PLAYS_ON = Phrase(N_("The computer declines: it plays every game to its end."))
NOTHING_TO_TAKE_BACK = Phrase(N_("Nothing can be taken back now."))
NOTHING_OFFERED = Phrase(N_("There is no offer to answer."))
ALREADY_OFFERED = Phrase(N_("You have offered this already; wait for the answer."))
ANSWER_FIRST = Phrase(N_("Answer the other side's offer first."))
DECLINED_ALREADY = Phrase(N_("The other side has declined this; you can ask again after the next move."))
NOT_AWAY = Phrase(
    N_("You can claim the win once the other side has been away for {minutes} minutes."),
    {"minutes": SECONDS_TO_CLAIM // 60},
)


def own_seat(hosted: HostedGame, seats: Collection[int]) -> int:
    """The seat that somebody speaks for who plays these: the one to act, where it is among them."""
    actor = hosted.state.actor
    return actor if actor in seats else min(seats)


def decide_draw_offer(hosted: HostedGame, seats: Collection[int], request_id: str) -> Offered | GameEnded:
    """An offer, or the draw where the other side has nothing to say to it or has offered it.  Raises Refusal."""
    own = own_seat(hosted, seats)
    if hosted.seats.computers:
        raise Refusal(COMPUTER_PLAYS_ON)
    if other(own) in seats or _offers(hosted, other(own), "draw"):
        return GameEnded("agreed", own, request_id)
    return _check_offer(hosted, Offered("draw", own, id=request_id))


def decide_takeback(hosted: HostedGame, seats: Collection[int], request_id: str) -> Offered | TakenBack:
    """Moves taken back, or an offer to do so where they are somebody else's as well.  Raises Refusal."""
    at = hosted.takeback_of(seats)
    if at is None:
        raise Refusal(NOTHING_TO_TAKE_BACK)
    if not hosted.seats.needs_consent:
        return TakenBack(at, request_id)
    return _check_offer(hosted, Offered("takeback", own_seat(hosted, seats), at, request_id))


def accept_offer(hosted: HostedGame, seats: Collection[int], what: Offerable, request_id: str) -> GameEnded | TakenBack:
    """What was offered, if it is this.  Raises Refusal."""
    offer = hosted.offers.open
    if offer is None or offer.by in seats or offer.what != what:
        raise Refusal(NOTHING_OFFERED)
    if offer.what == "takeback":
        return TakenBack(offer.ply_count, request_id)
    return GameEnded("agreed", own_seat(hosted, seats), request_id)


def decline_offer(hosted: HostedGame, seats: Collection[int], request_id: str) -> Declined:
    """The end of an offer, one's own as well.  Raises Refusal."""
    if hosted.offers.open is None:
        raise Refusal(NOTHING_OFFERED)
    return Declined(own_seat(hosted, seats), request_id)


def claim_win(hosted: HostedGame, seats: Collection[int], request_id: str, away: Mapping[int, float]) -> GameEnded:
    """The win over somebody who has left for long, or for good.  Raises Refusal.

    `away` is for how many seconds each seat has been left where nobody is.
    """
    own = own_seat(hosted, seats)
    left = other(own)
    is_away = left in hosted.seats.persons and away.get(left, 0.0) >= SECONDS_TO_CLAIM
    if left in seats or not (is_away or left in hosted.seats.left_seats):
        raise Refusal(NOT_AWAY)
    if hosted.unopened_text:
        raise Refusal(hosted.unopened_text)
    return GameEnded("abandoned", own, request_id)


def _offers(hosted: HostedGame, seat: int, what: Offerable) -> bool:
    offer = hosted.offers.open
    return offer is not None and (offer.by, offer.what) == (seat, what)


def _check_offer(hosted: HostedGame, offer: Offered) -> Offered:
    """An offer that may be made now.  Raises Refusal."""
    if waiting := hosted.offers.open:
        raise Refusal(ALREADY_OFFERED if waiting.by == offer.by else ANSWER_FIRST)
    if any((known.by, known.what) == (offer.by, offer.what) for known in hosted.offers.declined):
        raise Refusal(DECLINED_ALREADY)
    return offer
