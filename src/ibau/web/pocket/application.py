"""The application in a page without a network: requests and sockets are ASGI calls."""

import asyncio
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from starlette.types import Message, Scope

from ibau.web.limits import Limits
from ibau.web.limits.client_ids import TrustedProxies
from ibau.web.pocket.indexed_store import IndexedStore, PageTables
from ibau.web.pocket.page_workers import InlineWorker, PageWorker, WorkerPort
from ibau.web.routes import application
from ibau.web.services import Services
from ibau.web.site import Site
from ibau.web.thinking.engines import Engines

MOVE_DELAY = 0.7  # as in Settings of app.py
IDLE = 300.0

OnMessage = Callable[[dict[str, Any]], object]  # called with each ASGI message
BeginWorker = Callable[[Callable[[bytes | None], None]], WorkerPort]


class PageApplication:
    """An application that is called by a page."""

    def __init__(self, services: Services) -> None:
        self.app = application(services.site, [], None, services.limits, TrustedProxies(()))
        self.app.state.services = services
        self._services = services
        self._open: dict[int, tuple[asyncio.Queue[Message], str]] = {}  # messages of the page, and the kind of scope

    @classmethod
    async def opened(cls, tables: PageTables, begin: BeginWorker) -> "PageApplication":
        """The application over a page's tables; `begin` starts a worker."""
        thinkers = Engines([PageWorker(begin)])
        services = Services(
            Site(is_page=True),
            Limits(),
            await IndexedStore.open(tables),
            engines=thinkers,
            analysts=thinkers,
            readers=Engines([InlineWorker()]),
            move_delay=MOVE_DELAY,
            idle=IDLE,
        )
        return cls(services)

    async def close(self) -> None:
        """Close it, once everything is stored."""
        await self._services.stop_games()
        await self._services.store.close()

    async def answer(self, number: int, method: str, target: str, headers: str, body: str, emit: OnMessage) -> None:
        """Answer a request; `emit` is called with the ASGI messages of the response."""
        received = asyncio.Queue[Message]()
        received.put_nowait({"type": "http.request", "body": body.encode(), "more_body": False})
        more = [(name.lower().encode(), value.encode()) for name, value in json.loads(headers)]
        await self._run(number, received, {**_scope("http", target, more), "method": method}, emit)

    async def serve(self, number: int, target: str, emit: OnMessage) -> None:
        """Serve a socket from its opening to its end."""
        received = asyncio.Queue[Message]()
        received.put_nowait({"type": "websocket.connect"})
        await self._run(number, received, {**_scope("websocket", target, []), "subprotocols": []}, emit)

    async def _run(self, number: int, received: asyncio.Queue[Message], scope: Scope, emit: OnMessage) -> None:
        async def send(message: Message) -> None:
            if number in self._open:
                emit({**message})

        self._open[number] = received, scope["type"]
        try:
            await self.app(scope, received.get, send)
        finally:
            self._open.pop(number, None)

    def hear(self, number: int, text: str) -> None:
        """Pass on a message that the page sends through a socket."""
        if number in self._open:
            self._open[number][0].put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self, number: int) -> None:
        """Note that the page has disconnected."""
        if number in self._open:
            received, kind = self._open.pop(number)
            received.put_nowait({"type": f"{kind}.disconnect", "code": 1001})


def _scope(kind: str, target: str, headers: list[tuple[bytes, bytes]]) -> Scope:
    """The ASGI scope of a request or socket."""
    path, _, query = target.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": unquote(path),
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(b"host", b"pocket"), *headers],
        "client": None,
        "server": ("pocket", 80),
        "extensions": {},
    }
