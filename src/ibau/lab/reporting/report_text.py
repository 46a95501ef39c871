"""The text of a study's report, in Markdown."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import polars as pl

from ibau.core.contract import System
from ibau.games import game, systems
from ibau.lab.figure_text import markdown_table
from ibau.lab.reporting import plots
from ibau.lab.reporting.effect_data import PLAYERS, effect_data, is_uncapped
from ibau.lab.studies.compiled_games import event_column
from ibau.lab.studies.game_figures import DECISION, THOUGHT, THROW
from ibau.lab.studies.measure_study import ASPECTS, CAP, LESS, MORE, PAIR, READING, RESULTS
from ibau.lab.studies.reviewed_games import MIN_CHOICE_LOSS, MIN_LEAD, TENTHS
from ibau.lab.studies.study_errors import ResultsError
from ibau.learn.effect_text import effects_text
from ibau.learn.option_effects import CHANGED, UNCHANGED, Effect, Effects, EffectVerdict, effects_from_json
from ibau.paper.rules_pages import value_text

Row = Mapping[str, Any]

TITLE = "What the readings of the rules do"
INTRODUCTION = (
    "The sources of these games leave much open, and every reading of them is an option. This report measures what the "
    "readings change in games between computer players. People play differently; what holds for both kinds of players "
    "below is more likely to hold for people."
)
PLAYER_TEXTS = {"greedy": "simple players", "ahead": "players that look ahead"}
PLAYERS_EXPLAINED = (
    "**Simple players** take what looks best at once. **Players that look ahead** also weigh every throw that may "
    "follow, and the best answer to it. **The better player** is one of either kind against one of the same kind that "
    "plays every other move at random."
)
ASPECT_TEXTS = {
    "minutes": "length of a game",
    "starter": "score of the player who begins",
    "draws": "draws",
    "actions": "actions to choose from",
    "stronger": "score of the better player",
}
PAIR_TEXTS: Mapping[str, tuple[str, str]] = {
    "minutes": ("{n} minutes longer", "{n} minutes shorter"),
    "starter": ("the player who begins scores {n} points more", "the player who begins scores {n} points less"),
    "draws": ("{n} points more draws", "{n} points fewer draws"),
    "actions": ("{n} more actions to choose from", "{n} fewer actions to choose from"),
}
EFFECT_HEADS = {
    "both": "These readings change the game for both kinds of players:",
    "one": "These change it for one kind:",
    "negligible": "These hardly change it:",
    "open": "Whether these change it is open:",
    "truncated": "Under these too many games do not end, so there are no figures:",
}
MAX_UNEXPLAINED = 0.2  # of what decides games: if more may be unexplained, there is no verdict


def results_in(folder: Path) -> pl.DataFrame:
    """Read the results of a study in a folder.  Raises ResultsError if there are none."""
    if not (folder / RESULTS).exists():
        raise ResultsError(f"{folder} holds no results; `ibau lab run` writes them.")
    return pl.read_parquet(folder / RESULTS)


class StudyReport:
    """The report of a study."""

    def __init__(self, results: pl.DataFrame) -> None:
        bases = set(results["base"].unique().to_list())
        self._results = results
        self._systems = [system for system in systems().values() if system.default_preset.id in bases]

    @cached_property
    def _bases(self) -> dict[tuple[str, str, str], Row]:
        """The figures of the default rules by ruleset, players and measure."""
        rows = self._results.filter(pl.col("of").is_null()).iter_rows(named=True)
        return {(row["ruleset"], row["players"], row["measure"]): row for row in rows}

    def _effects(self, system: System, of: str = READING) -> Effects:
        return effects_from_json(effect_data(self._results, system, of))

    @property
    def markdown(self) -> str:
        """The whole report."""
        chapters = (
            self._summary_chapter(),
            self._length_chapter(),
            self._winner_chapter(),
            self._luck_chapter(),
            self._lead_chapter(),
        )
        parts = [f"# {TITLE}", INTRODUCTION, PLAYERS_EXPLAINED, *(part for chapter in chapters for part in chapter)]
        for system in self._systems:
            parts += self._game_chapter(system)
        return "\n\n".join([*parts, *method_text()]) + "\n"

    def pictures(self) -> dict[str, str]:
        """The plots, by file name."""
        return {plot_file(system): picture for system in self._systems if (picture := self._plot(system))}

    # --- All games ----------------------------------------------------------------------------------------------------

    def _summary_chapter(self) -> Iterator[str]:
        yield "## In short"
        yield (
            "How many readings change their game, hardly change it, or are undecided: a reading *changes* a game if it "
            "certainly changes one of five aspects, and *hardly* changes it if it certainly changes none of them."
        )
        rows = [self._counts(system) for system in self._systems]
        yield markdown_table(
            ["Game", "readings", "change it for both", "for one kind", "hardly for both", "open", "do not end"], rows
        )

    def _counts(self, system: System) -> list[Any]:
        effects = self._effects(system)
        weights = Counter(effect_kind(effects.of(ruleset)) for ruleset in effects.rulesets)
        kinds = EFFECT_HEADS
        return [system.title, len(effects.rulesets), *(weights[kind] for kind in kinds)]

    def _length_chapter(self) -> Iterator[str]:
        yield "## How long games take"
        yield (
            f"The average, and the range of the middle half of all games, in minutes at an assumed pace: {DECISION:g} "
            f"seconds per decision and {THROW:g} per throw, and {THOUGHT:g} seconds per decision in games without "
            "throws. There is no figure where more than one game in twenty reaches a cap."
        )
        rows = [[system.title, *(self._length(system, by) for by in PLAYERS)] for system in self._systems]
        yield markdown_table(["Game", *(f"between {PLAYER_TEXTS[by]}" for by in PLAYERS)], rows)

    def _length(self, system: System, players: str) -> str:
        key = default_ruleset(system), players
        base = {measure: row for (*found, measure), row in self._bases.items() if tuple(found) == key}
        if "minutes" not in base or not is_uncapped("minutes", base):
            return "–"
        low, high = (base[f"{end} quartile"]["value"] for end in ("lower", "upper"))
        return f"{base['minutes']['value']:.0f} ({low:.0f} to {high:.0f}; {base['minutes']['games']} games)"

    def _winner_chapter(self) -> Iterator[str]:
        yield "## Who wins"
        yield "Shares with their 95 % intervals."
        wanted = [(measure, by) for measure in ("starter", "draws", "stronger") for by in PLAYERS]
        heads = [f"{ASPECT_TEXTS[measure]}, {PLAYER_TEXTS[by]}" for measure, by in wanted]
        rows = [
            [system.title, *(self._share(default_ruleset(system), by, measure) for measure, by in wanted)]
            for system in self._systems
        ]
        yield markdown_table(["Game", *heads], rows)

    def _share(self, ruleset: str, players: str, measure: str) -> str:
        plays = PLAYERS.get(players, (players,))
        found = (self._bases.get((ruleset, by, measure)) for by in plays)
        return next((share_text(row) for row in found if row), "–")

    def _luck_chapter(self) -> Iterator[str]:
        reviewed = [key[:2] for key in self._bases if key[2] == "luck" and game(key[0]).system.has_throws]
        if not reviewed:
            return
        yield "## Luck and choices"
        yield (
            "An evaluator has reviewed whole games, and splits what decided them into what throws brought, what "
            "choices lost, and what neither explains: how far its own evaluation moved. Games without throws have no "
            "luck to compare with the choices, and are left out. Both sides are played by the same player, so this "
            "does not show how well a better player would do. The last column is the evaluator's average error per "
            "ply, in chances to win."
        )
        heads = ["Game", "players", "luck", "choices", "not explained", "verdict", "error"]
        yield markdown_table(heads, [self._luck_row(*key) for key in reviewed])

    def _luck_row(self, ruleset: str, players: str) -> list[str]:
        parts = [self._bases[ruleset, players, part] for part in ("luck", "skill", "drift")]
        unexplained = max(-parts[2]["lower"], parts[2]["upper"])
        verdict = "none: too much may be unexplained" if unexplained > MAX_UNEXPLAINED else ""
        games = f"`{players}`, {parts[0]['games']} games"
        off = share_text(self._bases[ruleset, players, "moved"])
        return [game(ruleset).system.title, games, *map(share_text, parts), verdict, off]

    def _lead_chapter(self) -> Iterator[str]:
        reviewed = [key[:2] for key in self._bases if key[2] == "matters"]
        if not reviewed:
            return
        yield "## How long a lead lasts"
        yield (
            f"The games in which a player had a chance above {(1 + MIN_LEAD) / 2:.0%} after this share of the game: "
            "how many the leader won, and how many they were. By the same evaluator, whose values are worth less in "
            "games in which its error is large."
        )
        tenths = [tenth for tenth in range(1, TENTHS) if tenth % 2]
        leads = [[self._lead(*key, tenth) for tenth in tenths] for key in reviewed]
        names = [[game(ruleset).system.title, f"`{players}`"] for ruleset, players in reviewed]
        heads = ["Game", "players", *(f"{tenth * 10} %" for tenth in tenths)]
        yield markdown_table(heads, [name + row for name, row in zip(names, leads, strict=True)])
        yield (
            f"How many choices matter, by the same evaluator: in how many the best action beats the second best by "
            f"{MIN_CHOICE_LOSS / 2:.0%} of the chances to win or more."
        )
        rows = [
            [*name, self._share(*key, "matters"), self._share(*key, "moved")]
            for name, key in zip(names, reviewed, strict=True)
        ]
        yield markdown_table(["Game", "players", "choices that matter", "error of the evaluator"], rows)

    def _lead(self, ruleset: str, players: str, tenth: int) -> str:
        row = self._bases.get((ruleset, players, f"lead.{tenth}"))
        led = self._bases[ruleset, players, f"leads.{tenth}"]["value"]
        return f"{share_text(row)} of {led:.0f}" if row and led else "–"

    # --- One game -----------------------------------------------------------------------------------------------------

    def _game_chapter(self, system: System) -> Iterator[str]:
        yield f"## {system.title}"
        effects = self._effects(system)
        for kind, head in EFFECT_HEADS.items():
            among = [ruleset for ruleset in effects.rulesets if effect_kind(effects.of(ruleset)) == kind]
            if among:
                yield head
                yield effect_list(system, effects, among)
        if self._plot(system):
            yield f"![What each reading changes, with 95 % intervals]({plot_file(system)})"
            yield (
                "Each mark is a reading compared with the default rules, with its 95 % interval. A change within the "
                "band is negligible; beyond it the scale is compressed."
            )
        yield from self._pairs(system)
        yield from self._rule_events(system)
        caps = self._effects(system, CAP)
        if caps.rulesets:
            yield "Caps and bookkeeping, which are no readings of a source:"
            yield effect_list(system, caps, caps.rulesets)

    def _pairs(self, system: System) -> Iterator[str]:
        """List the interactions of pairs of readings: what they change beyond the sum of both."""
        own = self._results.filter(pl.col("base") == default_ruleset(system), pl.col("of") == PAIR)
        if not own.height:
            return
        found = own.filter(pl.col("verdict").is_in([MORE, LESS]))
        every, games = own["ruleset"].n_unique(), own["games"][0]
        yield (
            f"Of {every} pairs of readings {found['ruleset'].n_unique() or 'none'} certainly change more or less "
            f"together than the sum of both, between simple players, in a factorial design of {games} games per "
            "combination."
        )
        yield "\n".join(f"- {pair_text(system, row)}" for row in found.iter_rows(named=True))

    def _rule_events(self, system: System) -> Iterator[str]:
        """List how often the events of each rule happen."""
        ruleset = default_ruleset(system)
        known = [event for event in system.rule_events if (ruleset, "greedy", event_column(event)) in self._bases]
        if known:
            rows = [[event.text, *(self._share(ruleset, by, event_column(event)) for by in PLAYERS)] for event in known]
            yield "In how many games by the default rules each event happens:"
            yield markdown_table(["What is counted", *(f"between {PLAYER_TEXTS[by]}" for by in PLAYERS)], rows)

    def _plot(self, system: System) -> str:
        decided = pl.col("base") == default_ruleset(system), pl.col("of") == READING, pl.col("verdict").is_not_null()
        own = self._results.filter(*decided)
        readings = own["ruleset"].unique(maintain_order=True).to_list()
        if not readings:
            return ""
        panels = [self._panel(own.filter(pl.col("measure") == aspect.measure), aspect.measure) for aspect in ASPECTS]
        with plots.plot_style(default_ruleset(system)):
            names = [short_name(system, ruleset) for ruleset in readings]
            return plots.plot_changes(names, [panel for panel in panels if panel.spans], PLAYER_TEXTS)

    def _panel(self, rows: pl.DataFrame, measure: str) -> plots.Panel:
        """The panel of a measure, in percentage points or percent of the base."""
        aspect = next(aspect for aspect in ASPECTS if aspect.measure == measure)
        spans: dict[tuple[str, str], plots.Interval] = {}
        for row in rows.iter_rows(named=True):
            kind = next((kind for kind, plays in PLAYERS.items() if row["players"] in plays), "")
            base = self._bases[row["base"], row["players"], measure]["value"]
            scale = 100 / base if aspect.relative else 100
            ends = (row[f"difference{end}"] * scale for end in ("", "_lower", "_upper"))
            spans[short_name(game(row["base"]).system, row["ruleset"]), kind] = plots.Interval(*ends)
        unit = "% of the default" if aspect.relative else "points"
        return plots.Panel(f"{ASPECT_TEXTS[measure]}\n({unit})", 100 * aspect.min_change, spans)


def method_text() -> Iterator[str]:
    """The paragraphs on the method."""
    yield "## How it was measured"
    yield (
        "A verdict is *changes* if the whole 95 % interval of the difference lies beyond the least change that "
        "counts, and *hardly changes* if all of it lies within; otherwise it is open. Of all verdicts on readings "
        "one in twenty at most is expected to be wrong (Benjamini and Hochberg 1995). Intervals are by the jackknife "
        "over groups of games; both rulesets are played with the same random numbers. *Hardly changes who wins* needs "
        "both the better player and the player who begins to win certainly as often as before. A change of the score "
        "of the player who begins is called fairer only if the score comes nearer to a half by two points, and draws "
        "change by ten at most."
    )
    rows = [
        [
            ASPECT_TEXTS[aspect.measure],
            f"{100 * aspect.min_change:g} {'% of the default' if aspect.relative else 'percentage points'}",
        ]
        for aspect in ASPECTS
    ]
    yield markdown_table(["What", "The least change that counts"], rows)
    yield "Rulesets under which too few games between strong players end have no figures at all: docs/strength.md."


# --- Texts -----------------------------------------------------------------------------------------------------------


def default_ruleset(system: System) -> str:
    """The id of a system's default ruleset."""
    return system.default_preset.id


