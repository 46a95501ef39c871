"""Is a review right?  python -m benchmarks.verdicts [RULESET ...] [--positions N] [--write].

In games that are played half at random, half greedily, plies are looked back on twice: as people are shown it, and with
twenty times the positions.  Counted are plies of which the longer look is sure: whether what was played is a mistake or
not lies further from the least mistake than its own doubt.  The review may be unsure of them (its doubt reaches beyond
the least mistake); where it is not, its verdict agrees with that of the longer look or does not.
With --write the table goes into docs/review.md.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.table import filled, machine
from ibau.core.game import State
from ibau.core.line import Line, Ply
from ibau.core.outcome import CHANCE
from ibau.games import game, systems
from ibau.learn.advice import effort_of
from ibau.learn.lookback import SIZES, USUAL, PlyReview, kind_of, look_back
from ibau.players import Player, player
from ibau.search.network import SHIPPED

PAGE = Path(__file__).parents[1] / "docs" / "review.md"
LONGER = USUAL._replace(nodes=20 * (USUAL.nodes or 0))
POSITIONS = 30
EVERY = 7  # plies from one that is judged to the next of the same game
LEAST = min(SIZES.values())


class Verdicts(NamedTuple):
    """What a review says of plies of which the longer look is sure."""

    ruleset: str
    looked: int  # plies that were looked at until so many were clear
    mistakes: int  # of the clear ones, as the longer look has it
    sound: int
    unsure: int  # the review was
    agreed: int  # it was not, and says the same

    @property
    def said(self) -> int:
        """Of how many the review is sure."""
        return self.mistakes + self.sound - self.unsure


def choices(ruleset: str, seed: int) -> Iterator[Ply]:
    """Plies that somebody chose, of one game after another."""
    dice, greedy = random.Random(seed), player("greedy", seed)  # noqa: S311 - nothing is secret here
    while True:
        line, after = Line(game(ruleset).initial()), dice.randrange(EVERY)
        while not line.state.outcome:
            line = line.play(played(line.state, greedy, dice))
            if line.at % EVERY == after and kind_of(line.last) == "choice":
                yield line.last


def played(state: State, greedy: Player, dice: random.Random) -> str:
    """What is thrown, or chosen by the one or the other."""
    if state.turn == CHANCE:
        return state.drawn(dice.randrange(16))
    return greedy.choose(state).action if dice.random() < 0.5 else dice.choice(state.actions)


def verdict(found: PlyReview) -> bool | None:
    """Was it a mistake?  None where the doubt is too large to say so."""
    if abs(found.mistake - LEAST) <= found.uncertainty:
        return None
    return found.mistake >= LEAST


def verdicts(ruleset: str, positions: int) -> Verdicts:
    """Look at plies until of so many it is clear what they were."""
    usual, longer = (effort_of(budget, seed=1, threads=1, stop=None, judge=SHIPPED) for budget in (USUAL, LONGER))
    looked = unsure = agreed = 0
    clear = {True: 0, False: 0}
    for ply in choices(ruleset, seed=1):
        looked += 1
        truth = verdict(look_back(ply, longer, opens=False))
        if truth is None:
            continue
        clear[truth] += 1
        said = verdict(look_back(ply, usual, opens=False))
        unsure += said is None
        agreed += said == truth
        if sum(clear.values()) == positions:
            break
    return Verdicts(ruleset, looked, clear[True], clear[False], unsure, agreed)


def table(rows: list[Verdicts]) -> str:
    """As Markdown."""
    lines = [
        "| game | looked at | clear: mistakes | clear: none | the review is sure | and agrees |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        share = f"{row.agreed} ({100 * row.agreed / row.said:.0f} %)" if row.said else "0"
        lines.append(f"| {row.ruleset} | {row.looked} | {row.mistakes} | {row.sound} | {row.said} | {share} |")
    said, agreed = (sum(getattr(row, name) for row in rows) for name in ("said", "agreed"))
    lines.append(f"| together | | | | {said} | {agreed} ({100 * agreed / said:.1f} %) |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.verdicts", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help="by default all games")
    parser.add_argument("--positions", type=int, default=POSITIONS, help=f"of each game (default: {POSITIONS})")
    parser.add_argument("--write", action="store_true", help="put the table into docs/review.md")
    options = parser.parse_args()
    rows: list[Verdicts] = []
    for ruleset in options.rulesets or systems():
        rows.append(verdicts(ruleset, options.positions))
        print(rows[-1], flush=True)
    text = f"{table(rows)}\n\n{machine()}\n"
    print(f"\n{text}")
    if options.write:
        PAGE.write_text(filled(PAGE.read_text("utf-8"), "verdicts", text), "utf-8")


if __name__ == "__main__":
    main()
