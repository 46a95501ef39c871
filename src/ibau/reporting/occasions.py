"""What to choose for an evening with the family and for a club: wishes with bounds, and which rulesets keep them."""

from collections.abc import Sequence
from typing import NamedTuple

from ibau.core.phrase import N_
from ibau.readings import BETWEEN
from ibau.reporting.document import Block, Text
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


class Standing(NamedTuple):
    """The wishes that a game keeps as it stands and those it does not, of those that could be measured."""

    kept: Sequence[Wish]
    missed: Sequence[Wish]


def standing(study: Study, base: Reading, occasion: Occasion) -> Standing:
    """By the best players of whom each measure is known."""
    measured = [(wish, _best_known(study, base, wish)) for wish in occasion.wishes]
    kept = [wish for wish, figure in measured if figure and wish.kept(figure)]
    return Standing(kept, [wish for wish, figure in measured if figure and wish not in kept])


def _best_known(study: Study, reading: Reading, wish: Wish) -> Figure | None:
    found = (study.figure(reading.ruleset, players, wish.measure) for players in reversed(study.players))
    return next(filter(None, found), None)


class Gain(NamedTuple):
    """A reading and the wishes that it keeps while its base does not."""

    reading: Reading
    wishes: Sequence[Wish]


def gain(study: Study, base: Reading, occasion: Occasion) -> Gain | None:
    """The reading that certainly keeps the most wishes more and loses none; the first one of several."""
    missed = standing(study, base, occasion).missed
    gains = (_gained(study, reading, occasion, missed) for reading in study.compared(base))
    return max(filter(None, gains), key=lambda one: len(one.wishes), default=None)


def _gained(study: Study, reading: Reading, occasion: Occasion, missed: Sequence[Wish]) -> Gain | None:
    """By the best players that reading and base have in common."""
    players = study.strongest(reading) or ""
    pairs = [
        (wish, own, new)
        for wish in occasion.wishes
        if (own := study.figure(reading.base, players, wish.measure))
        if (new := study.figure(reading.ruleset, players, wish.measure))
    ]
    if any(wish.kept(own) and not wish.kept(new) for wish, own, new in pairs):
        return None
    gained = [wish for wish, own, new in pairs if wish.kept(new) and not wish.kept(own) and new.significant]
    wanted = [wish for wish in gained if wish in missed]
    return Gain(reading, wanted) if wanted else None


# --- In words --------------------------------------------------------------------------------------------------------

WISHED = N_("What is wished for: {wishes}.")
KEEPS_ALL = N_("**{game}** keeps all {all}.")
KEEPS = N_("**{game}** keeps {kept} of {all}, but not: {missed}.")
BETTER = N_("With {reading} also: {wishes}.")


def advice(study: Study, speaker: Speaker) -> list[Block]:
    """For each occasion how far every game keeps its wishes, and what would keep more."""
    blocks: list[Block] = []
    bases = [reading for reading in study.readings if reading.is_base]
    for occasion in OCCASIONS:
        wishes = _listed(occasion.wishes, speaker)
        items = [item for base in bases if (item := _item(study, base, occasion, speaker))]
        blocks.append(Text(f"### {speaker.translate(occasion.title)}\n\n{speaker.say(WISHED, wishes=wishes)}"))
        blocks.append(Text("\n".join(items)))
    return blocks


def _item(study: Study, base: Reading, occasion: Occasion, speaker: Speaker) -> str:
    kept, missed = standing(study, base, occasion)
    values = {"game": speaker.base(base), "all": len(kept) + len(missed), "kept": len(kept)}
    if not missed:
        return f"- {speaker.say(KEEPS_ALL, **values)}" if kept else ""
    said = f"- {speaker.say(KEEPS, missed=_listed(missed, speaker), **values)}"
    better = gain(study, base, occasion)
    if not better:
        return said
    more = speaker.say(BETTER, reading=linked(better.reading), wishes=_listed(better.wishes, speaker))
    return f"{said} {more}"


def _listed(wishes: Sequence[Wish], speaker: Speaker) -> str:
    return speaker.translate(BETWEEN).join(speaker.translate(wish.text) for wish in wishes)
