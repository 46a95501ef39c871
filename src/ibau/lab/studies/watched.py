"""Games of players that search, one at a time, looked back on by a judge: luck, skill, and who led when.

What a game changes for the first seat is split as in `analysis.lookback`: luck, what the players lost by their choices,
and the drift of the judge add up to it.  Random plies of an opening, in games without throws, come before all that.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ibau.core.chance import advance, word
from ibau.core.game import State
from ibau.core.line import Line, Ply
from ibau.core.outcome import CHANCE, DRAW, FIRST, NOBODY, SEATS, SECOND, winner_of
from ibau.lab.course import LONGEST_GAME, Course, only_action
from ibau.lab.studies.rows import TENTHS, Rows, use_column
from ibau.lab.studies.streams import streams_of
from ibau.lab.studies.who import Who
from ibau.learn.advice import effort_of
from ibau.learn.lookback import PlyReview, linked, look_back
from ibau.search.budget import Budget
from ibau.search.lookahead import Effort, Found, for_seat, look_ahead
from ibau.search.network import SHIPPED
from ibau.tables.probing import tables_in

LEADS = 0.1  # a value from which on somebody leads: a chance of 55 %
DECIDED = 0.8  # the same for a game that is decided: 90 %


class Watching(NamedTuple):
    """Who plays, and how the games are judged afterwards: by so many nodes a ply, or not at all for 0."""

    start: State
    who: Who
    seed: int
    judge_nodes: int
    tables: Path

    @property
    def name(self) -> str:
        """What no other source of a study is called."""
        return f"{self.start.game.ruleset} {self.start} {self.who}"

    @property
    def games_a_row(self) -> int:
        """A row tells of one."""
        return 1

    def rows(self, first: int, games: int) -> Rows:
        """The rows of the games of these numbers."""
        with tables_in(self.tables):
            return as_rows([self._row(first + n) for n in range(games)])

    def _row(self, number: int) -> dict[str, float]:
        line, opening = played(self, number)
        row = counted(line, opening)
        if self.judge_nodes:
            row |= judged(line, opening, effort_of(Budget(nodes=self.judge_nodes), self.seed, 1, None, SHIPPED))
        return row


def as_rows(games: Sequence[dict[str, float]]) -> Rows:
    """A column for each number: whole numbers stay whole."""
    return {name: np.array([row[name] for row in games]) for name in games[0]} if games else {}


# --- Playing ---------------------------------------------------------------------------------------------------------


def played(watching: Watching, number: int) -> tuple[Line, int]:
    """The game of a number, and how many of its actions nobody chose."""
    dice, *seeds = streams_of(watching.seed, number, 1)[0].tolist()
    contestant = watching.who.contestant
    players = [contestant.player(word(seed) >> 1) for seed in seeds]
    course = Course(watching.start, partial(next, rolls(dice)))
    course.throw()
    thrown = course.line.at
    course.open(seeds[0], None)
    opening = course.line.at if course.line.at > thrown else 0
    for state in course.decisions(LONGEST_GAME):
        course.play(only_action(state) or players[state.turn].choose(state, contestant.budget).action)
    return course.line, opening


def rolls(random: int) -> Iterator[int]:
    """What is thrown, from the state of a generator on."""
    while True:
        random = advance(random)
        yield word(random) >> 28


# --- Counting --------------------------------------------------------------------------------------------------------


def counted(line: Line, opening: int) -> dict[str, float]:
    """The row that the compiled loop would write of a game; an opening counts as part of it."""
    plies = list(line.plies)
    decisions = [ply for ply in plies if ply.is_move]
    turns = list(turns_of(plies))
    row: dict[str, float] = {
        "outcome": line.state.outcome,
        "starter": next((ply.seat for ply in plies if ply.seat in (FIRST, SECOND)), NOBODY),
        "decisions": len(decisions),
        "throws": sum(not ply.is_move and not ply.before.is_lot for ply in plies),
        "turns": len(turns),
        "forced": sum(all(len(ply.before.legal) == 1 for ply in turn if ply.is_move) for turn in turns),
        "choices": sum(len(ply.before.legal) for ply in decisions),
        "opening": opening,
    }
    game = line.start.game
    deed = game.system.rulebook.deed
    seen = [
        (ply.before.position, deed(game.rules, ply.before.position, ply.action), after(ply).position)
        for ply in decisions
    ]
    for use in game.system.uses:
        row[use_column(use)] = sum(use.met(game.rules, *told) for told in seen)
    return row


def turns_of(plies: Sequence[Ply]) -> Iterator[list[Ply]]:
    """The plies of each turn of a player."""
    turn: list[Ply] = []
    for ply in plies:
        if turn and ply.before.actor != turn[-1].before.actor:
            yield turn
            turn = []
        if not ply.before.is_lot:
            turn.append(ply)
    if turn:
        yield turn


def after(ply: Ply) -> State:
    """The state that an action leads to."""
    return ply.before.after(ply.action)


# --- Judging ---------------------------------------------------------------------------------------------------------


class Choices:
    """What the judge has found of the actions at each choice: how much the best of them matters."""

    def __init__(self) -> None:
        self.judged = self.telling = 0
        self.margin = self.spread = 0.0

    @property
    def numbers(self) -> dict[str, float]:
        """The choices as columns of a row."""
        return {"judged": self.judged, "telling": self.telling, "margin": self.margin, "spread": self.spread}

    def look(self, state: State, effort: Effort) -> list[Found]:
        """What is known of the actions, noted on the way."""
        found = look_ahead(state, effort)
        if state.turn != CHANCE and len(found) > 1:
            self._note(sorted(((for_seat(state.turn, one.value), one.uncertainty) for one in found), reverse=True))
        return found

    def _note(self, values: Sequence[tuple[float, float]]) -> None:
        (best, noise), (second, other_noise), *_ = values
        self.judged += 1
        self.telling += int(best - second > max(noise, other_noise))
        self.margin += best - second
        self.spread += best - sum(value for value, _ in values) / len(values)


def judged(line: Line, opening: int, effort: Effort) -> dict[str, float]:
    """What a judge says of a game, of its plies after the opening; what it changes is split so that it adds up."""
    choices = Choices()
    looked = [
        look_back(ply, effort, opens=ply.at < opening, look=look_ahead if ply.at < opening else choices.look)
        for ply in line.plies
    ]
    plies = linked(line, looked)
    return split(plies, opening) | choices.numbers | drama(plies[opening:], line.state.outcome)


def split(plies: Sequence[PlyReview], opening: int) -> dict[str, float]:
    """Luck, skill and drift as the first seat sees them; what a player loses by its choices counts for the other."""
    chosen = plies[opening:]
    start = plies[opening - 1].after if opening else plies[0].before
    return {
        "change": plies[-1].after - start,
        "luck": sum(_for_first(ply, ply.luck) for ply in chosen),
        "skill": sum(_for_first(ply, -ply.mistake) for ply in chosen),
        "drift": sum(ply.drift for ply in (chosen if opening else chosen[1:])),
    }


def drama(plies: Sequence[PlyReview], outcome: int) -> dict[str, float]:
    """When a game was decided, how often the lead changed, the winner's worst chance, and who led at each tenth."""
    values = [ply.after for ply in plies]
    winner = winner_of(outcome) if outcome else DRAW
    won = [value * sign_of(winner) for value in values]
    leaders = [int(value >= LEADS) - int(value <= -LEADS) for value in values]
    told = [leader for leader in leaders if leader]
    row: dict[str, float] = {
        "changes": sum(one != other for one, other in pairwise(told)),
        "decided": 0.0 if winner == DRAW else (len(won) - decided_at(won)) / len(won),
        "lowest": 0.0 if winner == DRAW else (1 + min(won)) / 2,
    }
    for tenth in range(1, TENTHS):
        leader = leaders[min(len(leaders) - 1, tenth * len(leaders) // TENTHS)]
        row[f"lead.{tenth}"] = lead(leader, winner)
    return row


def lead(leader: int, winner: int) -> int:
    """1 where whoever led has won, -1 where not, and 0 where nobody led; `leader` as `sign_of` tells it."""
    if not leader:
        return 0
    return 1 if leader == sign_of(winner) else -1


def decided_at(values: Sequence[float]) -> int:
    """The first ply from which on the winner's value stays above what counts as decided."""
    last_open = max((n for n, value in enumerate(values) if value <= DECIDED), default=-1)
    return min(last_open + 1, len(values) - 1)


def sign_of(winner: int) -> int:
    """1 for the first seat, -1 for the second, 0 for a draw."""
    return {FIRST: 1, SECOND: -1}.get(winner, 0)


def _for_first(ply: PlyReview, value: float) -> float:
    return -value if ply.seat == SEATS[SECOND] else value
