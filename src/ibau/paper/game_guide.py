"""Which game for whom, in words: how long, how much luck, how much to read, and the age that a source names."""

from typing import NamedTuple

from ibau.core.contract import System
from ibau.core.phrase import N_, Phrase, Translate
from ibau.learn.effect_text import rounded_share
from ibau.learn.game_facts import facts_of
from ibau.paper.rules_pages import source_page

WORDS_A_MINUTE = 200  # that a grown-up reads; those of a rules page are counted in English, whatever it is read in

MINUTES = N_("A game takes about {n} minutes.")
NO_LUCK = N_("Skill, not luck: the better of two simple computer players scores {share}.")
LUCK = N_("Luck and skill: the better of two simple computer players scores {share}.")
READING = N_("The rules take about {n} minutes to read.")
AGE = N_("From {age} years, says its source.")


class GameRow(NamedTuple):
    """A game in a table."""

    minutes: int
    luck: bool
    share: str  # that the better player scores
    reading: int  # minutes for the rules
    age: int


def row_of(system: System) -> GameRow | None:
    """What there is to choose by; None where nothing was measured."""
    facts = facts_of(system)
    if not facts:
        return None
    reading = max(1, round(len(source_page(system, "en").split()) / WORDS_A_MINUTE))
    return GameRow(facts.minutes, system.has_throws, rounded_share(facts.better), reading, system.age)


def suitability_texts(system: System, translate: Translate) -> list[str]:
    """For whom a game is, a sentence each; none where nothing was measured."""
    row = row_of(system)
    if not row:
        return []
    phrases = [
        Phrase(MINUTES, {"n": row.minutes}),
        Phrase(LUCK if row.luck else NO_LUCK, {"share": row.share}),
        Phrase(READING, {"n": row.reading}),
        *([Phrase(AGE, {"age": row.age})] if row.age else []),
    ]
    return [phrase.to_text(translate) for phrase in phrases]
