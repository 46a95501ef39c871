"""Verifiable throws between two browsers."""

import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import WebSocketRoute, expect

from ibau.core.record import Record
from ibau.records.record_files import read_record
from ibau.throws.proof import verify
from tests.browser.fast_forward import FOR_EVER, PLAY, fast_forward
from tests.browser.server_process import ServerProcess
from tests.browser.test_axe import violations
from tests.browser.test_friends import accepted, chosen, invited
from tests.browser.visitor import LONGEST_WAIT, OpenPage, Visitor

ALL_CHECKED = re.compile(r"^(1 throw, checked|\d+ throws, all checked)$")


def checked(*visitors: Visitor, text: str | re.Pattern[str] = ALL_CHECKED) -> None:
    """Check the menu's line and the sheet about the throws, on each page; axe finds no violation on the first."""
    for n, page in enumerate(visitor.page for visitor in visitors):
        page.get_by_role("button", name="Menu").click()
        line = page.locator("#menu .throws")
        expect(line).to_have_text(text)
        line.click()
        expect(page.locator(".verdict")).to_have_text(text)
        assert n or violations(page) == []
        page.get_by_role("button", name="Back to the game").click()


def throw_when_due(visitor: Visitor) -> None:
    """Throw, as soon as it is possible."""
    visitor.page.locator('button.cast[aria-disabled="false"]').click()


def play_until(pages: tuple[Visitor, Visitor], plies: int) -> None:
    """Both play until there are this many actions.

    They press again if a press was lost, which can happen on a board that has just moved.
    """
    late, choose = time.monotonic() + LONGEST_WAIT / 1000, random.Random(7).choice
    while (played := max(visitor.plies() for visitor in pages)) < plies:
        assert time.monotonic() < late, f"only {played} actions"
        if able := [visitor for visitor in pages if visitor.is_asked(played)]:
            able[0].act(choose, played)
        pages[0].page.wait_for_timeout(20)
    for visitor in pages:
        visitor.wait_for_plies(played)


def record_of(served: ServerProcess, visitor: Visitor) -> Record:
    """The record of the game on a page."""
    name = visitor.page.url.split("/game/")[1].split("#")[0]
    answer = httpx2.get(f"{served.address}/api/games/{name}/record?format=text")
    return read_record(answer.raise_for_status().text)


def other_device(open_page: OpenPage, visitor: Visitor) -> Visitor:
    """The same seat on another device."""
    chosen(visitor.page, "Another device")
    code = visitor.page.locator(".letters").inner_text()
    visitor.page.get_by_role("button", name="Back to the game").click()
    other = open_page("/code")
    other.page.get_by_label("Code").fill(code)
    other.page.get_by_role("button", name="Go to the game").click()
    expect(other.page.locator(".grid")).to_be_visible()
    return other


def test_friends_check_the_throws_of_their_game_and_the_next(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page, "senet-race")
    ben = accepted(open_page, served, address)
    play_until((ann, ben), 4)
    ben.page.reload()  # everything is verified again
    ben.wait_for_plies(ann.plies())
    chosen(ann.page, "Resign")
    ann.page.get_by_role("button", name="Yes, resign").click()
    for visitor in (ann, ben):
        expect(visitor.page.locator(".result")).to_be_visible()
    checked(ann, ben)
    assert verify(record_of(served, ann)).verdict == "right"
    ann.page.get_by_role("button", name="Again").click()
    for visitor in (ann, ben):
        expect(visitor.page.locator(".situation")).to_contain_text("After one game")
    throw_when_due(ann)
    ben.wait_for_plies(1)
    checked(ann, ben, text="1 throw, checked")


@pytest.mark.slow
def test_a_game_begins_when_who_invited_has_opened_it(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page, "senet-race")
    game = ann.page.url
    ann.page.goto(f"{served.address}/favicon.svg")
    ben = accepted(open_page, served, address)
    expect(ben.page.locator(".situation")).to_contain_text("Ann has not opened the game yet; it begins when they do.")
    expect(ben.page.locator(".throw.ready")).to_have_count(0)
    ann.page.goto(game)
    throw_when_due(ben)
    ann.wait_for_plies(1)
    checked(ann, text="1 throw, checked")


