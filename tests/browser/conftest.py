"""One server and one Chromium for all tests of a process; each test has its own pages, which must log no errors."""

import runpy
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

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
FIREFOX_NAMES = ("firefox-esr", "firefox")
FIREFOX_PREFERENCES = {  # no requests of its own; contexts cannot ask for less motion
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}
DESKTOP = {"width": 1280, "height": 800}
LONGEST_WAIT = 20_000  # milliseconds, for what a page should show at once, on a busy machine
COME_ABOUT = ("ERR_CONNECTION_REFUSED", "status of 403")  # while a server restarts, and for a wrong code


expect.set_options(timeout=LONGEST_WAIT)


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server without a delay between the computer's moves."""
    if not (STATIC / "index.html").is_file():
        pytest.fail("The client has not been built: npm --prefix client ci && npm --prefix client run build")
    with ServerProcess(tmp_path_factory.mktemp("served") / "data") as server:
        yield server


@pytest.fixture(scope="session")
def scripts() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts/pocket.py"))


@pytest.fixture(scope="session")
def host(scripts: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a host, with the page in a folder below it."""
    folder = tmp_path_factory.mktemp("host")
    scripts["make"](folder / BASE[1:])
    return folder


def launch_chromium(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, which ends before tests of other folders: no other event loop can run in its process."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    with launch_chromium(playwright) as browser:
        yield browser


@pytest.fixture
def firefox(playwright: Playwright, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The system's Firefox, with the preferences in the parameter, if any."""
    binary = next(filter(None, map(shutil.which, FIREFOX_NAMES)), None)
    if not binary:
        pytest.fail("There is no Firefox: scripts/firefox installs it on Debian.")
    preferences = FIREFOX_PREFERENCES | getattr(request, "param", {})
    with playwright.firefox.launch(
        channel="moz-firefox", executable_path=binary, firefox_user_prefs=preferences
    ) as browser:
        yield browser


@pytest.fixture
def open_page(chromium: Browser, served: ServerProcess) -> Iterator[OpenPage]:
    """`open_page(path, **context options)`: a visitor at a page, still unless motion is asked for.

    `browser`: Chromium, unless given.  The page may log the errors in `expected`.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(
        path: str = "/",
        address: str = served.address,
        expected: Sequence[str] = (),
        browser: Browser = chromium,
        **options: Any,
    ) -> Visitor:
        context = browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en", **options})
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
    def check_message(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(part in message.text for part in expected):
            complaints.append(message.text)

    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", check_message)
