"""A visitor who plays in the browser: presses controls with the mouse or a finger, as people do."""

import time
from collections.abc import Callable
from typing import Literal, NotRequired, TypedDict

import httpx2
from playwright.sync_api import FloatRect, Locator, Page, expect

Choose = Callable[[list[str]], str]
Player = Literal["person", "level1"]

IN_WORDS = "in words"  # the throw, or a choice in words rather than by pointing
LONGEST_WAIT = 120_000  # milliseconds, on a busy machine


class Offer(TypedDict):
    """The controls that the page offers now; points are in pixels of the window."""

    plies: int  # actions played so far
    over: bool
    press: NotRequired[tuple[float, float]]  # the throw, or a choice in words
    places: dict[str, tuple[float, float]]  # empty squares to fill, or pieces to choose
    chosen: bool  # has a piece been chosen?
    targets: dict[str, tuple[float, float]]  # where the chosen piece can go


# Waits until `plies` actions have been played and controls are offered; returns them.
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
    const press = document.querySelector('button.cast[aria-disabled="false"], .hand button.main');
    const chosen = document.querySelector('.grid [aria-pressed="true"]');
    const places = points('.grid button.live');
    if (!over && !press && !Object.keys(places).length) return null;
    const targets = chosen ? points('.grid button.target') : {};
    const offer = { plies: played, over, places, chosen: !!chosen, targets };
    return press ? { ...offer, press: middle(press) } : offer;
}"""


def new_game(
    address: str, ruleset: str, first: Player = "person", second: Player = "person", *, adds: bool = False
) -> str:
    """The path of a new game; with `adds`, the page adds a part to its throws."""
    seats = [
        {"kind": "person"} if seat == "person" else {"kind": "computer", "level": seat} for seat in (first, second)
    ]
    body = {"ruleset": ruleset, "first": seats[0], "second": seats[1], "adds": adds}
    answer = httpx2.post(f"{address}/api/games", json=body)
    made = answer.raise_for_status().json()
    return f"/game/{made['id']}#{made['key']}"


def box_of(one: Locator) -> FloatRect:
    """The box of a visible element in the window."""
    box = one.bounding_box()
    assert box
    return box


class Visitor:
    """A page with a board, and hands."""

    def __init__(self, page: Page, address: str, *, touch: bool = False) -> None:
        self.page = page
        self.address = address
        self._press = page.touchscreen.tap if touch else page.mouse.click

    def square(self, place: str) -> Locator:
        return self.page.locator(f'[data-point="{place}"]')

    def situation(self) -> Locator:
        return self.page.locator(".situation")

    def plies(self) -> int:
        """The number of actions played, on the page."""
        return int(self.page.locator(".story").get_attribute("data-plies") or 0)

    def wait_for_plies(self, n: int) -> None:
        expect(self.page.locator(".story")).to_have_attribute("data-plies", str(n), timeout=20_000)

    def offer(self, plies: int) -> Offer:
        """The controls offered once this many actions have been played."""
        found: Offer = self.page.wait_for_function(OFFER, arg=plies, timeout=LONGEST_WAIT).json_value()
        return found

    def act(self, choose: Choose, plies: int = 0) -> int | None:
        """Play an action of the player to move, once this many have been played: a throw, a choice in words, or a move.

        `choose` chooses among places, and IN_WORDS if there is a choice in words.  Returns the number of actions then
        played, or None if the game is over.
        """
        offer = self.offer(plies)
        if offer["over"]:
            return None
        points = dict(offer["places"])
        if press := offer.get("press"):
            points[IN_WORDS] = press
        self._choose(points, choose)
        while points := self.next_points(offer["plies"]):
            self._choose(points, choose)
        return offer["plies"] + 1

    def _choose(self, points: dict[str, tuple[float, float]], choose: Choose) -> None:
        self._press(*points[choose(list(points)) if len(points) > 1 else next(iter(points))])

    def next_points(self, plies: int) -> dict[str, tuple[float, float]]:
        """The points to press next for an action that is chosen step by step; none once it is played."""
        offer: Offer | None = self.page.evaluate(OFFER, plies)
        if not offer or offer["over"] or offer["plies"] > plies or not offer["chosen"]:
            return {}
        alternative = {IN_WORDS: offer["press"]} if "press" in offer and not offer["targets"] else {}
        return offer["targets"] or alternative

    def is_asked(self, plies: int) -> bool:
        """Does the page offer controls after this many actions, or is the game over?"""
        return self.page.evaluate(OFFER, plies) is not None

    def play(self, choose: Choose, actions: int) -> None:
        """Play this many actions of people, or fewer until the result is shown."""
        plies = 0
        for _ in range(actions):
            after = self.act(choose, plies)
            if after is None:
                return
            plies = after
        self.offer(plies)


def visitor_to_act(visitors: tuple[Visitor, Visitor], plies: int) -> Visitor:
    """The visitor who can act after this many actions; the first once the game is over."""
    late = time.monotonic() + LONGEST_WAIT / 1000
    while not (found := [visitor for visitor in visitors if visitor.is_asked(plies)]):
        assert time.monotonic() < late, f"nobody is asked after {plies} actions"
        time.sleep(0.01)
    return found[0]


OpenPage = Callable[..., Visitor]  # open_page(path, **context options), of conftest.py
