"""Count how games between strong players end: python -m benchmarks.completion [RULESET ...] [--write].

Plays every preset and every one-option change of the default rules, except caps and bookkeeping, or the named rulesets,
in rounds of ROUND games, until the interval of the share of games not ended by a cap is on one side of 95 %, or MOST
games are played; if it is still undecided then, too few games end.  Games are kept in a folder, so that an interrupted
run continues; after a change of a search or a network begin with an empty one.  With --write the games are also written
to docs/measured/completion.parquet, so that the counts can be verified.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import polars as pl

from ibau.core.completion_rates import BOOKKEEPING, ENOUGH, FILE, Completion, completion_counts
from ibau.core.contract import System
from ibau.core.errors import IbauError
from ibau.games import game, systems
from ibau.lab.arena import Pair, Pairing, Tally, parse_entrant, run_tournament

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "docs/measured/completion.parquet"
FOLDER = Path("build/completion")
BEST = "level8:nodes=200"  # the best player, with few nodes per move, as hundreds of games are played
ROUND, MOST = 20, 320  # games
COLUMNS = ("ruleset", "seed", "kind", "actions")


def rulesets_by_name(system: System) -> Iterator[str]:
    """The names of a system's rulesets that are readings of a source."""
    default = game(system.default_preset.id).ruleset
    changes = [
        default.with_value(option.name, value)
        for option in system.options
        if option.name not in BOOKKEEPING
        for value in option.alternatives(default.values[option.name])
    ]
    names = (*(preset.id for preset in system.presets), *map(str, changes))
    return iter(dict.fromkeys(map(ruleset_named, names)))


def ruleset_named(name: str) -> str:
    """The canonical name of a ruleset."""
    named = game(name)
    return str(named.system.ruleset_with(named.ruleset.values))


def play_enough(ruleset: str, workers: int) -> pl.DataFrame:
    """Play games of a ruleset until enough is known."""
    found = pl.DataFrame()
    for games in range(ROUND, MOST + ROUND, ROUND):
        found = play_games(ruleset, games, workers)
        completion = counts(found)[ruleset]
        low, high = completion.interval
        print(f"{ruleset}: {completion.ended} of {completion.games} ended ({low:.1%} to {high:.1%})", flush=True)
        if low >= ENOUGH or high < ENOUGH:
            break
    return found


def play_games(ruleset: str, games: int, workers: int) -> pl.DataFrame:
    """Play games of the best player against itself: ruleset, seed, kind of end, and actions separated by spaces."""
    rows: list[tuple[str, int, str, str]] = []

    def on_pair(_: Tally, pair: Pair) -> None:
        rows.extend((ruleset, played.seed, played.kind, " ".join(played.actions)) for played in pair)

    FOLDER.mkdir(parents=True, exist_ok=True)
    pairing = Pairing(ruleset, (parse_entrant(BEST), parse_entrant(BEST)))
    run_tournament(
        game, pairing, games // 2, file=FOLDER / f"{BEST} {ruleset}.jsonl", workers=workers, progress=on_pair
    )
    return pl.DataFrame(rows, COLUMNS, orient="row")


def counts(games: pl.DataFrame) -> dict[str, Completion]:
    """Count how the games of each ruleset ended, the most frequent kind first."""
    kinds = dict[str, Counter[str]]()
    for ruleset, kind in games.select("ruleset", "kind").iter_rows():
        kinds.setdefault(ruleset, Counter())[kind] += 1
    return {ruleset: Completion(ruleset, dict(found.most_common())) for ruleset, found in kinds.items()}


def write_games(found: pl.DataFrame) -> None:
    """Write games, keeping those of other rulesets."""
    before = pl.read_parquet(GAMES) if GAMES.exists() else found.clear()
    others = before.filter(~pl.col("ruleset").is_in(found["ruleset"].unique().to_list()))
    pl.concat([others, found]).sort("ruleset", maintain_order=True).write_parquet(GAMES, compression_level=22)


def write(system: System, found: Mapping[str, Completion]) -> None:
    """Write the counts to the folder of a game, keeping those of other rulesets."""
    before = completion_counts(system)
    known = {**(before.rulesets if before.player == BEST else {}), **found}
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(one.kinds)}" for name, one in known.items())
    text = f'{{\n  "player": {json.dumps(BEST)},\n  "rulesets": {{\n{lines}\n  }}\n}}\n'
    (system.folder / FILE).write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.completion",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="default: all of every game")
    parser.add_argument("--workers", type=int, default=2, help="games at once, each on a core (default: 2)")
    parser.add_argument("--write", action="store_true", help="write completion.json, and the games")
    options = parser.parse_args()
    try:
        for system in systems().values():
            named = [ruleset_named(name) for name in options.rulesets if game(name).system is system]
            rulesets = named if options.rulesets else list(rulesets_by_name(system))
            found = [play_enough(ruleset, options.workers) for ruleset in rulesets]
            if options.write and found:
                write_games(pl.concat(found))
                write(system, counts(pl.concat(found)))
    except IbauError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
