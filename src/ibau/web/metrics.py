"""What a running server is like, in the text form of Prometheus (exposition format 0.0.4), at an address of its own."""

import socket
import threading
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ibau.web.histogram import Histogram

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
PATH = "/metrics"

Value = float | Mapping[str, int] | Histogram  # one number; numbers by kind; many


def exposed(name: str, meaning: str, value: Value) -> Iterator[str]:
    """The lines of a metric; the name of a counter ends in `_total`."""
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
def shown(host: str, port: int, text: Callable[[], str]) -> Generator[int]:
    """Answer at a port of its own as long as the block lasts, in a thread of its own; the port.  Raises OSError."""

    class Answers(BaseHTTPRequestHandler):
        timeout = 10  # seconds for a request to come

        def do_GET(self) -> None:
            known = self.path == PATH
            body = (text() if known else f"There is {PATH} and nothing else.\n").encode()
            self.send_response(200 if known else 404)
            self.send_header("Content-Type", CONTENT_TYPE)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its signature
            """Nobody wants to read it."""

    class Server(ThreadingHTTPServer):
        address_family = socket.AF_INET6 if ":" in host else socket.AF_INET

        def server_bind(self) -> None:
            if self.address_family == socket.AF_INET6:
                self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # `::` is both families
            super().server_bind()

        def handle_error(self, request: object, client_address: object) -> None:
            """The caller has gone."""

    with Server((host, port), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()
