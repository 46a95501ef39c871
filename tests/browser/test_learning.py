"""Lessons and hints: a whole lesson by pressing, and the offers for a newcomer."""

from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

from tests.browser.server_process import ServerProcess
from tests.browser.test_axe import violations
from tests.browser.visitor import OpenPage, Visitor, new_game
from tests.slow import slow_but


def learn(visitor: Visitor, step: dict[str, Any]) -> None:
    """Do the task of a step."""
    page, state, moment = visitor.page, step["state"], step["task"]
    while moment:
        expect(page.locator(".ask")).to_contain_text(state["situation"][0])
        right = moment["right"][0]
        if state.get("throw"):
            page.locator(".throw button").click()
        else:
            [action] = [each for each in state["legal"] if each["text"] == right["action"]]
            for place in action["picks"]:
                visitor.square(place).click()
            if not action["picks"]:
                page.get_by_role("button", name=action["description"]).click()
        state, moment = right["states"][-1], right["then"]


def learn_all(visitor: Visitor, served: ServerProcess, looked_at: int = 1) -> None:
    """Complete the lesson of seega on a page; axe finds no violation in each `looked_at`th step."""
    page, lesson = visitor.page, httpx2.get(f"{served.address}/api/lessons/seega?lang=en").json()
    steps, short = lesson["steps"], lesson["short"]
    for n, step in enumerate(steps):
        expect(page.get_by_role("heading", name=step["title"])).to_be_visible()
        assert n % looked_at or violations(page) == [], n
        learn(visitor, step)
        if n + 1 < len(steps):
            page.get_by_role("button", name="Learn more" if n + 1 == short else "Next step").click()


@pytest.mark.parametrize("looked_at", slow_but((5,), (1, 5)))
def test_a_lesson_is_learnt_by_pressing(open_page: OpenPage, served: ServerProcess, looked_at: int) -> None:
    visitor = open_page("/learn/seega", reduced_motion="reduce")
    page = visitor.page
    learn_all(visitor, served, looked_at)
    expect(page.get_by_role("link", name="Play against the computer")).to_be_visible()
    page.goto(f"{served.address}/new/seega")
    expect(page.get_by_role("link", name="Repeat the lesson")).to_be_visible()


def test_a_newcomer_is_offered_a_lesson_and_hints(open_page: OpenPage, served: ServerProcess) -> None:
    path = new_game(served.address, "seega+first_player=first", second="level1")
    page = open_page(path, viewport={"width": 390, "height": 844}).page
    offer = page.get_by_role("link", name="New to this? Three minutes")
    expect(offer).to_have_attribute("href", "/learn/seega")
    assert violations(page) == []
    page.get_by_role("button", name="No, thank you").click()
    expect(offer).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Hint").click()
    notice = page.locator(".situation .notice")
    expect(notice).to_contain_text("Look at square", timeout=60_000)
    page.get_by_role("button", name="Hint").click()
    expect(notice).to_contain_text("places on")
    assert violations(page) == []
    expect(page.get_by_role("main")).to_contain_text("plays with hints")
    page.reload()
    expect(page.locator(".grid")).to_be_visible()
    expect(offer).to_have_count(0)


def test_a_first_game_is_explained_as_it_goes(open_page: OpenPage) -> None:
    visitor = open_page("/new/seti-beth", reduced_motion="reduce")
    page = visitor.page
    page.get_by_role("button", name="Just play, I’ll explain").click()
    visitor.square("c1").click()
    visitor.square("c2").click()
    explained = page.locator(".explained span")
    expect(explained.first).to_contain_text("c1 to c2", timeout=60_000)
    expect(explained).to_have_count(2, timeout=60_000)  # the computer's move as well
    assert violations(page) == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="No longer explain the moves").click()
    expect(explained).to_have_count(0)
