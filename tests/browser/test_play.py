"""Playing by keyboard, touch and dragging; history, reloading, sheets over the board, other languages."""

import pytest
from playwright.sync_api import expect

from tests.browser.fast_forward import fast_forward, fast_forwarded_game
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, box_of, new_game

FIRST_PLAYER = "seega+first_player=first"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def test_a_chosen_piece_shows_its_targets_and_escape_puts_it_back(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(fast_forwarded_game(served.address, new_game(served.address, FIRST_PLAYER), 24))
    visitor.wait_for_plies(24)
    place = visitor.page.locator(".grid button.live").first.get_attribute("data-point") or ""
    piece = visitor.square(place)
    live = visitor.page.locator(".grid button.live").count()
    assert 0 < live < 12  # only those next to the centre can move, and they are ringed
    expect(visitor.page.locator(".pieces .ring")).to_have_count(live)

    piece.click()
    expect(piece).to_have_attribute("aria-pressed", "true")
    expect(visitor.page.locator(".pieces .ring")).to_have_count(0)
    expect(visitor.page.locator(".situation")).to_contain_text("Where to?")
    expect(visitor.page.locator("[aria-live]")).to_have_text(f"{place}: can go to c3")
    expect(visitor.page.locator(".grid button.target").first).to_have_accessible_name(
        "c3, the centre, empty, can go here"
    )
    visitor.page.keyboard.press("Escape")
    expect(piece).to_have_attribute("aria-pressed", "false")


def test_a_piece_can_be_dragged(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(fast_forwarded_game(served.address, new_game(served.address, FIRST_PLAYER), 24))
    page = visitor.page
    visitor.wait_for_plies(24)
    piece = page.locator(".grid button.live").first
    piece.hover()
    page.mouse.down()
    centre = box_of(visitor.square("c3"))
    page.mouse.move(centre["x"] + centre["width"] / 2, centre["y"] + centre["height"] / 2, steps=5)
    page.mouse.up()
    visitor.wait_for_plies(25)
    expect(visitor.square("c3")).not_to_have_accessible_name("c3, the centre, empty")


def test_moves_are_a_list_to_look_back_by(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, FIRST_PLAYER))
    page, keys = visitor.page, visitor.page.keyboard
    for plies, place in enumerate(("a1", "b1", "a2"), 1):
        visitor.square(place).click()
        visitor.wait_for_plies(plies)
    moves = page.locator(".story ol button")
    expect(moves).to_have_text(["a1", "b1", "a2"])
    moves.first.click()
    expect(page.locator(".situation")).to_contain_text("After 1 of 3 moves")
    expect(page.locator(".story .spoken")).to_contain_text("a1")
    expect(visitor.square("b1")).to_have_accessible_name("b1, empty")
    keys.press("ArrowRight")
    expect(page.locator(".story .spoken")).to_contain_text("b1")
    expect(visitor.square("b1")).not_to_have_accessible_name("b1, empty")
    expect(visitor.square("a2")).to_have_accessible_name("a2, empty")
    visitor.square("a2").click()  # a press on the board returns to the present, and does nothing else
    expect(page.locator(".situation")).not_to_contain_text("moves")
    visitor.wait_for_plies(3)
    keys.press("Home")
    page.get_by_role("button", name="Back to now").click()
    visitor.square("b2").click()
    visitor.wait_for_plies(4)


def test_take_back_goes_to_the_last_throw_and_never_across_it(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "senet-race"))
    page = visitor.page
    back = page.get_by_role("button", name="Take back")
    page.get_by_role("button", name="Throw the coins").click()
    visitor.wait_for_plies(1)
    expect(back).to_be_disabled()


def test_take_back_where_nothing_is_thrown(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, FIRST_PLAYER))
    visitor.square("a1").click()
    visitor.wait_for_plies(1)
    visitor.page.get_by_role("button", name="Take back").click()
    visitor.wait_for_plies(0)
    expect(visitor.square("a1")).to_have_accessible_name("a1, empty, can go here")


