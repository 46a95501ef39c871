"""Which requests are answered: those below the server's path, and those that no page of another site makes."""

import logging
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from ibau.core.phrase import N_, Phrase
from ibau.core.quoting import shortened
from ibau.language import translator
from ibau.web.bodies import refusing
from ibau.web.from_server import RefusedMessage
from ibau.web.protocol import BUSY
from ibau.web.refusals import Refusal
from ibau.web.site import Site

READING: Final = {"GET", "HEAD"}  # methods: browsers let no other site read the answers
PORTS: Final = {"http": 80, "https": 443}
OTHER_SITE = N_(
    "This page comes from {origin}, but the server was asked as {host}: pages of other sites may not play here. "
    "If it is the server’s own page, start the server with --url and the page’s address."
)

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

    A Host without a port says nothing of it: many proxies leave it out.  Where there is encryption, a page that came
    without is not ours: anyone between a browser and the server can make such a page of any name.
    """
    if origin is None:
        return None
    page, asked = Origin.of(origin), Origin.of(f"//{host}")
    schemes = {"https"} if scheme in {"https", "wss"} else set(PORTS)
    is_named = page.scheme in schemes and page.host == asked.host and asked.port in (None, page.port)
    if is_named or (site.url and page == Origin.of(site.url)):
        return None
    return Phrase(OTHER_SITE, {"origin": shortened(origin), "host": shortened(host)})


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
    """Refuses what pages of other sites ask for; the log says once what to do if such a page is the server's own."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self._site = site
        self._is_logged = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reason = None if scope["type"] == "lifespan" else self._refusal_of(HTTPConnection(scope))
        if reason is None:
            await self.app(scope, receive, send)
            return
        if not self._is_logged:
            self._is_logged = True
            logger.warning("%s", reason)
        if scope["type"] == "http":
            await refusing(Refusal(reason, status=403), HTTPConnection(scope))(scope, receive, send)
        else:
            socket = WebSocket(scope, receive, send)
            await socket.accept()  # else the page could not be told why
            said = RefusedMessage(reason.said(translator(self._site.language_of(socket))))
            await socket.send_text(msgspec.json.encode(said).decode())
            await socket.close(BUSY)

    def _refusal_of(self, asked: HTTPConnection) -> Phrase | None:
        origin = None if asked.scope.get("method") in READING else asked.headers.get("origin")
        return refusal_of(self._site, asked.scope["scheme"], asked.headers.get("host", ""), origin)
