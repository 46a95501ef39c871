"""Two people at one screen, and the settings of play."""

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.server_process import ServerProcess
from tests.browser.test_friends import option_text
from tests.browser.test_match import next_game
from tests.browser.visitor import OpenPage, Visitor, box_of, new_game

PHONE, TABLET = {"width": 360, "height": 640}, {"width": 820, "height": 1180}
FORCED = "senet-formation+first_player=first"  # the first pawn can enter on one square alone
PLACING = "seega+first_player=first"

# Does one square lie below another?
FARTHER_DOWN = """places => {
    const [one, other] = places.map(place => document.querySelector(`[data-point="${place}"]`).getBoundingClientRect());
    return one.top > other.top;
}"""

# Is the pressed element gone at once, not a frame later?
PRESSED_AWAY = """button => {
    button.click();
    return Promise.resolve().then(() => !button.isConnected);
}"""


def turn(one: Locator) -> str:
    """The rotation of an element on the page."""
    found: str = one.evaluate("one => getComputedStyle(one).rotate")
    return found


def top(one: Locator) -> float:
    return box_of(one)["y"]


def open_playing(page: Page) -> Locator:
    """The sheet with all settings of play."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Playing preferences").click()
    sheet = page.get_by_role("dialog", name="Playing preferences")
    expect(sheet).to_be_visible()
    return sheet


def test_two_people_sit_face_to_face_then_pass_the_device_on(open_page: OpenPage) -> None:
    visitor = open_page("/new/seti-beth", viewport=TABLET)
    page = visitor.page
    page.get_by_label("Two people on this screen").check()
    page.get_by_label("Face to face").check()
    page.get_by_label("Who plays White?").fill("Ada")
    page.get_by_label("Who plays Brown?").fill("Ben")
    page.get_by_role("button", name="Play", exact=True).click()

    board, situation, hand = page.locator(".board"), page.locator(".situation"), page.locator(".hand")
    own, other = page.locator(".seat", has_text="Ada"), page.locator(".seat", has_text="Ben")
    expect(own).to_be_visible()
    assert (turn(own), turn(other)) == ("none", "180deg")
    assert top(other) < top(visitor.square("a10")) < top(visitor.square("a1")) < top(own)
    place = board.bounding_box()
    choose = random.Random(5).choice
    for plies in range(6):
        visitor.wait_for_plies(plies)
        across = plies % 2 == 1
        expect(page.locator(".game.across")).to_have_count(int(across))
        assert [turn(situation), turn(hand)] == (["180deg"] * 2 if across else ["none"] * 2)
        assert (top(situation) < top(board)) is (top(hand) < top(board)) is across
        assert board.bounding_box() == place  # it never moves
        visitor.act(choose, plies)

    sheet = open_playing(page)
    sheet.get_by_label("Pass the device").check()
    page.keyboard.press("Escape")
    page.reload()
    taken = page.get_by_role("dialog", name="Pass the device to Ada.").get_by_role("button")
    assert taken.evaluate(PRESSED_AWAY)
    assert top(visitor.square("a10")) < top(visitor.square("a1"))
    visitor.act(choose, 6)
    curtain = page.get_by_role("dialog", name="Pass the device to Ben.")
    curtain.get_by_role("button", name="Here I am").click()
    expect(curtain).to_have_count(0)
    page.wait_for_function(FARTHER_DOWN, arg=["a10", "a1"])  # Ben's side is near


def test_a_move_waits_until_it_is_confirmed(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, PLACING))
    page = visitor.page
    open_playing(page).get_by_label("Confirm each move").check()
    page.keyboard.press("Escape")
    done = page.get_by_role("button", name="Done")

    visitor.square("a1").click()
    expect(done).to_be_visible()
    page.get_by_role("button", name="Take back").click()
    expect(done).to_have_count(0)
    visitor.square("a1").click()
    visitor.square("b1").click()  # meant instead
    visitor.wait_for_plies(0)
    done.click()
    visitor.wait_for_plies(1)
    expect(visitor.square("b1")).to_have_accessible_name("b1, light piece")
    visitor.square("a1").click()
    page.keyboard.press("d")
    visitor.wait_for_plies(2)


def test_what_is_forced_plays_itself_once(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, FORCED))
    page = visitor.page
    sheet = open_playing(page)
    sheet.get_by_label("Play forced moves").check()
    sheet.get_by_label("Sounds").check()
    expect(sheet.get_by_label("Volume")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    visitor.wait_for_plies(2)
    expect(visitor.situation()).to_contain_text("Nothing else could be played.")
    page.keyboard.press("u")
    visitor.wait_for_plies(1)
    page.wait_for_timeout(900)  # longer than the pause for looking
    visitor.wait_for_plies(1)


def test_moves_are_typed(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, PLACING))
    page, keys = visitor.page, visitor.page.keyboard
    expect(visitor.square("a1")).to_be_visible()
    keys.press("/")
    field = page.get_by_label("Your move")
    expect(field).to_be_focused()
    field.fill("c3")
    keys.press("Enter")
    expect(page.get_by_text("“c3” cannot be played now. Choose one of these.")).to_be_visible()
    keys.type(" A1")
    keys.press("Enter")
    visitor.wait_for_plies(1)
    page.get_by_role("list", name="Possible moves").get_by_role("button").last.click()
    visitor.wait_for_plies(2)
    keys.press("Escape")
    expect(field).to_have_count(0)


def test_a_long_press_asks_and_does_not_throw(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "senet-race"), viewport=PHONE, has_touch=True)
    page = visitor.page
    throw, tooltip = page.locator(".cast"), page.get_by_role("tooltip")
    box = box_of(throw)
    finger: Any = page.context.new_cdp_session(page)  # whose messages Playwright does not type
    point = {"x": box["x"] + 20, "y": box["y"] + 20}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(tooltip).to_be_visible()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(300)
    expect(tooltip).to_be_visible()
    visitor.wait_for_plies(0)
    throw.tap()
    visitor.wait_for_plies(1)
    expect(tooltip).to_have_count(0)


@pytest.mark.slow
def test_the_coins_tell_which_side_counts(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "senet-race"))
    throw = visitor.page.get_by_role("button", name="Throw the coins")
    tooltip = visitor.page.get_by_role("tooltip")
    throw.hover()
    expect(tooltip).to_contain_text("The side with two rings counts.")
    visitor.page.keyboard.press("Escape")
    expect(tooltip).to_have_count(0)
    visitor.page.mouse.move(0, 0)
    visitor.page.keyboard.press("Tab")
    throw.focus()
    expect(tooltip).to_be_visible()
    expect(throw).to_have_accessible_description(tooltip.inner_text().replace("\n", " "))
    visitor.wait_for_plies(0)


@pytest.mark.slow
@pytest.mark.parametrize(("system", "option"), [("seti-beth", "no_progress_plies"), ("senet-race", "max_turns")])
def test_seats_change_and_people_stay_where_they_are(open_page: OpenPage, system: str, option: str) -> None:
    visitor = open_page(f"/new/{system}", viewport=TABLET)
    page, choose = visitor.page, random.Random(5).choice
    page.get_by_label("Two people on this screen").check()
    page.get_by_label("Face to face").check()
    for field, name in zip(page.get_by_label("Who plays").all(), ("Ada", "Ben"), strict=True):
        field.fill(name)
    page.get_by_text("Rule variants").click()
    page.get_by_label(option_text(system, option)).fill("4")
    page.get_by_role("button", name="Play", exact=True).click()
    for game in range(2):
        plies: int | None = 0
        while plies is not None:
            assert_turned_to_whom_it_concerns(visitor, plies)
            plies = visitor.act(choose, plies)
        expect(page.locator(".result")).to_have_text(page.locator(".opposite").inner_text())  # each reads it
        assert game or (turn(page.locator(".hand")), turn(page.locator(".opposite"))) == ("none", "180deg")
        next_game(page)
    expect(page.locator(".match")).to_contain_text("You have swapped sides.")
    assert_turned_to_whom_it_concerns(visitor, 0)

    open_playing(page).get_by_label("Pass the device").check()
    page.keyboard.press("Escape")
    while visitor.act(choose, visitor.plies()) is not None:
        if page.get_by_role("dialog").count():
            page.get_by_role("button", name="Here I am").click()
    next_game(page)  # by the player with the device, not the one who begins
    starter = page.locator(".seat.active").inner_text().strip()
    page.get_by_role("dialog", name=f"Pass the device to {starter}.").get_by_role("button").click()
    expect(page.locator(".seat:not(.far)")).to_contain_text(starter)


def assert_turned_to_whom_it_concerns(visitor: Visitor, plies: int) -> None:
    """Ada sits near and Ben far, with either seat; prompts and controls are turned to the player who acts."""
    page = visitor.page
    visitor.offer(plies)
    ada, ben = (page.locator(".seat", has_text=name) for name in ("Ada", "Ben"))
    assert (turn(ada), turn(ben)) == ("none", "180deg")
    assert top(ben) < top(page.locator(".grid button").first) < top(ada)
    active = page.locator(".seat.active")
    if active.count():
        turned = "180deg" if active.inner_text().strip() == "Ben" else "none"
        assert [turn(page.locator(place)) for place in (".situation", ".hand")] == [turned] * 2
        assert turn(page.locator(".opposite")) != turned
