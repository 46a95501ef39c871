"""Is the server alive, may it be sent people, and is it able to store moves?  For its operator."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.web.endpoints.bodies import answer
from ibau.web.services import services_of

DRAINING = "about to end"


async def is_alive(_request: Request) -> Response:
    """That this is answered is the answer: there is no need to start the server again."""
    return answer({"status": "ok"})


async def is_ready(request: Request) -> Response:
    """May people be sent here?"""
    return _said(DRAINING if services_of(request).lobby.is_ending else await _trouble(request))


async def is_healthy(request: Request) -> Response:
    """Is it able to store moves?"""
    return _said(await _trouble(request))


async def _trouble(request: Request) -> str:
    return await services_of(request).health.trouble()


def _said(trouble: str) -> Response:
    return answer({"status": trouble or "ok"}, 503 if trouble else 200)


WELLBEING = [Route("/livez", is_alive), Route("/readyz", is_ready), Route("/healthz", is_healthy)]
