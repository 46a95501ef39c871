"""Count how games between strong players end: python -m benchmarks.completion [RULESET ...] [--write].

Every preset and every one-option change of the usual rules is played, caps and bookkeeping apart, or the rulesets that
are named.  In rounds of ROUND games, until the interval of the share that no cap has ended lies on one side of 95 %, or
MOST games are played: what then is still in doubt counts as too few.  Every game is kept in a folder, so that a run
goes on where another one was broken off; after a change of a search or a network begin with an empty one.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.table import filled
from ibau.core.completion import BOOKKEEPING, ENOUGH, FILE, Completion, Counted, counted
from ibau.core.contract import System
from ibau.core.errors import IbauError
from ibau.games import game, systems
from ibau.lab.arena import Pair, Pairing, Tally, contestant, run_arena

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/measured/completion.md"
FOLDER = Path("build/completion")
BEST = "level8:nodes=200"  # the best player, and as many positions a move as hundreds of games leave it
ROUND, MOST = 20, 320  # games
HEADING = (
    "| ruleset | games | ended | of these by repetition or without progress | 95 % interval |",
    "|---|---:|---:|---:|---|",
)


def readings(system: System) -> Iterator[str]:
    """The rulesets of a system that a source may mean, by the names of their readings."""
    usual = game(system.usual.id).ruleset
    changes = [
        usual.changed(option.name, value)
        for option in system.options
        if option.name not in BOOKKEEPING
        for value in option.alternatives(usual.values[option.name])
    ]
    names = (*(preset.id for preset in system.presets), *map(str, changes))
    return iter(dict.fromkeys(map(reading, names)))


def reading(name: str) -> str:
    """A ruleset by the name of its reading."""
    named = game(name)
    return str(named.system.reading(named.ruleset.values))


def count(ruleset: str, player: str, folder: Path, workers: int) -> Completion:
    """Play a ruleset until enough is known."""
    found = Completion(ruleset, {})
    for games in range(ROUND, MOST + ROUND, ROUND):
        found = Completion(ruleset, played(ruleset, player, games, folder, workers))
        low, high = found.interval
        print(f"{ruleset}: {found.ended} of {found.games} ended ({low:.1%} to {high:.1%})", flush=True)
        if low >= ENOUGH or high < ENOUGH:
            break
    return found


def played(ruleset: str, player: str, games: int, folder: Path, workers: int) -> dict[str, int]:
    """How often each kind of end came in `games` games of a player against itself."""
    kinds: Counter[str] = Counter()

    def note(_: Tally, pair: Pair) -> None:
        kinds.update(one.kind for one in pair)

    folder.mkdir(parents=True, exist_ok=True)
    pairing = Pairing(ruleset, (contestant(player), contestant(player)))
    run_arena(game, pairing, games // 2, file=folder / f"{player} {ruleset}.jsonl", workers=workers, progress=note)
    return dict(kinds.most_common())


def write(system: System, player: str, found: list[Completion]) -> None:
    """Put the counts into the folder of a game, beside what other rulesets had, and into the page."""
    before = counted(system)
    known = {**(before.rulesets if before.player == player else {}), **{one.ruleset: one for one in found}}
    lines = ",\n".join(f"    {json.dumps(name)}: {json.dumps(one.kinds)}" for name, one in known.items())
    text = f'{{\n  "player": {json.dumps(player)},\n  "rulesets": {{\n{lines}\n  }}\n}}\n'
    (system.folder / FILE).write_text(text, "utf-8")
    section = table(system, Counted(player, known))
    PAGE.write_text(filled(PAGE.read_text("utf-8"), system.id, section), "utf-8")


def table(system: System, found: Counted) -> str:
    """The counts of a game as Markdown."""
    presets = {reading(preset.id): preset.id for preset in system.presets}
    rows = [row(presets.get(name, name), one) for name, one in found.rulesets.items()]
    return "\n".join((f"### {system.title}", "", *HEADING, *rows, "", f"Both sides played by `{found.player}`.", ""))


def row(name: str, one: Completion) -> str:
    """A ruleset in the table."""
    low, high = one.interval
    share = f"{one.ended / one.games:.1%}"
    verdict = "" if one.is_enough else " **too few**"
    return f"| `{name}` | {one.games} | {share}{verdict} | {one.drawn_out} | {low:.1%} to {high:.1%} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.completion",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="all of every game where none is named")
    parser.add_argument("--player", default=BEST, help=f"who plays both sides, as in the arena (default: {BEST})")
    parser.add_argument("--workers", type=int, default=2, help="games at once, each on a core (default: 2)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where games are kept (default: {FOLDER})")
    parser.add_argument("--write", action="store_true", help="write completion.json and docs/measured/completion.md")
    options = parser.parse_args()
    if options.write and options.player != BEST:
        parser.error("What gates all else is counted with the best player; leave --player out, or --write.")
    try:
        for system in systems().values():
            asked = [reading(name) for name in options.rulesets if game(name).system is system]
            wanted = asked if options.rulesets else list(readings(system))
            found = [count(one, options.player, options.folder, options.workers) for one in wanted]
            if options.write and found:
                write(system, options.player, found)
    except IbauError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
