"""What the server is made of, as the code that answers a request finds it."""

import asyncio
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.requests import HTTPConnection

from ibau.web.limits import Limits
from ibau.web.log.health import Health
from ibau.web.log.store import Store
from ibau.web.rooms.lobby import Lobby
from ibau.web.rooms.reviews import Reviews
from ibau.web.site import Site
from ibau.web.thinking.desk import Desk
from ibau.web.thinking.engines import Engines
from ibau.web.thinking.press import Press
from ibau.web.thinking.studio import Studio


@dataclass(frozen=True)
class Services:
    """All of it."""

    site: Site
    limits: Limits
    store: Store
    health: Health
    lobby: Lobby
    reviews: Reviews
    engines: Engines  # that play
    analysts: Engines  # that let those go first
    desk: Desk
    studio: Studio
    press: Press

    @classmethod
    def of(  # noqa: PLR0913 - each argument has a name
        cls,
        site: Site,
        limits: Limits,
        store: Store,
        *,
        engines: Engines,
        analysts: Engines,
        readers: Engines,
        pace: float,
        idle: float,
    ) -> "Services":
        """All services, over a log and those who think; Settings of app.py says what pace and idle are."""
        desk = Desk(limits.desk, readers)
        return cls(
            site=site,
            limits=limits,
            store=store,
            health=Health(store),
            lobby=Lobby(store, engines, limits, pace, idle, checks=not site.is_page),
            reviews=Reviews(store, analysts),
            engines=engines,
            analysts=analysts,
            desk=desk,
            studio=Studio(analysts),
            press=Press(desk),
        )

    async def rest(self) -> None:
        """Let no game go on and nobody think any more; those who wait for something are told that there is none."""
        self.limits.end()
        await self.reviews.close()
        await self.lobby.close()
        await asyncio.gather(self.engines.close(), self.analysts.close(), self.desk.close())


def services_of(asked: Starlette | HTTPConnection) -> Services:
    """The services of a server, or of the one that is asked."""
    app: Starlette = asked if isinstance(asked, Starlette) else asked.app
    services: Services = app.state.services
    return services


def language_of(connection: HTTPConnection) -> str:
    """The language a request asks for; the browser's favourite if it does not ask for one that is offered."""
    return services_of(connection).site.language_of(connection)
