"""In Firefox: a game to its end against Chromium, keyboard, touch, and storage switched off."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ibau.records.record_files import read_record
from tests.browser.firefox import Firefox, binary, page_of, running
from tests.browser.server_process import ServerProcess
from tests.browser.test_by_link import end_text
from tests.browser.test_friends import invited
from tests.browser.visitor import OpenPage, Visitor, new_game, visitor_to_act

pytestmark = pytest.mark.slow

PLIES = "([plies]) => +document.querySelector('.story')?.dataset.plies >= plies"
END = "() => document.querySelector('.result').innerText"
MOVES = "() => [...document.querySelectorAll('.story ol button')].map(one => one.textContent.trim())"
KEPT = "() => document.querySelector('.story a[download]')?.href"
FETCHED = "address => fetch(address).then(answer => answer.text())"
ARROW_RIGHT, ENTER = "\ue014", "\ue006"
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
def no_complaints(firefox: Firefox) -> Iterator[None]:
    firefox.complaints.clear()
    yield
    assert firefox.complaints == []


@pytest.mark.parametrize("ruleset", ["seega+max_turns=20", "senet-race+max_turns=12"])
def test_a_game_of_two_in_chromium_and_firefox(
    open_page: OpenPage, firefox: Firefox, served: ServerProcess, ruleset: str
) -> None:
    ann, address = invited(open_page, ruleset)
    ben = firefox.visitor_at(served.address, address.removeprefix(served.address))
    page_of(ben).press("form input.field")
    page_of(ben).key(*"Ben")
    page_of(ben).press("form button.main", "Accept and play")
    page_of(ben).see(".grid")
    draw, plies = random.Random(ruleset), 0
    while (after := visitor_to_act((ann, ben), plies).act(draw.choice, plies)) is not None:
        plies = after
    assert_both_say_the_same(ann, ben)


def assert_both_say_the_same(ann: Visitor, ben: Visitor) -> None:
    """Check that each shows the end for its player, and both show and save the same record."""
    kept, bens = (
        visitor.page.evaluate(FETCHED, visitor.page.wait_for_function(KEPT).json_value()) for visitor in (ann, ben)
    )
    assert kept == bens
    record = read_record(kept)
    state = record.check()
    seats = [record.tags[seat] for seat in ("First", "Second")]
    assert sorted(seats) == ["Ann", "Ben"]
    for name, visitor in (("Ann", ann), ("Ben", ben)):
        assert visitor.page.evaluate(END) == end_text(state, seats.index(name), "en", seats)
    moves = ann.page.evaluate(MOVES)
    assert moves == ben.page.evaluate(MOVES)
    assert len(moves) == len(record.actions)


def test_keys_draw_lots_and_place(firefox: Firefox, served: ServerProcess) -> None:
    page = page_of(firefox.visitor_at(served.address, new_game(served.address, "seega")))
    page.see(".grid")
    page.key("t")
    page.wait_for_function(PLIES, [1])
    page.evaluate("document.querySelector('[data-point=a5]').focus()")
    page.key(ARROW_RIGHT, ENTER)
    page.wait_for_function(PLIES, [2])
    assert "b5" in page.evaluate(MOVES)


def test_a_finger_drags_a_piece(firefox: Firefox, served: ServerProcess) -> None:
    visitor = firefox.visitor_at(served.address, new_game(served.address, "seti-beth"))
    page = page_of(visitor)
    page.see(".grid")
    points = [page.evaluate(PLACE, place) for place in ("c1", "c2")]
    between = ((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2)
    page.drag([points[0], between, points[1]])
    page.wait_for_function(PLIES, [1])


def test_where_nothing_may_be_stored(served: ServerProcess, tmp_path: Path) -> None:
    with running(tmp_path / "profile", **{"dom.storage.enabled": False}) as firefox:
        visitor = firefox.visitor_at(served.address, new_game(served.address, "senet-race", adds=True))
        page_of(visitor).see(".grid")
        visitor.play(random.Random(3).choice, 8)
        assert firefox.complaints == []
