"""In forced colours, the turn, the choice and the throw are still visible."""

from playwright.sync_api import Locator, expect

from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, new_game

LINE = "one => getComputedStyle(one).borderBottomColor"
UNDERLINED = "one => getComputedStyle(one).textDecorationLine === 'underline'"
FRAMED = "one => getComputedStyle(one).borderTopWidth !== '0px'"
GROUND = "getComputedStyle(document.body).backgroundColor"


def line_below(one: Locator) -> str:
    """The colour of the line below an element."""
    colour: str = one.evaluate(LINE)
    return colour


def test_whose_turn_it_is_and_what_can_be_thrown(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page(new_game(served.address, "senet-race"), forced_colors="active").page
    expect(page.locator(".seat.active")).to_have_count(1)
    assert page.locator(".seat.active strong").evaluate(UNDERLINED)
    assert not page.locator(".seat:not(.active) strong").evaluate(UNDERLINED)
    throw = page.locator(".cast")
    assert throw.evaluate(FRAMED)
    throw.click()
    expect(throw).to_be_disabled()
    assert not throw.evaluate(FRAMED)


def test_which_level_is_chosen(open_page: OpenPage) -> None:
    page = open_page("/new/seega", forced_colors="active").page
    levels = page.locator(".faces label")
    expect(levels.first).to_be_visible()
    levels.nth(3).click()
    ground = page.evaluate(GROUND)
    marked = [line_below(level.locator(".number")) != ground for level in levels.all()]
    assert marked == [n == 3 for n in range(len(marked))]
