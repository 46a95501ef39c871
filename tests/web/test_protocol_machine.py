"""Whatever people ask for, and whenever: they see what the log says, and nobody learns what is not theirs."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as how
from hypothesis.stateful import run_state_machine_as_test
from starlette.testclient import TestClient

from ibau.web.app import Settings, create_app
from tests.web.protocol_machine import RULESETS, SECRET, ErrorLog, ProtocolMachine


@pytest.fixture
def machine(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[type[ProtocolMachine]]:
    """The machine, whose servers put games away at once; nothing that happens there is left to chance."""
    names = count()

    @contextmanager
    def new_server() -> Iterator[TestClient]:
        nonlocal names
        names = count()
        with TemporaryDirectory(dir=settings.static) as data:
            app = create_app(replace(settings, data=Path(data), idle=0.0))
            with TestClient(app, client=("127.0.0.1", 50000)) as server:
                yield server

    for module in ("hosted.new_game", "rooms.room"):
        monkeypatch.setattr(f"ibau.web.{module}.new_game_name", lambda: f"game{next(names)}")
    monkeypatch.setattr("ibau.web.hosted.throws.secrets.token_hex", lambda size: SECRET[: 2 * size])
    monkeypatch.setattr("ibau.web.rooms.listeners.Listener.is_over_limit", lambda _self: False)
    monkeypatch.setattr("ibau.web.rooms.listeners.WELCOME_INTERVAL", 0.0)
    monkeypatch.setattr("ibau.web.rooms.room.CHAT_RATE", 0.0)
    troubles = ErrorLog()
    logging.getLogger().addHandler(troubles)
    yield type("PlantedProtocol", (ProtocolMachine,), {"new_server": staticmethod(new_server), "troubles": troubles})
    logging.getLogger().removeHandler(troubles)


def run(machine: type[ProtocolMachine], ruleset: str, games: int, steps: int) -> None:
    machine.ruleset = ruleset
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        machine, settings=how(max_examples=games, stateful_step_count=steps, suppress_health_check=checks)
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_few_games_of_whatever_people_ask_for(machine: type[ProtocolMachine], ruleset: str) -> None:
    run(machine, ruleset, games=3, steps=25)


@pytest.mark.slow
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_games_of_whatever_people_ask_for(machine: type[ProtocolMachine], ruleset: str) -> None:
    run(machine, ruleset, games=100, steps=50)
