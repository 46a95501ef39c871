"""The weight of pages, and layout shift while they load."""

import time
from typing import NamedTuple

import pytest
from playwright.sync_api import Request, Route, expect

from ibau.language import LANGUAGES
from tests.browser.fast_forward import FOR_EVER, fast_forwarded_game
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, new_game
from tests.slow import slow_but

SIZES = ((360, 640), (768, 1024), (1440, 900))
LOOKS = [(*size, lang) for size in SIZES for lang in LANGUAGES]
SHORT = "senet-race+max_turns=5"
LONGEST_REVIEW = 120_000  # milliseconds; a busy machine
MOST_SHIFTED = 0.05  # of the window; 0.1 is commonly called good
LATE = 0.1  # seconds, for fonts and data: the code has painted by then
MOST_BYTES = 60_000  # of code and data until a board can be used
MOST_AT_HOME = (120_000, 12)  # bytes with fonts, and requests
BOARDS = ("seega", "senet-race", "seneti", "seti-beth")  # one of each kind
MOST_CODE = 60_000  # bytes of scripts and styles alone, if the page adds to the throws and verifies them
MOST_WITH_LINKS = 65_000  # with the data
CODE, FONTS = ("script", "stylesheet"), ("font",)  # kinds of requests
MOST_WITH_FONTS = 120_000  # all of that, and the fonts

# The layout shift since the page started, once all requests are answered and painted.
SHIFTED = """async () => {
    await document.fonts.ready;
    const shifts = [];
    new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ value }) => value)))
        .observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => setTimeout(done, 300));
    return shifts;
}"""


def late(route: Route) -> None:
    time.sleep(LATE)
    route.continue_()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "lang"), LOOKS)
def test_nothing_jumps_while_a_page_loads(
    open_page: OpenPage, served: ServerProcess, width: int, height: int, lang: str
) -> None:
    played = fast_forwarded_game(served.address, new_game(served.address, SHORT), FOR_EVER)
    review = played.replace("/game/", "/review/").partition("#")[0]
    paths = ("/", "/new/senet-race", "/new/seega", new_game(served.address, "senet-race"))
    for path in (*paths, "/learn/seega", "/puzzles/seega", review):
        page = open_page("/favicon.svg", viewport={"width": width, "height": height}, locale=lang).page
        for kind in ("**/api/**", "**/*.woff2"):
            page.route(kind, late)
        page.goto(served.address + path)
        expect(page.locator("main svg.ground").first).to_be_visible()
        page.wait_for_load_state("networkidle", timeout=LONGEST_REVIEW)
        shifts: list[float] = page.evaluate(SHIFTED)
        assert sum(shifts) <= MOST_SHIFTED, path


BOXES = """(parts) => parts
    .flatMap((part) => [...document.querySelectorAll(part)].find((one) => one.checkVisibility()) ?? [])
    .map((one) => one.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round))"""
PARTS = ["header a", "header nav", "main h1", "main .stage", "main .label", "main .ways"]  # of the home page
WAYS = ["a.back", "a.own:has(svg)"]  # out of a game


@pytest.mark.parametrize(("width", "height", "lang"), slow_but((LOOKS[0], LOOKS[-1]), LOOKS))
def test_what_is_painted_first_stands_where_it_stays(
    open_page: OpenPage, served: ServerProcess, lang: str, width: int, height: int
) -> None:
    options = {"viewport": {"width": width, "height": height}, "locale": lang}
    for path, parts in (("/", PARTS), (new_game(served.address, "seega"), WAYS)):
        painted = open_page(path, java_script_enabled=False, **options).page
        whole = open_page(path, **options).page
        expect(whole.locator("main svg.ground").first).to_be_visible()
        for page in (painted, whole):
            page.evaluate("document.fonts.ready.then(() => undefined)")
        shown = painted.evaluate(BOXES, parts)
        assert len(shown) == (len(parts) if path == "/" or height > width else 0)
        assert shown == whole.evaluate(BOXES, parts)
        if path == "/":
            assert painted.locator("main .welcome").inner_text() in whole.locator("main .welcome").inner_text()


