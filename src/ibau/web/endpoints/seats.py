"""The addresses at which people come to a seat: by invitation, and by a code from another device."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.language import translator_for
from ibau.web.api.games import Acceptance, GameKey, InvitationKey, MadeInvitation, SeatCode, SeatKey, SeatToInviteTo
from ibau.web.endpoints.bodies import body_as, charge_for_game, json_response
from ibau.web.hosted.game import HostedGame
from ibau.web.hosted.game_keys import hash_key, key_for, new_key
from ibau.web.hosted.invitations import accept_link, find_invitation, seat_to_invite
from ibau.web.hosted.views import invitation_view
from ibau.web.limits.client_ids import client_id_of
from ibau.web.log.events import Event, Invited, Uninvited
from ibau.web.refusals import Refusal
from ibau.web.services import language_of, services_of


async def show_invitation(request: Request) -> Response:
    """What an invitation is to; nothing is taken."""
    shown = await body_as(InvitationKey, request)
    hosted = await services_of(request).lobby.current_game(game_name(request))
    invitation = find_invitation(hosted, shown.invitation)
    charge_for_game(request, hosted)
    return json_response(invitation_view(hosted, invitation, translator_for(language_of(request))))


async def accept_invitation(request: Request) -> Response:
    """Take a free seat; the same browser gets the same key again."""
    acceptance, name = await body_as(Acceptance, request), game_name(request)
    await services_of(request).lobby.update(name, lambda hosted: accept_link(hosted, acceptance))
    return json_response(GameKey(name, key_for(acceptance.invitation, acceptance.browser)))


async def renew_invitation(request: Request) -> Response:
    """Invite again; the invitation before leads nowhere."""
    asked, secret = await body_as(SeatToInviteTo, request), new_key()
    await change_invitation(request, asked, lambda seat: Invited(seat, hash_key(secret)))
    return json_response(MadeInvitation(asked.seat, secret))


async def withdraw_invitation(request: Request) -> Response:
    """Invite nobody any more."""
    await change_invitation(request, await body_as(SeatToInviteTo, request), Uninvited)
    return json_response({})


async def change_invitation(request: Request, asked: SeatToInviteTo, event: Callable[[int], Event]) -> None:
    """Let an event happen to the invitation to a seat, unless there was too much."""

    def rationed(hosted: HostedGame) -> list[Event]:
        seat = seat_to_invite(hosted, asked)
        services.limits.invitations.spend((name,))
        return [event(seat)]

    services, name = services_of(request), game_name(request)
    await services.lobby.update(name, rationed)


async def make_code(request: Request) -> Response:
    """A code with which another device comes to the same seat."""
    shown = await body_as(SeatKey, request)
    services, client_id = services_of(request), client_id_of(request)
    services.limits.codes.spend(client_id)
    return json_response(await services.lobby.make_code(game_name(request), shown.key, client_id), 201)


async def redeem_code(request: Request) -> Response:
    """The seat that a code leads to."""
    typed = await body_as(SeatCode, request)
    services, address = services_of(request), client_id_of(request)
    services.limits.codes.check(address)
    try:
        return json_response(services.lobby.codes.redeem(typed.code))
    except Refusal:
        services.limits.codes.use(address)
        raise


def game_name(request: Request) -> str:
    """The name of the game that is asked for."""
    return str(request.path_params["name"])


SEAT_ROUTES = [
    Route("/games/{name}/invitation", show_invitation, methods=["POST"]),
    Route("/games/{name}/invitation/accept", accept_invitation, methods=["POST"]),
    Route("/games/{name}/invitation/renew", renew_invitation, methods=["POST"]),
    Route("/games/{name}/invitation/withdraw", withdraw_invitation, methods=["POST"]),
    Route("/games/{name}/code", make_code, methods=["POST"]),
    Route("/codes", redeem_code, methods=["POST"]),
]
