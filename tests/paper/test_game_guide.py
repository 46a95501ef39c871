"""Which game for whom: figures that were measured, in every language."""

import re

import pytest

from ibau.games import systems
from ibau.language import LANGUAGES, translator_for
from ibau.learn.option_effects import effects_of
from ibau.paper.game_guide import row_of, suitability_texts


@pytest.mark.parametrize("system", systems())
def test_the_figures_are_those_of_the_study(system: str) -> None:
    known = systems()[system]
    row, base = row_of(known), effects_of(known).base["greedy"]
    assert row
    assert row.share == f"{100 * base['stronger']:.0f}\u00a0%"
    assert row.luck == known.has_throws


@pytest.mark.parametrize("system", systems())
def test_the_minutes_are_those_of_all_players_whose_games_end_and_those_on_the_label(system: str) -> None:
    known = systems()[system]
    row, kinds = row_of(known), effects_of(known).base.values()
    measured = [base["minutes"] for base in kinds if "minutes" in base]
    assert row
    assert abs(row.minutes - sum(measured) / len(measured)) <= 2.5
    on_label = re.search(r"about (\d+) minutes|(an hour) or more", known.label)
    assert on_label
    assert row.minutes >= 60 if on_label[2] else row.minutes == int(on_label[1])


@pytest.mark.parametrize("system", systems())
def test_it_is_said_in_every_language(system: str) -> None:
    known = systems()[system]
    texts = [suitability_texts(known, translator_for(lang)) for lang in LANGUAGES]
    assert len({tuple(sentences) for sentences in texts}) == len(LANGUAGES)
    assert {len(sentences) for sentences in texts} == {4 if known.age else 3}


def test_an_age_is_named_where_a_source_names_one() -> None:
    assert {system.id: system.age for system in systems().values() if system.age} == {"seneti": 12}
