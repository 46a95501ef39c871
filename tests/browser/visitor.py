"""Somebody who plays in the browser: presses with the mouse or a finger what can be pressed, as people do."""

import time
from collections.abc import Callable
from typing import Literal, NotRequired, TypedDict

import httpx2
from playwright.sync_api import FloatRect, Locator, Page, expect

Choose = Callable[[list[str]], str]
Player = Literal["person", "level1"]

IN_WORDS = "in words"  # the throw, or a choice that is said rather than pointed at
LONGEST_WAIT = 120_000  # milliseconds; a busy machine


class Offer(TypedDict):
    """What the page offers now; points are pixels of the window."""

    plies: int  # actions played so far
    over: bool
    press: NotRequired[tuple[float, float]]  # the throw, or a choice in words
    places: dict[str, tuple[float, float]]  # empty squares to fill, or pieces to choose
    chosen: bool  # has a piece been chosen?
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
    """The path of a new game; with `adds` the page adds to its throws."""
    seats = [
        {"kind": "person"} if seat == "person" else {"kind": "computer", "level": seat} for seat in (first, second)
    ]
    body = {"ruleset": ruleset, "first": seats[0], "second": seats[1], "adds": adds}
    answer = httpx2.post(f"{address}/api/games", json=body)
    made = answer.raise_for_status().json()
    return f"/game/{made['id']}#{made['key']}"


def box_of(one: Locator) -> FloatRect:
    """Where something that is shown lies in the window."""
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
        """How many actions the page shows as played."""
        return int(self.page.locator(".story").get_attribute("data-plies") or 0)

    def wait_for_plies(self, n: int) -> None:
        expect(self.page.locator(".story")).to_have_attribute("data-plies", str(n), timeout=20_000)

    def offer(self, plies: int) -> Offer:
        """What can be done once this many actions have been played."""
        found: Offer = self.page.wait_for_function(OFFER, arg=plies, timeout=LONGEST_WAIT).json_value()
        return found

    def act(self, choose: Choose, plies: int = 0) -> int | None:
        """One action of the player whose turn it is, once this many have been played: the throw, a choice in words, or
        a move.

        `choose` is asked about places, and IN_WORDS where something may be said instead.
        How many are played after it, or None when the game is over.
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
        """Where to point next, while an action is chosen by and by; nothing once it is played."""
        offer: Offer | None = self.page.evaluate(OFFER, plies)
        if not offer or offer["over"] or offer["plies"] > plies or not offer["chosen"]:
            return {}
        alternative = {IN_WORDS: offer["press"]} if "press" in offer and not offer["targets"] else {}
        return offer["targets"] or alternative

    def is_asked(self, plies: int) -> bool:
        """Can something be done here, this many actions having been played, or is the game over?"""
        return self.page.evaluate(OFFER, plies) is not None

    def play(self, choose: Choose, actions: int) -> None:
        """Play this many actions of people, or all until the result is shown if there are fewer."""
        plies = 0
        for _ in range(actions):
            after = self.act(choose, plies)
            if after is None:
                return
            plies = after
        self.offer(plies)


def asked(visitors: tuple[Visitor, Visitor], plies: int) -> Visitor:
    """Who of two can do something, this many actions having been played; the first once the game is over."""
    late = time.monotonic() + LONGEST_WAIT / 1000
    while not (found := [visitor for visitor in visitors if visitor.is_asked(plies)]):
        assert time.monotonic() < late, f"nobody is asked after {plies} actions"
        time.sleep(0.01)
    return found[0]


OpenPage = Callable[..., Visitor]  # open_page(path, **context options), of conftest.py
