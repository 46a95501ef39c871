"""On every page and sheet controls keep apart, suit a finger and are uncovered, and texts are whole.

On a phone, upright and on its side, and magnified.
"""

from pathlib import Path

import pytest

from ibau.language import LANGUAGES
from tests.browser.everywhere import REFUSALS, Walk
from tests.browser.visitor import OpenPage

CROWDED = f"() => {{ {Path(__file__).with_name('crowding.js').read_text()} return crowded(); }}"
PHONE, ASIDE, NARROW = (360, 640), (844, 390), (320, 568)
TWICE, FOUR_TIMES = (720, 450), (360, 225)  # a window of 1440 by 900 at 200 and 400 %


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [PHONE, ASIDE, NARROW, TWICE, FOUR_TIMES])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_controls_keep_apart_and_suit_a_finger(open_page: OpenPage, lang: str, width: int, height: int) -> None:
    hand = {"has_touch": True, "is_mobile": True} if (width, height) in (PHONE, ASIDE) else {}
    visitor = open_page(expected=REFUSALS, locale=lang, viewport={"width": width, "height": height}, **hand)
    found = {stop: visitor.page.evaluate(CROWDED) for stop in Walk(visitor, lang).everywhere()}
    assert {stop: faults for stop, faults in found.items() if faults} == {}
