"""Metrics: the figures of a server in the text form of Prometheus, at a port of their own."""

import asyncio
import re
import socket
import time
from dataclasses import replace

import httpx2
import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings
from ibau.web.metrics import CONTENT_TYPE, SECONDS_BETWEEN, Histogram, Measures, exposed, shown, watch_the_loop
from ibau.web.rooms.listeners import Known
from ibau.web.serving import ServeError, figures, run
from tests.web.guests import Guest, Table, finished, services

SEEGA = "seega+first_player=first"
LINE = re.compile(r"(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{(le|kind)=\"[^\"]+\"\})? -?[0-9.e+-]+)")


def told(server: TestClient) -> dict[str, float]:
    """Every figure by its name and label."""
    text = figures(services(server))
    assert text.endswith("\n")
    lines = text.splitlines()
    assert [line for line in lines if not LINE.fullmatch(line)] == []
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


def test_a_histogram_counts_up() -> None:
    histogram = Histogram(1, 2.5)
    for value in (0.5, 1, 2, 9):
        histogram.add(value)
    assert list(exposed("x_seconds", "What it is.", histogram)) == [
        "# HELP x_seconds What it is.",
        "# TYPE x_seconds histogram",
        'x_seconds_bucket{le="1"} 2',
        'x_seconds_bucket{le="2.5"} 3',
        'x_seconds_bucket{le="+Inf"} 4',
        "x_seconds_sum 12.5",
        "x_seconds_count 4",
    ]
    assert list(exposed("y_total", "Y.", {"a": 1}))[1:] == ["# TYPE y_total counter", 'y_total{kind="a"} 1']


def test_what_happens_is_counted(server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "ibau.web.rooms.listeners.SECONDS_BETWEEN_WELCOMES", 60.0
    )  # one that has moved on gets no other
    assert told(server)["ibau_open_games"] == 0
    table = Table(server, SEEGA)
    with table.socket() as one, table.socket(key="") as two:
        Guest(two)
        guest = Guest(one)
        guest.play("a1")
        guest.play("a2")
        one.send_json({"type": "play", "at": 7, "action": "a3"})
        guest.hear("refused")
        now = told(server)
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
        *(f'ibau_hints_total{{kind="{kind}"}}' for kind in ("heard", "missed")),
    )
    assert [told(server)[name] for name in names] == [0, 0, 0, 0]
    measures = services(server).lobby.shared.measures
    measures.lost_races, measures.unknown_outcomes = 3, 2
    measures.hints.update(heard=5, missed=1)
    assert [told(server)[name] for name in names] == [3, 2, 5, 1]


def test_pages_that_come_back_are_counted_and_so_is_what_those_were_sent_who_have_gone(server: TestClient) -> None:
    table = Table(server, SEEGA)
    with table.socket() as socket:
        Guest(socket).play("a1")
    with table.socket(known=".".join(map(str, Known.of(["a1"])))) as socket:
        assert socket.receive_json()["type"] == "back"
    now = told(server)
    assert now['ibau_welcomes_total{kind="back"}'] == now['ibau_welcomes_total{kind="welcome"}'] == 1
    assert now["ibau_sockets"] == 0
    assert now["ibau_sent_bytes_total"] > 5000


def test_a_loop_that_is_late_is_seen() -> None:
    async def run() -> Measures:
        measures = Measures()
        watching = asyncio.create_task(watch_the_loop(measures))
        await asyncio.sleep(0)
        time.sleep(SECONDS_BETWEEN + 0.3)  # noqa: ASYNC251 - that is what is seen
        await asyncio.sleep(0.01)
        watching.cancel()
        return measures

    lags = finished(run()).lags
    assert list(lags.lines("lag"))[-1] == "lag_count 1"
    assert float(list(lags.lines("lag"))[-2].split()[1]) > 0.2


@pytest.mark.parametrize(("host", "place"), [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("::", "127.0.0.1")])
def test_they_are_shown_at_a_port_of_their_own(host: str, place: str) -> None:
    with shown(host, 0, lambda: "ibau_open_games 1\n") as port:
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
