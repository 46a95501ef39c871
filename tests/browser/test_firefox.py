"""The main way through the page in Firefox: home, a game, a lesson, a puzzle, a review; an evening with Chromium."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import httpx2
import pytest

from ibau.records.files import read_record
from tests.browser.firefox import Firefox, FirefoxPage, binary, running
from tests.browser.hurrying import FOR_EVER, PLAY
from tests.browser.serving import Served
from tests.browser.test_by_link import told
from tests.browser.test_friends import invited
from tests.browser.visitor import OpenPage, Visitor, asked, new_game

pytestmark = pytest.mark.slow

PLIES = "([plies]) => +document.querySelector('.story')?.dataset.plies >= plies"
END = "() => document.querySelector('.result').innerText"
MOVES = "() => [...document.querySelectorAll('.story ol button')].map(one => one.textContent.trim())"
KEPT = "() => document.querySelector('.story a[download]')?.href"
FETCHED = "address => fetch(address).then(answer => answer.text())"
ARROW_LEFT = "\ue012"
PLACE = """point => {
    const box = document.querySelector(`[data-point="${point}"]`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    if not binary():
        pytest.fail("There is no Firefox: scripts/firefox installs it on Debian.")
    with running(tmp_path_factory.mktemp("firefox") / "profile") as found:
        yield found


@pytest.fixture(autouse=True)
def nobody_complains(firefox: Firefox) -> Iterator[None]:
    firefox.complaints.clear()
    yield
    assert firefox.complaints == []


def page_of(visitor: Visitor) -> FirefoxPage:
    return cast("FirefoxPage", cast("Any", visitor.page))


def test_from_the_first_page_to_a_game_against_the_computer(firefox: Firefox, served: Served) -> None:
    visitor = firefox.somebody(served.address, "/")
    page = page_of(visitor)
    page.press(".welcome button.main", "Play")
    page.see(".grid")
    visitor.play(random.Random(1).choice, 12)
    assert page.evaluate("document.querySelectorAll('.seat').length") == 2


def test_a_game_of_two_by_link(firefox: Firefox, served: Served) -> None:
    ann = firefox.somebody(served.address, "/new/senet-race?with=friend")
    page_of(ann).press("form button.main", "Invite")
    address = page_of(ann).see("dialog input", "/invitation/")
    page_of(ann).press("dialog button", "Back to the game")
    ben = firefox.somebody(served.address, address.removeprefix(served.address))
    page_of(ben).press("form button.main", "Accept and play")
    page_of(ben).see(".grid")
    choose = random.Random(2).choice
    for plies in range(16):
        asked((ann, ben), plies).act(choose, plies)
    for visitor in (ann, ben):
        page_of(visitor).wait_for_function(PLIES, [16])


@pytest.mark.parametrize("ruleset", ["seega+max_turns=20", "senet-race+max_turns=12"])
def test_an_evening_of_two_in_chromium_and_firefox(
    open_page: OpenPage, firefox: Firefox, served: Served, ruleset: str
) -> None:
    ann, address = invited(open_page, ruleset)
    ben = firefox.somebody(served.address, address.removeprefix(served.address))
    page_of(ben).press("form input.field")
    page_of(ben).key(*"Ben")
    page_of(ben).press("form button.main", "Accept and play")
    page_of(ben).see(".grid")
    draw = random.Random(ruleset)
    play_to_the_end(ann, ben, draw)
    assert_both_say_the_same(ann, ben)

    page_of(ben).press(".hand button.main", "Again")
    for visitor in (ann, ben):
        visitor.page.wait_for_function("() => document.querySelector('.match')?.innerText.startsWith('After one game')")
    play_to_the_end(ann, ben, draw)
    assert_both_say_the_same(ann, ben)


def play_to_the_end(ann: Visitor, ben: Visitor, draw: random.Random) -> None:
    """Whatever is offered to the one or the other is pressed by whom it is offered."""
    plies: int | None = 0
    while plies is not None:
        plies = asked((ann, ben), plies).act(draw.choice, plies)


def assert_both_say_the_same(ann: Visitor, ben: Visitor) -> None:
    """Each says how the game ended for its player, and both tell and keep the same record of it."""
    kept, bens = (
        visitor.page.evaluate(FETCHED, visitor.page.wait_for_function(KEPT).json_value()) for visitor in (ann, ben)
    )
    assert kept == bens
    record = read_record(kept)
    state = record.check()
    seats = [record.tags[seat] for seat in ("First", "Second")]
    assert sorted(seats) == ["Ann", "Ben"]
    for name, visitor in (("Ann", ann), ("Ben", ben)):
        assert visitor.page.evaluate(END) == told(state, seats.index(name), "en", seats)
    moves = ann.page.evaluate(MOVES)
    assert moves == ben.page.evaluate(MOVES)
    assert len(moves) == len(record.actions)


def test_a_step_of_a_lesson(firefox: Firefox, served: Served) -> None:
    lesson = httpx2.get(f"{served.address}/api/lessons/seega?lang=en").json()
    page = page_of(firefox.somebody(served.address, "/learn/seega"))
    step = lesson["steps"][0]
    page.see("h2", step["title"])
    state, moment = step["state"], step["moment"]
    while moment:
        page.see(".ask", state["situation"][0])
        page.see(".grid")
        right = moment["right"][0]
        [action] = [each for each in state["legal"] if each["text"] == right["action"]]
        for place in action["picks"]:
            page.click(*page.evaluate(PLACE, place))
        state, moment = right["states"][-1], right["then"]
    page.see(".hand button", "Next step")


def test_a_puzzle(firefox: Firefox, served: Served) -> None:
    page = page_of(firefox.somebody(served.address, "/puzzles/seega"))
    page.see("h2", "Puzzle 1")
    page.press(".hand button", "Show the solution")
    page.press(".hand button", "Next puzzle")
    page.see("h2", "Puzzle 2")


def test_a_review_and_the_way_back_and_forward(firefox: Firefox, served: Served) -> None:
    page = page_of(firefox.somebody(served.address, new_game(served.address, "senet-race+max_turns=16")))
    page.see(".grid")
    page.evaluate(PLAY, [FOR_EVER, 7])
    page.see(".result")
    page.press(".hand a[href^='/review/']")
    page.wait_for_function("document.querySelector('.review') && !document.querySelector('.progress')")
    last = int(page.see("input[type=range]"))
    page.key(ARROW_LEFT)
    page.see("input[type=range]", str(last - 1))
    page.back()
    page.see(".result")
    page.forward()
    page.see(".review h1")


def test_a_finger_drags_a_piece(firefox: Firefox, served: Served) -> None:
    visitor = firefox.somebody(served.address, new_game(served.address, "seti-beth"))
    page = page_of(visitor)
    page.see(".grid")
    points = [page.evaluate(PLACE, place) for place in ("c1", "c2")]
    between = ((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2)
    page.drag([points[0], between, points[1]])
    page.wait_for_function(PLIES, [1])


def test_where_nothing_may_be_stored(served: Served, tmp_path: Path) -> None:
    with running(tmp_path / "profile", **{"dom.storage.enabled": False}) as firefox:
        visitor = firefox.somebody(served.address, new_game(served.address, "senet-race", adds=True))
        page_of(visitor).see(".grid")
        visitor.play(random.Random(3).choice, 8)
        assert firefox.complaints == []
