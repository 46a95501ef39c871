"""A match without its luck: python -m benchmarks.luck FILE ... [--depth N].

FILE is what `ibau arena --out` or `python -m benchmarks.strength` keeps of a match in a game with throws.  Before each
throw expectimax judges what every throw would be worth, by the shipped network and available tables; what fell, less
the exact mean of all, was luck.  The mean of luck is 0 by construction, however wrong the judgement is, so a score less
its luck has the same expectation as the score itself, and varies less.  Backgammon calls this variance reduction; AIVAT
does more of it for poker (Burch and others, 2018).  The interval is Student's, over pairs, whose games share throws.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean

from scipy import stats

from ibau.core.errors import IbauError
from ibau.core.game import Game, State
from ibau.core.line import Line, Ply
from ibau.core.outcome import value_for_first
from ibau.games import game
from ibau.lab.arena import ArenaError, Pair, PairedGame, Tally
from ibau.lab.arena.gamefile import read_heading, read_played
from ibau.lab.journal import END
from ibau.search.expectimax import ExpectimaxSearch
from ibau.search.lookahead import for_seat
from ibau.search.network import network_of
from ibau.tables.probing import probe

SLOTS = 1 << 16
PATIENCE = 1 << 20  # nodes


def pairs_of(file: Path) -> tuple[Game, list[Pair]]:
    """The game and the whole pairs of a file.  Raises ArenaError."""
    heading, *lines = file.read_bytes().split(END)[:-1] or [b""]
    played = game(read_heading(heading).ruleset)
    if not played.system.has_throws:
        raise ArenaError(f"in {played.ruleset} nobody throws, so there is no luck to take out.")
    games = [read_played(line, number, played) for number, line in enumerate(lines)]
    return played, list(zip(games[::2], games[1::2], strict=False))


class Judge:
    """What positions of a game are worth to the first seat, by a search to a depth."""

    def __init__(self, tested: Game, depth: int) -> None:
        self._search = ExpectimaxSearch(tested.initial(), 0, slots=SLOTS, network=network_of(tested))
        self._depth = depth

    def worth(self, state: State) -> float:
        """From -1 to 1; exact at the end of the game, and where tables know it."""
        if state.outcome:
            return value_for_first(state.outcome)
        if (tabled := probe(state)) and tabled.is_narrow:
            return tabled.value
        search = self._search
        search.turn_to(state)
        search.begin(self._depth)
        while not search.go_on(search.nodes + PATIENCE):
            pass
        search.note_best()
        return for_seat(state.actor, search.value)

    def luck(self, ply: Ply) -> float:
        """What a throw or a lot brought to the first seat: its worth, less the mean of all that could have come."""
        before = ply.before
        worth = [self.worth(before.after(action)) for action in before.legal]
        expected = sum(float(share) * value for share, value in zip(before.chances.values(), worth, strict=True))
        return worth[before.legal.index(ply.action)] - expected


def luck_of(line: Line, judge: Judge) -> float:
    """What chance brought to the first seat in a game."""
    return sum(judge.luck(ply) for ply in line.plies if not ply.is_move)


def without_luck(tested: Game, pairs: list[Pair], depth: int) -> Iterator[float]:
    """The score of the first contestant in each pair, less its luck."""
    judge = Judge(tested, depth)

    def score(played: PairedGame) -> float:
        seat = played.seats.index(0)
        line = Line(tested.initial())
        for action in played.actions:
            line = line.play(action)
        return (1 + played.returns[seat] - for_seat(seat, luck_of(line, judge))) / 2

    for pair in pairs:
        yield fmean(map(score, pair))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.luck", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--depth", type=int, default=1, help="how deep each throw is searched (default: 1)")
    options = parser.parse_args()
    for file in options.files:
        try:
            tested, pairs = pairs_of(file)
        except (IbauError, OSError) as error:
            parser.error(f"{file}: {error}")
        if len(pairs) < 2:
            parser.error(f"{file}: at least two pairs of games are needed.")
        tally, scores = Tally.of(pairs), list(without_luck(tested, pairs, options.depth))
        low, high = stats.t.interval(0.95, len(scores) - 1, fmean(scores), stats.sem(scores))
        print(
            f"{file.name}: {tally.games} games, {told(tally.score, *tally.interval)}; "
            f"without luck {told(fmean(scores), float(low), float(high))}"
        )


def told(score: float, low: float, high: float) -> str:
    """A score and its interval."""
    return f"{score:.1%} ({low:.1%} to {high:.1%})"


if __name__ == "__main__":
    main()
