"""The report of a study, chapter by chapter."""

from collections.abc import Iterator, Sequence

from ibau.core.contract import System
from ibau.lab.reporting.charts.changing import changes
from ibau.lab.reporting.charts.deciding import leads, levels_table, luck_and_skill
from ibau.lab.reporting.charts.lasting import all_lengths, distribution
from ibau.lab.reporting.charts.using import unused, used
from ibau.lab.reporting.document import Block, Document, Fold, Section, Table, Text
from ibau.lab.reporting.findings import Finding, findings, of_game, summary
from ibau.lab.reporting.occasions import advice
from ibau.lab.reporting.speaking import cited, figure_said, number, player_names
from ibau.lab.reporting.study import Study
from ibau.learn.effect_sentences import BETWEEN, percent
from ibau.learn.effects import ASPECTS
from ibau.paper.rulings import ruling

TITLE = "What the readings of the rules do"
OPENING = (
    "The sources of these games leave much open, and every way to read them is an option. This report says what the "
    "readings do, judging by {games} games between computer players under {rulesets} rulesets."
)


def document(study: Study) -> Document:
    """Everything that a study has to tell."""
    found = findings(study)
    sections = [
        _short(found),
        Section("choose", "What to choose", [Text(CHOOSING), *advice(study)]),
        *_overview(study),
        *(_game(study, system, found) for system in study.systems),
        _method(study),
        _rulings(study),
    ]
    shown = [section for section in sections if section.blocks]
    opening = OPENING.format(games=f"{_games(study):,}", rulesets=len(study.readings))
    return Document(TITLE, opening, shown)


def _games(study: Study) -> int:
    """How many games were played: by each ruleset and kind of players those of the measure that needed most."""
    most: dict[tuple[str, str], int] = {}
    for figure in study.figures:
        key = figure.ruleset, figure.players
        most[key] = max(most.get(key, 0), figure.games)
    return sum(most.values())


# --- The whole study -------------------------------------------------------------------------------------------------

BY_BEST = (
    "All of this comes from games of the best players in the study: {players}. People play differently; "
    "what holds for weak and strong computer players alike will probably hold for people too."
)


def _short(found: Sequence[Finding]) -> Section:
    """What one should know who reads nothing else."""
    blocks: list[Block] = []
    if found:
        players = BETWEEN.join(player_names(dict.fromkeys(one.players for one in found)).values())
        blocks = [*summary(found), Text(BY_BEST.format(players=players))]
    return Section("short", "In short", blocks)


CHOOSING = (
    "Each wish has exact bounds. The lists say how many wishes each game meets as it stands, and name a single change "
    "if it certainly meets one wish more and loses none. Wishes that the study did not measure are left out."
)


def _overview(study: Study) -> Iterator[Section]:
    """All games beside each other."""
    sections = (
        ("lengths", "How long games take", [all_lengths(study)]),
        ("lead", "How long a lead lasts", [leads(study)]),
        ("luck", "Luck and skill", [luck_and_skill(study), *levels_table(study)]),
        ("exact", "What is known exactly", exact_table(study)),
    )
    for id_, title, blocks in sections:
        yield Section(id_, title, [block for block in blocks if block])


EXACT_SAID = "These figures come from tables of exact values, for best play on both sides."


def exact_table(study: Study) -> list[Block]:
    """A table of the figures that were not sampled, but are exact."""
    heads = ["Ruleset", "What", "Exactly"]
    found = [figure for figure in study.figures if figure.exact]
    rows = [[f"`{figure.ruleset}`", f"`{figure.measure}`", figure_said(figure)] for figure in found]
    return [Text(EXACT_SAID), Table(heads, rows)] if found else []


# --- One game --------------------------------------------------------------------------------------------------------

NEVER = "This never happened in any game: {names}"


def _game(study: Study, system: System, found: Sequence[Finding]) -> Section:
    """What its readings do, in words and pictures, and what of its rules is ever met."""
    blocks: list[Block] = [*of_game(found, system)]
    texts = [(use.id, use.text) for use in system.uses]
    for base in (reading for reading in study.of(system) if reading.is_base):
        plots = (
            changes(study, base, found),
            distribution(study, base, found),
            used(study, base, texts),
        )
        blocks += [plot for plot in plots if plot]
        if names := unused(study, base, texts):
            blocks.append(Text(NEVER.format(names=" ".join(names))))
    return Section(system.id, system.title, blocks)


# --- How it was measured ---------------------------------------------------------------------------------------------

HOW = (
    "A reading changes its game if a change is certain and at least as large as the table says; it hardly changes it "
    "if every 95 % interval lies within that on both sides; otherwise the study cannot tell. Certain means: of all "
    "differences in the study that are called so, on average at most {level} are due to chance (Benjamini and Hochberg "
    "1995). Readings and their bases were played with the same random numbers. Minutes follow from the pace that the "
    "study states."
)
RELATIVE = "{n} % of the base's value"
ABSOLUTE = "{n} percentage points"


def _method(study: Study) -> Section:
    """Thresholds, and what the study says of itself."""
    rows = [
        [
            aspect.title,
            (RELATIVE if aspect.relative else ABSOLUTE).format(n=number(100 * aspect.least)),
        ]
        for aspect in ASPECTS
    ]
    table = Table(["What", "The smallest change that counts"], rows)
    level = percent(study.manifest.level)
    fold = Fold("The study, and what it was played with", [Text(part) for part in _settings(study)])
    return Section("method", "How it was measured", [Text(HOW.format(level=level)), table, fold])


def _settings(study: Study) -> Iterator[str]:
    """Versions, and the text of the study as it was written."""
    told = study.manifest
    yield " · ".join(f"{name} `{version}`" for name, version in told.versions.items())
    yield f"```toml\n{told.study.strip()}\n```"


# --- Rulings ---------------------------------------------------------------------------------------------------------


def _rulings(study: Study) -> Section:
    """Every ruling that an option of the report follows, to be found by its code."""
    codes = dict.fromkeys(code for reading in study.readings for code in cited(reading))
    blocks = [Text(f'<a id="{code}"></a>{ruling(code)}') for code in sorted(codes, key=_in_order)]
    return Section("rulings", "The rulings", blocks)


def _in_order(code: str) -> tuple[str, int]:
    letters, _, number = code.rpartition("-") if "-" in code else (code[:1], "", code[1:])
    return letters, int(number)
