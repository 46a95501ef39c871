"""The addresses at which people come to a seat: by invitation, and by a code from another device."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.language import translator_for
from ibau.web.api.games import Acceptance, GameKey, InvitationKey, MadeInvitation, SeatCode, SeatKey, SeatToInviteTo
from ibau.web.endpoints.bodies import answer, body_as, charge
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.invitations import found, free_seat, taking
from ibau.web.hosted.keys import hash_of, key_for, new_key
from ibau.web.hosted.views import invitation_view
from ibau.web.limits.callers import callers_of
from ibau.web.log.events import Event, Invited, Withdrawn
from ibau.web.refusals import Refusal
from ibau.web.services import language_of, services_of


async def show_invitation(request: Request) -> Response:
    """What an invitation is to; nothing is taken."""
    shown = await body_as(InvitationKey, request)
    hosted = await services_of(request).lobby.seen(name_of(request))
    invitation = found(hosted, shown.invitation)
    charge(request, hosted)
    return answer(invitation_view(hosted, invitation, translator_for(language_of(request))))


async def accept_invitation(request: Request) -> Response:
    """Take a free seat; the same browser gets the same key again."""
    acceptance, name = await body_as(Acceptance, request), name_of(request)
    await services_of(request).lobby.change(name, lambda hosted: taking(hosted, acceptance))
    return answer(GameKey(name, key_for(acceptance.invitation, acceptance.browser)))


async def renew_invitation(request: Request) -> Response:
    """Invite again; the invitation before leads nowhere."""
    wish, secret = await body_as(SeatToInviteTo, request), new_key()
    await change_invitation(request, wish, lambda seat: Invited(seat, hash_of(secret)))
    return answer(MadeInvitation(wish.seat, secret))


async def withdraw_invitation(request: Request) -> Response:
    """Invite nobody any more."""
    await change_invitation(request, await body_as(SeatToInviteTo, request), Withdrawn)
    return answer({})


async def change_invitation(request: Request, wish: SeatToInviteTo, event: Callable[[int], Event]) -> None:
    """Let an event happen to the invitation to a seat, unless there was too much."""

    def rationed(hosted: HostedGame) -> list[Event]:
        seat = free_seat(hosted, wish)
        services.limits.invitations.spend((name,))
        return [event(seat)]

    services, name = services_of(request), name_of(request)
    await services.lobby.change(name, rationed)


async def make_code(request: Request) -> Response:
    """A code with which another device comes to the same seat."""
    shown = await body_as(SeatKey, request)
    services, callers = services_of(request), callers_of(request)
    services.limits.codes.spend(callers)
    return answer(await services.lobby.code(name_of(request), shown.key, callers), 201)


async def redeem_code(request: Request) -> Response:
    """The seat that a code leads to."""
    typed = await body_as(SeatCode, request)
    services, address = services_of(request), callers_of(request)
    services.limits.codes.check(address)
    try:
        return answer(services.lobby.codes.redeem(typed.code))
    except Refusal:
        services.limits.codes.use(address)
        raise


def name_of(request: Request) -> str:
    """The name of the game that is asked for."""
    return str(request.path_params["name"])


SEATING = [
    Route("/games/{name}/invitation", show_invitation, methods=["POST"]),
    Route("/games/{name}/invitation/accept", accept_invitation, methods=["POST"]),
    Route("/games/{name}/invitation/renew", renew_invitation, methods=["POST"]),
    Route("/games/{name}/invitation/withdraw", withdraw_invitation, methods=["POST"]),
    Route("/games/{name}/code", make_code, methods=["POST"]),
    Route("/codes", redeem_code, methods=["POST"]),
]
