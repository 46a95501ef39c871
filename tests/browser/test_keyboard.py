"""Whole games with keys alone, from the first page to the next game; what has the focus never loses it to nothing."""

import random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_friends import option_text
from tests.browser.visitor import IN_WORDS, OpenPage, Visitor

pytestmark = pytest.mark.slow

# One of each family, made short by one of its options.
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
    """Somebody without a mouse."""

    def __init__(self, visitor: Visitor, draw: random.Random) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self.draw = draw

    def press(self, *keys: str) -> None:
        """Press keys, one after the other; something has the focus after each."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_function(HELD)

    def tab_to(self, one: Locator) -> None:
        """Press Tab until something is reached."""
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
        """Whatever can be done, to the end of the game."""
        plies = 0
        while not self.act(plies):
            plies += 1

    def act(self, plies: int) -> bool:
        """One action of the player whose turn it is; is the game over instead?"""
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
        """Choose what is said in words."""
        self.tab_to(self.page.locator(".hand button.main").first)
        self.press("Enter")

    def type_move(self) -> None:
        self.press("/")
        field = self.page.get_by_label("Your move")
        expect(field).to_be_focused()
        self.page.keyboard.type(field.get_attribute("placeholder") or "")
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
                return None
            mark = ".target"

    def go(self, mark: str) -> None:
        """Go to a place that can be chosen: by chance with arrows, else to one after the other."""
        if self.draw.random() < 0.3 and self.page.locator(".grid button:focus").count():
            for _ in range(9):
                self.press(self.draw.choice(ARROWS))
                if self.page.locator(f".grid {mark}:focus").count():
                    return
        self.press(*["n"] * self.draw.randint(1, 4))
        expect(self.page.locator(f".grid {mark}:focus")).to_have_count(1)  # loaded at the first press


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
