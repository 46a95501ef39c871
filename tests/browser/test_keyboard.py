"""Games with the keyboard alone, from the home page to the next game; the focus is never lost."""

import random
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.server_process import ServerProcess
from tests.browser.test_friends import option_text
from tests.browser.visitor import IN_WORDS, OpenPage, Visitor, new_game
from tests.slow import slow_but

# One of each family, shortened by an option.
GAMES = [
    ("seega", {}),
    ("senet-race", {"max_turns": "30"}),
    ("seneti", {"max_plies": "90"}),
    ("seti-beth", {"no_progress_plies": "20"}),
]
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
FARTHEST = 120  # presses of Tab
HELD = "() => document.activeElement !== document.body && document.activeElement.isConnected"


class Typist:
    """A player without a mouse."""

    def __init__(self, visitor: Visitor, draw: random.Random) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.draw = draw

    def press(self, *keys: str) -> None:
        """Press keys, one after the other; an element has the focus after each."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_function(HELD)

    def tab_to(self, one: Locator) -> None:
        """Press Tab until an element is reached."""
        expect(one).to_be_visible()
        for _ in range(FARTHEST):
            if one.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"Tab does not lead to {one}.")

    def write(self, field: Locator, text: str) -> None:
        self.tab_to(field)
        self.press("Control+a")
        self.page.keyboard.type(text)

    def play(self) -> None:
        """Play at random to the end of the game."""
        plies = 0
        while not self.act(plies):
            plies += 1

    def act(self, plies: int) -> bool:
        """Play an action of the player to move; returns whether the game is over instead."""
        offer = self.visitor.offer(plies)
        self.page.wait_for_function(HELD)
        if offer["over"]:
            return True
        if self.page.locator(".cast[aria-disabled=false]").count():
            self.press("t")
        elif not offer["places"]:
            self.say()
        elif self.draw.random() < 0.15:
            self.type_move()
        else:
            self.point(plies)
        return False

    def say(self) -> None:
        """Choose an action in words."""
        self.tab_to(self.page.locator(".hand button.main").first)
        self.press("Enter")

    def type_move(self) -> None:
        self.press("/")
        field = self.page.get_by_label("Your move")
        expect(field).to_be_focused()
        move = field.get_attribute("placeholder")
        assert move
        self.page.keyboard.type(move)
        self.press("Enter", "Escape")

    def point(self, plies: int) -> None:
        """Choose a piece and where it goes, or a square to fill."""
        mark = ".live"
        while True:
            self.go(mark)
            self.press("Enter")
            points = self.visitor.next_points(plies)
            if IN_WORDS in points:
                return self.say()
            if not points:
                assert not self.visitor.is_asked(plies) or self.visitor.plies() > plies  # it was played
                return None
            mark = ".target"

    def go(self, mark: str) -> None:
        """Go to a place that can be chosen, at random with arrow keys or else in order."""
        if self.draw.random() < 0.3 and self.page.locator(".grid button:focus").count():
            for _ in range(9):
                self.press(self.draw.choice(ARROWS))
                if self.page.locator(f".grid {mark}:focus").count():
                    return
        self.press(*["n"] * self.draw.randint(1, 4))
        expect(self.page.locator(f".grid {mark}:focus")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize(("system", "options"), GAMES)
def test_a_whole_game(open_page: OpenPage, system: str, options: dict[str, str]) -> None:
    visitor = open_page("/")
    page = visitor.page
    typist = Typist(visitor, random.Random(system))
    typist.tab_to(page.locator(f'a[href="/new/{system}"]'))
    typist.press("Enter")
    typist.tab_to(page.get_by_label("You against the computer"))
    typist.press("ArrowDown")
    expect(page.get_by_label("Two people on this screen")).to_be_checked()
    if options:
        typist.tab_to(page.get_by_text("Rule variants"))
        typist.press("Enter")
    for name, value in options.items():
        typist.write(page.get_by_label(option_text(system, name)), value)
    typist.tab_to(page.get_by_role("button", name="Play", exact=True))
    typist.press("Enter")

    typist.play()
    expect(page.locator(".result")).not_to_be_empty()
    typist.tab_to(page.get_by_role("button", name="Again"))
    typist.press("Enter")
    visitor.wait_for_plies(0)
    expect(page.locator(".result")).to_have_count(0)
    typist.act(0)
    visitor.wait_for_plies(1)


AT_ONCE = """keys => keys.map(key => {
    const one = document.activeElement;
    one.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return document.activeElement.dataset.point;
})"""  # as on a machine so busy that it handles them only after all have been pressed


@pytest.fixture
def placing(open_page: OpenPage, served: ServerProcess) -> Visitor:
    """A visitor at an empty board, with the first piece to place."""
    visitor = open_page(new_game(served.address, "seega"))
    visitor.offer(0)
    visitor.page.keyboard.press("t")
    visitor.offer(1)
    visitor.square("a5").focus()
    return visitor


def test_keys_lead_where_they_should_before_the_next_one_is_heard(placing: Visitor) -> None:
    led: list[str] = placing.page.evaluate(AT_ONCE, ["ArrowRight", "ArrowRight", "n", "ArrowDown", "N"])
    assert led == ["b5", "c5", "d5", "d4", "c4"]


@pytest.mark.parametrize("entered", slow_but((False,), (False, True)))
def test_nothing_typed_is_lost_while_its_field_is_on_its_way(placing: Visitor, *, entered: bool) -> None:
    page = placing.page
    held: list[Route] = []
    page.route("**/MoveForm-*.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    page.reload()  # a request that Chromium sends while it begins to intercept is never reported
    placing.offer(1)
    placing.square("a5").focus()
    with page.expect_request("**/MoveForm-*.js"):
        page.keyboard.type("/d4\n" if entered else "/d4")
    field = page.get_by_label("Your move")
    expect(field).to_have_count(0)
    held.pop().continue_()
    expect(field).to_be_focused()
    if not entered:
        expect(field).to_have_value("d4")
        page.keyboard.press("Enter")
    placing.wait_for_plies(2)
    expect(field).to_have_value("")
    expect(placing.square("d4")).to_have_accessible_name(re.compile("piece"))
    expect(placing.square("a5")).to_have_accessible_name(re.compile("empty"))
