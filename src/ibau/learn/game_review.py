"""Reviews of played games: how much value each choice lost, and how much luck each throw brought.

found = review(record, Budget(nodes=20_000))
found.first.mistakes, found.second.luck, found.turning_points

At every ply all actions, or all results of a throw, are searched to the same depth (see advice.py).  A mistake is the
value of the best action less that of the action played; luck is the value of the result less the exact mean of all.
Values are -1..1.  The value before a ply differs a little from the value after the previous one, as it is searched
deeper: that is the drift.  Over a game the value changes by the sum of

    luck and mistakes of both sides, from the view of FIRST, the lots, the opening, and the drift.

An opening is played at random before the players begin, as in tournaments; the tag OpeningPlies of a record has its
length.  Its moves are neither mistakes nor turning points, and are summed up separately.  Its throws and lots are luck
like all others.

In games without throws, mistakes are searched again with more nodes, and so are the choices before a large drift, in
which something was overlooked.  A mistake less than a blunder is uncertain; but together such mistakes lose games.
Their costs, less the drift after them, are added up for each side.  If the sum is large, and that side lost, they are
called small mistakes.
"""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from ibau.core.completion_rates import check_ends
from ibau.core.contract import System
from ibau.core.game import State
from ibau.core.line import Line, Ply, line_of
from ibau.core.outcome import FIRST, SEATS, SECOND
from ibau.core.record import Record
from ibau.learn.advice import advice_on, search_settings
from ibau.learn.player_evaluation import EvaluateChildren, evaluation_by
from ibau.players import PlayerLike
from ibau.search.budget import Budget
from ibau.search.calibration import sure_from
from ibau.search.child_search import UNKNOWN, SearchSettings, StateValue, for_seat, search_children, static_value
from ibau.search.network import SHIPPED

SURE, LIKELY = 0.05, 0.15  # the most uncertainty
SIZES = {"slip": 0.1, "mistake": 0.2, "blunder": 0.4}  # the least loss of value of each size
SIZES_WITHOUT_THROWS = {"blunder": SIZES["blunder"]}  # less is within the error of the evaluation
SMALL = "slight"  # the size of lesser mistakes that together lost a game without throws
SMALLEST, LARGE_CHANGE = 0.03, 0.25  # the least loss of such a mistake, and of all together
LARGE_UNCERTAINTY = 0.015  # per choice, as errors add up in a long game
CLOSER = 10  # times as many nodes in the second search
SEEN_LATE = 0.1  # the least drift that shows that something was overlooked
TURNING_POINTS = 3
LEAST_LUCK = 0.05  # of a turning point


@dataclass(frozen=True, slots=True)
class PlyReview:
    """The review of one action, throw or lot; `before` and `after` are values for the first seat."""

    number: int  # the index of the action, from 0
    turn: int  # the number of its turn, from 1; 0 for a lot
    action: str  # its text
    seat: str  # "first" or "second", who decided or threw; "chance" for a lot
    kind: str  # "choice", "forced", "throw", "lot", or "opening": a move at random
    before: float  # the value for the first seat, -1..1: of the best action, or the mean over the results of a throw
    after: float  # the value for the first seat, -1..1
    drift: float  # `before` less the value after the previous ply; 0 for the first one
    mistake: float  # the value lost by the choice, 0..2; 0 without a choice
    size: str  # of the mistake: "slip", "mistake", "blunder", "slight" or ""
    luck: float  # the value gained by a throw for the player who threw, by a lot for the first seat, -2..2
    line: tuple[str, ...]  # the best play instead, beginning with its action; empty for throws and in an opening
    uncertainty: float  # how much the last ply of depth changed the values, as in Advice
    depth: int  # to which all actions or results were searched, as in Advice
    certainty: str  # "sure", "likely" or "unsure"; "exact" from tables or by the end of the game

    @property
    def exact(self) -> bool:
        """Are the values from tables or by the end of the game, rather than searched?"""
        return self.certainty == "exact"


