"""In every language controls are apart and large enough for a finger, the board does not move, and texts fit."""

import random
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ibau.language import LANGUAGES, client_messages
from tests.browser.fast_forward import FOR_EVER, fast_forward
from tests.browser.page_walk import REFUSALS, PageWalk
from tests.browser.server_process import ServerProcess
from tests.browser.visitor import OpenPage, Visitor, box_of, new_game

LAYOUT_CHECKS = Path(__file__).with_name("looking.js").read_text()
CROWDED = f"() => {{ {LAYOUT_CHECKS} return crowded(); }}"
PHONE, ASIDE, NARROW = (360, 640), (844, 390), (320, 568)
TWICE, FOUR_TIMES = (720, 450), (360, 225)  # a window of 1440 by 900 at 200 and 400 %

# One game of every system that lasts for more than fifty actions, and not for many more.
GAMES = (
    "seega+max_turns=44",
    "senet-formation+max_turns=30",
    "senet-geoludie+max_turns=24",
    "senet-race+max_turns=24",
    "seneti+max_plies=60",
    "seti-aleph+no_progress_plies=52",
    "seti-beth+no_progress_plies=52",
)
ACTIONS = 50
SCREENS = ((360, 640), (375, 667), (740, 360), (820, 1180), (1024, 768), (1280, 800), (1440, 900), (1920, 1080))
STOPS = (0, 20, 21)  # before the first throw or lot, before a later one and after it

# What is checked for each value of the throw.
FAULTS_OF_EACH = """async (words) => {
    const faults = [];
    for (const word of words) {
        const value = document.querySelector('.throw .value');
        value.textContent = word;
        value.classList.toggle('sum', word.includes('+'));
        await settled();
        faults.push(...look());
    }
    return faults;
}"""


def readers(open_page: OpenPage, path: str, width: int, height: int) -> dict[str, Visitor]:
    """A visitor in each language at the same board."""
    found = {lang: open_page(path, locale=lang, viewport={"width": width, "height": height}) for lang in LANGUAGES}
    for reader in found.values():
        expect(reader.page.locator(".grid")).to_be_visible()
        reader.page.evaluate(LAYOUT_CHECKS)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [PHONE, ASIDE, NARROW, TWICE, FOUR_TIMES])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_controls_keep_apart_on_every_page(open_page: OpenPage, lang: str, width: int, height: int) -> None:
    hand = {"has_touch": True, "is_mobile": True} if (width, height) in (PHONE, ASIDE) else {}
    visitor = open_page(expected=REFUSALS, locale=lang, viewport={"width": width, "height": height}, **hand)
    found = {stop: visitor.page.evaluate(CROWDED) for stop in PageWalk(visitor, lang).everywhere()}
    assert {stop: faults for stop, faults in found.items() if faults} == {}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", GAMES)
def test_fifty_actions_and_the_end_on_a_small_phone(open_page: OpenPage, served: ServerProcess, ruleset: str) -> None:
    found = readers(open_page, new_game(served.address, ruleset), 360, 640)
    for reader in found.values():
        reader.page.evaluate("watch()")
    found["en"].play(random.Random(ruleset).choice, actions=ACTIONS)
    fast_forward(found["en"])
    for lang, reader in found.items():
        expect(reader.page.locator(".result")).not_to_be_empty()
        assert reader.page.evaluate("settled().then(() => [...watched])") == [], lang


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", GAMES)
def test_nothing_meets_on_any_screen(open_page: OpenPage, served: ServerProcess, ruleset: str) -> None:
    found = readers(open_page, new_game(served.address, ruleset), 360, 640)
    for stop in (*STOPS, FOR_EVER):
        fast_forward(found["en"], stop)
        played = found["en"].plies()
        for lang, reader in found.items():
            reader.wait_for_plies(played)
            for width, height in SCREENS:
                reader.page.set_viewport_size({"width": width, "height": height})
                assert reader.page.evaluate("settled().then(look)") == [], (lang, played, width)


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset",
    ["senet-geoludie", "senet-formation", "senet-race"],
)
def test_every_throw_finds_room(open_page: OpenPage, served: ServerProcess, ruleset: str) -> None:
    found = readers(open_page, new_game(served.address, ruleset), 360, 640)
    until_thrown(found["en"])
    for lang, reader in found.items():
        expect(reader.page.locator(".throw .value")).to_be_visible()
        for width, height in SCREENS:
            reader.page.set_viewport_size({"width": width, "height": height})
            assert reader.page.evaluate(FAULTS_OF_EACH, throws(lang)) == [], (lang, width)


def until_thrown(reader: Visitor) -> None:
    """Play until a throw waits to be used."""
    while not reader.page.locator(".throw .value").is_visible():
        fast_forward(reader, reader.plies() + 1)


def throws(lang: str) -> list[str]:
    """The texts next to the sticks: a number in words, or several that add up."""
    numbers = ("one", "two", "three", "four", "five", "six")
    return [*(client_messages(lang).get(number, number) for number in numbers), "6 + 6 + 4", "6 + 6 + 6 + 6 + 6 + 6"]


def test_nothing_is_painted_over_another_where_a_window_is_enlarged(open_page: OpenPage, served: ServerProcess) -> None:
    """At 200 and 400 %, a window of 1280 pixels is as narrow as a phone, but still wider than high."""
    page = open_page(new_game(served.address, "senet-race")).page
    for width, height in ((320, 256), (568, 320), (600, 500), (640, 400)):
        page.set_viewport_size({"width": width, "height": height})
        parts = [box_of(page.locator(part)) for part in (".head", ".situation", ".place", ".hand")]
        for above, below in pairwise(parts):
            assert above["y"] + above["height"] <= below["y"] + 1, width