def plot_file(system: System) -> str:
    """The file of the plot of a game."""
    return f"plots/{default_ruleset(system)}.svg"


def effect_kind(effects: Mapping[str, Effect]) -> str:
    """Classify a reading by a key of EFFECT_HEADS: "both" if it changes the game for both kinds of players."""
    found = [set(effect.verdicts.values()) for effect in effects.values()]
    if any(EffectVerdict.TRUNCATED in verdicts for verdicts in found):
        return "truncated"
    changing = sum(bool(verdicts & set(CHANGED)) for verdicts in found)
    if changing:
        return "both" if changing == len(found) else "one"
    return "negligible" if all(verdicts <= set(UNCHANGED) for verdicts in found) else "open"


def effect_list(system: System, effects: Effects, rulesets: Iterable[str]) -> str:
    """A list of rulesets with their meanings and effects."""
    return "\n".join(
        f"- {ruleset_meaning(system, name)} {effects_text(effects.of(name), str)}".rstrip() for name in rulesets
    )


def ruleset_meaning(system: System, ruleset: str) -> str:
    """What a ruleset changes, in the texts of its options, and its name."""
    presets = {str(system.ruleset_with(game(preset.id).ruleset.values)): preset for preset in system.presets}
    if preset := presets.get(ruleset):
        return f"**{preset.text}** (`{preset.id}`)"
    options = {option.name: option for option in system.options}
    words = (
        f"{options[name].text} {value_text(options[name], value, str)}" for name, value in changed_options(ruleset)
    )
    return f"**{' '.join(words)}** (`{short_name(system, ruleset)}`)"


