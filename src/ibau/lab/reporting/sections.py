"""The report of a study, chapter by chapter."""

from collections.abc import Iterator, Sequence

from ibau.core.contract import System
from ibau.core.phrase import N_
from ibau.lab.reporting.charts.changing import changes
from ibau.lab.reporting.charts.deciding import leads, levels_table, luck_and_skill
from ibau.lab.reporting.charts.lasting import all_lengths, distribution
from ibau.lab.reporting.charts.using import unused, used
from ibau.lab.reporting.document import Block, Document, Fold, Section, Table, Text
from ibau.lab.reporting.findings import Finding, findings, of_game, summary
from ibau.lab.reporting.occasions import advice
from ibau.lab.reporting.speaking import Speaker, cited
from ibau.lab.reporting.study import Study
from ibau.learn.effect_sentences import BETWEEN, percent
from ibau.learn.effects import ASPECTS
from ibau.paper.rulings import ruling

TITLE = N_("What the readings of the rules do")
OPENING = N_(
    "The sources of these games leave much open, and every way to read them is an option. This report says what the "
    "readings do, judging by {games} games between computer players under {rulesets} rulesets."
)
CONTENTS = N_("Contents")
UNFOLD = N_("The figures behind it")


def document(study: Study, lang: str) -> Document:
    """Everything that a study has to tell, in a language."""
    speaker = Speaker(lang)
    found = findings(study)
    sections = [
        _short(found, speaker),
        _section("choose", N_("What to choose"), [Text(speaker.say(CHOOSING)), *advice(study, speaker)], speaker),
        *_overview(study, speaker),
        *(_game(study, system, found, speaker) for system in study.systems),
        _method(study, speaker),
        _rulings(study, speaker),
    ]
    shown = [section for section in sections if section.blocks]
    opening = speaker.say(OPENING, games=_thousands(_games(study), speaker), rulesets=len(study.readings))
    return Document(
        lang, speaker.translate(TITLE), opening, speaker.translate(CONTENTS), speaker.translate(UNFOLD), shown
    )


def _games(study: Study) -> int:
    """How many games were played: by each ruleset and kind of players those of the measure that needed most."""
    most: dict[tuple[str, str], int] = {}
    for figure in study.figures:
        key = figure.ruleset, figure.players
        most[key] = max(most.get(key, 0), figure.games)
    return sum(most.values())


def _thousands(number: int, speaker: Speaker) -> str:
    return f"{number:,}".replace(",", "," if speaker.lang == "en" else "\u00a0")


def _section(id_: str, title: str, blocks: Sequence[Block], speaker: Speaker) -> Section:
    return Section(id_, speaker.translate(title), blocks)


# --- The whole study -------------------------------------------------------------------------------------------------

BY_BEST = N_(
    "All of this comes from games of the best players in the study: {players}. People play differently; "
    "what holds for weak and strong computer players alike will probably hold for people too."
)


def _short(found: Sequence[Finding], speaker: Speaker) -> Section:
    """What one should know who reads nothing else."""
    blocks: list[Block] = []
    if found:
        players = speaker.translate(BETWEEN).join(speaker.players(dict.fromkeys(one.players for one in found)).values())
        blocks = [*summary(found, speaker), Text(speaker.say(BY_BEST, players=players))]
    return _section("short", N_("In short"), blocks, speaker)


CHOOSING = N_(
    "Each wish has exact bounds. The lists say how many wishes each game meets as it stands, and name a single change "
    "if it certainly meets one wish more and loses none. Wishes that the study did not measure are left out."
)


def _overview(study: Study, speaker: Speaker) -> Iterator[Section]:
    """All games beside each other."""
    sections = (
        ("lengths", N_("How long games take"), [all_lengths(study, speaker)]),
        ("lead", N_("How long a lead lasts"), [leads(study, speaker)]),
        ("luck", N_("Luck and skill"), [luck_and_skill(study, speaker), *levels_table(study, speaker)]),
        ("exact", N_("What is known exactly"), exact_table(study, speaker)),
    )
    for id_, title, blocks in sections:
        yield _section(id_, title, [block for block in blocks if block], speaker)


