"""Whole games by link: two browsers, one of them a phone, in two languages."""

import random
from collections.abc import Sequence
from itertools import cycle, permutations
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from ibau.core.game import State
from ibau.core.result_text import result_text
from ibau.games import systems
from ibau.language import LANGUAGES, translator_for
from tests.browser.fast_forward import FOR_EVER, PLAY, fast_forward
from tests.browser.server_process import ServerProcess
from tests.browser.test_friends import accepted, invited
from tests.browser.test_systems import record_of, state_after
from tests.browser.untranslated import english_on
from tests.browser.visitor import Choose, OpenPage, Visitor, visitor_to_act

PRESSED = 150  # actions: shorter games are pressed to their end; longer ones are then hurried there
DEALT = zip(systems().items(), cycle(permutations(LANGUAGES, 2)), strict=False)  # every language on both sides
GAMES = [
    *(
        pytest.param(f"{name}+max_turns=60", *langs, FOR_EVER, marks=pytest.mark.slow)  # only one adds to throws
        if system.has_throws
        else pytest.param(name, *langs, PRESSED, marks=pytest.mark.slow)
        for (name, system), langs in DEALT
    ),
    ("seega+max_turns=3", "fr", "de", 11),
]
NAMES = ("Ann", "Ben")
LOOK_EVERY = 10

PIECES = """() => [...document.querySelectorAll('.board > .pieces > .piece')]
    .map((one) => `${one.dataset.place} ${one.getAttribute('class').match(/seat-./)}`)"""


@pytest.mark.parametrize(("ruleset", "one", "other", "pressed"), GAMES)
def test_a_whole_game(
    open_page: OpenPage, served: ServerProcess, ruleset: str, one: str, other: str, pressed: int
) -> None:
    ann, address = invited(open_page, ruleset, one)
    ben = accepted(open_page, served, address, other)
    if not press(ann, ben, random.Random(ruleset).choice, pressed):
        ben.page.evaluate(f"() => void ({PLAY})([{FOR_EVER}, 3])")  # while Ann plays
        fast_forward(ann)

    actions = record_of(served.address, urlsplit(ann.page.url).path)
    state = state_after(ruleset, actions)
    for seat, (visitor, lang) in enumerate(((ann, one), (ben, other))):
        visitor.wait_for_plies(len(actions))
        expect(visitor.page.locator(".result")).to_have_text(end_text(state, seat, lang))
        expect(visitor.page.locator(".seat strong").get_by_text(translator_for(lang)("You"), exact=True)).to_have_count(
            1
        )
        assert english_on(visitor.page) == []
        assert pieces_on(visitor) == sorted(f"{piece.place} seat-{piece.seat}" for piece in state.pieces)


def press(ann: Visitor, ben: Visitor, choose: Choose, actions: int) -> bool:
    """Play on both pages, and compare their texts; is the game over before this many actions?"""
    for plies in range(actions):
        player = visitor_to_act((ann, ben), plies)
        if plies % LOOK_EVERY == 0:
            assert english_on(ann.page) + english_on(ben.page) == []
        if player.act(choose, plies) is None:
            return True
    return False


def end_text(state: State, seat: int, lang: str, names: Sequence[str] = NAMES) -> str:
    """The text of a game's end for the player of a seat."""
    ending = result_text(state, to=seat)
    assert ending
    text = ending.with_names(dict(zip(state.game.system.seats, names, strict=True))).to_text(translator_for(lang))
    return text[:1].upper() + text[1:]


def pieces_on(visitor: Visitor) -> list[str]:
    """The pieces on a page, with their places and sides."""
    found: list[str] = visitor.page.evaluate(PIECES)
    return sorted(found)
