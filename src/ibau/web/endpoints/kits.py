"""Games to print: their addresses and their PDFs."""

from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.core.phrase import N_, Phrase
from ibau.games import game
from ibau.machine.extras import is_installed
from ibau.web.limits.client_ids import client_id_of
from ibau.web.refusals import Refusal
from ibau.web.services import language_of, services_of
from ibau.web.thinking.fair_queue import Asker

NOT_PRINTED = Phrase(N_("This server does not print games; the command ibau print does."))


class KitRequest(NamedTuple):
    """What to print."""

    ruleset: str
    lang: str
    paper: str
    url: str
    sheet: str = ""  # a sheet of this kind instead

    def make_pdf(self) -> bytes:
        """The PDF.  Raises PrintError."""
        from ibau.paper import kit

        if self.sheet:
            return kit.SHEETS[self.sheet](game(self.ruleset), self.lang, paper=self.paper)
        return kit.kit(game(self.ruleset), self.lang, paper=self.paper, url=self.url)


def kit_address(request: Request, ruleset: str) -> str:
    """The address of a kit, without its paper; "" if none is offered: a kiosk has no way back from a PDF."""
    return f"/api/kits/{ruleset}.pdf" if is_installed("print") and not services_of(request).site.kiosk else ""


async def show_kit(request: Request) -> Response:
    """A game to print, with a link to this server if its address is known; or a teacher's sheet, or a label."""
    from ibau.paper.kit import SHEETS

    played, services = game(request.path_params["ruleset"]), services_of(request)
    if not is_installed("print"):
        raise Refusal(NOT_PRINTED, status=404)
    if services.site.kiosk:
        services.site.kiosk.check(played.ruleset)
    client_id = client_id_of(request)
    services.limits.kits.spend(client_id)
    query = request.query_params
    sheet = next((sheet for sheet in SHEETS if sheet in query), "")
    kit = KitRequest(str(played.ruleset), language_of(request), query.get("paper", "A4"), services.site.url, sheet)
    file = "-".join(filter(None, (kit.ruleset, sheet, kit.lang, f"{kit.paper}.pdf")))
    headers = {"Content-Disposition": f'inline; filename="{file}"'}
    content = await services.work_pool.print_kit(kit, kit.make_pdf, Asker(client_id))
    return Response(content, media_type="application/pdf", headers=headers)


KIT_ROUTES = [Route("/kits/{ruleset}.pdf", show_kit)]
