"""Metrics of a server in the text format of Prometheus, on a port of their own."""

import asyncio
import re
import socket
import time
from dataclasses import replace

import httpx2
import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings
from ibau.web.metrics import (
    CONTENT_TYPE,
    LAG_INTERVAL,
    Histogram,
    Metrics,
    measure_loop_lag,
    metric_lines,
    serve_metrics,
)
from ibau.web.rooms.listeners import KnownPlies
from ibau.web.serving import ServeError, metrics_text, run
from tests.web.clients import Client, ServerGame, run_in_thread, services

SEEGA = "seega+first_player=first"
LINE = re.compile(r"(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{(le|kind)=\"[^\"]+\"\})? -?[0-9.e+-]+)")


def metrics_of(server: TestClient) -> dict[str, float]:
    """Every metric by its name and label."""
    text = metrics_text(services(server))
    assert text.endswith("\n")
    lines = text.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


def test_a_histogram_counts_up() -> None:
    histogram = Histogram(1, 2.5)
    for value in (0.5, 1, 2, 9):
        histogram.add(value)
    assert list(metric_lines("x_seconds", "What it is.", histogram)) == [
        "# HELP x_seconds What it is.",
        "# TYPE x_seconds histogram",
        'x_seconds_bucket{le="1"} 2',
        'x_seconds_bucket{le="2.5"} 3',
        'x_seconds_bucket{le="+Inf"} 4',
        "x_seconds_sum 12.5",
        "x_seconds_count 4",
    ]
    assert list(metric_lines("y_total", "Y.", {"a": 1}))[1:] == ["# TYPE y_total counter", 'y_total{kind="a"} 1']


def test_what_happens_is_counted(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibau.web.rooms.listeners.WELCOME_INTERVAL", 60.0)  # one that has moved on gets no other
    assert metrics_of(server)["ibau_open_games"] == 0
    table = ServerGame(server, SEEGA)
    with table.socket() as one, table.socket(key="") as two:
        Client(two)
        guest = Client(one)
        guest.play("a1")
        guest.play("a2")
        one.send_json({"type": "play", "ply_count": 7, "action": "a3"})
        guest.receive("refused")
        now = metrics_of(server)
    assert (now["ibau_open_games"], now["ibau_sockets"]) == (1, 2)
    assert now['ibau_events_stored_total{kind="created"}'] == 1
    assert now['ibau_events_stored_total{kind="played"}'] == 2
    assert now["ibau_commit_events_sum"] == 3
    assert now["ibau_commit_seconds_count"] == now["ibau_commit_events_count"] == 3
    assert now["ibau_step_seconds_count"] == 2
    assert 0 < now["ibau_step_seconds_sum"] < 60
    assert now["ibau_opening_seconds_count"] == 1
    assert now['ibau_welcomes_total{kind="welcome"}'] == 2
    assert now["ibau_sent_bytes_total"] > 5000
    assert now["ibau_loop_lag_seconds_count"] >= 0
    assert now["ibau_analyses_running"] == now["ibau_analyses_waiting"] == 0
    assert now["ibau_computers_thinking"] == now["ibau_computers_waiting"] == 0
    assert now['ibau_refused_total{kind="games"}'] == 0
    assert now["process_resident_memory_bytes"] > 1e7


def test_what_several_servers_cost_each_other_is_shown_from_the_start(server: TestClient) -> None:
    names = (
        "ibau_lost_races_total",
        "ibau_unknown_outcomes_total",
        *(f'ibau_notifications_total{{kind="{kind}"}}' for kind in ("received", "missed")),
    )
    assert [metrics_of(server)[name] for name in names] == [0, 0, 0, 0]
    measures = services(server).lobby.context.metrics
    measures.lost_races, measures.unknown_outcomes = 3, 2
    measures.notifications.update(received=5, missed=1)
    assert [metrics_of(server)[name] for name in names] == [3, 2, 5, 1]


def test_pages_that_come_back_are_counted_and_so_is_what_those_were_sent_who_have_gone(server: TestClient) -> None:
    table = ServerGame(server, SEEGA)
    with table.socket() as socket:
        Client(socket).play("a1")
    with table.socket(known=".".join(map(str, KnownPlies.of_actions(["a1"])))) as socket:
        assert socket.receive_json()["type"] == "back"
    now = metrics_of(server)
    assert now['ibau_welcomes_total{kind="back"}'] == now['ibau_welcomes_total{kind="welcome"}'] == 1
    assert now["ibau_sockets"] == 0
    assert now["ibau_sent_bytes_total"] > 5000


def test_a_loop_that_is_late_is_seen() -> None:
    async def run() -> Metrics:
        metrics = Metrics()
        watching = asyncio.create_task(measure_loop_lag(metrics))
        await asyncio.sleep(0)
        time.sleep(LAG_INTERVAL + 0.3)  # noqa: ASYNC251 - that is what is seen
        await asyncio.sleep(0.01)
        watching.cancel()
        return metrics

    lags = run_in_thread(run()).lags
    assert list(lags.lines("lag"))[-1] == "lag_count 1"
    assert float(list(lags.lines("lag"))[-2].split()[1]) > 0.2


@pytest.mark.parametrize(("host", "place"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("::", "127.0.0.1")])
def test_they_are_shown_at_a_port_of_their_own(host: str, place: str) -> None:
    with serve_metrics(host, 0, lambda: "ibau_open_games 1\n") as port:
        answer = httpx2.get(f"http://{place}:{port}/metrics")
        assert (answer.status_code, answer.text) == (200, "ibau_open_games 1\n")
        assert answer.headers["content-type"] == CONTENT_TYPE
        assert httpx2.get(f"http://{place}:{port}/").status_code == 404
    with pytest.raises(httpx2.ConnectError):
        httpx2.get(f"http://{place}:{port}/metrics")


def test_they_are_not_shown_with_the_board(server: TestClient) -> None:
    assert server.get("/metrics").text.startswith("<!doctype html>")


def test_a_port_in_use_is_named(settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"port {port}: Address already in use. --metrics-port names another"):
            run("127.0.0.1", 0, replace(settings, metrics_port=port))
