"""Whose a sentence is: every rule of a page that is not the source's bears a mark, the same in all languages."""

import re

import pytest

from ibau.core.contract import System
from ibau.core.ruling import CODE, MARK, READING, SOURCE, ruling_pages
from ibau.games import game, systems
from ibau.language import LANGUAGES, translator_for
from ibau.paper.kit.rules_blocks import rules_blocks
from ibau.paper.rules_pages import CITED, page, source_page, summary_of

SYSTEMS = systems().values()
UNSAID = {  # rulings that pages list without a sentence of their own, and why they need none
    "SEEGA-10": "the two duties never meet",
    "SEEGA-15": "lines count at the end of a move, and placing is no move",
    "SEEGA-19": "a piece goes on an empty square",
    "SA1-5": "what cannot be hit bars its square",
    "SA1-9": "30 needs the exact number",
    "SA2-12": "it adds no rule: hitting sees to it",
    "SG-17": "hits change places, and every pawn stops on 26",
    "SENETI-8": "a player chooses the walk",
}
of_each = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.id)
in_each_language = pytest.mark.parametrize("lang", LANGUAGES)


def ours(system: System) -> set[str]:
    """The codes of rulings that are not the source's."""
    return {ruling.code for ruling in system.rulings.values() if ruling.kind is not SOURCE}


@of_each
@in_each_language
def test_a_sentence_that_is_ours_is_marked(system: System, lang: str) -> None:
    """What the source does not settle is a sentence of the page, whether or not an option can change it."""
    added = {option.name for option in system.options if option.is_addition}
    marked = CITED.findall(source_page(system, lang))
    assert set(marked) == ours(system) - UNSAID.keys()
    assert len(marked) == len(set(marked)), "one sentence for each"
    assert not added or "+" in {system.rulings[code].mark[0] for code in marked}


def test_no_option_changes_what_no_page_says() -> None:
    cited = {code for system in SYSTEMS for option in system.options for code in CODE.findall(option.cites)}
    assert set[str]().union(*map(ours, SYSTEMS)) - cited >= UNSAID.keys()


@of_each
def test_languages_mark_the_same(system: System) -> None:
    english, *others = (sorted(CITED.findall(source_page(system, lang))) for lang in LANGUAGES)
    assert english
    assert others == [english, english]


def test_every_ruling_of_the_document_has_its_sentence_and_no_other() -> None:
    found = {code for system in SYSTEMS for code in system.rulings}
    assert {code for code in found if code.startswith("C")} <= ruling_pages().keys()
    assert {code for code in found if "-" in code} == {code for code in ruling_pages() if "-" in code}


@in_each_language
def test_answers_are_a_sentence_each(lang: str) -> None:
    answers = [translator_for(lang)(ruling.answer) for system in SYSTEMS for ruling in system.rulings.values()]
    assert all(re.fullmatch(r".{15,200}\.", answer) for answer in answers)


@of_each
@in_each_language
def test_a_page_shows_signs_key_and_answers(system: System, lang: str) -> None:
    text, translate = page(system.id, lang), translator_for(lang)
    marks = {(mark["sign"], mark["code"]) for mark in MARK.finditer(text)}
    assert marks == {(system.rulings[code].kind.sign, code) for code in CITED.findall(source_page(system, lang))}
    assert f"\n- **{READING.sign}** {translate(READING.meaning)}\n" in text.partition("\n## ")[0]
    assert all(translate(ruling.answer) in text for ruling in system.rulings.values())
    assert not MARK.search("".join(summary_of(text, translate)))


@of_each
def test_marks_are_printed_above_the_line(system: System) -> None:
    runs = [run for block in rules_blocks(game(system.default_preset.id), "en") for run in run_through(block)]
    printed = [run["text"] for run in runs if run["style"] == "mark"]
    rules, _, _ = source_page(system, "en").partition("\n## Rulesets")
    assert printed == [system.rulings[code].mark for code in CITED.findall(rules)]
    assert not any(MARK.search(run["text"]) for run in runs if run["style"] != "mark")


def run_through(block: object) -> list[dict[str, str]]:
    """All runs in a block."""
    if isinstance(block, dict) and "style" in block:
        return [block]
    parts = block.values() if isinstance(block, dict) else block if isinstance(block, list) else []
    return [run for part in parts for run in run_through(part)]
