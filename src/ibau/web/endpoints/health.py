"""Is the server alive, may it be sent people, and is it able to store moves?  For its operator."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.web.endpoints.bodies import json_response
from ibau.web.services import services_of

DRAINING_PROBLEM = "about to end"


async def is_alive(_request: Request) -> Response:
    """That this is answered is the answer: there is no need to start the server again."""
    return json_response({"status": "ok"})


async def is_ready(request: Request) -> Response:
    """May people be sent here?"""
    return _health_response(DRAINING_PROBLEM if services_of(request).lobby.is_ending else await _problem(request))


async def is_healthy(request: Request) -> Response:
    """Is it able to store moves?"""
    return _health_response(await _problem(request))


async def _problem(request: Request) -> str:
    return await services_of(request).health.problem()


def _health_response(trouble: str) -> Response:
    return json_response({"status": trouble or "ok"}, 503 if trouble else 200)


HEALTH_ROUTES = [Route("/livez", is_alive), Route("/readyz", is_ready), Route("/healthz", is_healthy)]
