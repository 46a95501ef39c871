"""Invitations to free seats: taken once, renewed or withdrawn by the person who began the game."""

from ibau.core.phrase import N_, Phrase
from ibau.web.api.games import Acceptance, SeatToInviteTo
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.game_keys import hash_key, key_for
from ibau.web.hosted.player_names import check_name, random_name
from ibau.web.hosted.seats import Invitation
from ibau.web.log.events import Event, SeatTaken
from ibau.web.protocol import SEATS
from ibau.web.refusals import Refusal

NO_INVITATION = Phrase(N_("This invitation is not valid; ask the person who sent it for another one."))
STATUS_TEXTS = {
    "open": Phrase(N_("You are invited to this game.")),
    "used": Phrase(N_("This seat is already taken; you can watch the game.")),
    "withdrawn": Phrase(N_("This invitation has been withdrawn; ask the person who sent it for another one.")),
}
TAKEN = Phrase(N_("This seat is already taken, so nobody else can be invited to it."))
NOT_THE_CREATOR = Phrase(N_("Only the person who started the game can change its invitations."))


def find_invitation(hosted: HostedGame, secret: str) -> Invitation:
    """The invitation that a secret is to.  Raises Refusal."""
    invitation = hosted.seats.invitation(secret)
    if invitation is None:
        raise Refusal(NO_INVITATION, status=404)
    return invitation


def accept_link(hosted: HostedGame, acceptance: Acceptance) -> list[Event]:
    """What accepting makes happen; nothing where this browser has the seat already.  Raises Refusal."""
    seat, invitation_hash, status = find_invitation(hosted, acceptance.invitation)
    key = key_for(acceptance.invitation, acceptance.browser)
    if seat in hosted.seats.played_with(key):
        return []
    if status != "open":
        raise Refusal(STATUS_TEXTS[status])
    name = check_name(acceptance.name) or random_name(hosted.names.given)
    is_last = hosted.seats.free == (seat,)
    added = hosted.throws.join_events(seat, acceptance.part, acceptance.seal, is_last=is_last)
    return [SeatTaken(seat, hash_key(key), invitation_hash, name), *added]


def seat_to_invite(hosted: HostedGame, asked: SeatToInviteTo) -> int:
    """The number of a seat to which the person who began the game invites.  Raises Refusal."""
    if not hosted.seats.is_creator(asked.key):
        raise Refusal(NOT_THE_CREATOR, status=403)
    number = SEATS.index(asked.seat)
    if number not in hosted.seats.free:
        raise Refusal(TAKEN)
    return number
