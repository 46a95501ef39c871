"""After a restart of the server, pages reconnect, and reload themselves for a newer version."""

import json

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, Visitor, new_game

RULESET = "senet-race"
LONG_AGO = """
if (performance.getEntriesByType("navigation")[0].type !== "reload") {
  const now = performance.now.bind(performance);
  performance.now = () => now() + 60_000;
}
"""  # and just now, if it was loaded again
WHILE_AWAY = ("WebSocket", "ERR_FAILED", "404", "dynamically imported module")  # errors that a page logs


@pytest.fixture
def visitor(open_page: OpenPage) -> Visitor:
    """A visitor at a game, in a page that was loaded long ago."""
    visitor = open_page("/favicon.svg", expected=WHILE_AWAY)
    visitor.page.add_init_script(LONG_AGO)
    return visitor


def begin(visitor: Visitor, served: ServerProcess) -> None:
    visitor.page.goto(served.address + new_game(served.address, RULESET))
    expect(visitor.page.locator(".grid")).to_be_visible()


def received_types(page: Page) -> list[str]:
    """The types of the messages to the sockets of a page, in order."""
    found: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: found.append(json.loads(str(frame))["type"])),
    )
    return found


def loads_of(page: Page) -> list[str]:
    """The documents that a page has loaded, in order."""
    found: list[str] = []
    page.on("load", lambda loaded: found.append(loaded.url))
    return found


def test_a_page_gets_only_what_is_new_when_its_server_is_back(visitor: Visitor, served: ServerProcess) -> None:
    kinds = received_types(visitor.page)
    begin(visitor, served)
    visitor.play(min, 3)
    served.end()
    expect(visitor.situation()).to_contain_text("No connection")
    served.start()
    expect(visitor.page.locator(".situation .lost")).to_have_count(0, timeout=20_000)
    visitor.wait_for_plies(3)
    visitor.play(min, 1)
    visitor.wait_for_plies(4)
    assert [kind for kind in kinds if kind in {"welcome", "back"}] == ["welcome", "back"]


def test_a_page_that_lacks_a_part_of_itself_loads_itself_again(visitor: Visitor, served: ServerProcess) -> None:
    visitor.page.route("**/assets/Home-*.js", lambda route: route.fulfill(status=404))
    begin(visitor, served)
    loads = loads_of(visitor.page)
    with visitor.page.expect_event("load", timeout=20_000):
        visitor.page.evaluate("history.pushState(null, '', '/'); dispatchEvent(new PopStateEvent('popstate'))")
    assert loads == [f"{served.address}/"]


def test_a_page_that_still_lacks_it_says_so(visitor: Visitor, served: ServerProcess) -> None:
    visitor.page.route("**/assets/About-*.js", lambda route: route.fulfill(status=404))
    visitor.page.goto(f"{served.address}/about")
    expect(visitor.page.get_by_role("alert")).to_contain_text("A part of this page has failed. Please load it again.")
    assert visitor.page.evaluate("performance.getEntriesByType('navigation')[0].type") == "reload"


def change_version(page: WebSocketRoute) -> None:
    """Let a page and its server meet as if both knew of another version what this one has."""
    server = page.connect_to_server()
    page.on_message(lambda text: server.send(str(text).replace('"v":1', '"v":0')))
    server.on_message(lambda text: page.send(str(text).replace('"v":1', '"v":2')))


def test_a_page_of_another_version_loads_itself_again_once_and_then_says_so(
    visitor: Visitor, served: ServerProcess
) -> None:
    visitor.page.route_web_socket("**/socket*", change_version)
    loads = loads_of(visitor.page)
    begin(visitor, served)
    visitor.page.wait_for_function("() => performance.getEntriesByType('navigation')[0].type === 'reload'")
    expect(visitor.situation()).to_contain_text("This page is of another version than the server; please reload it")
    assert len(loads) == 2


def test_a_key_of_another_game_is_named(visitor: Visitor, served: ServerProcess) -> None:
    visitor.page.goto(served.address + new_game(served.address, RULESET).partition("#")[0] + "#another")
    expect(visitor.situation()).to_contain_text("This is not the key to this game")
