"""How long games take, as plots, with the figures behind them."""

from collections.abc import Sequence
from functools import partial

from ibau.lab.reporting.bins import binned
from ibau.lab.reporting.document import Plot, Table
from ibau.lab.reporting.findings import Finding
from ibau.lab.reporting.plots import lengths
from ibau.lab.reporting.speaking import base_title, number, player_names
from ibau.lab.reporting.study import Reading, Study
from ibau.learn.effects import ASPECTS

MINUTES = "length.minutes."
MOST_CURVES = 2  # readings beside the base in a plot of lengths

LENGTHS_ALT = "How many minutes games take: from {least} for {shortest} to {most} for {longest}, at the median."
LENGTHS_CAPTION = (
    "The dot is the median, the bar holds the middle half of all games, and 99 of 100 end before the thin line does. "
    "The scale doubles from step to step."
)


def all_lengths(study: Study) -> Plot | None:
    """Quartiles of every base, in minutes."""
    bases = [reading for reading in study.readings if reading.is_base]
    spans = {
        (base_title(base), players): span
        for base in bases
        for players in study.players
        if (span := _span(study, base, players))
    }
    names = [name for name in dict.fromkeys(map(base_title, bases)) if any(name == key[0] for key in spans)]
    if not names:
        return None
    players = player_names(one for one in study.players if any(one == key[1] for key in spans))
    medians = {name: span.median for (name, _), span in spans.items()}
    shortest, longest = min(medians, key=medians.__getitem__), max(medians, key=medians.__getitem__)
    values = {"shortest": shortest, "longest": longest}
    bounds = {"least": number(medians[shortest]), "most": number(medians[longest])}
    drawing = partial(lengths.draw, lengths.Lengths(names, spans, players, "minutes"))
    heads = "Game", "Players", "Lower quartile", "Median", "Upper quartile", "99 of 100"
    rows = [
        [name, players[by], *map(number, spans[name, by])] for name in names for by in players if (name, by) in spans
    ]
    table = Table(heads, rows)
    return Plot("lengths", drawing, LENGTHS_ALT.format(**values, **bounds), LENGTHS_CAPTION, table)


def _span(study: Study, reading: Reading, players: str) -> lengths.Span | None:
    parts = ("lower_quartile", "median", "upper_quartile", "p99")
    found = [study.figure(reading.ruleset, players, f"{MINUTES}{part}") for part in parts]
    return lengths.Span(*(figure.value for figure in found if figure)) if all(found) else None


DISTRIBUTION_ALT = "How many turns a game of {game} takes, and with the readings that change this most."
DISTRIBUTION_CAPTION = (
    "How many turns a game takes: {base}, and the readings that change its length most, apart from those that limit "
    "it. {players}."
)


def distribution(study: Study, base: Reading, found: Sequence[Finding]) -> Plot | None:
    """The turns of a base and of the readings that change its length most."""
    length = ASPECTS[0].id
    own = [one for one in found if one.reading.base == base.ruleset and length in one.effect.changes]
    players = own[0].players if own else study.strongest(base) or ""
    if (base.ruleset, players, "turns") not in study.steps:
        return None
    among = [
        one
        for one in own
        if (one.reading.ruleset, players, "turns") in study.steps and one.reading.option and not one.reading.is_limit
    ]
    among.sort(key=lambda one: -abs(one.effect.changes[length].difference))
    shown = [base, *(one.reading for one in among[:MOST_CURVES])]
    curves = binned([study.steps[reading.ruleset, players, "turns"] for reading in shown])
    named = [lengths.Curve(reading.name, *curve) for reading, curve in zip(shown, curves, strict=True)]
    drawing = partial(lengths.draw_distribution, lengths.Distribution(named[0], named[1:], "turns"))
    said = player_names([players])[players]
    values = {"base": f"`{base.ruleset}`", "players": f"{said[:1].upper()}{said[1:]}"}
    heads = ["Turns", *(f"`{curve.name}`" for curve in named)]
    rows = [
        [number(middle), *(f"{number(100 * share, 1)} %" for share in shares)]
        for middle, *shares in zip(named[0].middles, *(curve.shares for curve in named), strict=True)
    ]
    return Plot(
        f"turns-{base.ruleset}",
        drawing,
        DISTRIBUTION_ALT.format(game=base_title(base)),
        DISTRIBUTION_CAPTION.format(**values),
        Table(heads, rows),
    )
