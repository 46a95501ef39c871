"""What to choose for an evening with the family and for a club: wishes with stated bounds, and which rulesets keep them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibau.core.contract import System
from ibau.core.phrase import N_
from ibau.reporting.document import Block, Table, Text
from ibau.reporting.speaking import Speaker, linked
from ibau.reporting.study import Figure, Reading, Study


class Wish(NamedTuple):
    """A bound on a measure, and what it means in words."""

    text: str
    measure: str
    least: float
    most: float

    def kept(self, figure: Figure) -> bool:
        """Does a ruleset keep it?"""
        return self.least <= figure.value <= self.most


class Occasion(NamedTuple):
    """When one plays, and what one wants then."""

    title: str
    wishes: Sequence[Wish]


OCCASIONS = (
    Occasion(
        N_("For an evening with the family"),
        (
            Wish(N_("three of four games are over within 45 minutes"), "length.minutes.upper_quartile", 0, 45),
            Wish(N_("at most one game in ten is a draw"), "ends.draw", 0, 0.1),
            Wish(N_("whoever begins scores 45 to 55 %"), "balance.starter", 0.45, 0.55),
            Wish(N_("at most half of the turns leave no choice"), "choice.forced", 0, 0.5),
            Wish(N_("half of all games are open for two thirds of their length"), "drama.decided", 2 / 3, 1),
        ),
    ),
    Occasion(
        N_("For a club"),
        (
            Wish(N_("whoever begins scores 48 to 52 %"), "balance.starter", 0.48, 0.52),
            Wish(N_("at most one game in ten is a draw"), "ends.draw", 0, 0.1),
            Wish(N_("at most one turn in five leaves no choice"), "choice.forced", 0, 0.2),
            Wish(N_("there are at least six actions to choose from"), "choice.actions", 6, float("inf")),
            Wish(N_("skill decides more than luck"), "skill.share", 0.5, 1),
        ),
    ),
)


class Kept(NamedTuple):
    """Which wishes a ruleset keeps, of those that could be measured."""

    reading: Reading
    kept: frozenset[Wish]
    missed: frozenset[Wish]


def kept(study: Study, reading: Reading, players: str, occasion: Occasion) -> Kept:
    """What a ruleset offers to an occasion."""
    measured = [(wish, study.figure(reading.ruleset, players, wish.measure)) for wish in occasion.wishes]
    keeps = frozenset(wish for wish, figure in measured if figure and wish.kept(figure))
    return Kept(reading, keeps, frozenset(wish for wish, figure in measured if figure) - keeps)


def best(study: Study, base: Reading, occasion: Occasion) -> tuple[Kept, Kept | None]:
    """What the base offers, and the reading that keeps more wishes; of several the one that was declared first.

    A wish counts only where the reading is certain to differ from its base in it.
    """
    players = study.strongest(base) or ""
    own = kept(study, base, players, occasion)
    others = [
        kept(study, reading, players, occasion)
        for reading in study.of(base.system)
        if reading.base == base.ruleset and not reading.is_base and study.strongest(reading) == players
    ]
    better = [
        other for other in others if own.kept < other.kept and _certain(study, other, players, other.kept - own.kept)
    ]
    return own, max(better, key=lambda other: len(other.kept), default=None)


def _certain(study: Study, other: Kept, players: str, wishes: frozenset[Wish]) -> bool:
    figures = (study.figure(other.reading.ruleset, players, wish.measure) for wish in wishes)
    return all(figure and figure.significant for figure in figures)


# --- In words --------------------------------------------------------------------------------------------------------

WISHED = N_("What is wished for: {wishes}.")
AS_IT_STANDS = N_("as it stands it keeps all {all}")
KEEPS = N_("as it stands it keeps {kept} of {all}, but not: {missed}")
BETTER = N_("with it {kept} of {all}")
NONE_BETTER = N_("no single change keeps more")


def advice(study: Study, systems: Sequence[System], speaker: Speaker) -> list[Block]:
    """A table for each occasion: how far every game keeps its wishes, and what would keep more."""
    blocks: list[Block] = []
    heads = [speaker.translate(head) for head in (N_("Game"), N_("As it stands"), N_("Better with"))]
    for occasion in OCCASIONS:
        wishes = "; ".join(speaker.translate(wish.text) for wish in occasion.wishes)
        blocks.append(Text(f"### {speaker.translate(occasion.title)}\n\n{speaker.say(WISHED, wishes=wishes)}"))
        blocks.append(Table(heads, list(_rows(study, systems, occasion, speaker))))
    return blocks


def _rows(study: Study, systems: Sequence[System], occasion: Occasion, speaker: Speaker) -> Iterator[tuple[str, ...]]:
    for system in systems:
        for base in (reading for reading in study.of(system) if reading.is_base):
            own, other = best(study, base, occasion)
            every = len(own.kept) + len(own.missed)
            if every:
                yield speaker.base(base), _standing(own, every, speaker), _other(own, other, every, speaker)


def _standing(own: Kept, every: int, speaker: Speaker) -> str:
    if not own.missed:
        return speaker.say(AS_IT_STANDS, all=every)
    missed = "; ".join(speaker.translate(wish.text) for wish in sorted(own.missed))
    return speaker.say(KEEPS, kept=len(own.kept), all=every, missed=missed)


def _other(own: Kept, other: Kept | None, every: int, speaker: Speaker) -> str:
    if other is None:
        return speaker.say(NONE_BETTER) if own.missed else ""
    return f"{linked(other.reading)}: {speaker.say(BETTER, kept=len(other.kept), all=every)}"
