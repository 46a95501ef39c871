"""A match without its luck: python -m benchmarks.luck FILE ... [--depth N].

FILE is what `ibau arena --out` or `python -m benchmarks.strength` keeps of a match in a game with throws.  Before each
throw the strongest search judges what every throw would be worth; what fell, less the exact mean of all, was luck.  The
mean of luck is 0 by construction, however wrong the judgement is, so a score less its luck has the same expectation as
the score itself.  It only varies less: backgammon players measure their programs so, and poker's AIVAT does the same.
The interval is Student's over pairs of games.
"""

import argparse
import math
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, stdev

from scipy import stats

from ibau.analysis.advice import effort_of
from ibau.analysis.lookback import look_back
from ibau.arena import ArenaError, Pair, PairedGame
from ibau.arena.gamefile import END, read_heading, read_played
from ibau.core.errors import IbauError
from ibau.core.game import Game
from ibau.core.line import Line
from ibau.core.outcome import FIRST, SEATS
from ibau.games import game
from ibau.search.budget import Budget
from ibau.search.lookahead import Effort
from ibau.search.network import SHIPPED

SURE = 0.95


def pairs_of(file: Path) -> tuple[Game, list[Pair]]:
    """The game and the whole pairs of a file.  Raises ArenaError."""
    heading, *lines = file.read_bytes().split(END)[:-1]
    played = game(read_heading(heading).ruleset)
    if not played.system.has_throws:
        raise ArenaError(f"{file}: in {played.ruleset} nobody throws, so there is no luck to take out.")
    games = [read_played(line, number, played) for number, line in enumerate(lines)]
    return played, list(zip(games[::2], games[1::2], strict=False))


def luck_of(line: Line, effort: Effort) -> float:
    """What all throws of a game brought to the first seat, from -2 to 2 and beyond: a win is worth 1."""
    looked = (look_back(ply, effort, opens=False) for ply in line.plies if not ply.is_move)
    return sum(ply.luck if ply.seat != SEATS[1 - FIRST] else -ply.luck for ply in looked)


def without_luck(tested: Game, pairs: list[Pair], effort: Effort) -> Iterator[float]:
    """The score of the first contestant in each pair, less its luck."""

    def score(played: PairedGame) -> float:
        seat = played.seats.index(0)
        line = Line(tested.initial())
        for action in played.actions:
            line = line.play(action)
        luck = luck_of(line, effort)
        return (1 + played.returns[seat] - (luck if seat == FIRST else -luck)) / 2

    for pair in pairs:
        yield mean(map(score, pair))


def told(scores: list[float]) -> str:
    """A score and its interval."""
    reach = float(stats.t.ppf((1 + SURE) / 2, len(scores) - 1)) * stdev(scores) / math.sqrt(len(scores))
    return f"{mean(scores):.1%} ({mean(scores) - reach:.1%} to {mean(scores) + reach:.1%})"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.luck", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--depth", type=int, default=1, help="how deep each throw is searched (default: 1)")
    options = parser.parse_args()
    effort = effort_of(Budget(depth=options.depth), 0, 1, None, SHIPPED)
    for file in options.files:
        try:
            tested, pairs = pairs_of(file)
        except (IbauError, OSError) as error:
            parser.error(str(error))
        if len(pairs) < 2:
            parser.error(f"{file}: at least two pairs of games are needed.")
        plain = [mean(played.halves / 2 for played in pair) for pair in pairs]
        scores = list(without_luck(tested, pairs, effort))
        print(f"{file.name}: {2 * len(pairs)} games, {told(plain)}; without luck {told(scores)}")


if __name__ == "__main__":
    main()
