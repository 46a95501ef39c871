"""Whole games with a screen reader: by the names of controls, and the texts of the live region."""

import random
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, new_game
from tests.slow import slow_but

QUICK = "seega+max_turns=5+first_player=first"
GAMES = slow_but((QUICK,), (QUICK, "senet-race+max_turns=30", "seega+max_turns=44", "seneti+max_plies=90"))
GO_THERE = ", can go here"
CHOOSE = (", can move", ", can be chosen")
LONG = 60_000  # milliseconds, for the computer

# Records all texts of live regions that existed before the text came, and the number of plies by then.
LISTEN = """() => {
    window.heard = [];
    const said = (found) => {
        for (const { addedNodes, target } of found) {
            const element = target instanceof Element ? target : target.parentElement;
            const region = element?.closest('[aria-live], [role=status]');
            if (!region || [...addedNodes].includes(region)) continue;
            for (const node of addedNodes) if (node.textContent.trim()) heard.push(node.textContent.trim());
        }
    };
    new MutationObserver(said).observe(document.body, { subtree: true, childList: true, characterData: true });
    window.played = () => [...document.querySelectorAll('.story li button')].map(one => one.title);
    return played();
}"""

# The names of all controls: choices in words, throws, and the places of the board.
NAMES = """() => {
    const named = (one) => one.getAttribute('aria-label') ?? one.innerText;
    const words = [...document.querySelectorAll('.hand button.main, .hand button.cast[aria-disabled=false]')];
    return [words.map(named), [...document.querySelectorAll('[role=grid] button')].map(named)];
}"""


AGAIN = "Again"  # the next game, which may be offered meanwhile


class Listener:
    """A blind player, who presses named controls with Enter."""

    def __init__(self, page: Page, draw: random.Random) -> None:
        self.page = page
        self.draw = draw
        self.before: list[str] = page.evaluate(LISTEN)
        self.told = 0

    def names(self) -> tuple[list[str], list[str]]:
        words, places = self.page.evaluate(NAMES)
        return [word for word in words if word != AGAIN], places

    def press(self, name: str) -> None:
        """Press the control with this name, and wait for a text."""
        self.page.get_by_role("button", name=name, exact=True).first.press("Enter")
        self.page.wait_for_function("told => heard.length > told", arg=self.told, timeout=LONG)
        self.told = self.page.evaluate("heard.length")

    def act(self) -> bool:
        """Use one of the named controls; False if there are none."""
        words, places = self.names()
        there = [name for name in places if name.endswith(GO_THERE)]
        chosen = any(name.endswith(", chosen") for name in places)
        from_here = [name for name in places if name.endswith(CHOOSE)]
        if chosen and there:
            self.press(self.draw.choice(there))
        elif words and not (from_here and self.draw.random() < 0.5):
            self.press(self.draw.choice(words))
        elif there or from_here:
            self.press(self.draw.choice(there or from_here))
        else:
            return False
        return True


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_whole_game_by_ear(open_page: OpenPage, served: ServerProcess, ruleset: str) -> None:
    page = open_page(new_game(served.address, ruleset, second="level1")).page
    expect(page.get_by_role("grid")).to_be_visible()
    listener = Listener(page, random.Random(ruleset))
    while not page.get_by_role("button", name=AGAIN, exact=True).count():
        if not listener.act():
            page.wait_for_timeout(50)
    heard: list[str] = page.evaluate("heard")
    played: list[str] = page.evaluate("played()")
    assert Counter(played) - Counter(listener.before) - Counter(heard) == Counter()
    assert page.locator(".result").inner_text() in heard


def test_a_refusal_is_announced_each_time(open_page: OpenPage, served: ServerProcess) -> None:
    page = open_page(new_game(served.address, "senet-race")).page
    expect(page.get_by_role("grid")).to_be_visible()
    page.evaluate(LISTEN)
    for times in (1, 2):
        page.locator('[data-point="26"]').press("Enter")
        page.wait_for_function(
            "times => heard.filter(one => one.startsWith('Throw first')).length === times", arg=times
        )


def test_the_answer_of_a_lesson_is_announced_each_time(open_page: OpenPage) -> None:
    page = open_page("/learn/seega").page
    expect(page.get_by_role("grid")).to_be_visible()
    page.evaluate(LISTEN)
    page.locator('[data-point="c3"]').press("Enter")
    page.wait_for_function("heard.length > 0")
    first: list[str] = page.evaluate("heard.splice(0)")
    page.locator('[data-point="c3"]').press("Enter")
    page.wait_for_function("heard.length > 0")
    assert page.evaluate("heard") == first


def test_a_new_page_begins_at_its_heading(open_page: OpenPage) -> None:
    page = open_page("/").page
    page.get_by_role("link", name="Privacy").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
