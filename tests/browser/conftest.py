"""One server and one Chromium for all tests of a process; every test has pages of its own, which must not complain."""

import runpy
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright

from ibau.web.app import STATIC
from tests.browser.server_process import ServerProcess
from tests.browser.static_hosts import BASE, ELSEWHERE
from tests.browser.visitor import OpenPage, Visitor

ROOT = Path(__file__).resolve().parents[2]
CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
]
DESKTOP = {"width": 1280, "height": 800}
LONGEST_WAIT = 20_000  # milliseconds, for what a page should show at once: a busy machine
COME_ABOUT = ("ERR_CONNECTION_REFUSED", "status of 403")  # where a server restarts, and where a code is wrong


expect.set_options(timeout=LONGEST_WAIT)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without pauses between a computer's moves."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("The client has not been built: npm --prefix client ci && npm --prefix client run build")
    with ServerProcess(tmp_path_factory.mktemp("served") / "data") as server:
        yield server


@pytest.fixture(scope="session")
def scripts() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts/pocket.py"))


@pytest.fixture(scope="session")
def host(scripts: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a host with the page somewhere below it."""
    folder = tmp_path_factory.mktemp("host")
    scripts["make"](folder / BASE[1:])
    return folder


@contextmanager
def running_chromium() -> Generator[Browser]:
    """Chromium without windows; meanwhile nothing else in this process can run an event loop, nor begin another one."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Closed before tests of other folders."""
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def open_page(chromium: Browser, served: ServerProcess) -> Iterator[OpenPage]:
    """`open_page(path, **context options)`: a visitor at a page, still unless motion is asked for.

    The page may complain of what is `expected`.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(
        path: str = "/", address: str = served.address, expected: Sequence[str] = (), **options: Any
    ) -> Visitor:
        context = chromium.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en", **options})
        contexts.append(context)
        page = context.new_page()
        _listen(page, complaints, (*COME_ABOUT, *expected))
        page.goto(address + path)
        return Visitor(page, address, touch=options.get("has_touch", False))

    yield open_one
    for context in contexts:
        context.close()
    assert not complaints


def _listen(page: Page, complaints: list[str], expected: Sequence[str]) -> None:
    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in expected):
            complaints.append(message.text)

    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", said)
