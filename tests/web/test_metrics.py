"""Metrics: the figures of a server in the text form of Prometheus, at a port of their own."""

import re
import socket
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from ibau.web.app import Settings
from ibau.web.metrics import CONTENT_TYPE, Histogram, exposed, shown
from ibau.web.services import services_of
from ibau.web.serving import ServeError, figures, run
from tests.web.guests import Guest, Table

SEEGA = "seega+first_player=first"
LINE = re.compile(r"(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{(le|kind)=\"[^\"]+\"\})? -?[0-9.e+-]+)")


def told(server: TestClient) -> dict[str, float]:
    """Every figure by its name and label."""
    app: Any = server.app
    text = figures(services_of(app))
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


def test_what_happens_is_counted(server: TestClient) -> None:
    assert told(server)["ibau_open_games"] == 0
    table = Table(server, SEEGA)
    with table.socket() as one, table.socket(key="") as two:
        Guest(two)
        guest = Guest(one)
        guest.play("a1")
        guest.play("a2")
        now = told(server)
    assert (now["ibau_open_games"], now["ibau_sockets"]) == (1, 2)
    assert now['ibau_events_stored_total{kind="created"}'] == 1
    assert now['ibau_events_stored_total{kind="played"}'] == 2
    assert now["ibau_commit_events_sum"] == 3
    assert now["ibau_commit_seconds_count"] == now["ibau_commit_events_count"] == 3
    assert now["ibau_computers_thinking"] == now["ibau_computers_waiting"] == 0
    assert now['ibau_refused_total{kind="games"}'] == 0
    assert now["process_resident_memory_bytes"] > 1e7


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_they_are_shown_at_a_port_of_their_own(host: str) -> None:
    with shown(host, 0, lambda: "ibau_open_games 1\n") as port:
        place = f"[{host}]" if ":" in host else host
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
