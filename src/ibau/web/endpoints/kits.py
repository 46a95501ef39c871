"""Games to print, made when somebody asks for one: any ruleset may be, so there are too many to make them beforehand.

A kit takes a fraction of a second in a thread, one after the other; the last ones are remembered.
"""

import asyncio
from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.phrase import N_, Phrase
from ibau.games import game
from ibau.machine.extras import is_installed
from ibau.paper import kit
from ibau.web.limits import address_of
from ibau.web.refusals import Refusal
from ibau.web.rooms.lobby import Lobby
from ibau.web.site import language_of, site_of

MOST_KEPT = 50  # kits that are remembered, of a fifth of a megabyte
NOT_PRINTED = Phrase(N_("This server does not print games; the command ibau print does."))


class Kit(NamedTuple):
    """What is asked for."""

    ruleset: str
    lang: str
    paper: str
    url: str

    def made(self) -> bytes:
        """The PDF.  Raises PrintError."""
        return kit.kit(game(self.ruleset), self.lang, paper=self.paper, url=self.url)


class Press:
    """Makes kits one after the other, and remembers the last ones."""

    def __init__(self, make: Callable[[Kit], bytes] = Kit.made) -> None:
        self._make = make
        self._made: dict[Kit, bytes] = {}
        self._printing = asyncio.Lock()

    async def printed(self, kit: Kit) -> bytes:
        """A kit as PDF.  Raises PrintError."""
        async with self._printing:
            if kit not in self._made:
                self._made[kit] = await asyncio.to_thread(self._make, kit)
                if len(self._made) > MOST_KEPT:
                    del self._made[next(iter(self._made))]
            return self._made[kit]


def kit_address(request: Request, ruleset: str) -> str:
    """Where a kit of a ruleset is, without its paper; "" where none is offered: a kiosk has no way back from one."""
    return f"/api/kits/{ruleset}.pdf" if is_installed("print") and not site_of(request).kiosk else ""


async def show_kit(request: Request) -> Response:
    """A game to print, with a link to this server where its address is known."""
    played, site = game(request.path_params["ruleset"]), site_of(request)
    if not is_installed("print"):
        raise Refusal(NOT_PRINTED, status=404)
    if site.kiosk:
        site.kiosk.check(played.ruleset)
    lobby: Lobby = request.app.state.lobby
    press: Press = request.app.state.press
    lobby.limits.kits.spend(address_of(request))
    kit = Kit(str(played.ruleset), language_of(request), request.query_params.get("paper", "A4"), site.url)
    file = f"{kit.ruleset}-{kit.lang}-{kit.paper}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{file}"'}
    return Response(await press.printed(kit), media_type="application/pdf", headers=headers)


KITS = [Route("/kits/{ruleset}.pdf", show_kit)]
