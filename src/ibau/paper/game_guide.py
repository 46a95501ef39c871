"""Which game suits whom: length, luck, time to read the rules, and the age that its source names."""

from typing import NamedTuple

from ibau.core.contract import System
from ibau.core.phrase import N_, Phrase, Translate
from ibau.learn.effect_text import rounded_share
from ibau.learn.game_facts import facts_of
from ibau.paper.rules_pages import source_page

WORDS_A_MINUTE = 200  # that an adult reads; counted in the English rules for every language

MINUTES = N_("A game takes about {n} minutes.")
NO_LUCK = N_("Skill, not luck: the better of two simple computer players scores {share}.")
LUCK = N_("Luck and skill: the better of two simple computer players scores {share}.")
READING = N_("The rules take about {n} minutes to read.")
AGE = N_("From {age} years, says its source.")


class GameRow(NamedTuple):
    """A row in the table of games."""

    minutes: int
    luck: bool
    share: str  # scored by the better player
    reading: int  # minutes for the rules
    age: int


def row_of(system: System) -> GameRow | None:
    """The row of a game; None if it has not been measured."""
    facts = facts_of(system)
    if not facts:
        return None
    reading = max(1, round(len(source_page(system, "en").split()) / WORDS_A_MINUTE))
    return GameRow(facts.minutes, system.has_throws, rounded_share(facts.better), reading, system.age)


def suitability_texts(system: System, translate: Translate) -> list[str]:
    """For whom a game is, one sentence per point; empty if it has not been measured."""
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
