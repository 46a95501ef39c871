"""In Firefox: a game to its end against Chromium, keyboard, dragging, and storage switched off."""

import random

import pytest
from playwright.sync_api import Browser, expect

from ibau.records.record_files import read_record
from tests.browser.server_process import ServerProcess
from tests.browser.test_by_link import end_text
from tests.browser.test_friends import invited
from tests.browser.visitor import OpenPage, Visitor, box_of, new_game, visitor_to_act

pytestmark = pytest.mark.slow

MOVES = ".story ol button"
KEPT = "() => document.querySelector('.story a[download]')?.href"
FETCHED = "address => fetch(address).then(answer => answer.text())"


@pytest.mark.parametrize("ruleset", ["seega+max_turns=20", "senet-race+max_turns=12"])
def test_a_game_of_two_in_chromium_and_firefox(
    firefox: Browser, open_page: OpenPage, served: ServerProcess, ruleset: str
) -> None:
    ann, address = invited(open_page, ruleset)
    ben = open_page(address.removeprefix(served.address), browser=firefox)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Accept and play").click()
    expect(ben.page.locator(".grid")).to_be_visible()
    draw, plies = random.Random(ruleset), 0
    while (after := visitor_to_act((ann, ben), plies).act(draw.choice, plies)) is not None:
        plies = after
    assert_both_say_the_same(ann, ben)


def assert_both_say_the_same(ann: Visitor, ben: Visitor) -> None:
    """Check that each shows the end for its player, and both show and save the same record."""
    kept, bens = (
        visitor.page.evaluate(FETCHED, visitor.page.wait_for_function(KEPT).json_value()) for visitor in (ann, ben)
    )
    assert kept == bens
    record = read_record(kept)
    state = record.check()
    seats = [record.tags[seat] for seat in ("First", "Second")]
    assert sorted(seats) == ["Ann", "Ben"]
    for name, visitor in (("Ann", ann), ("Ben", ben)):
        assert visitor.page.locator(".result").inner_text() == end_text(state, seats.index(name), "en", seats)
    moves = ann.page.locator(MOVES).all_inner_texts()
    assert moves == ben.page.locator(MOVES).all_inner_texts()
    assert len(moves) == len(record.actions)


def test_keys_draw_lots_and_place(firefox: Browser, open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "seega"), browser=firefox)
    expect(visitor.page.locator(".grid")).to_be_visible()
    visitor.page.keyboard.press("t")
    visitor.wait_for_plies(1)
    visitor.square("a5").focus()
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("Enter")
    visitor.wait_for_plies(2)
    expect(visitor.page.locator(MOVES).last).to_have_text("b5")


def test_a_piece_is_dragged(firefox: Browser, open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "seti-beth"), browser=firefox)
    mouse, boxes = visitor.page.mouse, [box_of(visitor.square(place)) for place in ("c1", "c2")]
    start, end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes)
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=3)
    mouse.up()
    visitor.wait_for_plies(1)


@pytest.mark.parametrize("firefox", [{"dom.storage.enabled": False}], indirect=True)
def test_where_nothing_may_be_stored(firefox: Browser, open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "senet-race", adds=True), browser=firefox)
    assert visitor.page.evaluate("localStorage") is None
    visitor.play(random.Random(3).choice, 8)
    assert visitor.plies() >= 8
