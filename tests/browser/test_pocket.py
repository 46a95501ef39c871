"""The page without a server, from a host of plain files: the first visit, the network cut, games, a newer version."""

import lzma
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from ibau.web.pocket.folder_server import folder_server
from tests.browser.static_hosts import BASE, CUT, LONGEST_START, is_kept, is_ready, plain_host, play_moves, serving
from tests.browser.visitor import OpenPage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OWN_MOVES = 10


def test_after_one_visit_games_are_played_without_a_network(open_page: OpenPage, host: Path) -> None:
    with serving(plain_host(host)) as address:
        visitor = open_page(f"{BASE}/", address(), CUT)
        page, chooser = visitor.page, random.Random(1)
        is_ready(page)
        is_kept(page)
    page.context.set_offline(offline=True)
    is_kept_unpacked(page, host / BASE[1:])
    for system in ("seega", "senet-race"):
        page.goto(f"{visitor.address}{BASE}/new/{system}")  # a deep link
        page.get_by_role("radio", name="First steps").check()
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".story")).to_be_visible(timeout=LONGEST_START)
        assert page.url.startswith(f"{visitor.address}{BASE}/#/game/")
        play_moves(visitor, chooser, OWN_MOVES // 2)
        page.reload()
        is_ready(page)
        expect(page.locator(".story")).to_be_visible()
        assert visitor.plies() >= OWN_MOVES // 2
        play_moves(visitor, chooser, OWN_MOVES // 2)
    page.get_by_role("link", name="Your games").click()
    expect(page.locator(".recent li")).to_have_count(2)
    with page.expect_download() as downloading:
        page.get_by_role("link", name=re.compile("^Download: Seega")).click()
    assert '[Ruleset "seega' in downloading.value.path().read_text()


def is_kept_unpacked(page: Page, folder: Path) -> None:
    """All that a visit needs is unpacked once; of its WebAssembly browsers keep the compiled code only so."""
    packed = [file.relative_to(folder).as_posix() for file in folder.rglob("*.xz")]
    kept = page.evaluate(
        """async (names) => Object.fromEntries(await Promise.all(names.map(async (name) => {
            const answer = await fetch(`${document.documentElement.dataset.base}/${name}`);
            return [name, [(await answer.arrayBuffer()).byteLength, answer.headers.get("Content-Type")]];
        })))""",
        packed,
    )
    assert {name: size for name, (size, _) in kept.items()} == {
        name: len(lzma.decompress((folder / name).read_bytes())) for name in packed
    }
    assert kept["python/pyodide.asm.wasm.xz"][1] == "application/wasm"


def test_of_two_tabs_one_plays_and_the_other_may_take_over(open_page: OpenPage, host: Path) -> None:
    with serving(plain_host(host)) as address:
        first = open_page(f"{BASE}/", address(), CUT).page
        is_ready(first)
        second = opened(first.context, f"{address()}{BASE}/")
        expect(second.get_by_text("Ibau is open in another tab")).to_be_visible()
        second.get_by_role("button", name="Play here").click()
        is_ready(second)
        expect(first.get_by_text("You play in another tab now.")).to_be_visible()


def test_a_page_that_is_left_lets_the_next_one_play(open_page: OpenPage, host: Path) -> None:
    """WebKit keeps the page, with its worker, for the way back."""
    with serving(plain_host(host)) as address:
        page = open_page(f"{BASE}/", address(), CUT).page
        is_ready(page)
        left, back = (
            f"dispatchEvent(new PageTransitionEvent('{kind}', {{ persisted: true }}))"
            for kind in ("pagehide", "pageshow")
        )
        page.evaluate(left)
        page.wait_for_function("() => navigator.locks.query().then(({ held }) => !held.length)")
        with page.expect_navigation():
            page.evaluate(back)
        is_ready(page)


def opened(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.goto(address)
    return page


def test_a_link_is_followed_at_the_first_visit_too(open_page: OpenPage, host: Path) -> None:
    with serving(folder_server(host / BASE[1:], "127.0.0.1", 0)) as address:
        page = open_page("/new/seneti", address(), CUT).page
        expect(page.get_by_role("heading", name="Seneti")).to_be_visible(timeout=LONGEST_START)
        assert page.url == f"{address()}/#/new/seneti"


def test_a_newer_version_is_taken_when_somebody_wants_it(
    open_page: OpenPage, host: Path, scripts: dict[str, Any], tmp_path: Path
) -> None:
    folder = tmp_path / "host"
    shutil.copytree(host / BASE[1:], folder)
    with serving(plain_host(folder)) as address:
        visitor = open_page("/", address(), CUT)
        page = visitor.page
        is_ready(page)
        is_kept(page)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".story")).to_be_visible()
        plies = play_moves(visitor, random.Random(2), 2)
        board = folder / "board.svg"
        board.write_text(board.read_text("utf-8") + "<!-- newer -->", "utf-8")
        (folder / "sw.js").unlink()
        scripts["put_worker"](folder)
        page.reload()
        expect(page.get_by_text("A new version is ready.")).to_be_visible(timeout=LONGEST_START)
        with page.expect_navigation():
            page.get_by_role("button", name="Use it now").click()
        is_ready(page)
        expect(page.locator(".story")).to_be_visible()
        assert visitor.plies() >= plies
        assert page.evaluate("() => fetch('/board.svg').then((board) => board.text())").endswith("<!-- newer -->")
        is_kept_unpacked(page, folder)
