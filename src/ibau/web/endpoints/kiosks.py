"""What a kiosk tells those who look after it, and its screens."""

from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.web.api.home import KioskTold
from ibau.web.endpoints.bodies import answer
from ibau.web.services import services_of

STARTED = datetime.now(UTC).isoformat(timespec="seconds")


async def show_kiosk(request: Request) -> Response:
    """Since when the server runs, and how many games were played; 404 where it is no kiosk."""
    services = services_of(request)
    if not services.site.kiosk:
        raise HTTPException(404)
    midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    today = await services.store.count(round(midnight.timestamp() * 1000))
    return answer(KioskTold(STARTED, await services.store.count(0), today))


KIOSKS = [Route("/kiosk", show_kiosk)]
