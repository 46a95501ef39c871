"""Metrics of a running server, in the text format of Prometheus (exposition format 0.0.4).

The library prometheus-client would do the same, but the page without a server would have to load it too.
"""

import asyncio
import socket
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
METRICS_PATH = "/metrics"
LAG_INTERVAL = 0.5  # seconds between two measurements of the event loop's lag
LATENCY_BOUNDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)


class Histogram:
    """A histogram: how many values are at or below each bound."""

    def __init__(self, *bounds: float) -> None:
        self.bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, value: float) -> None:
        self._counts[bisect_left(self.bounds, value)] += 1
        self._sum += value

    def lines(self, name: str) -> Iterator[str]:
        below = 0
        for bound, count in zip((*self.bounds, "+Inf"), list(self._counts), strict=True):
            below += count
            yield f'{name}_bucket{{le="{bound}"}} {below}'
        yield f"{name}_sum {self._sum}"
        yield f"{name}_count {below}"


class Metrics:
    """Measurements in addition to those of the log and the limits."""

    def __init__(self) -> None:
        self.steps = Histogram(*LATENCY_BOUNDS)  # seconds from a message that changes a game until the change is sent
        self.openings = Histogram(*LATENCY_BOUNDS, 2.0, 5.0)  # seconds to load a game that was not in memory
        self.lags = Histogram(*LATENCY_BOUNDS)  # seconds by which the event loop is late
        self.welcomes = Counter(welcome=0, back=0)  # by what a page is sent: everything, or only what is new to it
        self.lost_races = 0  # appends that conflicted with another one, usually at another server
        self.unknown_outcomes = 0  # appends after which the database did not confirm whether they are stored
        self.notifications = Counter(received=0, missed=0)  # of other servers; `missed`: found by comparing versions
        self.sent = 0  # bytes, to clients that have disconnected


async def measure_loop_lag(metrics: Metrics) -> None:
    """Measure the lag of the event loop regularly, until cancelled."""
    while True:
        due = time.perf_counter() + LAG_INTERVAL
        await asyncio.sleep(LAG_INTERVAL)
        metrics.lags.add(max(0.0, time.perf_counter() - due))


MetricValue = float | Mapping[str, int] | Histogram  # a number; numbers by kind; a histogram


def metric_lines(name: str, meaning: str, value: MetricValue) -> Iterator[str]:
    """The lines of a metric; `meaning` is its help text.  The name of a counter ends in `_total`."""
    counts = "counter" if name.endswith("_total") else "gauge"
    yield f"# HELP {name} {meaning}"
    match value:
        case Histogram():
            yield f"# TYPE {name} histogram"
            yield from value.lines(name)
        case Mapping():
            yield f"# TYPE {name} {counts}"
            yield from (f'{name}{{kind="{kind}"}} {count}' for kind, count in dict(value).items())
        case _:
            yield f"# TYPE {name} {counts}"
            yield f"{name} {value}"


@contextmanager
def serve_metrics(host: str, port: int, text: Callable[[], str]) -> Generator[int]:
    """Serve `text()` on a port of its own, in a thread, while the block runs; yields the port.  Raises OSError."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Answers(BaseHTTPRequestHandler):
        timeout = 10  # seconds to receive a request

        def do_GET(self) -> None:
            known = self.path == METRICS_PATH
            body = (text() if known else f"Not found; metrics are at {METRICS_PATH}.\n").encode()
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", CONTENT_TYPE)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its signature
            """Log nothing."""

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

        def server_bind(self) -> None:
            if self.address_family == socket.AF_INET6:
                self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # `::` accepts IPv4 too
            super().server_bind()

        def handle_error(self, request: object, client_address: object) -> None:
            """Ignore it: the client has disconnected."""

    with Server((host, port), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
