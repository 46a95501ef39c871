"""Measure the accuracy of reviews: python -m benchmarks.review_accuracy [RULESET ...] [--decisions N] [--write].

Reviews without tables are compared with the exact values of tables, at decisions from games and at random positions, as
`benchmarks.perfect` finds them; each legal action is reviewed as if it had been played.  Counted are the actions called
a slip or worse; those of them that lose nothing by the tables, which are false alarms; both again where the review is
sure; the actions that do lose as much as a slip; and those of them that the review overlooks.

Without throws a review names no loss below 20 points, and is sure of losses from half a game on.  With throws the loss
from which hardly any alarm is false is first measured in other decisions; if it fails in those of the table, the review
is sure from half a game on only.  With --write that loss is saved in calibration.json, and the table in
docs/measured/reviews.md.

With --games N counts instead what reviews show the losers of games without throws: level 8, with NODES positions per
move, plays N games after a random opening against level 1, and N against itself.  A search of LONGER positions checks
whether half of the loss against level 8 was at plies with a name; losers against an equal should rarely be shown small
mistakes, or losses that it does not confirm.
"""

import argparse
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from benchmarks.figure_tables import fill_marks, machine_text
from benchmarks.perfect import TOLERANCE, Decision, drawn_decisions, played_decisions
from ibau.core.chance import Dice, seed_state
from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.interval import wilson
from ibau.core.line import Line, line_of
from ibau.core.outcome import DRAW, SEATS, other
from ibau.core.record import OPENING, Record
from ibau.core.result import Result
from ibau.games import game
from ibau.lab.live_game import LONGEST_GAME, LiveGame
from ibau.learn.advice import search_settings
from ibau.learn.game_review import DEFAULT_BUDGET, SIZES, SMALL, SURE, PlyReview, review, review_ply
from ibau.learn.review_text import NAMES, winner_in
from ibau.players import Budget, player
from ibau.search.calibration import HALF_A_GAME, calibration_file
from ibau.search.child_search import SearchSettings, StateValue, search_children
from ibau.tables.probing import tables_hidden
from ibau.tables.tablebase import Tablebase

PAGE = Path(__file__).parents[1] / "docs/measured/reviews.md"
TABLED = ("seega", "seti-beth", "senet-race", "senet-geoludie")  # the games that have tables
DECISIONS = 100
LOSSES = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, HALF_A_GAME)  # one of which is chosen
PROMISED = 0.02  # the largest share of false alarms where a review is sure
MOST_FALSE = PROMISED / 2  # the same where the loss is chosen
CHOOSING, TESTING = 2, 1  # seeds
SLIP = min(SIZES.values()) / 2  # as a chance
NODES = 50_000  # per move of level 8, which has up to 1,500,000 by default
LONGER = 600_000  # per ply; a review has up to 200,000
FRESH = {"level1": 1003, "level8": 1000}  # the first games that were not seen when the bounds were chosen

HEADING = ("game", "sure from", "actions", "called", "false", "sure", "false", "interval", "lose a slip", "overlooked")


class ReviewVerdict(NamedTuple):
    """The review of an action, and its exact loss."""

    review: PlyReview
    lost: float  # of the chance to win

    @property
    def is_called(self) -> bool:
        """Whether it is called a slip, or worse."""
        return bool(self.review.size)

    def is_sure(self, sure_from: float) -> bool:
        """Whether the review is sure, if it is so from the loss `sure_from` on."""
        return self.is_called and self.review.mistake >= sure_from and self.review.uncertainty <= SURE

    @property
    def is_false(self) -> bool:
        """Whether it is called a slip although it loses nothing."""
        return self.is_called and self.lost < TOLERANCE

    @property
    def is_loss(self) -> bool:
        """Whether it loses as much as a slip, by the tables."""
        return self.lost >= SLIP


