"""A server in this process."""

from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from inspect import iscoroutinefunction, signature
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings, create_app
from ibau.web.log.postgres import PostgresStore
from ibau.web.log.sqlite import SQLiteStore
from ibau.web.log.store import Store
from ibau.web.pocket.indexed_store import IndexedStore
from ibau.web.thinking.work_pool import WorkPool
from tests.postgres import Cluster, cluster
from tests.web.browser_tables import MemoryTables
from tests.web.clients import run_in_thread

Opens = Callable[..., AbstractAsyncContextManager[Store]]


def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in a loop of its own."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    run_in_thread(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in signature(pyfuncitem.obj).parameters}))
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """PostgreSQL for all tests of a process."""
    with cluster() as made:
        yield made


@pytest.fixture(params=["file", "postgres", "browser"])
def open_log(request: pytest.FixtureRequest, tmp_path: Path) -> Opens:
    """Opens a log, whose clock may be set."""
    tables = MemoryTables()
    address = request.getfixturevalue("postgres").new_address() if request.param == "postgres" else ""

    async def made(now: Callable[[], int] | None, deaths: list[BaseException]) -> Store:
        if request.param == "browser":
            return await IndexedStore.open(tables, now)
        if request.param == "postgres":
            return PostgresStore(address, deaths.append, now)
        return SQLiteStore(tmp_path, deaths.append, now)

    @asynccontextmanager
    async def opened(now: Callable[[], int] | None = None) -> AsyncGenerator[Store]:
        deaths: list[BaseException] = []
        store = await made(now, deaths)
        try:
            yield store
        finally:
            await store.close()
        assert not deaths

    return opened


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings of a server for which 127.0.0.1 is a proxy, and not counted."""
    return settings_in(tmp_path)


def settings_in(folder: Path) -> Settings:
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Ibau</title>")
    (static / "assets" / "board-abc123.js").write_text("export {}")
    (folder / "secret.txt").write_text("secret")
    return Settings(folder / "data", static=static, workers=1, move_delay=0.0, proxies=("127.0.0.1",))


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the work of a pool in this process, where a test can change its bounds."""

    async def do(_pool: WorkPool, work: Callable[[], Any], *_asker: Any) -> Any:
        return work()

    monkeypatch.setattr(WorkPool, "run", do)


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[TestClient]:
    """A server; with the mark `one_server`, the same for all tests of a module, whose workers start once."""
    if request.node.get_closest_marker("one_server"):
        yield request.getfixturevalue("module_server")
    else:
        with client_of(request.getfixturevalue("settings")) as client:
            yield client


@pytest.fixture(scope="module")
def module_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client_of(settings_in(tmp_path_factory.mktemp("served"))) as client:
        yield client


def client_of(settings: Settings) -> TestClient:
    return TestClient(create_app(settings), base_url="http://testserver", client=("127.0.0.1", 50000))
