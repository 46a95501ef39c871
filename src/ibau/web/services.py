"""What the server is made of, as the code that answers a request finds it."""

import asyncio

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from ibau.web.limits import Limits
from ibau.web.log.health import StoreHealth
from ibau.web.log.store import Store
from ibau.web.rooms.lobby import Lobby
from ibau.web.rooms.review_jobs import ReviewJobs
from ibau.web.site import Site
from ibau.web.thinking.engines import Engines
from ibau.web.thinking.work_pool import WorkPool


class Services:
    """All services of a server, over a log and those who think; for `move_delay` and `idle` see Settings in app.py."""

    def __init__(  # noqa: PLR0913 - each argument has a name
        self,
        site: Site,
        limits: Limits,
        store: Store,
        *,
        engines: Engines,
        analysts: Engines,
        readers: Engines,
        move_delay: float,
        idle: float,
    ) -> None:
        self.site = site
        self.limits = limits
        self.store = store
        self.engines = engines  # that play
        self.analysts = analysts  # that let those go first
        self.health = StoreHealth(store)
        self.lobby = Lobby(store, engines, limits, move_delay, idle, verifiable=not site.is_page)
        self.reviews = ReviewJobs(store, analysts)
        self.work_pool = WorkPool(limits.pending_work, readers, analysts)

    async def stop_games(self) -> None:
        """Let no game go on and nobody think any more; those who wait for something are told that there is none."""
        self.limits.end()
        await self.reviews.close()
        await self.lobby.close()
        await asyncio.gather(self.engines.close(), self.analysts.close(), self.work_pool.close())


def services_of(asked: Starlette | HTTPConnection) -> Services:
    """The services of a server, or of the one that is asked."""
    app: Starlette = asked if isinstance(asked, Starlette) else asked.app
    services: Services = app.state.services
    return services


def language_of(connection: HTTPConnection) -> str:
    """The language a request asks for; the browser's favourite if it does not ask for one that is offered."""
    return services_of(connection).site.language_of(connection)
