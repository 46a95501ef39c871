"""A played game looked back on: what each choice cost and, apart from that, what luck the throws brought.

found = review(record, Budget(nodes=20_000))
found.first.mistakes, found.second.luck, found.turning_points

At every ply all actions, or all chances, are searched to the same depth (see advice.py).  A mistake is how much more
the best of them is worth than the one that was played, so nothing where both surely win, draw or lose; luck is how much
more the throw that fell is worth than the exact mean of all.  Values are -1..1.  What a search says before a ply
differs a little from what it said after the one before it, since it then looks further: that is the drift.  With it
everything adds up: over a game the value changes by

    luck and mistakes of both, as FIRST sees them, the drawing of lots, the opening, and the drift.

An opening is what was played at random before the players took over, as in a tournament: a record says how many of
its first actions that were, the states of a game do not.  What was decided there is nobody's mistake and no turning
point, and is summed up apart.  The throws and lots of an opening are luck like all others: chance draws them,
no matter who decides between them.

Without throws a mistake is looked at again, with more positions, and so are the choices before a large drift, in which
something was overlooked.  One that is no blunder may still be none; but together such mistakes lose games.  What they
cost a side is added up as far as the search of the next ply, which looks further, does not take it back.  Where that is
much, and the game went against this side, they are called small.
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

SURE, LIKELY = 0.05, 0.15  # a value that moves less when it is searched one deeper
SIZES = {"slip": 0.1, "mistake": 0.2, "blunder": 0.4}  # the least that a choice loses to be called so
SIZES_WITHOUT_THROWS = {"blunder": SIZES["blunder"]}  # half a game is lost or nothing: less is doubt of the judge
SMALL = "slight"  # what lesser mistakes are called where, without throws, they lost the game together
SMALLEST, LARGE_CHANGE = 0.03, 0.25  # the least of one, and of all together
LARGE_UNCERTAINTY = 0.015  # in a long game doubts add up too
CLOSER = 10  # times as many positions are looked at where the first look leaves doubt
SEEN_LATE = 0.1  # a drift before which something was overlooked
TURNING_POINTS = 3
LEAST_LUCK = 0.05  # for a turning point


@dataclass(frozen=True, slots=True)
class PlyReview:
    """One action of the game; `before` and `after` are values for the first seat."""

    number: int  # the index of the action
    turn: int  # the turn of the players it belongs to, 0 when lots are drawn
    action: str
    seat: str  # "first" or "second": who decided or threw; "chance" when lots are drawn
    kind: str  # "choice", "forced", "throw", "lot", or "opening": a move that nobody chose
    before: float  # value for the first seat, -1..1: of the best action, in an opening too, or the mean of all throws
    after: float  # the value for the first seat, -1..1
    drift: float  # `before` less the value after the ply before this one; 0 for the first one
    mistake: float  # how much value was lost by the choice, never negative; 0 where nobody chose
    size: str  # what such a mistake is called, a name of SIZES, SMALL or ""
    luck: float  # how much value the throw brought to the player who threw, drawing lots to the first seat
    line: tuple[str, ...]  # the best play there was, its action first; none for throws and in an opening
    uncertainty: float  # how far the values moved when they were searched one deeper; see advice.py
    depth: int  # how deep all actions or throws were searched
    certainty: str  # of what is said of it: "sure", "likely" or "unsure", or "exact": by tables or the end of the game

    @property
    def exact(self) -> bool:
        """Is it told by tables or by the end of the game, not by a search?"""
        return self.certainty == "exact"


@dataclass(frozen=True, slots=True)
class SideTotal:
    """The mistakes and the luck of a side."""

    mistakes: float  # all the value that it lost by its choices
    luck: float  # all the value that its throws brought it
    counts: dict[str, int]  # how many mistakes of each size that has a name in the game
    choices: int  # how often it had one
    throws: int  # how often it threw
    small: float = 0.0  # lost by those that are called small, as far as the search of the next ply agrees

    @property
    def good(self) -> int:
        """How many of its choices were no mistake that has a name."""
        return self.choices - sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """One of the plies at which the value changed most."""

    number: int  # the index of the action
    change: float  # of the value for the first seat, -2..2
    cause: str  # "mistake" or "luck"


@dataclass(frozen=True, slots=True, repr=False)
class Review:
    """A whole game; `value_after - value_before` is all luck, all mistakes, the opening and the drift together."""

    ruleset: str
    start: str  # a position text
    plies: tuple[PlyReview, ...]
    value_before: float  # at the start, for the first seat, -1..1
    value_after: float  # at the end, for the first seat, -1..1
    first: SideTotal
    second: SideTotal
    lot: float  # what drawing lots brought to the first seat
    opening: float  # what the moves of the opening, which nobody chose, brought to the first seat
    drift: float  # what the search saw later than at the ply before
    turning_points: tuple[TurningPoint, ...]  # the largest changes, in the order of play
    is_complete: bool  # False where it was stopped

    def __repr__(self) -> str:
        return f"<Review of {len(self.plies)} plies: {self.ruleset}>"

    @property
    def values(self) -> tuple[float, ...]:
        """What the game was worth to the first seat, at the start and after each ply."""
        return self.value_before, *(ply.after for ply in self.plies)

    def as_json(self) -> str:
        """All of it as one line of JSON: objects with the names of these fields."""
        return msgspec.json.encode(self).decode()


DEFAULT_BUDGET = Budget(nodes=20_000)  # for each ply of a game that people look back on

OnPly = Callable[[int, int], None]  # (plies looked at, plies of the game)


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
    """Review a game; the budget is for each ply, a second by default.

    With one thread and a budget of nodes or depth the review is always the same.  Without throws, a budget of nodes is
    ten times as large for the plies that the first look leaves in doubt.  Once `stop` is set it ends with the plies so
    far.

    Who judges is the search of the strongest levels; or a `player` that one holds, or names as in `ibau.player`.  It is
    asked for the value of every position to which an action may lead, with its share of the budget; what it overlooks
    is no mistake then, and how sure it is remains unknown.

    Raises SearchError for a budget or threads that make no sense, RecordError for a record with an illegal action, or
    an opening that is no number, EndlessError for rules under which too few games end, and PlayerError for a player
    that is unknown, fails or does not play the game.
    """
    settings = search_settings(budget, seed, threads, stop, evaluator)
    look = search_children if player is None else evaluation_by(player)
    line = line_of(played)
    check_ends(line.start.game)
    opening = played.opening if isinstance(played, Record) else 0
    looked: list[PlyReview] = []
    plies = line.plies
    for ply in plies:
        found = review_ply(ply, settings, opens=ply.ply_index < opening, look=look)
        if settings.stop.is_set():
            break
        looked.append(found)
        if progress:
            progress(len(looked), line.ply_count)
    if player is None and settings.budget.nodes:
        again = settings._replace(budget=closer(settings.budget))
        for at in doubtful(line, linked_reviews(line, looked)):
            found = review_ply(plies[at], again, opens=at < opening)
            if settings.stop.is_set():
                break
            looked[at] = found
    return summarize(line.start, linked_reviews(line, looked), evaluator, is_complete=not settings.stop.is_set())


def linked_reviews(line: Line, looked: Sequence[PlyReview]) -> list[PlyReview]:
    """The first plies of a line, each looked back on alone: how the value drifts from one to the next."""
    reviewed: list[PlyReview] = []
    for ply, alone in zip(line.plies, looked, strict=False):
        reviewed.append(following(reviewed[-1], ply, alone) if reviewed else alone)
    return reviewed


def following(last: PlyReview, ply: Ply, alone: PlyReview) -> PlyReview:
    """A ply after another one; without a choice nothing changes, unless the game ends with it."""
    if is_forced(ply) and not ply.before.after(ply.action).outcome:
        return replace(alone, before=last.after, after=last.after, uncertainty=0.0, certainty=last.certainty)
    return replace(alone, drift=alone.before - last.after)


def doubtful(line: Line, plies: Sequence[PlyReview]) -> list[int]:
    """The plies to look at again, the last one first: mistakes, and the two choices before a large drift."""
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
    return sorted((at for at in doubted if not plies[at].exact), reverse=True)


def closer(budget: Budget) -> Budget:
    """The budget of a second look: more positions, within the same time and depth."""
    return budget._replace(nodes=budget.nodes and CLOSER * budget.nodes)


# --- One ply ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlyEvaluation:
    """What a search says of a ply; the fields are those of PlyReview."""

    before: float
    after: float
    line: tuple[str, ...]
    uncertainty: float
    depth: int
    certainty: str


def review_ply(
    ply: Ply, settings: SearchSettings, *, opens: bool, look: EvaluateChildren = search_children
) -> PlyReview:
    """What a ply has changed, by itself; one that `opens` a game nobody chose."""
    return ply_review(ply, evaluate_ply(ply, settings, opens=opens, look=look), opens=opens)


def evaluate_ply(
    ply: Ply, settings: SearchSettings, *, opens: bool, look: EvaluateChildren = search_children
) -> PlyEvaluation:
    """What a search says of a ply.

    Where there is no choice only the first ply is searched: any other takes its value from the one before it.
    """
    state = ply.before
    drawn = not ply.is_move
    looks = ply.ply_index == 0 or not is_forced(ply)
    found = look(state, settings) if looks else [static_value(state.after(ply.action), settings.evaluator)]
    played = found[state.legal.index(ply.action)]
    before = mean(state, found) if drawn else best_value(state, found)
    if drawn or opens:
        return PlyEvaluation(
            before, played.value, (), played.uncertainty, played.depth, certainty(found, played.uncertainty)
        )
    best = max(found, key=lambda known: for_seat(state.turn, known.value))
    doubt = max(best.uncertainty, played.uncertainty)
    mistake = abs(before - played.value)
    doubted = bool(size_of(mistake, state.game.system)) and mistake < sure_from(state.game, settings.evaluator)
    sure = certainty(found, UNKNOWN if doubted else doubt)
    return PlyEvaluation(before, played.value, best_line(state, ply.action, found), doubt, played.depth, sure)


def ply_review(ply: Ply, known: PlyEvaluation, *, opens: bool) -> PlyReview:
    """What a ply has changed, by what a search says of it."""
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
    """How sure one can be of what is said of a ply."""
    if all(known.exact for known in found):
        return "exact"
    if uncertainty > LIKELY:
        return "unsure"
    return "sure" if uncertainty <= SURE else "likely"


def is_forced(ply: Ply) -> bool:
    """Did a player have only one action?"""
    return ply.is_move and len(ply.before.legal) == 1


def kind_of(ply: Ply) -> str:
    """What sort of ply it is."""
    if ply.is_move:
        return "forced" if is_forced(ply) else "choice"
    return "throw" if ply.throw else "lot"


def sizes_in(system: System) -> dict[str, float]:
    """What mistakes are called in a game, and the least of each size."""
    return SIZES if system.has_throws else SIZES_WITHOUT_THROWS


def size_of(mistake: float, system: System) -> str:
    """What a mistake is called."""
    return next((size for size, least in reversed(sizes_in(system).items()) if mistake >= least), "")


def mean(state: State, found: Sequence[StateValue]) -> float:
    """The exact mean over the chances of a state."""
    return sum(float(share) * known.value for share, known in zip(state.chances.values(), found, strict=True))


def best_value(state: State, found: Sequence[StateValue]) -> float:
    """What the best action is worth, to the first seat."""
    values = [known.value for known in found]
    return max(values) if state.turn == FIRST else min(values)


def best_line(state: State, action: int, found: Sequence[StateValue]) -> tuple[str, ...]:
    """The best play: that from the action played, where nothing is better."""
    known = dict(zip(state.legal, found, strict=True))
    best = max(state.legal, key=lambda other: (for_seat(state.turn, known[other].value), other == action))
    return advice_on(state, best, known[best]).line


# --- The game --------------------------------------------------------------------------------------------------------


def summarize(start: State, plies: Sequence[PlyReview], evaluator: str, *, is_complete: bool) -> Review:
    """All plies together; a game without any is worth what it is at sight."""
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
        first=total(plies, FIRST, start.game.system, sum(small[FIRST].values())),
        second=total(plies, SECOND, start.game.system, sum(small[SECOND].values())),
        lot=sum(ply.luck for ply in plies if ply.kind == "lot"),
        opening=sum(ply.after - ply.before for ply in plies if ply.kind == "opening"),
        drift=sum(ply.drift for ply in plies),
        turning_points=turning_points(plies),
        is_complete=is_complete,
    )


def total(plies: Sequence[PlyReview], seat: int, system: System, small: float) -> SideTotal:
    """The mistakes and the luck of a side."""
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
    """What mistakes of a side without a size cost, by the numbers of their plies.

    The drift after a mistake may take some of it back: what is left counts.  Empty unless it adds up to a slip, and to
    much, for so many choices too, in a game in which the side lost as much; a blunder that was less than half of that
    is added.
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
    told = small + (named if named < lost / 2 else 0.0)
    return costs if small >= SIZES["slip"] and min(lost, told) >= max(LARGE_CHANGE, LARGE_UNCERTAINTY * choices) else {}


def turning_points(plies: Sequence[PlyReview]) -> tuple[TurningPoint, ...]:
    """The plies that changed the value most, in the order of play: mistakes that have a name, and luck."""
    changed = [ply for ply in plies if ply.size or abs(ply.luck) >= LEAST_LUCK]
    largest = sorted(changed, key=lambda ply: abs(ply.after - ply.before), reverse=True)[:TURNING_POINTS]
    return tuple(
        TurningPoint(ply.number, ply.after - ply.before, "mistake" if ply.size else "luck")
        for ply in sorted(largest, key=lambda ply: ply.number)
    )
