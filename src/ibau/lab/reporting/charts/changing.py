"""What readings change, as a plot, with the differences behind it."""

from collections.abc import Sequence
from functools import partial

from ibau.lab.reporting.document import Plot, Table
from ibau.lab.reporting.findings import Finding
from ibau.lab.reporting.plots import dots
from ibau.lab.reporting.speaking import SHORT, base_title, digits_of, linked, player_names, signed
from ibau.lab.reporting.study import Reading, Study
from ibau.learn.effects import ASPECTS, Aspect

CHANGES_ALT = "What each reading of {game} changes, with 95 % intervals. The largest change: {largest}."
CHANGES_CAPTION = (
    "Each dot is a reading compared with {base}, with its 95 % interval, the largest changes on top. Hardly anybody "
    "would notice a change within the shaded band; beyond it the scale is compressed."
)
OF_BASE = "% of the base"
POINTS = "% points"


def changes(study: Study, base: Reading, found: Sequence[Finding]) -> Plot | None:
    """Dots with intervals: every reading of a base, by aspect and kind of players."""
    ordered = sorted((one for one in found if one.reading.base == base.ruleset), key=lambda one: -one.size)
    aspects = [aspect for aspect in ASPECTS if any(aspect.id in one.effect.changes for one in ordered)]
    if not aspects:
        return None
    players = [one for one in study.players if any(study.effect(found.reading, one).changes for found in ordered)]
    panels = [
        dots.Panel(
            SHORT[aspect.id],
            OF_BASE if aspect.relative else POINTS,
            100 * aspect.least,
        )
        for aspect in aspects
    ]
    rows = [
        dots.Row(
            one.reading.name,
            {
                (n, by): dot
                for n, aspect in enumerate(aspects)
                for by in players
                if (dot := _dot(study, one.reading, by, aspect))
            },
        )
        for one in ordered
    ]
    drawing = partial(dots.draw, dots.Dots(panels, rows, player_names(players)))
    alt = CHANGES_ALT.format(game=base_title(base), largest=ordered[0].reading.name)
    caption = CHANGES_CAPTION.format(base=f"`{base.ruleset}`")
    return Plot(f"changes-{base.ruleset}", drawing, alt, caption, _changes_table(study, ordered, aspects))


def _dot(study: Study, reading: Reading, players: str, aspect: Aspect) -> dots.Dot | None:
    change, base = study.change(reading, players, aspect), study.figure(reading.base, players, aspect.measure)
    if not change or not base or (aspect.relative and not base.value):
        return None
    scale = 100 / base.value if aspect.relative else 100
    return dots.Dot(*(scale * number for number in (change.difference, change.lower, change.upper)))


def _changes_table(study: Study, found: Sequence[Finding], aspects: Sequence[Aspect]) -> Table:
    """Differences with their intervals; a star where one is certain among all of the study."""
    heads = ["The reading", "Players", *(SHORT[aspect.id] for aspect in aspects)]
    rows = [
        [linked(one.reading), said, *(_cell(study, one.reading, players, aspect) for aspect in aspects)]
        for one in found
        for players, said in player_names(study.players).items()
        if study.effect(one.reading, players).changes
    ]
    return Table(heads, rows)


def _cell(study: Study, reading: Reading, players: str, aspect: Aspect) -> str:
    change, figure = study.change(reading, players, aspect), study.figure(reading.ruleset, players, aspect.measure)
    if not change or not figure:
        return ""
    scale = 100.0 if figure.unit in ("share", "points") else 1.0
    digits = digits_of(scale * (change.upper - change.lower))
    value, lower, upper = (signed(scale * x, digits) for x in (change.difference, change.lower, change.upper))
    return f"{value} ({lower} … {upper}){' ★' if change.significant else ''}"
