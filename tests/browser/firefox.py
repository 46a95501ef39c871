"""A Firefox that is driven by WebDriver BiDi, with as much of Playwright's page as a Visitor needs."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Page
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.browser.server_process import free_port
from tests.browser.visitor import Visitor

NAMES = ("firefox-esr", "firefox")
SECONDS_TO_START = 60
PATIENCE = 30.0  # seconds, for what a page should show at once: a busy machine
QUIET = {  # asks nobody anything, and says nothing to anybody
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "datareporting.healthreport.uploadEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
    "ui.prefersReducedMotion": 1,
}


# What a function, or an expression, comes to, as JSON.
ANSWERED = """(async () => {
    const found = (%s);
    return JSON.stringify((await (typeof found === 'function' ? found(%s) : found)) ?? null);
})()"""

# All the text of the first that has some text, which may be none; a space is something too.
SEEN = """([selector, text]) => [...document.querySelectorAll(selector)]
    .map((one) => `${one.value || one.textContent} `).find((said) => said.includes(text)) ?? ''"""


class Firefox:
    """One Firefox, and what it is told and answers."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._last = 0
        self.complaints: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """What comes of a command."""
        self._last += 1
        self._connection.send(json.dumps({"id": self._last, "method": method, "params": params}))
        while True:
            heard = json.loads(self._connection.recv(timeout=2 * PATIENCE))
            if heard.get("method") == "log.entryAdded" and heard["params"]["level"] == "error":
                self.complaints.append(str(heard["params"]["text"]))
            if heard.get("id") == self._last:
                if heard["type"] == "error":
                    raise RuntimeError(f"{method}: {heard['message']}")
                return cast("dict[str, Any]", heard["result"])

    def somebody(self, address: str, path: str) -> "Visitor":
        """A visitor with storage of their own, at a page."""
        user = self.ask("browser.createUserContext")["userContext"]
        window = self.ask("browsingContext.create", type="window", userContext=user)["context"]
        page = FirefoxPage(self, window)
        page.goto(address + path)
        return Visitor(cast("Page", page), address)


class FirefoxPage:
    """A page in it."""

    def __init__(self, firefox: Firefox, window: str) -> None:
        self._firefox = firefox
        self._window = window
        self.mouse = self

    def goto(self, address: str) -> None:
        self._firefox.ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def evaluate(self, source: str, arg: Any = None) -> Any:
        """What a function, or an expression, comes to."""
        told = ANSWERED % (source, json.dumps(arg))
        target = {"context": self._window}
        answer = self._firefox.ask("script.evaluate", expression=told, target=target, awaitPromise=True)
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def wait_for_function(self, source: str, arg: Any = None, timeout: float = PATIENCE * 1000) -> "Found":
        """What it comes to as soon as it is something."""
        deadline = time.monotonic() + timeout / 1000
        while not (value := self.evaluate(source, arg)):
            if time.monotonic() > deadline:
                raise TimeoutError(source)
            time.sleep(0.03)
        return Found(value)

    def see(self, selector: str, text: str = "") -> str:
        """Wait until something is there that has a text, and say all of its text."""
        return str(self.wait_for_function(SEEN, [selector, text]).json_value()).strip()

    def press(self, selector: str, text: str = "") -> None:
        """Click on what has a text."""
        point = self.wait_for_function(
            """([selector, text]) => {
                const one = [...document.querySelectorAll(selector)]
                    .find(one => (one.getAttribute('aria-label') ?? one.textContent).includes(text) && !one.disabled);
                one?.scrollIntoView({ block: 'center' });
                const box = one?.getBoundingClientRect();
                return box?.width && [box.x + box.width / 2, box.y + box.height / 2];
            }""",
            [selector, text],
        ).json_value()
        self.click(*point)

    def click(self, x: float, y: float) -> None:
        deeds = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "mouse", "actions": deeds})

    def drag(self, points: list[tuple[float, float]]) -> None:
        """Draw a finger along some points."""
        (x, y), *others = points
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 60} for x, y in others]
        deeds = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            *moves,
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": deeds})

    def key(self, *keys: str) -> None:
        deeds = [{"type": deed, "value": key} for key in keys for deed in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": deeds})

    def _act(self, source: dict[str, Any]) -> None:
        self._firefox.ask("input.performActions", context=self._window, actions=[source])


def page_of(visitor: Visitor) -> FirefoxPage:
    """Their page, as what it is."""
    return cast("FirefoxPage", cast("Any", visitor.page))


class Found:
    """A value, as Playwright hands it over."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def json_value(self) -> Any:
        return self._value


def binary() -> str:
    """Where Firefox is; "" where there is none."""
    return next(filter(None, map(shutil.which, NAMES)), "")


@contextmanager
def running(profile: Path, **preferences: Any) -> Iterator[Firefox]:
    """A Firefox with a profile of its own."""
    profile.mkdir(parents=True)
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in (QUIET | preferences).items()]
    (profile / "user.js").write_text("\n".join(lines))
    port = free_port()
    command = [binary(), "--headless", "--no-remote", f"--remote-debugging-port={port}", "--profile", str(profile)]
    with (profile / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 - Firefox
    try:
        with _connected(port) as connection:
            firefox = Firefox(connection)
            yield firefox
            with suppress(ConnectionClosed):
                firefox.ask("browser.close")
    finally:
        process.terminate()
        process.wait(20)


def _connected(port: int) -> ClientConnection:
    deadline = time.monotonic() + SECONDS_TO_START
    while True:
        try:
            return connect(f"ws://127.0.0.1:{port}/session", max_size=None)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
