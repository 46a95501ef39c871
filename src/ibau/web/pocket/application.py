"""The application, asked by a page without a network: requests and sockets are calls of ASGI."""

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

MOVE_DELAY = 0.7  # as Settings of app.py say
IDLE = 300.0

OnMessage = Callable[[dict[str, Any]], object]  # of a message of ASGI
BeginWorker = Callable[[Callable[[bytes | None], None]], WorkerPort]


class PageApplication:
    """An application that a page asks."""

    def __init__(self, services: Services) -> None:
        self.app = application(services.site, [], None, services.limits, TrustedProxies(()))
        self.app.state.services = services
        self._services = services
        self._open: dict[int, tuple[asyncio.Queue[Message], str]] = {}  # what came of each, and its kind

    @classmethod
    async def opened(cls, tables: PageTables, begin: BeginWorker) -> "PageApplication":
        """The application over what a page has stored."""
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
        """End it, with all that is stored."""
        await self._services.stop_games()
        await self._services.store.close()

    async def answer(self, number: int, method: str, target: str, headers: str, body: str, tell: OnMessage) -> None:
        """Answer a request; `tell` hears of the beginning and each part of the answer, as ASGI has them."""
        came = asyncio.Queue[Message]()
        came.put_nowait({"type": "http.request", "body": body.encode(), "more_body": False})
        more = [(name.lower().encode(), value.encode()) for name, value in json.loads(headers)]
        await self._run(number, came, {**_scope("http", target, more), "method": method}, tell)

    async def serve(self, number: int, target: str, tell: OnMessage) -> None:
        """Serve a socket from its opening to its end."""
        came = asyncio.Queue[Message]()
        came.put_nowait({"type": "websocket.connect"})
        await self._run(number, came, {**_scope("websocket", target, []), "subprotocols": []}, tell)

    async def _run(self, number: int, came: asyncio.Queue[Message], scope: Scope, tell: OnMessage) -> None:
        async def send(message: Message) -> None:
            if number in self._open:
                tell({**message})

        self._open[number] = came, scope["type"]
        try:
            await self.app(scope, came.get, send)
        finally:
            self._open.pop(number, None)

    def hear(self, number: int, text: str) -> None:
        """Something came through a socket."""
        if number in self._open:
            self._open[number][0].put_nowait({"type": "websocket.receive", "text": text})

    def hang_up(self, number: int) -> None:
        """The page wants to hear no more."""
        if number in self._open:
            came, kind = self._open.pop(number)
            came.put_nowait({"type": f"{kind}.disconnect", "code": 1001})


def _scope(kind: str, target: str, headers: list[tuple[bytes, bytes]]) -> Scope:
    """What ASGI says of a request."""
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
