"""Every system, played to its end by pointing; whatever is legal can be pointed at, and nothing else."""

import random

import httpx2
import pytest
from playwright.sync_api import expect

from ibau.core.game import State
from ibau.games import game
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, Visitor, new_game

pytestmark = pytest.mark.slow

# One short game of every system, and of the rulesets that ask in another way.
SHORT = (
    "seega+max_turns=40",
    "senet-formation+max_turns=20",
    "senet-formation+extra_throws=1_4_5+max_turns=8",
    "senet-geoludie+max_turns=12",
    "senet-geoludie-by-throw+max_turns=8",
    "senet-geoludie-recommended+max_turns=8",
    "senet-race+max_turns=12",
    "seneti+max_plies=30",
    "seti-aleph+no_progress_plies=12",
    "seti-beth+no_progress_plies=12",
)
LOOK_EVERY = 6  # actions: what can be pointed at is compared with what is legal

Offered = set[tuple[str, ...]]


@pytest.mark.parametrize("ruleset", SHORT)
def test_a_game_to_its_end(open_page: OpenPage, served: ServerProcess, ruleset: str) -> None:
    path = new_game(served.address, ruleset)
    visitor = open_page(path)
    choose = random.Random(ruleset).choice

    def actions() -> list[str]:
        return record_of(served.address, path)

    plies: int | None = 0
    while plies is not None:
        if plies % LOOK_EVERY == 0 and not visitor.offer(plies)["over"]:
            assert_all_can_be_reached(visitor, state_after(ruleset, actions()))
        plies = visitor.act(choose, plies)

    state = state_after(ruleset, actions())
    assert state.result
    assert visitor.plies() == len(actions())
    expect(visitor.page.locator(".result")).not_to_be_empty()


def record_of(address: str, path: str) -> list[str]:
    """The actions of a game as the server keeps them."""
    name = path.removeprefix("/game/").split("#")[0]
    record = httpx2.get(f"{address}/api/games/{name}/record?format=json").raise_for_status().json()
    actions: list[str] = record["actions"]
    return actions


def state_after(ruleset: str, actions: list[str]) -> State:
    state = game(ruleset).initial()
    for action in actions:
        state = state.play(action)
    return state


def assert_all_can_be_reached(visitor: Visitor, state: State) -> None:
    """The page offers the places and the sentences of the legal actions, no more and no fewer."""
    if state.to_move == "chance":
        assert visitor.page.locator(".cast[aria-disabled=false]").count() == 1
        return
    picks = [state.picks(action) for action in state.legal]
    assert pointed_at(visitor, ()) == {each[:1] for each in picks if each}
    assert said(visitor) == picks.count(())
    beginnings = {each[:n] for each in picks for n in range(1, len(each))}
    for chosen in sorted(beginnings):
        assert pointed_at(visitor, chosen) == {each[: len(chosen) + 1] for each in picks if starts(each, chosen)}
        visitor.page.keyboard.press("Escape")


def starts(picks: tuple[str, ...], chosen: tuple[str, ...]) -> bool:
    return len(picks) > len(chosen) and picks[: len(chosen)] == chosen


def pointed_at(visitor: Visitor, chosen: tuple[str, ...]) -> Offered:
    """What can be pointed at next, when these places have been."""
    for place in chosen:
        visitor.square(place).click()
    marks = ".grid button.target" if chosen else ".grid button.live"
    names = visitor.page.eval_on_selector_all(marks, "all => all.map(one => one.dataset.point)")
    return {(*chosen, name) for name in names}


def said(visitor: Visitor) -> int:
    return visitor.page.locator(".hand button.main").count()