def verdicts_on(decision: Decision, effort: SearchSettings) -> Iterator[ReviewVerdict]:
    """Review each legal action of a decision, without tables."""
    with tables_hidden():
        found = search_children(decision.state, effort)

    def evaluate(_state: State, _effort: SearchSettings) -> list[StateValue]:
        return found

    for action in decision.state.actions:
        ply = Line(decision.state).play(action).last
        yield ReviewVerdict(review_ply(ply, effort, opens=False, evaluate=evaluate), decision.lost_by(action))


def verdicts(ruleset: str, decisions: int, seed: int) -> Iterator[ReviewVerdict]:
    """Review this many decisions of each kind."""
    tested = game(ruleset)
    tablebase = Tablebase.open(tested)
    effort = search_settings(DEFAULT_BUDGET, seed=1)
    of_games = islice(played_decisions(tested, tablebase, seed), decisions)
    by_lot = islice(drawn_decisions(tested, tablebase, seed), decisions)
    for decision in chain(of_games, by_lot):
        yield from verdicts_on(decision, effort)


def lowest_sure_loss(found: Sequence[ReviewVerdict]) -> float:
    """The loss from which on a review may be sure: the least from which on hardly any alarm is false."""
    return next((least for least in LOSSES if keeps_promise(found, least, MOST_FALSE)), HALF_A_GAME)


def keeps_promise(found: Sequence[ReviewVerdict], sure_from: float, most: float) -> bool:
    """Whether the share of false alarms among the sure ones is at most `most`."""
    sure = [action for action in found if action.is_sure(sure_from)]
    return sum(action.is_false for action in sure) <= most * len(sure)


def row(ruleset: str, every: Sequence[ReviewVerdict], sure_from: float) -> str:
    """A line of the table."""
    sure = [action for action in every if action.is_sure(sure_from)]
    false = sum(action.is_false for action in sure)
    low, high = wilson(false, len(sure))
    losses = [action for action in every if action.is_loss]
    cells = (
        ruleset,
        f"{50 * sure_from:g} points",
        len(every),
        sum(action.is_called for action in every),
        sum(action.is_false for action in every),
        len(sure),
        false,
        f"{low:.1%} to {high:.1%}",
        len(losses),
        sum(not action.is_called for action in losses),
    )
    return f"| {' | '.join(map(str, cells))} |"


def table(rows: Iterable[str]) -> str:
    """Format the table in Markdown."""
    return "\n".join((f"| {' | '.join(HEADING)} |", "|---" + "|---:" * (len(HEADING) - 1) + "|", *rows))


def write_sure_from(system: System, sure_from: float) -> None:
    """Write `sure_from` to the calibration file of a game."""
    file = calibration_file(system)
    kept = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps({**kept, "sure_from": sure_from}) + "\n", "utf-8")


# --- Lost games ------------------------------------------------------------------------------------------------------


class LoserReview(NamedTuple):
    """What a review shows the loser of a game, compared with a longer search."""

    has_small: bool  # whether it shows small mistakes
    is_half: bool = False  # whether they lose half of that, or more, by the longer search
    is_found: bool = False  # whether plies with a name have half of the loss by the longer search
    named: tuple[bool, ...] = ()  # for each ply with a name, whether it loses anything by the longer search
    small: tuple[bool, ...] = ()  # the same for the small mistakes


def one_game(ruleset: str, number: int, levels: tuple[str, ...]) -> tuple[Record, Result | None]:
    """Play a game between two levels, who swap seats from game to game."""
    levels = levels[:: 1 if number % 2 else -1]
    sides = [player(level, seed_state(number, seat)) for seat, level in enumerate(levels)]
    live = LiveGame(game(ruleset).initial(), Dice(seed_state(number, 2)).roll)
    live.play_opening(seed_state(number, 3), None)
    opening = live.line.ply_count
    for state in live.decisions(LONGEST_GAME):
        budget = Budget(nodes=NODES) if levels[state.turn] == "level8" else None
        live.play(sides[state.turn].choose(state, budget).action)
    return live.line.record({OPENING: str(opening)}), live.line.result


