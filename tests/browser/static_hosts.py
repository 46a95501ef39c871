"""The page without a server on hosts of plain files, and what tests of it do there."""

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Page, expect

from tests.browser.visitor import Visitor

BASE = "/club/ibau"  # any folder of a host
ELSEWHERE = "lan.test"  # a name of this machine that browsers take for another one: what comes by http is not secure
LONGEST_START = 120_000  # milliseconds; a busy machine
CUT = ("ERR_INTERNET_DISCONNECTED", "404")  # what a browser says of a network that is away, and of a file that is


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class MinimalHost(QuietHandler):
    """Knows the endings that every server knows, and has no page for what is not there."""

    KNOWN: ClassVar = {
        ".css": "text/css",
        ".html": "text/html",
        ".js": "application/javascript",
        ".svg": "image/svg+xml",
    }

    def guess_type(self, path: Any) -> str:
        return self.KNOWN.get(Path(path).suffix, "application/octet-stream")


@contextmanager
def serving(server: ThreadingHTTPServer) -> Iterator[Callable[[], str]]:
    """Serve until the end of the block; its address."""
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield lambda: f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def plain_host(folder: Path, port: int = 0, handler: type[QuietHandler] = QuietHandler) -> ThreadingHTTPServer:
    """What `python -m http.server` is."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(handler, directory=str(folder)))


def is_ready(page: Page) -> None:
    expect(page.locator("#notice")).to_be_hidden(timeout=LONGEST_START)


def is_kept(page: Page) -> None:
    """Wait until all of it is there without a network."""
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.wait_for_function("() => !!navigator.serviceWorker.controller")


def play_moves(visitor: Visitor, chooser: random.Random, moves: int) -> int:
    """Play this many moves or throws of one's own, the computer's coming between; the number of actions then played."""
    plies = visitor.offer(0)["plies"]
    for _ in range(moves):
        after = visitor.act(chooser.choice, plies)
        assert after is not None
        plies = after
    return visitor.offer(plies)["plies"]
