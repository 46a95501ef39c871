"""A real server in a thread of this process, and callers from any address of this machine."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from ibau.web.app import Settings
from ibau.web.limits import Limits
from ibau.web.services import services_of
from ibau.web.serving import Server, _listening

NO_LIMITS = Limits()  # those of a server in another process are not seen


class RunningServer(NamedTuple):
    """Where it is, and what it counts."""

    port: int
    limits: Limits = NO_LIMITS


@contextmanager
def running_server(settings: Settings) -> Iterator[RunningServer]:
    """A server as `ibau serve` runs it, on a free port."""
    with _listening("127.0.0.1", 0) as (listening,):
        server, began = Server(settings), threading.Event()

        async def run() -> None:
            async with server.app.router.lifespan_context(server.app):
                began.set()
                await server.serve(sockets=[listening])

        thread = threading.Thread(target=asyncio.run, args=(run(),))
        thread.start()
        try:
            assert began.wait(30)
            yield RunningServer(listening.getsockname()[1], services_of(server.app).limits)
        finally:
            server.should_exit = True
            thread.join(30)