EXACT_SAID = N_("These figures come from tables of exact values, for best play on both sides.")


def exact_table(study: Study, speaker: Speaker) -> list[Block]:
    """A table of the figures that were not sampled, but are exact."""
    heads = [speaker.translate(head) for head in (N_("Ruleset"), N_("What"), N_("Exactly"))]
    found = [figure for figure in study.figures if figure.exact]
    rows = [[f"`{figure.ruleset}`", f"`{figure.measure}`", speaker.figure(figure)] for figure in found]
    return [Text(speaker.say(EXACT_SAID)), Table(heads, rows)] if found else []


# --- One game --------------------------------------------------------------------------------------------------------

NEVER = N_("This never happened in any game: {names}")


def _game(study: Study, system: System, found: Sequence[Finding], speaker: Speaker) -> Section:
    """What its readings do, in words and pictures, and what of its rules is ever met."""
    blocks: list[Block] = [*of_game(found, system, speaker)]
    texts = [(use.id, speaker.translate(use.text)) for use in system.uses]
    for base in (reading for reading in study.of(system) if reading.is_base):
        plots = (
            changes(study, base, found, speaker),
            distribution(study, base, found, speaker),
            used(study, base, texts, speaker),
        )
        blocks += [plot for plot in plots if plot]
        if names := unused(study, base, texts):
            blocks.append(Text(speaker.say(NEVER, names=" ".join(names))))
    return Section(system.id, speaker.system(system), blocks)


# --- How it was measured ---------------------------------------------------------------------------------------------

HOW = N_(
    "A reading changes its game if a change is certain and at least as large as the table says; it hardly changes it "
    "if every 95 % interval lies within that on both sides; otherwise the study cannot tell. Certain means: of all "
    "differences in the study that are called so, on average at most {level} are due to chance (Benjamini and Hochberg "
    "1995). Readings and their bases were played with the same random numbers. Minutes follow from the pace that the "
    "study states."
)
WHAT = N_("What")
LEAST = N_("The smallest change that counts")
RELATIVE = N_("{n} % of the base's value")
ABSOLUTE = N_("{n} percentage points")
SETTINGS = N_("The study, and what it was played with")


def _method(study: Study, speaker: Speaker) -> Section:
    """Thresholds, and what the study says of itself."""
    rows = [
        [
            speaker.translate(aspect.title),
            speaker.say(RELATIVE if aspect.relative else ABSOLUTE, n=speaker.number(100 * aspect.least)),
        ]
        for aspect in ASPECTS
    ]
    table = Table([speaker.translate(WHAT), speaker.translate(LEAST)], rows)
    level = percent(study.manifest.level)
    fold = Fold(speaker.translate(SETTINGS), [Text(part) for part in _settings(study)])
    return _section("method", N_("How it was measured"), [Text(speaker.say(HOW, level=level)), table, fold], speaker)


def _settings(study: Study) -> Iterator[str]:
    """Versions, and the text of the study as it was written."""
    told = study.manifest
    yield " · ".join(f"{name} `{version}`" for name, version in told.versions.items())
    yield f"```toml\n{told.study.strip()}\n```"


# --- Rulings ---------------------------------------------------------------------------------------------------------


def _rulings(study: Study, speaker: Speaker) -> Section:
    """Every ruling that an option of the report follows, to be found by its code."""
    codes = dict.fromkeys(code for reading in study.readings for code in cited(reading))
    blocks = [Text(f'<a id="{code}"></a>{ruling(code)}') for code in sorted(codes, key=_in_order)]
    return _section("rulings", N_("The rulings (in English)"), blocks, speaker)


def _in_order(code: str) -> tuple[str, int]:
    letters, _, number = code.rpartition("-") if "-" in code else (code[:1], "", code[1:])
    return letters, int(number)
