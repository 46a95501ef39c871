"""Which game for whom: figures that were measured, in every language."""

import pytest

from ibau.games import systems
from ibau.language import LANGUAGES, translator
from ibau.learn.effects import effects_of
from ibau.paper.choosing import row_of, suits_said


@pytest.mark.parametrize("system", systems())
def test_the_figures_are_those_of_the_study(system: str) -> None:
    known = systems()[system]
    row, base = row_of(known), effects_of(known).base["greedy"]
    assert row
    assert abs(row.minutes - base["minutes"]) <= 2.5
    assert row.share == f"{100 * base['stronger']:.0f}\u00a0%"
    assert row.luck == known.has_throws


@pytest.mark.parametrize("system", systems())
def test_it_is_said_in_every_language(system: str) -> None:
    known = systems()[system]
    said = [suits_said(known, translator(lang)) for lang in LANGUAGES]
    assert len({tuple(sentences) for sentences in said}) == len(LANGUAGES)
    assert {len(sentences) for sentences in said} == {4 if known.age else 3}


def test_an_age_is_named_where_a_source_names_one() -> None:
    assert {system.id: system.age for system in systems().values() if system.age} == {"seneti": 12}