def short_name(system: System, ruleset: str) -> str:
    """The changes of a ruleset, or the name of its preset."""
    presets = {str(system.ruleset_with(game(preset.id).ruleset.values)): preset.id for preset in system.presets}
    return presets.get(ruleset) or "+".join(f"{name}={value}" for name, value in changed_options(ruleset))


def changed_options(ruleset: str) -> Sequence[tuple[str, str]]:
    """The names and values of the options that a ruleset changes."""
    return game(ruleset).ruleset.changes


def pair_text(system: System, row: Row) -> str:
    """The line of an interaction of two readings."""
    scale = 100 if row["measure"] in ("starter", "draws") else 1
    value, lower, upper = sorted(abs(scale * row[f"difference{end}"]) for end in ("_lower", "", "_upper"))
    text = PAIR_TEXTS[row["measure"]][bool(row["verdict"] == LESS)].format(n=f"{lower:.1f}")
    return f"`{short_name(system, row['ruleset'])}`: {text} ({value:.1f} to {upper:.1f})."


def share_text(row: Row) -> str:
    """Format a share with its interval: "52 % (51 to 53)"."""
    value, lower, upper = (100 * min(1.0, max(0.0, row[name])) for name in ("value", "lower", "upper"))
    digits = 0 if upper - lower >= 2 else 1
    return f"{value:.{digits}f} % ({lower:.{digits}f} to {upper:.{digits}f})"
