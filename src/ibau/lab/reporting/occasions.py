"""What to choose for an evening with the family and for a club: wishes with bounds, and which rulesets keep them."""

from collections.abc import Sequence
from typing import NamedTuple

from ibau.lab.reporting.document import Block, Text
from ibau.lab.reporting.speaking import base_title, linked, player_names
from ibau.lab.reporting.study import Figure, Reading, Study
from ibau.learn.effect_sentences import BETWEEN


class Wish(NamedTuple):
    """A bound on a measure, and what it means in words."""

    text: str
    measure: str
    least: float
    most: float

    def kept(self, figure: Figure) -> bool:
        """Does a ruleset certainly keep it?"""
        return self.least <= figure.lower and figure.upper <= self.most

    def missed(self, figure: Figure) -> bool:
        """Does a ruleset certainly not keep it?"""
        return figure.upper < self.least or figure.lower > self.most


class Occasion(NamedTuple):
    """When one plays, what one wants then, and whose games come nearest to how one plays then."""

    title: str
    wishes: Sequence[Wish]
    players: str = ""  # where they were watched; else, and without a name, the best players

    def figure(self, study: Study, base: Reading, wish: Wish) -> Figure | None:
        """What was measured of a wish."""
        return study.figure(base.ruleset, self.players, wish.measure) or study.known(base.ruleset, wish.measure)


OCCASIONS = (
    Occasion(
        "For an evening with the family",
        (
            Wish("three games in four are over within 45 minutes", "length.minutes.upper_quartile", 0, 45),
            Wish("at most one game in ten is a draw", "ends.draw", 0, 0.1),
            Wish("whoever begins scores 45 to 55 %", "balance.starter", 0.45, 0.55),
            Wish("at most half of the turns leave no choice", "choice.forced", 0, 0.5),
            Wish("games stay open for two thirds of their length on average", "drama.decided", 0, 1 / 3),
        ),
        "greedy",
    ),
    Occasion(
        "For a club",
        (
            Wish("whoever begins scores 48 to 52 %", "balance.starter", 0.48, 0.52),
            Wish("at most one game in ten is a draw", "ends.draw", 0, 0.1),
            Wish("at most one turn in five leaves no choice", "choice.forced", 0, 0.2),
            Wish("there are at least six actions to choose from on average", "choice.actions", 6, float("inf")),
            Wish("at least half of what decides a game is skill", "skill.share", 0.5, float("inf")),
        ),
    ),
)


class Standing(NamedTuple):
    """The wishes that a game certainly keeps as it stands, those it misses, and those of which neither is certain."""

    kept: Sequence[Wish]
    missed: Sequence[Wish]
    open: Sequence[Wish]

    @property
    def every(self) -> int:
        """How many could be measured."""
        return len(self.kept) + len(self.missed) + len(self.open)


def standing(study: Study, base: Reading, occasion: Occasion) -> Standing:
    """Which wishes a base keeps, misses, or leaves open, by the players of the occasion."""
    known = {wish: occasion.figure(study, base, wish) for wish in occasion.wishes}
    measured = {wish: figure for wish, figure in known.items() if figure}
    kept = [wish for wish, figure in measured.items() if wish.kept(figure)]
    missed = [wish for wish, figure in measured.items() if wish.missed(figure)]
    return Standing(kept, missed, [wish for wish in measured if wish not in {*kept, *missed}])


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
    """What a reading gains, by the players of the occasion, else by the best that it and its base have in common."""
    asked = (occasion.players, study.strongest(reading) or "")
    found = {wish: _compared(study, reading, wish, asked) for wish in occasion.wishes}
    pairs = [(wish, *pair) for wish, pair in found.items() if pair]
    if any(wish.kept(own) and not wish.kept(new) for wish, own, new in pairs):
        return None
    gained = [wish for wish, own, new in pairs if wish.kept(new) and wish.missed(own) and new.significant]
    wanted = [wish for wish in gained if wish in missed]
    return Gain(reading, wanted) if wanted else None


def _compared(study: Study, reading: Reading, wish: Wish, asked: Sequence[str]) -> tuple[Figure, Figure] | None:
    """What the first of some players have of the base and of the reading, if any have both."""
    for players in asked:
        own = study.figure(reading.base, players, wish.measure)
        new = study.compared_figure(reading, players, wish.measure)
        if own and new:
            return own, new
    return None


# --- In words --------------------------------------------------------------------------------------------------------

WISHED = "The wishes: {wishes}."
OF_THE_BEST = "Judged by games of the best players in the study."
OF_SOME = "Judged by games of {players}, or of the best players where there are none."
KEEPS_ALL = "**{game}** meets all {all}."
KEEPS = "**{game}** meets {kept} of {all}."
MISSES = "Missed: {wishes}."
OPEN = "Uncertain: {wishes}."
BETTER = "With {reading} also: {wishes}."


def advice(study: Study) -> list[Block]:
    """For each occasion how far every game keeps its wishes, and what would keep more."""
    blocks: list[Block] = []
    bases = [reading for reading in study.readings if reading.is_base]
    for occasion in OCCASIONS:
        wishes = _listed(occasion.wishes)
        items = [item for base in bases if (item := _item(study, base, occasion))]
        said = f"{WISHED.format(wishes=wishes)} {_whose(occasion)}"
        blocks.append(Text(f"### {occasion.title}\n\n{said}"))
        blocks.append(Text("\n".join(items)))
    return blocks


def _whose(occasion: Occasion) -> str:
    if not occasion.players:
        return OF_THE_BEST
    return OF_SOME.format(players=player_names([occasion.players])[occasion.players])


def _item(study: Study, base: Reading, occasion: Occasion) -> str:
    found = standing(study, base, occasion)
    if not found.every:
        return ""
    keeps = KEEPS_ALL if len(found.kept) == found.every else KEEPS
    parts = [keeps.format(game=base_title(base), all=found.every, kept=len(found.kept))]
    parts += [
        text.format(wishes=_listed(wishes)) for text, wishes in ((MISSES, found.missed), (OPEN, found.open)) if wishes
    ]
    if better := gain(study, base, occasion):
        values = {"reading": linked(better.reading), "wishes": _listed(better.wishes)}
        parts.append(BETTER.format(**values))
    return f"- {' '.join(parts)}"


def _listed(wishes: Sequence[Wish]) -> str:
    return BETWEEN.join(wish.text for wish in wishes)
