"""Throwing: the focus stays, the animation can be skipped, and people may use their own sticks."""

import pytest
from playwright.sync_api import expect

from tests.browser.server_process import ServerProcess
from tests.browser.test_friends import PHONE
from tests.browser.visitor import OpenPage, new_game


def test_the_keyboard_stays_on_the_throw(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "senet-race"))
    throw = visitor.page.get_by_role("button", name="Throw the coins")
    throw.focus()
    visitor.page.keyboard.press("Enter")
    visitor.wait_for_plies(1)
    expect(throw).to_be_disabled()
    expect(throw).to_be_focused()


@pytest.mark.slow
def test_the_keyboard_stays_by_the_board_when_what_it_pressed_is_gone(
    open_page: OpenPage, served: ServerProcess
) -> None:
    visitor = open_page(new_game(served.address, "seega"))
    visitor.page.get_by_role("button", name="Draw lots").focus()
    visitor.page.keyboard.press("Enter")
    visitor.wait_for_plies(1)
    expect(visitor.page.locator(".cast")).to_have_count(0)
    expect(visitor.page.locator(".hand")).to_be_focused()


def test_a_press_anywhere_lets_the_coins_lie_and_does_nothing_else(open_page: OpenPage, served: ServerProcess) -> None:
    visitor = open_page(new_game(served.address, "senet-race"), reduced_motion="no-preference")
    page = visitor.page
    throw = page.get_by_role("button", name="Throw the coins")
    expect(throw).to_be_enabled()
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))  # so that they fall until a press
    throw.click()
    expect(page.locator(".sticks.falling")).to_be_visible()
    visitor.square("5").click()
    expect(page.locator(".sticks.falling")).to_have_count(0)
    visitor.wait_for_plies(1)
    expect(page.locator(".grid [aria-pressed=true]")).to_have_count(0)


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
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu .throws").click()
    expect(page.get_by_role("dialog")).to_contain_text("there is nothing to check")
