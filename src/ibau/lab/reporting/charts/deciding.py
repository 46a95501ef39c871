"""The lead, luck and skill, as plots, with the figures behind them."""

from collections.abc import Sequence
from functools import partial

from ibau.lab.reporting.document import Block, Plot, Table, Text
from ibau.lab.reporting.plots import lead, luck
from ibau.lab.reporting.speaking import DASH, base_title, figure_said
from ibau.lab.reporting.study import Figure, Study
from ibau.lab.writing import percent

LEAD_ALT = "How often whoever leads at each tenth of a game wins it, for {count} rulesets."
LEAD_CAPTION = (
    "How often whoever is ahead after each tenth of a game goes on to win. Only games in which somebody is ahead "
    "count, and these may be few; a draw is not a win."
)


def leads(study: Study) -> Plot | None:
    """Every base whose games were watched by a judge."""
    found = {
        base: study.steps[base.ruleset, players, "lead"]
        for base in study.readings
        if base.is_base
        for players in study.players  # of several the best
        if (base.ruleset, players, "lead") in study.steps
    }
    if not found:
        return None
    rulesets = [
        lead.Survival(base_title(base), [step.x for step in steps], [step.share for step in steps])
        for base, steps in found.items()
    ]
    chart = lead.Leads(rulesets, "beginning", "end")
    tenths = sorted({step.x for steps in found.values() for step in steps})
    heads = ["Game", *(percent(x, 0) for x in tenths)]
    rows = [[each.name, *_at_tenths(each, tenths)] for each in rulesets]
    alt = LEAD_ALT.format(count=len(found))
    return Plot("lead", partial(lead.draw, chart), alt, LEAD_CAPTION, Table(heads, rows))


def _at_tenths(ruleset: lead.Survival, tenths: Sequence[float]) -> list[str]:
    """A share for each tenth; a dash where nobody led in any game."""
    known = dict(zip(ruleset.over, ruleset.shares, strict=True))
    return [percent(known[x], 0) if x in known else DASH for x in tenths]


LUCK_ALT = "A map of {count} rulesets: the share of luck to the right, the share of skill upwards."
LUCK_CAPTION = (
    "What decides a game: shares of luck and skill in the variance of results, with 95 % intervals. Filled marks are "
    "the games themselves, hollow ones their readings."
)


def luck_and_skill(study: Study) -> Plot | None:
    """All rulesets of which both are known."""
    found = [
        (reading, chance, skill)
        for reading in study.readings
        if (chance := study.known(reading.ruleset, "luck.share"))
        if (skill := study.known(reading.ruleset, "skill.share"))
    ]
    if not found:
        return None
    places = [
        luck.Place(reading.system.title, reading.is_base, _bounds(chance), _bounds(skill))
        for reading, chance, skill in found
    ]
    chart = luck.Map(places, "share of luck", "share of skill")
    heads = ["Ruleset", "Luck", "Skill"]
    rows = [[f"`{reading.ruleset}`", figure_said(chance), figure_said(skill)] for reading, chance, skill in found]
    alt = LUCK_ALT.format(count=len(found))
    return Plot("luck", partial(luck.draw, chart), alt, LUCK_CAPTION, Table(heads, rows))


def _bounds(figure: Figure) -> tuple[float, float, float]:
    return 100 * figure.value, 100 * figure.lower, 100 * figure.upper


LEVELS_SAID = (
    "How many levels of play a game has: each beats the one below it in three games of four, from the first of these "
    "players to the last."
)


def levels_table(study: Study) -> list[Block]:
    """How high the ladders of skill are."""
    found = [figure for figure in study.figures if figure.measure == "skill.levels"]
    heads = ["Ruleset", "Players", "Levels"]
    rows = [[f"`{figure.ruleset}`", figure.players.replace("<", "&lt;"), figure_said(figure)] for figure in found]
    return [Text(LEVELS_SAID), Table(heads, rows)] if found else []