@pytest.mark.slow
def test_a_number_on_another_device_is_opened_there_or_taken_back(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page, "senet-race")
    game = ann.page.url
    other = other_device(open_page, ann)
    ann.page.goto(f"{served.address}/favicon.svg")
    ben = accepted(open_page, served, address)
    situation = other.page.locator(".situation")
    expect(situation).to_contain_text("The number for this game lies on another device.")
    other.page.get_by_role("button", name="Go on without it").click()
    expect(situation).not_to_contain_text("lies on another device")
    throw_when_due(ben)
    other.wait_for_plies(1)
    checked(other, ben, text="1 throw, checked")
    ann.page.goto(game)
    expect(ann.page.get_by_role("alert")).to_contain_text("taken back before the first throw, but not in this browser")


def test_a_throw_of_which_a_server_lies_is_seen_at_once_and_stays(open_page: OpenPage, served: ServerProcess) -> None:
    ann, address = invited(open_page, "senet-race")
    ben = accepted(open_page, served, address)

    def passed_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(lied(json.loads(text))))

    def lied(message: dict[str, Any]) -> str:
        if message["type"] == "played" and message.get("link"):
            other = 1 if message["ply"]["heads"] != 1 else 2
            message["ply"] |= {"action": f"t{other}", "heads": other, "value": other}
        return json.dumps(message)

    ann.page.route_web_socket("**/socket?*", passed_on)
    ann.page.reload()
    expect(ann.page.locator(".grid")).to_be_visible()
    throw_when_due(ben)  # Dark begins
    sentence = "Throw 1 does not check out: it does not follow from its link and the players' numbers."
    expect(ann.page.get_by_role("alert")).to_have_text(sentence)
    expect(ann.page.get_by_role("button", name="This throw does not check out.")).to_be_visible()
    checked(ann, text=sentence)
    ann.page.reload()
    expect(ann.page.get_by_role("alert")).to_have_text(sentence)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server for one test, which stops and restores it."""
    with ServerProcess(tmp_path / "data") as server:
        yield server


def ibau(*arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "ibau", *map(str, arguments)], check=True, capture_output=True)  # noqa: S603 - our own command


@pytest.mark.slow
def test_a_race_to_its_end_through_all_that_can_happen(
    open_page: OpenPage, own_server: ServerProcess, tmp_path: Path
) -> None:
    """With a reload, a change of device, a restart of the server, and one from a backup."""
    served = own_server
    open_page = partial(open_page, address=served.address, expected=("Failed to load", "WebSocket connection"))
    ann, address = invited(open_page, "senet-race")
    ben = accepted(open_page, served, address)
    play_until((ann, ben), 8)
    ann.page.reload()
    play_until((ann, ben), 16)
    other = other_device(open_page, ben)
    ben.page.close()
    play_until((ann, other), 24)
    served.end()
    served.start()
    play_until((ann, other), 32)
    ibau("backup", tmp_path / "games.sqlite3", "--data", served.data)
    play_until((ann, other), 40)
    fallen = [action for action in record_of(served, ann).actions if action.startswith("t")]
    served.end()
    ibau("restore", tmp_path / "games.sqlite3", "--data", served.data)
    served.start()
    for visitor in (ann, other):
        visitor.wait_for_plies(32)
    play_until((ann, other), 48)
    other.page.evaluate(f"() => void ({PLAY})([{FOR_EVER}, 3])")  # while Ann plays
    fast_forward(ann)
    again = [action for action in record_of(served, ann).actions if action.startswith("t")]
    assert again[: len(fallen)] == fallen  # the same throws fall again
    for visitor in (ann, other):
        expect(visitor.page.locator(".result")).to_be_visible()
        expect(visitor.page.locator(".seat .come").first).to_contain_text("point")
    checked(ann, other)
    assert verify(record_of(served, ann)).verdict == "right"


STORES_NOTHING = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused') } })"


@pytest.mark.slow
def test_a_browser_that_stores_nothing_adds_nothing_and_says_so(open_page: OpenPage) -> None:
    visitor = open_page("/")
    page = visitor.page
    page.add_init_script(STORES_NOTHING)
    page.goto(f"{visitor.address}/new/senet-race")
    page.get_by_label("Two people on this screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    visitor.play(lambda points: points[0], 2)
    checked(visitor)
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu .throws").click()
    expect(page.get_by_role("dialog")).to_contain_text("the server alone could choose them")
