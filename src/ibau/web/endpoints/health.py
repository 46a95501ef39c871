"""Health checks for operators: is the server alive, ready for clients, and able to store moves?"""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ibau.web.endpoints.bodies import json_response
from ibau.web.services import services_of

DRAINING_PROBLEM = "about to end"


async def is_alive(_request: Request) -> Response:
    """Answer that the server is alive and need not be restarted."""
    return json_response({"status": "ok"})


async def is_ready(request: Request) -> Response:
    """May clients be sent to this server?"""
    return _health_response(DRAINING_PROBLEM if services_of(request).lobby.is_ending else await _problem(request))


async def is_healthy(request: Request) -> Response:
    """Can the server store moves?"""
    return _health_response(await _problem(request))


async def _problem(request: Request) -> str:
    return await services_of(request).health.problem()


def _health_response(problem: str) -> Response:
    return json_response({"status": problem or "ok"}, 503 if problem else 200)


HEALTH_ROUTES = [Route("/livez", is_alive), Route("/readyz", is_ready), Route("/healthz", is_healthy)]