@dataclass(frozen=True, slots=True)
class SideTotal:
    """The mistakes and the luck of a side in a whole game."""

    mistakes: float  # the sum of the value lost by its choices
    luck: float  # the sum of the value gained by its throws
    counts: dict[str, int]  # the number of mistakes of each size in use for the game
    choices: int  # the number of plies with more than one legal action
    throws: int  # the number of its throws
    small: float = 0.0  # the value lost by small mistakes, less the drift after them

    @property
    def good(self) -> int:
        """The number of choices that were no mistake of a size in `counts`."""
        return self.choices - sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A ply at which the value changed much."""

    number: int  # the index of the action
    change: float  # of the value for the first seat, -2..2
    cause: str  # "mistake" or "luck"


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """The review of a game; `value_after - value_before` is the sum of luck, mistakes, lots, opening and drift."""

    ruleset: str  # a ruleset text
    start: str  # a position text
    plies: tuple[PlyReview, ...]  # all that were reviewed, in order
    value_before: float  # at the start, for the first seat, -1..1
    value_after: float  # at the end, for the first seat, -1..1
    first: SideTotal  # the sums of the first seat
    second: SideTotal  # the sums of the second seat
    lot: float  # the value gained by lots for the first seat
    opening: float  # the value gained by the random moves of the opening for the first seat
    drift: float  # the sum of the drifts of all plies
    turning_points: tuple[TurningPoint, ...]  # the largest changes, in the order of play
    is_complete: bool  # False if it was stopped

    def __repr__(self) -> str:
        return f"<Review of {len(self.plies)} plies: {self.ruleset}>"

    @property
    def values(self) -> tuple[float, ...]:
        """The value for the first seat, -1..1, at the start and after each ply."""
        return self.value_before, *(ply.after for ply in self.plies)

    def as_json(self) -> str:
        """The review as one line of JSON: objects with the names of the fields."""
        return msgspec.json.encode(self).decode()


DEFAULT_BUDGET = Budget(nodes=20_000)  # per ply, in reviews for people

OnPly = Callable[[int, int], None]  # (plies reviewed, plies of the game)


def review(  # noqa: PLR0913 - each argument has a name
    played: Record | Line,
    budget: Budget | None = None,
    seed: int = 0,
    threads: int = 1,
    evaluator: str = SHIPPED,
    stop: threading.Event | None = None,
    progress: OnPly | None = None,
    *,
    player: PlayerLike | None = None,
) -> Review:
    """Review a game, with a budget for each ply, by default a second.

    With one thread and a budget of nodes or depth the result is always the same.  In games without throws, doubtful
    plies are searched again with ten times the budget of nodes.  After each ply `progress` is called; once `stop` is
    set, the review ends with the plies so far.

    Positions are evaluated by the search of the strongest levels, or by a `player`, an object or a text as for
    `ibau.player`, which evaluates every position after a legal action with its share of the budget; its certainty is
    unknown.

    Raises SearchError for an invalid budget or number of threads, RecordError for a record with an illegal action or an
    invalid tag OpeningPlies, EndlessError for rules under which too few games end, and PlayerError for a player that is
    unknown, fails or does not play the game.
    """
    settings = search_settings(budget, seed, threads, stop, evaluator)
    evaluate = search_children if player is None else evaluation_by(player)
    line = line_of(played)
    check_ends(line.start.game)
    opening = played.opening_plies if isinstance(played, Record) else 0
    reviewed: list[PlyReview] = []
    plies = line.plies
    for ply in plies:
        found = review_ply(ply, settings, opens=ply.ply_index < opening, evaluate=evaluate)
        if settings.stop.is_set():
            break
        reviewed.append(found)
        if progress:
            progress(len(reviewed), line.ply_count)
    if player is None and settings.budget.nodes:
        again = settings._replace(budget=closer_budget(settings.budget))
        for number in doubtful_plies(line, linked_reviews(line, reviewed)):
            found = review_ply(plies[number], again, opens=number < opening)
            if settings.stop.is_set():
                break
            reviewed[number] = found
    return summarize(line.start, linked_reviews(line, reviewed), evaluator, is_complete=not settings.stop.is_set())


def linked_reviews(line: Line, reviews: Sequence[PlyReview]) -> list[PlyReview]:
    """Reviews of the first plies of a line, which were made separately, with the drift between them."""
    linked: list[PlyReview] = []
    for ply, alone in zip(line.plies, reviews, strict=False):
        linked.append(with_drift(linked[-1], ply, alone) if linked else alone)
    return linked


def with_drift(last: PlyReview, ply: Ply, alone: PlyReview) -> PlyReview:
    """The review of a ply with the drift since the last one; a forced move changes nothing unless it ends the game."""
    if is_forced(ply) and not ply.before.after(ply.action).outcome:
        return replace(alone, before=last.after, after=last.after, uncertainty=0.0, certainty=last.certainty)
    return replace(alone, drift=alone.before - last.after)


def doubtful_plies(line: Line, plies: Sequence[PlyReview]) -> list[int]:
    """The indices of the plies to search again, descending: mistakes, and the two choices before a large drift."""
    if line.start.game.system.has_throws:
        return []
    doubted: set[int] = set()
    choices: list[int] = []
    for ply, known in zip(line.plies, plies, strict=False):
        if abs(known.drift) >= SEEN_LATE:
            doubted.update(choices[-2:])
        if ply.is_move and not is_forced(ply):
            choices.append(ply.ply_index)
            if abs(known.after - known.before) >= SMALLEST:
                doubted.add(ply.ply_index)
    return sorted((number for number in doubted if not plies[number].exact), reverse=True)


def closer_budget(budget: Budget) -> Budget:
    """The budget of a second search: more nodes, within the same time and depth."""
    return budget._replace(nodes=budget.nodes and CLOSER * budget.nodes)


# --- One ply ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlyEvaluation:
    """The searched values of a ply; the fields are those of PlyReview."""

    before: float
    after: float
    line: tuple[str, ...]
    uncertainty: float
    depth: int
    certainty: str


def review_ply(
    ply: Ply, settings: SearchSettings, *, opens: bool, evaluate: EvaluateChildren = search_children
) -> PlyReview:
    """The review of a ply alone, without drift; one that `opens` a game was played at random."""
    return ply_review(ply, evaluate_ply(ply, settings, opens=opens, evaluate=evaluate), opens=opens)


def evaluate_ply(
    ply: Ply, settings: SearchSettings, *, opens: bool, evaluate: EvaluateChildren = search_children
) -> PlyEvaluation:
    """The searched values of a ply; a forced move is searched only as the first ply, else it has the previous value."""
    state = ply.before
    drawn = not ply.is_move
    searched = ply.ply_index == 0 or not is_forced(ply)
    found = evaluate(state, settings) if searched else [static_value(state.after(ply.action), settings.evaluator)]
    played = found[state.legal.index(ply.action)]
    before = chance_mean(state, found) if drawn else best_value(state, found)
    if drawn or opens:
        sure = certainty(found, played.uncertainty)
        return PlyEvaluation(before, played.value, (), played.uncertainty, played.depth, sure)
    best = max(found, key=lambda known: for_seat(state.turn, known.value))
    doubt = max(best.uncertainty, played.uncertainty)
    mistake = abs(before - played.value)
    doubted = bool(size_of(mistake, state.game.system)) and mistake < sure_from(state.game, settings.evaluator)
    sure = certainty(found, UNKNOWN if doubted else doubt)
    return PlyEvaluation(before, played.value, best_line(state, ply.action, found), doubt, played.depth, sure)


def ply_review(ply: Ply, known: PlyEvaluation, *, opens: bool) -> PlyReview:
    """The review of a ply with known values."""
    drawn = not ply.is_move
    change = for_seat(ply.before.actor, known.after - known.before)
    mistake = 0.0 if drawn or opens else 0.0 - change
    return PlyReview(
        number=ply.ply_index,
        turn=ply.turn,
        action=ply.text,
        seat=SEATS[ply.seat],
        kind="opening" if opens and not drawn else kind_of(ply),
        before=known.before,
        after=known.after,
        drift=0.0,
        mistake=mistake,
        size=size_of(mistake, ply.before.game.system),
        luck=change if drawn else 0.0,
        line=known.line,
        uncertainty=known.uncertainty,
        depth=known.depth,
        certainty=known.certainty,
    )


def certainty(found: Sequence[StateValue], uncertainty: float) -> str:
    """The certainty of a review from the uncertainty of its values."""
    if all(known.exact for known in found):
        return "exact"
    if uncertainty > LIKELY:
        return "unsure"
    return "sure" if uncertainty <= SURE else "likely"


def is_forced(ply: Ply) -> bool:
    """Was it the player's only legal action?"""
    return ply.is_move and len(ply.before.legal) == 1


