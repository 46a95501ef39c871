"""The teacher's sheet: one page, in every language, of what is known of the game."""

import pytest

from ibau.games import game, systems
from ibau.language import LANGUAGES
from ibau.learn.effect_text import rounded_share
from ibau.learn.game_facts import facts_of
from ibau.paper import kit
from ibau.paper.kit import PAPERS
from ibau.paper.kit.teachers_sheet import sheet_of
from tests.paper.kit.pdf_contents import bare, pages

SAMPLE = [(system, LANGUAGES[n % 3]) for n, system in enumerate(systems())]


@pytest.mark.parametrize(("system", "lang"), SAMPLE)
def test_it_is_one_page_with_all_that_is_told(system: str, lang: str) -> None:
    played = game(systems()[system].default_preset.id)
    (page,) = pages(kit.teachers_sheet(played, lang))
    sheet = sheet_of(played, lang, PAPERS["A4"])
    texts = [*sheet["print"], *(step for _, step in sheet["plan"]), *(each["question"] for each in sheet["questions"])]
    for text in (sheet["title"], sheet["label"], *texts):
        assert bare(text) in page, text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("system", systems())
def test_it_takes_forty_five_minutes_and_asks_three_questions(system: str, lang: str) -> None:
    sheet = sheet_of(game(systems()[system].default_preset.id), lang, PAPERS["A4"])
    assert sum(minutes for minutes, _ in sheet["plan"]) == 45
    assert len(sheet["questions"]) == 3
    assert all(each["answer"] for each in sheet["questions"])


@pytest.mark.parametrize("system", systems())
def test_its_figures_are_those_that_were_measured(system: str) -> None:
    known = systems()[system]
    facts = facts_of(known)
    assert facts
    sheet = str(sheet_of(game(known.default_preset.id), "en", PAPERS["A4"])["questions"][1]["answer"]).replace(
        "\\xa0", "\xa0"
    )
    assert rounded_share(facts.better) in sheet
    assert ("There is no luck" in sheet) == (not known.has_throws)
