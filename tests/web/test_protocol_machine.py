"""After random requests, all clients see what is in the log, and none learns a secret of another."""

import logging
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as how
from hypothesis.stateful import run_state_machine_as_test
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ibau.web import app
from ibau.web.app import Settings, create_app
from ibau.web.log.notifications import Notification, Notifications
from ibau.web.log.store import Store
from tests.slow import slow_but
from tests.web.protocol_machine import RULESETS, SECRET, ErrorLog, ProtocolMachine


@contextmanager
def servers_over(settings: Settings, number: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[TestClient]]:
    """Servers that share one log, in one loop: one store, or each its own at one database."""
    opened: list[Store] = []  # the same, for each server that has not closed it

    def open_once(*given: Any) -> Store:
        store = opened[0] if opened and not settings.database else open_store(*given)
        opened.append(store)
        monkeypatch.setattr(store, "close", close_last)
        if number > 1 and not settings.database:
            monkeypatch.setattr(store, "is_shared", True)
            monkeypatch.setattr(store.notifications, "send", send_some)
        return store

    def send_some(notification: Notification) -> None:
        """Every second notification is lost."""
        if notification.message or notification.version % 2:
            Notifications.send(opened[0].notifications, notification)

    async def close_last() -> None:
        store = opened.pop()
        if store not in opened:
            await type(store).close(store)

    open_store = app.open_store
    with monkeypatch.context() as patch, ExitStack() as stack:
        patch.setattr(app, "open_store", open_once)
        first, *others = [TestClient(create_app(settings), client=("127.0.0.1", 50000)) for _ in range(number)]
        stack.enter_context(first)
        for other in others:
            other.portal = first.portal
            assert other.portal
            lifespan = cast("Starlette", other.app).router.lifespan_context(other.app)
            stack.enter_context(other.portal.wrap_async_context_manager(lifespan))
        yield [first, *others]


ONE, TWO, SHARED = KINDS = ("one server", "two servers", "two servers over PostgreSQL")


@pytest.fixture
def machine(
    request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[type[ProtocolMachine]]:
    """The machine, whose servers put games away at once; nothing that happens there is left to chance."""
    names = count()

    def of(data: Path) -> Settings:
        database = request.getfixturevalue("postgres").new_address() if request.param == SHARED else ""
        return replace(settings, data=data, database=database, idle=0.0)

    @contextmanager
    def new_servers() -> Iterator[list[TestClient]]:
        nonlocal names
        names = count()
        with (
            TemporaryDirectory(dir=settings.static) as data,
            servers_over(of(Path(data)), 1 if request.param == ONE else 2, monkeypatch) as servers,
        ):
            yield servers

    for module in ("hosted.new_game", "rooms.room"):
        monkeypatch.setattr(f"ibau.web.{module}.new_game_name", lambda: f"game{next(names)}")
    monkeypatch.setattr("ibau.web.hosted.throws.secrets.token_hex", lambda size: SECRET[: 2 * size])
    monkeypatch.setattr("ibau.web.rooms.listeners.Listener.is_over_limit", lambda _self: False)
    monkeypatch.setattr("ibau.web.rooms.listeners.WELCOME_INTERVAL", 0.0)
    monkeypatch.setattr("ibau.web.rooms.room.CHAT_RATE", 0.0)
    troubles = ErrorLog()
    logging.getLogger().addHandler(troubles)
    planted = {"new_servers": staticmethod(new_servers), "troubles": troubles, "kind": request.param}
    yield type("PlantedProtocol", (ProtocolMachine,), planted)
    logging.getLogger().removeHandler(troubles)


def run(machine: type[ProtocolMachine], ruleset: str, games: int, steps: int) -> None:
    machine.ruleset = ruleset
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        machine, settings=how(max_examples=games, stateful_step_count=steps, suppress_health_check=checks)
    )


@pytest.mark.parametrize("machine", [ONE], indirect=True)
@pytest.mark.parametrize("ruleset", slow_but(RULESETS[-1:], RULESETS))
def test_a_few_games_of_random_requests(machine: type[ProtocolMachine], ruleset: str) -> None:
    run(machine, ruleset, games=3, steps=25)


@pytest.mark.parametrize("machine", slow_but((SHARED,), (TWO, SHARED)), indirect=True)
def test_a_few_games_at_two_servers(machine: type[ProtocolMachine]) -> None:
    run(machine, RULESETS[0], games=3, steps=15)


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("machine", KINDS, indirect=True)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_games_of_random_requests(machine: type[ProtocolMachine], ruleset: str) -> None:
    run(machine, ruleset, games=100, steps=50)
    assert (machine.lost_races > 0) is (machine.kind != ONE)