def kind_of(ply: Ply) -> str:
    """The kind of a ply, as in PlyReview."""
    if ply.is_move:
        return "forced" if is_forced(ply) else "choice"
    return "throw" if ply.throw else "lot"


def sizes_in(system: System) -> dict[str, float]:
    """The sizes of mistakes in a game, and the least loss of value of each."""
    return SIZES if system.has_throws else SIZES_WITHOUT_THROWS


def size_of(mistake: float, system: System) -> str:
    """The size of a mistake, "" if it is too small."""
    return next((size for size, least in reversed(sizes_in(system).items()) if mistake >= least), "")


def chance_mean(state: State, found: Sequence[StateValue]) -> float:
    """The exact mean over the chances of a state."""
    return sum(float(share) * known.value for share, known in zip(state.chances.values(), found, strict=True))


def best_value(state: State, found: Sequence[StateValue]) -> float:
    """The value of the best action, for the first seat."""
    values = [known.value for known in found]
    return max(values) if state.turn == FIRST else min(values)


def best_line(state: State, action: int, found: Sequence[StateValue]) -> tuple[str, ...]:
    """The best play, beginning with the action played if none is better."""
    known = dict(zip(state.legal, found, strict=True))
    best = max(state.legal, key=lambda other: (for_seat(state.turn, known[other].value), other == action))
    return advice_on(state, best, known[best]).line


