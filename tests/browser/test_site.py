"""The documentation as a site: built without warnings, readable without a network, and interactive on a server."""

import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator, Page, expect

from ibau.games import systems
from ibau.language import LANGUAGES
from tests.browser.static_hosts import LONGEST_START, plain_host, serving
from tests.browser.visitor import OpenPage

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "build/site"
LOADED = re.compile(r'<(?:script|img|iframe)[^>]* src="([^"]+)"|<link[^>]* href="([^"]+)"')
SHEET = re.compile(r'href="([^"]+\.pdf)"')
WEAR = "theme => document.body.dataset.theme = theme"  # as the pages' button does


def test_the_site(open_page: OpenPage) -> None:
    """One test, since building takes most of a minute."""
    is_built_without_a_warning()
    needs_no_network()
    page = open_page("/docs/tutorial.html", f"file://{SITE}").page
    expect(page.locator("button.live")).to_be_hidden()
    with serving(plain_host(SITE)) as address:
        for lang, words, around in (
            ("de", "Von hier weiterspielen", "Auf dieser Seite"),
            ("en", "Play on from here", "On this page"),
        ):
            page = open_page(f"/rules/{lang}/seega.html", address()).page
            expect(page.locator(".toc-title")).to_have_text(around)
            plays(page, words)


def is_built_without_a_warning() -> None:
    done = subprocess.run([sys.executable, "scripts/site.py"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for lang, system in product(LANGUAGES, systems()):
        assert ".svg" in (SITE / f"rules/{lang}/{system}.html").read_text("utf-8")
        assert f' lang="{lang}"' in (SITE / f"rules/{lang}/{system}.html").read_text("utf-8")
    for lang in LANGUAGES:
        sheets = SHEET.findall((SITE / f"rules/{lang}/teaching.html").read_text("utf-8"))
        assert len(sheets) == 3 * len(systems())
        assert all((SITE / "rules" / lang / sheet).is_file() and sheet.endswith(f"-{lang}.pdf") for sheet in sheets)
    reference = "".join(page.read_text("utf-8") for page in (SITE / "docs/reference").glob("*.html"))
    assert "how far the value moved when it was searched one ply deeper" in reference  # the comment of a field
    assert "Alias for field number" not in reference


def needs_no_network() -> None:
    loaded = {"".join(found) for page in SITE.rglob("*.html") for found in LOADED.findall(page.read_text("utf-8"))}
    assert loaded
    assert [address for address in loaded if "//" in address] == []


def plays(page: Page, words: str) -> None:
    """A drawing is replaced by a playable board, and returns when another one is."""
    buttons = page.locator("button.live")
    drawing = page.locator(".drawn img:visible")
    drawn = drawing.count()
    expect(buttons.first).to_have_text(words)
    page.evaluate(WEAR, "light")
    buttons.first.click()
    page.evaluate(WEAR, "dark")
    board = page.frame_locator("iframe.live-board")
    expect(board.locator(".board")).to_be_visible(timeout=LONGEST_START)
    expect(drawing).to_have_count(drawn - 1)
    has_theme_of(page, board)
    before = board.locator(".status").inner_text()
    act(board)
    expect(board.locator(".status")).not_to_have_text(before)
    buttons.nth(1).click()
    expect(page.locator("iframe")).to_have_count(1)
    expect(board.locator(".board")).to_be_visible(timeout=LONGEST_START)
    buttons.nth(1).click()
    expect(page.locator("iframe")).to_have_count(0)
    expect(drawing).to_have_count(drawn)


def has_theme_of(page: Page, frame: FrameLocator) -> None:
    """A frame has the theme of its page, which was dark before it loaded, and follows its changes."""
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    page.evaluate(WEAR, "light")
    expect(frame.locator("html")).to_have_attribute("data-theme", "light")


def act(board: FrameLocator) -> None:
    """Play the first action that is offered."""
    live = board.locator(".grid button.live").first
    live.or_(board.locator(".hand button.main").first).first.click()
    target = board.locator(".grid button.target")
    if target.count():
        target.first.click()
