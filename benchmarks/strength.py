"""Measure the strength of the best search: python -m benchmarks.strength [RULESET ...] [--pairs N] [--write].

Level 8's search plays against the frozen tree search with whole random playouts (benchmarks/baseline), at equal time
per move, with one thread each.  Time is processor time, so that other programs do not affect the result.  Games are
kept in a folder, so that an interrupted run continues; another network is refused there, but after a change of a search
begin with an empty one.  With --write the table is written to docs/measured/strength.md.
"""

import argparse
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.baseline import Baseline
from benchmarks.figure_tables import fill_marks, machine_text
from ibau.core.completion_rates import check_ends
from ibau.core.contract import System
from ibau.core.errors import IbauError
from ibau.games import game, systems
from ibau.lab.arena import Entrant, NamedEntrant, Pair, Pairing, Spent, Tally, run_tournament
from ibau.players.level_settings import best_search
from ibau.search.budget import Budget

FOLDER = Path("build/strength")
PAGE = Path(__file__).resolve().parents[1] / "docs/measured/strength.md"
SEED = 1
MILLISECONDS = 1000
HEADING = "| ruleset | time a move | search | score | 95 % interval | aim | games | taken | over | at most over |"
RULE = "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"


class StrengthSettings(NamedTuple):
    """The time per move, the aim for the lower end of the score's interval, and the number of pairs."""

    seconds: float
    aim: float
    pairs: int = 200


DEFAULT_SETTINGS, WITH_THROWS = StrengthSettings(0.1, 0.9), StrengthSettings(0.02, 0.5)


def settings_of(system: System) -> StrengthSettings:
    """The default settings, changed by the system's."""
    settings = WITH_THROWS if system.has_throws else DEFAULT_SETTINGS
    return settings._replace(**system.strength)


class StrengthResult(NamedTuple):
    """The result of a match, and what both sides spent on each game."""

    ruleset: str
    seconds: float
    search: str
    tally: Tally
    spent: tuple[list[Spent], list[Spent]]

    @property
    def is_saturated(self) -> bool:
        """Whether every game was won, so that the baseline is too weak to measure the winner."""
        return self.tally.points == self.tally.games

    def row(self) -> str:
        """The row of the table."""
        low, high = self.tally.interval
        aim = f"> {settings_of(game(self.ruleset).system).aim:.0%}"
        taken = [MILLISECONDS * sum(n.cpu for n in games) / sum(n.moves for n in games) for games in self.spent]
        over = [[MILLISECONDS * spent.over for spent in games] for games in self.spent]
        cells = (
            self.ruleset,
            f"{MILLISECONDS * self.seconds:g} ms",
            self.search,
            f"{self.tally.score:.1%}",
            f"{low:.1%} to {high:.1%}",
            aim,
            str(self.tally.games),
            "{:.1f} and {:.1f} ms".format(*taken),
            "{:.1f} and {:.1f} ms".format(*map(statistics.median, over)),
            "{:.1f} and {:.1f} ms".format(*map(max, over)),
        )
        return f"| {' | '.join(cells)} |"


def measure(ruleset: str, seconds: float, search: str, pairs: int, folder: Path, workers: int) -> StrengthResult:
    """Play the match, or the rest of it.  Raises IbauError."""
    check_ends(game(ruleset))
    budget = Budget(seconds=seconds)
    sides: tuple[Entrant, Entrant] = NamedEntrant(f"{search}:{seconds:g}s", search, budget), Baseline(budget)
    spent: tuple[list[Spent], list[Spent]] = [], []

    def count(tally: Tally, pair: Pair) -> None:
        for played in pair:
            for games, more in zip(spent, played.spent, strict=True):
                games.append(more)
        print(f"{ruleset}: {tally.points:g} of {tally.games}", flush=True)

    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{ruleset} {sides[0].text}.jsonl"
    pairing = Pairing(ruleset, sides, SEED, clock="cpu")
    tally = run_tournament(game, pairing, pairs, workers=workers, file=file, progress=count)
    return StrengthResult(ruleset, seconds, search, tally, spent)


def strength_tables(matches: Sequence[StrengthResult]) -> str:
    """The table, followed by the names of saturated matches, which show no strength."""
    rows = [match.row() for match in matches if not match.is_saturated]
    won = [f"{match.ruleset} ({match.tally.games} games)" for match in matches if match.is_saturated]
    note = [f"The baseline is too weak, every game was won, for: {', '.join(won)}.", ""] if won else []
    return "\n".join((HEADING, RULE, *rows, "", *note, f"{machine_text()}; processor time, one core per side.", ""))


def main() -> None:
    known = {system.default_preset.id: system for system in systems().values()}
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=f"some of: {', '.join(known)} (default: all)")
    parser.add_argument("--pairs", type=int, help="pairs of games (default: the game's, mostly 200)")
    parser.add_argument("--workers", type=int, default=2, help="games at once, each on a core (default: 2)")
    parser.add_argument("--write", action="store_true", help="put the table into docs/measured/strength.md")
    options = parser.parse_args()
    unknown = [name for name in options.rulesets if name not in known]
    if unknown:
        parser.error(f"no ruleset {unknown[0]!r} is measured; there are {', '.join(known)}")
    if min(options.workers, *([] if options.pairs is None else [options.pairs])) < 1:
        parser.error("at least one pair and one worker are needed")
    try:
        matches = [
            measure(ruleset, used.seconds, best_search(system), options.pairs or used.pairs, FOLDER, options.workers)
            for ruleset, system in known.items()
            for used in [settings_of(system)]
            if ruleset in (options.rulesets or known)
        ]
    except IbauError as error:
        parser.error(str(error))
    table = strength_tables(matches)
    print(f"\n{table}")
    if options.write:
        PAGE.write_text(fill_marks(PAGE.read_text("utf-8"), "matches", table), "utf-8")


if __name__ == "__main__":
    main()
