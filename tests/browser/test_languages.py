"""Nothing is English on a page in another language."""

import pytest

from ibau.language import LANGUAGES, SOURCE_LANGUAGE
from tests.browser.page_walk import REFUSALS, PageWalk
from tests.browser.untranslated import english_on, is_english
from tests.browser.visitor import OpenPage


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Throw the coins", True),
        ("Ann: Good luck!", True),
        ("Waiting for Dark: the invitation has not been accepted yet.", True),
        ("Ann, die gewinnt", False),
        ("Senet", False),
    ],
)
def test_english_is_found(text: str, *, found: bool) -> None:
    assert is_english(text, "de") is found


@pytest.mark.slow
@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != SOURCE_LANGUAGE])
def test_no_page_is_english(open_page: OpenPage, lang: str) -> None:
    visitor = open_page(locale=lang, expected=REFUSALS)
    found = {stop: english_on(visitor.page) for stop in PageWalk(visitor, lang).everywhere()}
    assert {stop: texts for stop, texts in found.items() if texts} == {}
