"""The page without a server on the poorest host: plain http from another machine, below a path, few types of files."""

import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.static_hosts import (
    BASE,
    ELSEWHERE,
    LONGEST_START,
    MinimalHost,
    is_ready,
    plain_host,
    play_moves,
    serving,
)
from tests.browser.visitor import OpenPage, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

FETCHED = ("pyodide.js", "pyodide.asm.wasm.xz", "app.tar.xz")
CUT_SHORT = "ERR_CONNECTION"  # what was still on its way when the host ended
PAGES = "about analysis daily games history learn new puzzles review rules rulings tips"  # that the page offers

# The addresses of the links shown, once the page has a heading and has stood still; no download has a page.
LINKS = """async () => {
    let before;
    for (let now = ''; now !== before || !document.querySelector('main h1'); now = document.body.innerText) {
        before = now;
        await new Promise((done) => setTimeout(done, 200));
    }
    return [...document.querySelectorAll('a[href]:not([download])')].map(({ href }) => href);
}"""


@pytest.fixture
def at(host: Path) -> Iterator[str]:
    with serving(plain_host(host, handler=MinimalHost)) as address:
        yield address().replace("127.0.0.1", ELSEWHERE)


def start(open_page: OpenPage, at: str) -> Visitor:
    visitor = open_page(f"{BASE}/", at)
    is_ready(visitor.page)
    assert not visitor.page.evaluate("isSecureContext")
    return visitor


def begin_game(page: Page) -> None:
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".story")).to_be_visible(timeout=LONGEST_START)


def test_a_game_is_played_and_reloaded_at_once(open_page: OpenPage, at: str) -> None:
    visitor = start(open_page, at)
    page = visitor.page
    begin_game(page)
    page.reload()
    is_ready(page)
    expect(page.locator(".story")).to_be_visible(timeout=LONGEST_START)
    plies = play_moves(visitor, random.Random(1), 5)
    page.reload()
    is_ready(page)
    expect(page.locator(".story")).to_have_attribute("data-plies", str(plies))
    page.get_by_role("link", name="Your games").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name=re.compile("^Download: ")).click()
    assert "[Ruleset " in downloading.value.path().read_text()


def test_every_address_of_the_page_is_opened(open_page: OpenPage, at: str) -> None:
    page = start(open_page, at).page
    found, waiting = set[str](), ["/"]
    while waiting:
        page.evaluate("route => { location.hash = route }", route := waiting.pop())
        links = page.evaluate(LINKS)
        assert not any(page.get_by_role("alert").all_inner_texts()), route
        for link in links:
            root, _, to = link.partition("#")
            assert root == f"{at}{BASE}/", f"{route} leads to {link}"
            if (page_of := to.partition("#")[0]) not in found and to != "content":
                found.add(page_of)
                waiting.append(to)
    assert {re.split("[/?]", to)[1] for to in found} == {"", *PAGES.split()}


def test_a_link_is_opened_in_another_tab(open_page: OpenPage, at: str) -> None:
    """The last tab plays, since there are no locks; the one before says so, and takes over where asked to."""
    page = start(open_page, at).page
    with page.context.expect_page() as opening:
        page.get_by_role("link", name="Your games").click(modifiers=["Control"])
    other = opening.value
    is_ready(other)
    expect(other.get_by_role("heading", name="Your games")).to_be_visible()
    expect(page.get_by_text("You play in another tab now.")).to_be_visible()
    page.get_by_role("button", name="Play here").click()
    is_ready(page)
    begin_game(page)
    expect(other.get_by_text("You play in another tab now.")).to_be_visible()


def test_the_picture_of_a_position_is_shown_and_saved(open_page: OpenPage, at: str) -> None:
    page = start(open_page, at).page
    page.evaluate("location.hash = '/analysis/seega'")
    page.get_by_role("button", name="Share", exact=True).click()
    page.wait_for_function("() => document.querySelector('img')?.naturalWidth > 0")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download as SVG").click()
    assert downloading.value.path().read_text().startswith("<svg")


@pytest.mark.parametrize("lost", ["assets/application.worker-*.js", *(f"python/{name}" for name in FETCHED)])
def test_a_file_that_is_missing_is_named(open_page: OpenPage, host: Path, tmp_path: Path, lost: str) -> None:
    shutil.copytree(host / BASE[1:], tmp_path / "host")
    next((tmp_path / "host").glob(lost)).unlink()
    name = Path(lost.replace("-*", "")).name
    with serving(plain_host(tmp_path / "host", handler=MinimalHost)) as address:
        page = open_page("/", address(), ["404", name, "wasm instantiation", CUT_SHORT]).page
        told = page.get_by_text(f"This file of the page could not be loaded: {name}")
        expect(told).to_be_visible(timeout=LONGEST_START)
        expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_that_a_browser_stores_nothing_is_said(open_page: OpenPage, at: str) -> None:
    page = open_page(f"{BASE}/favicon.svg", at, ["SecurityError", CUT_SHORT]).page
    refusing = "indexedDB.open = () => { throw new DOMException('It is private.', 'SecurityError'); };"

    def altered(route: Route) -> None:
        answer = route.fetch(url=route.request.url.replace(ELSEWHERE, "127.0.0.1"))
        route.fulfill(response=answer, body=f"{refusing}\n{answer.text()}")

    page.route("**/application.worker-*.js", altered)
    page.goto(f"{at}{BASE}/")
    told = "This browser does not let this page store its games: SecurityError: It is private."
    expect(page.get_by_text(told)).to_be_visible(timeout=LONGEST_START)
