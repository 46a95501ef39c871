"""Which requests are answered: below the server's path, by a name that is its own, and to no page of another site.

A name that leads here may be another site's, whose pages would then count as ours (DNS rebinding).
"""

import logging
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import shorten
from ibau.language import translator_for
from ibau.web.endpoints.bodies import refusal_response
from ibau.web.endpoints.health import HEALTH_ROUTES
from ibau.web.limits.client_ids import address_of
from ibau.web.protocol import BUSY
from ibau.web.protocol.from_server import RefusedMessage
from ibau.web.refusals import Refusal
from ibau.web.site import Site

SAFE_METHODS: Final = {"GET", "HEAD"}  # methods: browsers let no other site read the answers
PORTS: Final = {"http": 80, "https": 443}
OTHER_SITE = N_(
    "This page comes from {origin}, but the server was asked as {host}: pages of other sites may not play here. "
    "If it is the server’s own page, start the server with --url and the page’s address."
)
OTHER_NAME = N_(
    "The server does not answer to the name {host}, which may be another site’s. If it is the server’s own, start the "
    "server with --url and that name."
)

HEALTH_PATHS: Final = {route.path for route in HEALTH_ROUTES}

logger = logging.getLogger(__name__)


class Origin(NamedTuple):
    """What browsers compare of two addresses."""

    scheme: str
    host: str
    port: int | None

    @classmethod
    def of(cls, address: str) -> "Origin":
        """That of an address; empty where it is none."""
        try:
            parts = urlsplit(address)
            return cls(
                parts.scheme, (parts.hostname or "").encode("idna").decode(), parts.port or PORTS.get(parts.scheme)
            )
        except ValueError:
            return cls("", "", None)


def refusal_of(site: Site, scheme: str, host: str, origin: str | None) -> Phrase | None:
    """Why a request by this scheme that names this Host is refused to a page of this Origin; None where it is not.

    A server that only this machine reaches answers to its own names, literal addresses and that of --url, and so does
    one with --url; any other to all, since a school or museum calls it as it likes.
    A Host without a port says nothing of it: many proxies leave it out.  Where there is encryption, a page that came
    without is not ours: anyone between a browser and the server can make such a page of any name.
    """
    page, asked, known = Origin.of(origin or ""), Origin.of(f"//{host}"), Origin.of(site.url)
    is_open = not (site.is_local or site.url) or not host
    if not is_open and not (_is_own(asked.host) or (asked.host and asked.host == known.host)):
        return Phrase(OTHER_NAME, {"host": shorten(host)})
    if origin is None:
        return None
    schemes = {"https"} if scheme in {"https", "wss"} else set(PORTS)
    is_named = page.scheme in schemes and page.host == asked.host and asked.port in (None, page.port)
    if is_named or (site.url and page == known):
        return None
    return Phrase(OTHER_SITE, {"origin": shorten(origin), "host": shorten(host)})


@lru_cache
def _is_own(host: str) -> bool:
    """Is it an address, or a name that leads to this machine in every browser?"""
    return f".{host}".endswith(".localhost") or address_of(host) is not None


class BelowPath:
    """Answers below a path as without one: proxies leave it in an address, or take it off."""

    def __init__(self, app: ASGIApp, path: str) -> None:
        self.app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and scope["path"].startswith(f"{self._path}/"):
            scope = {**scope, "path": scope["path"].removeprefix(self._path)}
        await self.app(scope, receive, send)


class OriginCheck:
    """Refuses what other names and pages of other sites ask for; the log says once what admits them."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self._site = site
        self._logged: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_free = scope["type"] == "lifespan" or scope["path"] in HEALTH_PATHS
        reason = None if is_free else self._refusal_of(HTTPConnection(scope))
        if reason is None:
            await self.app(scope, receive, send)
            return
        if reason.text not in self._logged:
            self._logged.add(reason.text)
            logger.warning("%s", reason)
        if scope["type"] == "http":
            await refusal_response(Refusal(reason, status=403), HTTPConnection(scope))(scope, receive, send)
        else:
            socket = WebSocket(scope, receive, send)
            await socket.accept()  # else the page could not be told why
            said = RefusedMessage(reason.to_text(translator_for(self._site.language_of(socket))))
            await socket.send_text(msgspec.json.encode(said).decode())
            await socket.close(BUSY)

    def _refusal_of(self, asked: HTTPConnection) -> Phrase | None:
        origin = None if asked.scope.get("method") in SAFE_METHODS else asked.headers.get("origin")
        return refusal_of(self._site, asked.scope["scheme"], asked.headers.get("host", ""), origin)