# --- The game --------------------------------------------------------------------------------------------------------


def summarize(start: State, plies: Sequence[PlyReview], evaluator: str, *, is_complete: bool) -> Review:
    """The review of a game from those of its plies; without any, its value is the static evaluation of the start."""
    if plies:
        before, after = plies[0].before, plies[-1].after
    else:
        before = after = static_value(start, evaluator).value
    adds_up = is_complete and not start.game.system.has_throws
    small = [small_mistakes(plies, seat) if adds_up else {} for seat in (FIRST, SECOND)]
    called = small[FIRST] | small[SECOND]
    plies = [replace(ply, size=SMALL, certainty="unsure") if ply.number in called else ply for ply in plies]
    return Review(
        ruleset=str(start.game.ruleset),
        start=str(start),
        plies=tuple(plies),
        value_before=before,
        value_after=after,
        first=side_total(plies, FIRST, start.game.system, sum(small[FIRST].values())),
        second=side_total(plies, SECOND, start.game.system, sum(small[SECOND].values())),
        lot=sum(ply.luck for ply in plies if ply.kind == "lot"),
        opening=sum(ply.after - ply.before for ply in plies if ply.kind == "opening"),
        drift=sum(ply.drift for ply in plies),
        turning_points=turning_points(plies),
        is_complete=is_complete,
    )


def side_total(plies: Sequence[PlyReview], seat: int, system: System, small: float) -> SideTotal:
    """The sums over the plies of a side."""
    own = [ply for ply in plies if ply.seat == SEATS[seat]]
    sizes = Counter(ply.size for ply in own)
    kinds = Counter(ply.kind for ply in own)
    return SideTotal(
        mistakes=sum(ply.mistake for ply in own),
        luck=sum(ply.luck for ply in own),
        counts={size: sizes[size] for size in sizes_in(system)},
        choices=kinds["choice"],
        throws=kinds["throw"],
        small=small,
    )


def small_mistakes(plies: Sequence[PlyReview], seat: int) -> dict[int, float]:
    """The values lost by mistakes of a side without a size, less the drift after them, by the numbers of their plies.

    Empty unless the sum is at least a slip, and the sum with the blunders (if they are less than half of what the side
    lost in the game) is large, also for the number of choices, and not more than the side lost.
    """
    costs: dict[int, float] = {}
    drift = named = 0.0
    for ply in reversed(plies):
        left = min(ply.mistake - for_seat(seat, drift), ply.mistake)
        if ply.seat == SEATS[seat] and ply.size:
            named += ply.mistake
        elif ply.seat == SEATS[seat] and left >= SMALLEST:
            costs[ply.number] = left
        if ply.kind != "forced" or ply.drift:
            drift = ply.drift
    choices = sum(ply.kind == "choice" and ply.seat == SEATS[seat] for ply in plies)
    lost = for_seat(seat, plies[0].before - plies[-1].after) if plies else 0.0
    small = sum(costs.values())
    large = min(lost, small + (named if named < lost / 2 else 0.0)) >= max(LARGE_CHANGE, LARGE_UNCERTAINTY * choices)
    return costs if small >= SIZES["slip"] and large else {}


def turning_points(plies: Sequence[PlyReview]) -> tuple[TurningPoint, ...]:
    """The plies that changed the value most, by mistakes with a size or by luck, in the order of play."""
    changed = [ply for ply in plies if ply.size or abs(ply.luck) >= LEAST_LUCK]
    largest = sorted(changed, key=lambda ply: abs(ply.after - ply.before), reverse=True)[:TURNING_POINTS]
    return tuple(
        TurningPoint(ply.number, ply.after - ply.before, "mistake" if ply.size else "luck")
        for ply in sorted(largest, key=lambda ply: ply.number)
    )
