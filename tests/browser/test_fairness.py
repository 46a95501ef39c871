"""Throws that nobody can choose, between two browsers; and sticks of one's own."""

import json
import re
import time
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from ibau.core.line import Line
from ibau.core.record import Record
from ibau.records.files import read_record
from ibau.throws.proof import Proof
from tests.browser.serving import Served
from tests.browser.test_axe import AXE, violations
from tests.browser.test_friends import PHONE, accepted, chosen, invited
from tests.browser.visitor import LONGEST_WAIT, OpenPage, Visitor


def checked(page: Page, said: str = r"All \d+ throws check out\.") -> str:
    """Open the sheet and see that every throw checks out; the fingerprint."""
    page.get_by_role("button", name="Check the throws").click()
    expect(page.locator(".verdict")).to_have_text(re.compile(said))
    page.evaluate(AXE)
    assert violations(page) == []
    return page.locator("code").first.inner_text()


def thrown(visitor: Visitor) -> None:
    """Throw, as soon as that may be done; what the sticks allow is played, too."""
    visitor.page.locator('button.cast[aria-disabled="false"]').click()


def notes_of(page: Page) -> dict[str, Any]:
    """What a page saves of what it was told."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save this page's notes").click()
    assert download.value.suggested_filename.endswith(".notes.json")
    notes: dict[str, Any] = json.loads(Path(download.value.path()).read_text("utf-8"))
    return notes


def hurried(pages: tuple[Visitor, Visitor], plies: int) -> None:
    """Both play until there are this many actions, once each knows that the other is there.

    They press again where a press was lost, as a board that has just moved may do.
    """
    pages[0].page.wait_for_timeout(1500)
    late = time.monotonic() + LONGEST_WAIT / 1000
    while (played := max(visitor.plies() for visitor in pages)) < plies:
        assert time.monotonic() < late, f"{played} actions in {LONGEST_WAIT} ms"
        if asked := [visitor for visitor in pages if visitor.is_asked(played)]:
            asked[0].act(lambda points: points[0], played)
        pages[0].page.wait_for_timeout(50)
    for visitor in pages:
        visitor.wait_for_plies(plies)


def test_friends_check_the_throws_of_their_game(open_page: OpenPage, served: Served) -> None:
    ann, address = invited(open_page, "senet-race")
    ben = accepted(open_page, served, address)
    hurried((ann, ben), 10)
    prints = set()
    for visitor in (ann, ben):
        prints.add(checked(visitor.page))
        visitor.page.get_by_role("button", name="Back to the game").click()
        visitor.page.get_by_role("button", name="Menu").click()
        expect(visitor.page.locator(".shield")).to_have_text(re.compile(r"All \d+ throws check out\."))
        visitor.page.keyboard.press("Escape")
    assert len(prints) == 1  # both were shown the same chains
    ben.page.reload()  # and all is checked once more
    ben.wait_for_plies(ann.plies())
    chosen(ann.page, "Resign")
    ann.page.get_by_role("button", name="Yes, resign").click()
    for visitor in (ann, ben):
        expect(visitor.page.locator(".result")).to_be_visible()
        assert checked(visitor.page) in prints
        expect(visitor.page.locator("pre")).to_contain_text("import hashlib, hmac")
        notes = notes_of(visitor.page)
        visitor.page.get_by_role("button", name="Back to the game").click()
    name = notes["game"]
    record = served_record(served, name)
    proof = Proof.of_tags(record.tags, str(record.game.ruleset))
    assert proof is not None
    assert [throw["letter"] for throw in notes["throws"]] == list(proof.given) == ["b"] * len(proof.given)
    assert [throw["action"] for throw in notes["throws"]] == [
        ply.text for ply in Line.replay(record).plies if not ply.is_move
    ]
    assert {(chain["party"], chain["head"]) for chain in notes["chains"]} == {(c.party, c.head) for c in proof.chains}
    (sealed,) = (chain for chain in proof.chains if chain.party == "first")
    assert sealed.given == 4096  # Ann has given her last link
    ann.page.get_by_role("button", name="Again").click()  # both commit to other chains there
    for visitor in (ann, ben):
        expect(visitor.page.locator(".situation")).to_contain_text("After one game")
    thrown(ann)
    ben.wait_for_plies(1)
    assert checked(ben.page, "The only throw so far checks out") not in prints


def served_record(served: Served, name: str) -> Record:
    """The record of a finished game."""
    return read_record(httpx2.get(f"{served.address}/api/games/{name}/record?format=text").raise_for_status().text)


def test_a_browser_that_has_lost_its_chain_adds_another_one(open_page: OpenPage, served: Served) -> None:
    ann, address = invited(open_page, "senet-race")
    ben = accepted(open_page, served, address)
    ann.page.evaluate("""() => {
        for (const key of Object.keys(localStorage)) if (key.startsWith('ibau.notes.')) localStorage.removeItem(key);
    }""")
    ann.page.reload()
    expect(ann.page.locator(".grid")).to_be_visible()
    hurried((ann, ben), 6)
    assert checked(ann.page) == checked(ben.page, "check out")


def test_who_goes_on_at_another_device_says_so_at_the_first(open_page: OpenPage, served: Served) -> None:
    ann, address = invited(open_page, "senet-race")
    ben = accepted(open_page, served, address)
    hurried((ann, ben), 4)
    chosen(ann.page, "Another device")
    code = ann.page.locator(".letters").inner_text()
    game = ann.page.url
    ann.page.goto(f"{served.address}/favicon.svg")
    other = open_page("/code")
    other.page.get_by_label("Code").fill(code)
    other.page.get_by_role("button", name="Go to the game").click()
    expect(other.page.locator(".grid")).to_be_visible()
    hurried((other, ben), 12)
    ann.page.goto(game)
    ann.wait_for_plies(ben.plies())
    expect(ann.page.get_by_role("alert")).to_contain_text("links for your seat come from another device")
    ann.page.get_by_role("alert").get_by_role("button").click()
    ann.page.get_by_role("button", name="That was me, on another device").click()
    expect(ann.page.locator(".verdict")).to_have_text(re.compile(r"All \d+ throws check out\. Without your own link: "))
    ann.page.get_by_role("button", name="Back to the game").click()
    expect(ann.page.get_by_role("alert")).to_have_count(0)


def test_a_throw_of_which_a_server_lies_is_seen_at_once(open_page: OpenPage, served: Served) -> None:
    ann, address = invited(open_page, "senet-race")
    ben = accepted(open_page, served, address)

    def passed_on(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda text: socket.send(lied(json.loads(text))))

    def lied(message: dict[str, Any]) -> str:
        if message["type"] == "played" and message.get("thrown"):
            other = 1 if message["ply"]["heads"] != 1 else 2
            message["ply"] |= {"action": f"t{other}", "heads": other, "value": other}
        return json.dumps(message)

    ann.page.route_web_socket("**/socket?*", passed_on)
    ann.page.reload()
    expect(ann.page.locator(".grid")).to_be_visible()
    ann.page.wait_for_timeout(1500)  # until Ben's page knows that she is back
    thrown(ben)  # dark begins
    sentence = "Throw 1 does not check out: it does not follow from the links."
    expect(ann.page.get_by_role("alert")).to_have_text(sentence)
    ann.page.get_by_role("button", name="Menu").click()
    expect(ann.page.locator(".shield")).to_have_text(sentence)
    ann.page.locator(".shield").click()
    expect(ann.page.locator(".verdict")).to_have_text(sentence)
    ann.page.evaluate(AXE)
    assert violations(ann.page) == []


def test_throws_wait_for_both_where_that_was_chosen(open_page: OpenPage, served: Served) -> None:
    ann, address = invited(open_page, "senet-race", waits=True)
    game = ann.page.url
    ann.page.goto(f"{served.address}/favicon.svg")
    ben = accepted(open_page, served, address)
    expect(ben.page.locator(".situation")).to_contain_text("Ann is away; throws wait.")
    expect(ben.page.locator(".throw.resting")).to_be_visible()
    expect(ben.page.locator(".throw.ready")).to_have_count(0)
    ann.page.goto(game)
    thrown(ben)
    ann.wait_for_plies(1)
    checked(ann.page, "The only throw so far checks out.")


STORES_NOTHING = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused') } })"


@pytest.mark.parametrize("ruleset", ["senet-race", "seega"])
def test_a_browser_that_stores_nothing_adds_to_the_throws_too(open_page: OpenPage, ruleset: str) -> None:
    visitor = open_page("/")
    page = visitor.page
    page.add_init_script(STORES_NOTHING)
    page.goto(f"{visitor.address}/new/{ruleset}")
    page.get_by_label("Two people on this screen").check()
    page.get_by_role("button", name="Play", exact=True).click()
    visitor.play(lambda points: points[0], 2)
    page.reload()
    visitor.act(lambda points: points[0], 2)
    visitor.wait_for_plies(3)


def test_sticks_of_ones_own_are_tapped_as_they_lie(open_page: OpenPage) -> None:
    visitor = open_page("/new/senet-geoludie", **PHONE)
    page = visitor.page
    page.get_by_label("Two people on this screen").check()
    page.get_by_label("We throw our own sticks").check()
    page.get_by_role("button", name="Play", exact=True).click()
    sticks = page.get_by_role("group", name="How your sticks landed")
    expect(sticks).to_be_visible()
    expect(page.get_by_role("button", name="We threw five")).to_be_visible()
    for number in (1, 3):
        sticks.get_by_role("button", name=f"Stick {number}, marked side up").click()
    page.get_by_role("button", name="We threw two").click()
    visitor.wait_for_plies(1)
    expect(page.locator(".story")).to_contain_text("2")
    page.get_by_role("button", name="Check the throws").click()
    expect(page.get_by_role("dialog")).to_contain_text("there is nothing to check")


def test_alone_against_the_computer_the_throws_are_checked_too(open_page: OpenPage) -> None:
    visitor = open_page("/new/senet-race")
    page = visitor.page
    page.get_by_role("button", name="Play", exact=True).click()
    visitor.play(lambda points: points[0], 4)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_role("button", name="Check the throws").click()
    expect(page.locator(".verdict")).to_have_text(re.compile(r"All \d+ throws check out\."))