def lost_games(ruleset: str, games: int, against: str) -> Iterator[LoserReview]:
    """Play games between level 8 and another level, and review them for the losers."""
    for number in range(FRESH[against], FRESH[against] + games):
        record, result = one_game(ruleset, number, ("level8", against))
        if result and (winner := winner_in(result)) != DRAW:
            yield loser_review(record, SEATS[other(winner)], is_equal=against == "level8")


def loser_review(record: Record, seat: str, *, is_equal: bool) -> LoserReview:
    """Review a game for the loser; among equals, the longer search is only done for plies with a name."""
    reviewed, plies = review(record, DEFAULT_BUDGET), line_of(record).plies
    effort = search_settings(Budget(nodes=LONGER))
    own = [ply for ply in reviewed.plies if ply.seat == seat and (ply.size or (ply.kind == "choice" and not is_equal))]
    lost = {ply: review_ply(plies[ply.number], effort, opens=False).mistake for ply in own}
    named, small = ([cost for ply, cost in lost.items() if ply.size in sizes] for sizes in (NAMES, (SMALL,)))
    return LoserReview(
        has_small=bool(small),
        is_half=sum(small) >= getattr(reviewed, seat).small / 2,
        is_found=sum(named) >= sum(lost.values()) / 2,
        named=tuple(cost > TOLERANCE for cost in named),
        small=tuple(cost > TOLERANCE for cost in small),
    )


def loser_row(ruleset: str, weak: Sequence[LoserReview], equal: Sequence[LoserReview]) -> str:
    """A line of the other table: numbers of losers, or small mistakes, each with its interval."""
    marks = (
        [loser.is_found for loser in weak],
        [loser.is_half for loser in weak if loser.has_small],
        list(chain(*(loser.small for loser in weak))),
        [loser.has_small for loser in equal],
        [not all(loser.named) for loser in equal],
    )
    return f"| {ruleset} | {' | '.join(map(share, marks))} |"


def share(marks: Sequence[bool]) -> str:
    """Format how many marks are true, of how many, and the interval."""
    low, high = wilson(sum(marks), len(marks))
    return f"{sum(marks)} of {len(marks)} ({low:.0%} to {high:.0%})"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.review_accuracy",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rulesets", nargs="*", metavar="RULESET", help=f"by default {', '.join(TABLED)}")
    parser.add_argument("--decisions", type=int, default=DECISIONS, help=f"of either kind (default: {DECISIONS})")
    parser.add_argument("--write", action="store_true", help="put the table into docs/measured/reviews.md")
    parser.add_argument("--games", type=int, metavar="N", help="review N games of each kind for their losers instead")
    options = parser.parse_args()
    if options.games:
        for ruleset in options.rulesets:
            weak, equal = (list(lost_games(ruleset, options.games, against)) for against in ("level1", "level8"))
            print(loser_row(ruleset, weak, equal), flush=True)
        return
    rows: list[str] = []
    for ruleset in options.rulesets or TABLED:
        system, sure_from = game(ruleset).system, HALF_A_GAME
        if system.has_throws:
            sure_from = lowest_sure_loss(list(verdicts(ruleset, options.decisions, CHOOSING)))
        tested = list(verdicts(ruleset, options.decisions, TESTING))
        if not keeps_promise(tested, sure_from, PROMISED):
            sure_from = HALF_A_GAME
        rows.append(row(ruleset, tested, sure_from))
        print(rows[-1], flush=True)
        if options.write and system.has_throws:
            write_sure_from(system, sure_from)
    text = f"{table(rows)}\n\n{machine_text()}\n"
    print(f"\n{text}")
    if options.write:
        PAGE.write_text(fill_marks(PAGE.read_text("utf-8"), "verdicts", text), "utf-8")


if __name__ == "__main__":
    main()
