"""A label for a museum's wall: one small page, in every language, with the words of the game's history and a board."""

import pytest

from ibau.games import game, systems
from ibau.language import LANGUAGES, translator_for
from ibau.paper import kit
from ibau.paper.kit import typesetting
from ibau.paper.rules_pages import origin
from tests.paper.kit.pdf_contents import bare, pages, pictures, read, size_of

LEAST_WORDS, MOST_WORDS = 105, 150
SAMPLE = [(system, LANGUAGES[n % 3]) for n, system in enumerate(systems())]


@pytest.mark.parametrize(("system", "lang"), SAMPLE)
def test_it_is_one_page_with_a_board_and_all_that_is_told(system: str, lang: str) -> None:
    played = game(systems()[system].default_preset.id)
    pdf = kit.label(played, lang)
    (page,) = pages(pdf)
    history = origin(played.system, lang).replace("*", "")
    for text in (translator_for(lang)(played.system.title), *history.split("\n\n")):
        assert bare(text) in page, text
    (sheet,) = read(pdf).pages
    assert size_of(sheet) == pytest.approx((148.5, 210), abs=0.1)
    (drawn,) = pictures(sheet, read(pdf))
    assert drawn.width > 60


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", systems())
def test_its_words_are_few_enough_to_be_read_standing(system: str, lang: str) -> None:
    words = origin(systems()[system], lang).split()
    assert LEAST_WORDS <= len([word for word in words if any(map(str.isalnum, word))]) <= MOST_WORDS


def test_letters_are_as_large_as_one_page_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = kit.label(game("seti-beth"), "de")
    monkeypatch.setattr(typesetting, "SIZES_OF_LABELS", (40.0, typesetting.SIZES_OF_LABELS[-1]))
    smallest = kit.label(game("seti-beth"), "de")
    assert len(pages(smallest)) == 1
    assert smallest != usual
