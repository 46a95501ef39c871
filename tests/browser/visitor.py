"""Somebody who plays in the browser: presses with the mouse what can be pressed, as people do."""

from collections.abc import Callable
from typing import Literal, NotRequired, TypedDict

import httpx2
from playwright.sync_api import Locator, Page, expect

Choose = Callable[[list[str]], str]
Player = Literal["person", "easy"]

LONGEST_WAIT = 120_000  # milliseconds: a computer's first move may have to be prepared


class Offer(TypedDict):
    """What the page offers now; points are pixels of the window."""

    plies: int  # actions played so far
    over: bool
    press: NotRequired[tuple[float, float]]  # the throw, or a choice in words
    places: dict[str, tuple[float, float]]  # empty squares to fill, or pieces to choose
    targets: dict[str, tuple[float, float]]  # where the chosen piece can go


# Waits until `plies` actions have been played and something can be done; then says what.
OFFER = """plies => {
    const middle = one => {
        const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const points = selector =>
        Object.fromEntries([...document.querySelectorAll(selector)].map(one => [one.dataset.point, middle(one)]));
    const played = +document.querySelector('.story')?.dataset.plies;
    if (!(played >= plies)) return null;
    const over = !!document.querySelector('.result');
    const press = document.querySelector('button.cast:enabled, .hand button.main');
    const chosen = document.querySelector('.grid [aria-pressed="true"]');
    const places = points('.grid button.live');
    if (!over && !press && !Object.keys(places).length) return null;
    const targets = chosen ? points('.grid button.target') : {};
    return { plies: played, over, press: press && middle(press), places, targets };
}"""


def new_game(address: str, ruleset: str, first: Player = "person", second: Player = "person") -> str:
    """The path of a new game."""
    seats = [
        {"kind": "person"} if seat == "person" else {"kind": "computer", "level": seat} for seat in (first, second)
    ]
    answer = httpx2.post(f"{address}/api/games", json={"ruleset": ruleset, "first": seats[0], "second": seats[1]})
    made = answer.raise_for_status().json()
    return f"/game/{made['id']}#{made['key']}"


class Visitor:
    """A page with a board, and hands."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def square(self, place: str) -> Locator:
        return self.page.locator(f'[data-point="{place}"]')

    def situation(self) -> Locator:
        return self.page.locator(".situation")

    def plies(self) -> int:
        """How many actions the page shows as played."""
        return int(self.page.locator(".story").get_attribute("data-plies") or 0)

    def wait_for_plies(self, n: int) -> None:
        expect(self.page.locator(".story")).to_have_attribute("data-plies", str(n), timeout=20_000)

    def offer(self, plies: int) -> Offer:
        """What can be done once so many actions have been played."""
        found: Offer = self.page.wait_for_function(OFFER, arg=plies, timeout=LONGEST_WAIT).json_value()
        return found

    def act(self, choose: Choose, plies: int = 0) -> int | None:
        """One action of whoever's turn it is, once so many have been played: the throw, a choice in words, or a move.

        How many are played after it, or None when the game is over.
        """
        offer = self.offer(plies)
        if offer["over"]:
            return None
        if press := offer.get("press"):
            self.page.mouse.click(*press)
            return offer["plies"] + 1
        self.page.mouse.click(*offer["places"][choose(list(offer["places"]))])
        chosen: Offer | None = self.page.evaluate(OFFER, 0)
        if chosen and (targets := chosen["targets"]):
            self.page.mouse.click(*targets[choose(list(targets))])
        return offer["plies"] + 1

    def play(self, choose: Choose, actions: int) -> None:
        """Play so many actions of people, or all until the result is shown if there are fewer."""
        plies = 0
        for _ in range(actions):
            after = self.act(choose, plies)
            if after is None:
                return
            plies = after
        self.offer(plies)


OpenPage = Callable[..., Visitor]  # open_page(path, **context options), of conftest.py