def test_languages_switch_at_once_and_are_remembered(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, FIRST_PLAYER))
    page = visitor.page
    expect(visitor.situation()).to_contain_text("Light places two pieces")
    page.get_by_label("Language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(visitor.situation()).to_contain_text("Hell")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("header select").first.select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto(served.address + "/rules/seega")
    expect(page.locator("article")).to_contain_text("Le matériel")


def test_coins_are_seen_to_fall(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "senet-race"), reduced_motion="no-preference")
    page = visitor.page
    page.get_by_role("button", name="Throw the coins").click()
    expect(page.locator(".sticks.falling")).to_be_visible()
    visitor.wait_for_plies(1)
    expect(page.locator(".sticks.falling")).to_have_count(0)
    marked = page.locator(".coin.marked").count()
    expect(page.locator(".value")).to_have_text({0: "six", 1: "one", 2: "two", 3: "three", 4: "four"}[marked])


@pytest.mark.slow
def test_pieces_are_seen_to_move_unless_motion_is_unwanted(open_page: OpenPage, served: ServerProcess) -> None:
    watch = """() => { window.times = []; new MutationObserver(() => {
        if (document.querySelector('.onTheWay')) window.times.push(performance.now());
    }).observe(document.body, {subtree: true, childList: true, attributes: true}); }"""
    seen_for = "window.times.length ? window.times.at(-1) - window.times[0] : 0"  # milliseconds
    for motion, moves in (("no-preference", True), ("reduce", False)):
        visitor = open_page(new_game(served.address, FIRST_PLAYER), reduced_motion=motion)
        expect(visitor.square("a1")).to_be_visible()
        visitor.page.evaluate(watch)
        times = []
        for plies, square in enumerate(("a1", "b1"), 1):  # a busy machine may draw too few frames of one move
            visitor.page.evaluate("window.times = []")
            visitor.square(square).click()
            visitor.wait_for_plies(plies)
            visitor.page.wait_for_timeout(500)  # longer than any move
            times.append(visitor.page.evaluate(seen_for))
        assert (max(times) > 50) is moves


def test_the_rules_lie_over_the_board(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, f"{FIRST_PLAYER}+forced_capture=false"), **PHONE)
    page = visitor.page
    expect(page.locator(".grid")).to_be_visible()
    address = page.url
    page.get_by_role("link", name="Rules").click()
    sheet = page.get_by_role("dialog", name="Rules")
    expect(sheet).to_contain_text("A player who can capture must capture. No.")
    sheet.get_by_role("button", name="Capturing").click()
    expect(sheet.get_by_role("heading", name="Capturing")).to_be_in_viewport()
    expect(sheet.locator("figure svg").first).to_be_attached()
    sheet.get_by_role("button", name="Back to the game").click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("link", name="Rules")).to_be_focused()
    assert page.url == address
    visitor.square("a1").click()
    visitor.wait_for_plies(1)


# The close event of a sheet comes a moment later: here the next one is opened before.
CLOSED_AND_NEXT = """() => {
    document.querySelector("dialog").close();
    dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}"""


def test_a_sheet_that_is_closed_does_not_close_the_next(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page(new_game(served.address, "seega")).page
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.get_by_role("dialog", name="Rules")).to_be_visible()
    page.evaluate(CLOSED_AND_NEXT)
    page.wait_for_timeout(300)
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_letter_keys_are_listed_and_can_be_switched_off(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, FIRST_PLAYER))
    page, keys = visitor.page, visitor.page.keyboard
    visitor.square("a1").click()
    visitor.wait_for_plies(1)

    keys.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet).to_contain_text("take back")
    sheet.get_by_role("checkbox", name="Single-letter shortcuts").uncheck()
    keys.press("Escape")
    expect(sheet).to_have_count(0)
    keys.press("u")
    keys.press("?")
    expect(sheet).to_have_count(0)

    page.reload()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(sheet.get_by_role("checkbox")).not_to_be_checked()
    sheet.get_by_role("checkbox").check()
    keys.press("Escape")
    expect(page.get_by_role("button", name="Keyboard shortcuts")).to_be_focused()
    visitor.wait_for_plies(1)
    keys.press("u")
    visitor.wait_for_plies(0)


def test_a_key_takes_nothing_back_after_the_end(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "seti-beth+no_progress_plies=2"))
    fast_forward(visitor)
    expect(visitor.page.locator(".result")).to_be_visible()
    visitor.page.keyboard.press("u")
    visitor.page.wait_for_timeout(300)
    expect(visitor.page.locator(".result")).to_be_visible()
    visitor.wait_for_plies(2)