def test_nothing_is_painted_first_that_another_page_would_replace(open_page: OpenPage) -> None:
    page = open_page("/rules/seega").page
    page.evaluate("localStorage.setItem('ibau.theme', '\"dark\"')")
    page.route("**/assets/index-*.js", lambda route: None)  # noqa: ARG005 - it never comes
    page.goto(page.url.replace("/rules/seega", "/"), wait_until="commit")
    expect(page.locator("html[data-theme=dark]")).to_be_attached()
    expect(page.locator(".shell")).to_be_hidden()


@pytest.mark.parametrize("lang", slow_but(("de",), LANGUAGES))
def test_a_board_is_light(open_page: OpenPage, served: ServerProcess, lang: str) -> None:
    came = bytes_of(open_page, served, lang, new_game(served.address, "senet-race"))
    assert came.code + came.data < MOST_BYTES


@pytest.mark.parametrize("ruleset", slow_but(("senet-race",), BOARDS))
def test_a_board_that_checks_its_throws_is_light(open_page: OpenPage, served: ServerProcess, ruleset: str) -> None:
    came = bytes_of(open_page, served, "en", new_game(served.address, ruleset, adds=True))
    assert came.code < MOST_CODE
    assert came.code + came.data < MOST_WITH_LINKS


@pytest.mark.parametrize("lang", slow_but(("de",), LANGUAGES))
def test_a_board_is_light_with_its_fonts(open_page: OpenPage, served: ServerProcess, lang: str) -> None:
    path = new_game(served.address, "senet-race", adds=True)
    assert sum(bytes_of(open_page, served, lang, path)) <= MOST_WITH_FONTS


@pytest.mark.parametrize("lang", slow_but(("de",), LANGUAGES))
def test_the_first_page_is_light(open_page: OpenPage, served: ServerProcess, lang: str) -> None:
    page = open_page("/favicon.svg", locale=lang, viewport={"width": 390, "height": 844}).page
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108 - Playwright marks its handlers
    page.goto(served.address)
    expect(page.locator(".ways button.main")).to_be_visible()
    page.wait_for_load_state("networkidle")
    came = [request for request in requests if "favicon" not in request.url]
    most_bytes, most_requests = MOST_AT_HOME
    assert sum(map(received, came)) <= most_bytes
    assert len(came) <= most_requests


class Came(NamedTuple):
    """The bytes loaded until a board can be used."""

    code: int
    fonts: int
    data: int


def bytes_of(open_page: OpenPage, served: ServerProcess, lang: str, path: str) -> Came:
    page = open_page("/favicon.svg", locale=lang).page  # so that nothing is cached
    requests: list[Request] = []
    frames: list[str] = []
    page.on("requestfinished", lambda request: requests.append(request))  # noqa: PLW0108 - Playwright marks its handlers
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    page.goto(served.address + path)
    expect(page.locator(".grid")).to_be_visible()
    page.wait_for_load_state("networkidle")
    of_kind = {kind: [one for one in requests if one.resource_type in kind] for kind in (CODE, FONTS)}
    assert len(of_kind[FONTS]) == 2  # each once, though preloaded
    code, fonts = (sum(map(received, came)) for came in of_kind.values())
    data = sum(len(frame.encode()) for frame in frames)
    return Came(code, fonts, sum(map(received, requests)) - code - fonts + data)


def received(request: Request) -> int:
    """The bytes of a response on the wire."""
    sizes = request.sizes()
    return sizes["responseHeadersSize"] + sizes["responseBodySize"]


def test_a_game_fills_a_window_and_no_more(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page(new_game(served.address, "seega")).page
    expect(page.locator(".grid")).to_be_visible()
    for width, height in ((1024, 768), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") == height, width
