"""The server as an ASGI application, with a database of games and processes for the computer players."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Mount

from ibau.web.endpoints.static import POCKET_PREFIX, ClientFiles, PocketFiles
from ibau.web.limits import MAX_BOARDS, Limits
from ibau.web.limits.client_ids import TrustedProxies
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import Store
from ibau.web.metrics import measure_loop_lag
from ibau.web.pocket import folder as pocket
from ibau.web.rooms.pruning import prune_regularly
from ibau.web.routes import application
from ibau.web.services import Services
from ibau.web.site import Site
from ibau.web.thinking.processes import ANALYST_NICENESS, READER_NICENESS, preload_forkserver, process_pool

STATIC = Path(__file__).parent / "static"
READER_COUNT = 2


@dataclass(frozen=True)
class Settings:
    """The settings of a server."""

    data: Path  # the folder of the database, unless there is another one:
    database: str = ""  # the address of one in PostgreSQL, which several servers may share
    static: Path = STATIC  # the built client
    assets: Path | None = None  # where the client's files of the last builds are kept; None keeps none
    boards: int = MAX_BOARDS  # open at once, at most
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))  # processes for computer players, as many for analyses
    move_delay: float = 0.7  # seconds before each action of a computer player, so that people can follow
    idle: float = 300.0  # seconds until a game without listeners is unloaded
    site: Site = field(default_factory=Site)
    keep_days: int | None = None  # until an unused game is removed; None keeps all that were played
    metrics_port: int | None = None  # None for no metrics
    opens_browser: bool = False  # open the page in this machine's browser
    drain: int = 0  # seconds over which players are disconnected before the server stops
    proxies: tuple[str, ...] = ()  # addresses or networks of trusted proxies


def ignore_death(_death: BaseException) -> None:
    """Do nothing when the writer dies: there is no process to end."""


def create_app(
    settings: Settings, on_death: Callable[[BaseException], None] = ignore_death, limits: Limits | None = None
) -> Starlette:
    """The server as an ASGI application; its lifespan opens the database.  `on_death` is called if the writer dies."""
    limits = limits or Limits(settings.boards)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        store = open_store(settings, on_death)
        preload_forkserver(__name__)
        app.state.services = services = Services(
            settings.site,
            limits,
            store,
            engines=process_pool(settings.workers),
            analysts=process_pool(settings.workers, ANALYST_NICENESS),
            readers=process_pool(READER_COUNT, READER_NICENESS, each=READER_COUNT - 1),
            move_delay=settings.move_delay,
            idle=settings.idle,
        )
        background = (
            asyncio.create_task(measure_loop_lag(services.lobby.context.metrics)),
            asyncio.create_task(prune_regularly(store, services.lobby, settings.keep_days)),
            *([asyncio.create_task(services.lobby.synchronize())] if store.is_shared else []),
        )
        try:
            yield
        finally:
            for task in background:
                task.cancel()
            await services.stop_games()
            await store.close()

    return application(settings.site, client_routes(settings), lifespan, limits, TrustedProxies(settings.proxies))


def open_store(settings: Settings, on_death: Callable[[BaseException], None]) -> Store:
    """The log of a server.  Raises StoreError if it cannot be opened."""
    if not settings.database:
        return SQLiteStore(settings.data, on_death)
    from ibau.web.log.postgres import PostgresStore

    return PostgresStore(settings.database, on_death)


def client_routes(settings: Settings) -> list[BaseRoute]:
    """The routes of the client and, if it has been built, of the page that plays without a server."""
    alone, address = pocket.find_folder(), settings.site.path + POCKET_PREFIX
    files = ClientFiles(settings.static, settings.site, address if alone else "", settings.assets)
    client = Mount("/", files)  # compressed already
    return [Mount(POCKET_PREFIX, PocketFiles(alone, address)), client] if alone else [client]
