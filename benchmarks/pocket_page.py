"""The page without a server: the size of a first visit, the time until it is playable, and the time of a move.

python -m benchmarks.pocket_page [FOLDER]    # of `make pocket`; dist/pocket by default

A host without compression serves it to headless Chromium; its times are compared with those of Pyodide alone, from npm.
A visitor's own move is timed in the page, from the message to the worker until its answer.
"""

import argparse
import statistics
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.figure_tables import FigureRow, machine_text, markdown
from ibau.web.pocket.folder import require_folder
from ibau.web.pocket.notices import PICTURED

brotli: Any = import_module("brotli")  # untyped

CHROMIUM = "/usr/bin/chromium"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu"]
PYODIDE = Path(__file__).parents[1] / "client/node_modules/pyodide"
PACKED = {".gz", ".xz", ".woff2", ".png", ".zip"}
MOVES = 30
LONGEST = 120_000  # milliseconds

BARE = """<!doctype html><script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
await loadPyodide({ indexURL: new URL("./pyodide/", location.href).href });
document.title = "ready";
</script>"""

# Records how long the answer to each request to play or throw takes.
TIMED = """
const sent = new Map();
window.answered = [];
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (message, ...more) {
    if (message.kind === "say" && /"type":"(play|throw)"/.test(message.text)) sent.set(message.id, performance.now());
    return post.call(this, message, ...more);
};
const Made = Worker;
window.Worker = class extends Made {
    constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => {
            if (data.kind === "message" && data.message.text?.startsWith('{"type":"played"') && sent.has(data.id)) {
                window.answered.push(performance.now() - sent.get(data.id));
                sent.delete(data.id);
            }
        });
    }
};
"""


# Presses the next control: the throw, a target of the chosen piece, or a piece.
PRESS = """() => {
    const found = ["button.cast[aria-disabled=false]", ".grid button.target", ".grid button.live", ".hand button.main"]
        .map((selector) => document.querySelector(selector)).find((button) => button);
    found?.click();
}"""


class Host(SimpleHTTPRequestHandler):
    """Counts the bytes it sends."""

    sent: ClassVar[dict[str, int]]

    def copyfile(self, source: Any, outputfile: Any) -> None:
        data = source.read()
        self.sent[self.path] = len(data)
        outputfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the signature of the library
        """Log nothing."""


@contextmanager
def shown(folder: Path) -> Generator[tuple[str, dict[str, int]]]:
    """Serve a folder; yields its address, and the bytes sent of each file."""
    Host.sent = {}
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", Host.sent
        server.shutdown()


def seconds_until(page: Page, address: str, ready: str) -> float:
    began = time.perf_counter()
    page.goto(address)
    page.wait_for_function(ready, timeout=LONGEST)
    return time.perf_counter() - began


def bare(browser: Browser) -> FigureRow:
    """Pyodide alone: the first visit and the second."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "pyodide").symlink_to(PYODIDE)
        (Path(folder) / "index.html").write_text(BARE, "utf-8")
        with shown(Path(folder)) as (address, _):
            page = browser.new_context().new_page()
            first, again = (seconds_until(page, address, "() => document.title === 'ready'") for _ in range(2))
    return FigureRow("Pyodide alone, in the page: seconds at the first visit and again", f"{first:.1f} and {again:.1f}")


def visits(browser: Browser, folder: Path) -> Generator[FigureRow]:
    """A first visit, two without a network, and a game of two people at this screen."""
    is_ready = "() => document.querySelector('#notice').hidden"
    with shown(folder) as (address, sent):
        context = browser.new_context(locale="en")
        page = context.new_page()
        page.add_init_script(TIMED)
        first = seconds_until(page, address, is_ready)
        needed = dict(sent)
        small = sum(packed(folder / path.strip("/").partition("?")[0]) for path in needed)
        size = f"{sum(needed.values()) / 1e6:.2f} MB; by a host that packs, {small / 1e6:.2f} MB"
        yield FigureRow("first visit: sent until it can be played", size, "aim 6.5 MB")
        page.wait_for_function("() => navigator.serviceWorker.controller", timeout=LONGEST)
        whole = sum(sent.values()) / 1e6
        yield FigureRow("first visit: sent until all is there without a network", f"{whole:.2f} MB")
    context.set_offline(offline=True)
    second, third = (seconds_until(page, address, is_ready) for _ in range(2))  # the third uses cached compiled code
    yield FigureRow(
        "seconds until it can be played: first visit, then a second and a third without a network",
        f"{first:.1f}, {second:.1f} and {third:.1f}",
    )
    page.goto(f"{address}new/{PICTURED}")
    page.get_by_role("radio", name="Two people on this screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(".story", timeout=LONGEST)
    while len(answered := page.evaluate("() => window.answered")) < MOVES:
        page.evaluate(PRESS)
        page.wait_for_timeout(100)
    median, worst = statistics.median(answered), max(answered)
    yield FigureRow("own move answered: milliseconds, median and worst", f"{median:.1f} and {worst:.1f}", "aim 10")


def packed(file: Path) -> int:
    """The bytes of a file as sent by a host that compresses."""
    data = (file / "index.html" if file.is_dir() else file).read_bytes()
    return len(data) if file.suffix in PACKED else len(brotli.compress(data))


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="of `make pocket`; dist/pocket by default")
    folder = parser.parse_args().folder or require_folder()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        rows = [*visits(browser, folder), bare(browser)]
        browser.close()
    print(f"{machine_text()}\n\n{markdown(rows)}")


if __name__ == "__main__":
    main()
