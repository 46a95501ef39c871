"""Plots of a study, each with what it shows in words and the figures behind it; None where these were not measured."""

from collections.abc import Iterable, Sequence
from functools import partial

from ibau.core.phrase import N_
from ibau.readings import ASPECTS, Aspect
from ibau.reporting.bins import binned
from ibau.reporting.document import Plot, Table
from ibau.reporting.findings import Finding
from ibau.reporting.plots import dots, lead, lengths, luck, uses
from ibau.reporting.speaking import SHORT, Speaker, digits_of, linked
from ibau.reporting.study import Figure, Reading, Study

MINUTES = "length.minutes."
MOST_CURVES = 2  # readings beside the base in a plot of lengths


# --- What readings change --------------------------------------------------------------------------------------------

CHANGES_ALT = N_("What each reading of {game} changes, with 95 % intervals. The largest change: {largest}.")
CHANGES_CAPTION = N_(
    "Each dot is a reading against {base}, with its 95 % interval, the largest changes on top. Within the shaded band hardly "
    "anybody would notice; beyond it the scale grows narrower."
)
OF_BASE = N_("% of the base")
POINTS = N_("points of 100")


def changes(study: Study, base: Reading, found: Sequence[Finding], speaker: Speaker) -> Plot | None:
    """Dots with intervals: every reading of a base, by aspect and kind of players."""
    ordered = sorted((one for one in found if one.reading.base == base.ruleset), key=lambda one: -one.size)
    aspects = [aspect for aspect in ASPECTS if any(aspect.id in one.effect.changes for one in ordered)]
    if not aspects:
        return None
    players = [one for one in study.players if any(study.effect(found.reading, one).changes for found in ordered)]
    panels = [
        dots.Panel(
            speaker.translate(SHORT[aspect.id]),
            speaker.translate(OF_BASE if aspect.relative else POINTS),
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
    drawing = partial(dots.draw, dots.Dots(panels, rows, speaker.players(players)))
    alt = speaker.say(CHANGES_ALT, game=speaker.base(base), largest=ordered[0].reading.name)
    caption = speaker.say(CHANGES_CAPTION, base=f"`{base.ruleset}`")
    return Plot(f"changes-{base.ruleset}", drawing, alt, caption, _changes_table(study, ordered, aspects, speaker))


def _dot(study: Study, reading: Reading, players: str, aspect: Aspect) -> dots.Dot | None:
    change, base = study.change(reading, players, aspect), study.figure(reading.base, players, aspect.measure)
    if not change or not base or (aspect.relative and not base.value):
        return None
    scale = 100 / base.value if aspect.relative else 100
    return dots.Dot(*(scale * number for number in (change.difference, change.lower, change.upper)))


def _changes_table(
    study: Study, found: Sequence[Finding], aspects: Sequence[Aspect], speaker: Speaker
) -> Table:
    """Differences with their intervals; a star where one is certain among all of the study."""
    heads = [N_("Reading"), N_("Players"), *(SHORT[aspect.id] for aspect in aspects)]
    rows = [
        [linked(one.reading), said, *(_cell(study, one.reading, players, aspect, speaker) for aspect in aspects)]
        for one in found
        for players, said in speaker.players(study.players).items()
        if study.effect(one.reading, players).changes
    ]
    return Table([speaker.translate(head) for head in heads], rows)


def _cell(study: Study, reading: Reading, players: str, aspect: Aspect, speaker: Speaker) -> str:
    change, figure = study.change(reading, players, aspect), study.figure(reading.ruleset, players, aspect.measure)
    if not change or not figure:
        return ""
    scale = 100.0 if figure.unit in ("share", "points") else 1.0
    digits = digits_of(scale * (change.upper - change.lower))
    value, lower, upper = (speaker.signed(scale * x, digits) for x in (change.difference, change.lower, change.upper))
    return f"{value} ({lower} … {upper}){' ★' if change.significant else ''}"


# --- How long games take ---------------------------------------------------------------------------------------------

LENGTHS_ALT = N_("How many minutes games take: from {least} for {shortest} to {most} for {longest}, at the median.")
LENGTHS_CAPTION = N_(
    "The dot is the median, the bar holds the middle half of all games, and 99 of 100 end before the thin line does. The "
    "scale doubles from step to step."
)


def all_lengths(study: Study, speaker: Speaker) -> Plot | None:
    """Quartiles of every base, in minutes."""
    bases = [reading for reading in study.readings if reading.is_base]
    spans = {
        (speaker.base(base), players): span
        for base in bases
        for players in study.players
        if (span := _span(study, base, players))
    }
    names = [name for name in dict.fromkeys(map(speaker.base, bases)) if any(name == key[0] for key in spans)]
    if not names:
        return None
    players = speaker.players(one for one in study.players if any(one == key[1] for key in spans))
    medians = {name: span.median for (name, _), span in spans.items()}
    shortest, longest = min(medians, key=medians.__getitem__), max(medians, key=medians.__getitem__)
    values = {"shortest": shortest, "longest": longest}
    bounds = {"least": speaker.number(medians[shortest]), "most": speaker.number(medians[longest])}
    unit = speaker.translate(N_("minutes"))
    drawing = partial(lengths.draw, lengths.Lengths(names, spans, players, unit))
    heads = N_("Game"), N_("Players"), N_("Lower quartile"), N_("Median"), N_("Upper quartile"), N_("99 of 100")
    rows = [
        [name, players[by], *(speaker.number(number) for number in spans[name, by])]
        for name in names
        for by in players
        if (name, by) in spans
    ]
    table = Table([speaker.translate(head) for head in heads], rows)
    return Plot("lengths", drawing, speaker.say(LENGTHS_ALT, **values, **bounds), speaker.say(LENGTHS_CAPTION), table)


def _span(study: Study, reading: Reading, players: str) -> lengths.Span | None:
    parts = ("lower_quartile", "median", "upper_quartile", "p99")
    found = [study.figure(reading.ruleset, players, f"{MINUTES}{part}") for part in parts]
    return lengths.Span(*(figure.value for figure in found if figure)) if all(found) else None


DISTRIBUTION_ALT = N_("How many turns games of {game} have; beside them those of the readings that change this most.")
DISTRIBUTION_CAPTION = N_("How many turns a game has: {base}, and the readings that change this most. {players}.")


def distribution(study: Study, base: Reading, found: Sequence[Finding], speaker: Speaker) -> Plot | None:
    """The turns of a base and of the readings that change its length most."""
    length = ASPECTS[0].id
    own = [one for one in found if one.reading.base == base.ruleset and length in one.effect.changes]
    players = own[0].players if own else study.strongest(base) or ""
    if (base.ruleset, players, "turns") not in study.steps:
        return None
    among = [one for one in own if (one.reading.ruleset, players, "turns") in study.steps]
    among.sort(key=lambda one: -abs(one.effect.changes[length].difference))
    shown = [base, *(one.reading for one in among[:MOST_CURVES])]
    curves = binned([study.steps[reading.ruleset, players, "turns"] for reading in shown])
    named = [lengths.Curve(reading.name, *curve) for reading, curve in zip(shown, curves, strict=True)]
    drawing = partial(
        lengths.draw_distribution, lengths.Distribution(named[0], named[1:], speaker.translate(N_("turns")))
    )
    said = speaker.players([players])[players]
    values = {"base": f"`{base.ruleset}`", "players": f"{said[:1].upper()}{said[1:]}"}
    heads = [speaker.translate(N_("Turns")), *(f"`{curve.name}`" for curve in named)]
    rows = [
        [speaker.number(middle), *(f"{speaker.number(100 * share, 1)} %" for share in shares)]
        for middle, *shares in zip(named[0].middles, *(curve.shares for curve in named), strict=True)
    ]
    return Plot(
        f"turns-{base.ruleset}",
        drawing,
        speaker.say(DISTRIBUTION_ALT, game=speaker.base(base)),
        speaker.say(DISTRIBUTION_CAPTION, **values),
        Table(heads, rows),
    )


# --- The lead, luck and skill ----------------------------------------------------------------------------------------

LEAD_ALT = N_("How often whoever leads at each tenth of a game wins it, for {count} rulesets.")
LEAD_CAPTION = N_("How often whoever is ahead wins in the end, from the first tenth of the game to the last.")


def leads(study: Study, speaker: Speaker) -> Plot | None:
    """Every base whose games were watched by a judge."""
    found = {
        base: study.steps[base.ruleset, players, "lead"]
        for base in study.readings
        if base.is_base
        for players in study.players[-1:]
        if (base.ruleset, players, "lead") in study.steps
    }
    if not found:
        return None
    rulesets = [
        lead.Survival(speaker.base(base), [step.x for step in steps], [step.share for step in steps])
        for base, steps in found.items()
    ]
    chart = lead.Leads(rulesets, speaker.translate(N_("beginning")), speaker.translate(N_("end")))
    heads = [speaker.translate(N_("Game")), *(f"{step.x:g}" for step in next(iter(found.values())))]
    rows = [[each.name, *(f"{100 * share:.0f} %" for share in each.shares)] for each in rulesets]
    alt = speaker.say(LEAD_ALT, count=len(found))
    return Plot("lead", partial(lead.draw, chart), alt, speaker.say(LEAD_CAPTION), Table(heads, rows))


LUCK_ALT = N_("A map of {count} rulesets: the share of luck to the right, the share of skill upwards.")
LUCK_CAPTION = N_(
    "What decides a game: shares of luck and skill in the variance of results, with 95 % intervals. Filled marks are the "
    "games themselves, hollow ones their readings."
)


def luck_and_skill(study: Study, speaker: Speaker) -> Plot | None:
    """All rulesets of which both are known."""
    found: list[tuple[Reading, Figure, Figure]] = []
    for reading in study.readings:
        for players in study.players[-1:]:
            shares = [study.figure(reading.ruleset, players, f"{part}.share") for part in ("luck", "skill")]
            if shares[0] and shares[1]:
                found.append((reading, shares[0], shares[1]))
    if not found:
        return None
    places = [
        luck.Place(speaker.system(reading.system), reading.is_base, _bounds(chance), _bounds(skill))
        for reading, chance, skill in found
    ]
    chart = luck.Map(places, speaker.translate(N_("share of luck")), speaker.translate(N_("share of skill")))
    heads = [speaker.translate(head) for head in (N_("Ruleset"), N_("Luck"), N_("Skill"))]
    rows = [[f"`{reading.ruleset}`", speaker.figure(chance), speaker.figure(skill)] for reading, chance, skill in found]
    alt = speaker.say(LUCK_ALT, count=len(found))
    return Plot("luck", partial(luck.draw, chart), alt, speaker.say(LUCK_CAPTION), Table(heads, rows))


def _bounds(figure: Figure) -> tuple[float, float, float]:
    return 100 * figure.value, 100 * figure.lower, 100 * figure.upper


# --- What is used ----------------------------------------------------------------------------------------------------

USES_ALT = N_("In how many games of {game} each rule and special square matters at least once.")
USES_CAPTION = N_("In how many games each rule and special square matters at least once.")


def used(study: Study, base: Reading, texts: Iterable[tuple[str, str]], speaker: Speaker) -> Plot | None:
    """What of a base is ever met; `texts` are the ids of its uses and what is said of them."""
    found = {
        (text, players): figure
        for id_, text in texts
        for players in study.players
        if (figure := study.figure(base.ruleset, players, f"use.{id_}"))
    }
    if not found:
        return None
    shares = {key: figure.value for key, figure in found.items()}
    names = sorted(dict.fromkeys(name for name, _ in found), key=lambda name: -max(_of(shares, name)))
    players = speaker.players(one for one in study.players if any(one == by for _, by in found))
    chart = uses.Uses(names, shares, players, speaker.translate(N_("games in which it matters")))
    heads = [speaker.translate(N_("What may matter")), *players.values()]
    rows = [[name, *(speaker.figure(found[name, by]) if (name, by) in found else "" for by in players)] for name in names]
    alt = speaker.say(USES_ALT, game=speaker.base(base))
    return Plot(f"uses-{base.ruleset}", partial(uses.draw, chart), alt, speaker.say(USES_CAPTION), Table(heads, rows))


def _of(shares: dict[tuple[str, str], float], name: str) -> list[float]:
    return [share for (other, _), share in shares.items() if other == name]
