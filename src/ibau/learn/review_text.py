"""Reviews as texts: the plies worth showing, sentences about them, and figures."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ibau.core.contract import System
from ibau.core.line import Line, Ply
from ibau.core.outcome import DRAW, FIRST, SECOND, other
from ibau.core.phrase import N_, Phrase, decimal, percent
from ibau.core.player_end import RETURNS
from ibau.core.result import Result
from ibau.core.result_text import margin_text
from ibau.learn.game_review import SIZES, SMALL, PlyReview, Review, SideTotal
from ibau.learn.hints import reason

MAX_NOTEWORTHY = 20  # plies of a game
LEAST_LUCK = SIZES["mistake"]  # the least change of value by a throw worth showing
NAMES = {SMALL: N_("small mistake"), "slip": N_("slip"), "mistake": N_("mistake"), "blunder": N_("blunder")}

MISTAKE_TEXTS = {
    "slip": N_("{side} plays {action}; {better} was a little better."),
    "mistake": N_("{side} plays {action}; {better} was better."),
    "blunder": N_("{side} plays {action}; {better} was much better."),
}
PERHAPS_BETTER = N_("{side} plays {action}; {better} may have been better.")  # for an uncertain mistake
DOUBTED = N_("{mistake}?")  # the name of an uncertain mistake
LOST = N_("{side} plays {action}; {better} was exactly {points} points better.")
FROM_TO = "{before} → {after}"
LEAST_LOST = 2e-4  # of an exact value: a hundredth of a percentage point
CERTAIN = (-1, 0, 1)  # the values of a loss, a draw, a win


def noteworthy(plies: Iterable[PlyReview]) -> list[PlyReview]:
    """The largest mistakes with a name and throws that changed much, in the order of play."""
    changed = [ply for ply in plies if ply.size or abs(ply.luck) >= LEAST_LUCK]
    largest = sorted(changed, key=lambda ply: abs(ply.after - ply.before), reverse=True)[:MAX_NOTEWORTHY]
    return sorted(largest, key=lambda ply: ply.number)


def winning_chance(value: float, *, exact: bool = False) -> str:
    """A value (-1..1) as the chance to win, a draw counting half: "52 %", "52.34 %" if exact and not certain."""
    return percent((1 + value) / 2, 2 if exact and value not in CERTAIN else 0)


def chances(ply: PlyReview) -> Phrase:
    """The chances of the first seat before and after a ply."""
    before, after = (decimal(winning_chance(value, exact=ply.exact)) for value in (ply.before, ply.after))
    return Phrase(FROM_TO, {"before": before, "after": after})


def points(value: float, *, exact: bool = False) -> str:
    """A change of value (-2..2) in percentage points: "+5.0", "+5.00" if exact."""
    return f"{50 * value:+.{2 if exact else 1}f}".replace("-", "−")  # noqa: RUF001 - a minus, as wide as the plus


def cause(ply: PlyReview) -> Phrase:
    """The name of a ply: a lot, a lucky or unlucky throw, a choice, or a mistake by its size, perhaps with a "?"."""
    name = Phrase(_cause(ply))
    return Phrase(DOUBTED, {"mistake": name}) if is_doubted(ply) else name


def is_doubted(ply: PlyReview) -> bool:
    """Is it a mistake that is uncertain?"""
    return bool(ply.size) and ply.certainty == "unsure"


def _cause(ply: PlyReview) -> str:
    if ply.kind == "lot":
        return N_("lot")
    if ply.kind == "throw":
        return N_("lucky throw") if ply.luck > 0 else N_("unlucky throw")
    return NAMES.get(ply.size, N_("choice"))


def ply_text(ply: Ply, known: PlyReview) -> Phrase | None:
    """A sentence about a ply that changed much, else None."""
    side = Phrase(ply.before.game.system.seats[ply.seat]) if ply.seat in (FIRST, SECOND) else Phrase("")
    change = known.mistake or abs(known.luck)
    values: dict[str, object] = {"side": side, "points": decimal(points(change, exact=known.exact).lstrip("+"))}
    is_lost = known.exact and known.mistake >= LEAST_LOST
    if is_lost or known.size:
        values |= {"action": known.action, "better": known.line[0]}
        text = PERHAPS_BETTER if is_doubted(known) else MISTAKE_TEXTS.get(known.size, "")
        return Phrase(LOST if is_lost else text, values)
    if known.kind != "throw" or abs(known.luck) < LEAST_LUCK:
        return None
    values["throw"] = ply.throw.value if ply.throw else ""
    if known.luck > 0:
        return Phrase(N_("{side} throws {throw} and gains {points} points by luck."), values)
    return Phrase(N_("{side} throws {throw} and loses {points} points by bad luck."), values)


def better_text(ply: Ply, known: PlyReview) -> Phrase | None:
    """The reason for the action that was better than a mistake; None if there is only a searched value."""
    return reason(ply.before, ply.before.action(known.line[0])) if known.size else None


# --- The whole game --------------------------------------------------------------------------------------------------

LUCKIER = N_("The throws favoured {side}.")
EVEN_LUCK = N_("The throws favoured neither side.")
GOOD = N_("{count} of {choices}")  # good choices
SMALL_TEXT = N_(
    "Small mistakes cost {side} about {points} points of winning chance, though none of them is certain alone."
)
REACHES = (0.02, 0.06, 0.1, 0.2, 0.5, 1.0)  # possible ranges of a graph, from -x to x
MOST_BEYOND = 0.2  # the share of values that may lie outside: a game that is won ends far from the middle


FEWEST_TURNS = 2  # of a game with a summary
WON_BY = N_("{winner} won by {margin} after {turns} turns.")
WON = N_("{winner} won after {turns} turns.")
DREW = N_("A draw after {turns} turns.")


def result_summary(line: Line) -> Phrase | None:
    """Who won, by how much and after how many turns; None for an unfinished or very short game."""
    result, turns = line.result, line.turn.players_turns
    if result is None or turns < FEWEST_TURNS:
        return None
    winner, system = winner_in(result), line.state.game.system
    if winner == DRAW:
        return Phrase(DREW, {"turns": turns})
    margin = system.words.margin(line.state.position, winner) or points_ahead(result.score, winner)
    values: dict[str, object] = {"winner": Phrase(system.seats[winner]), "turns": turns}
    return Phrase(WON_BY, {**values, "margin": margin}) if margin else Phrase(WON, values)


def winner_in(result: Result) -> int:
    """The seat that won, or DRAW."""
    return next(winner for winner, returns in RETURNS.items() if returns == result.returns)


def points_ahead(score: tuple[int, int] | None, winner: int) -> Phrase | None:
    """The margin of a win in points; None without points or a lead."""
    return margin_text(score[winner] - score[other(winner)], N_("one point"), N_("{count} points")) if score else None


class GameFact(NamedTuple):
    """A count of something in a game, such as hits: its name, and the numbers of the first and second seat."""

    name: Phrase
    counts: tuple[int, int]


def game_facts(line: Line) -> Iterator[GameFact]:
    """The counts of a game: the total thrown, the game's rule events (hits, captures), and the squares still to go."""
    system, plies = line.state.game.system, [ply for ply in line.plies if ply.seat in (FIRST, SECOND)]
    if system.has_throws:
        yield GameFact(Phrase(N_("total thrown")), _each(plies, [ply.throw.value if ply.throw else 0 for ply in plies]))
    for event in system.rule_events:
        yield GameFact(Phrase(event.text), _each(plies, [int(ply.triggers(event)) for ply in plies]))
    if to_go := system.words.to_go:
        position = line.state.position
        yield GameFact(Phrase(N_("squares still to go")), (to_go(position, FIRST), to_go(position, SECOND)))


def _each(plies: Iterable[Ply], counts: Iterable[int]) -> tuple[int, int]:
    """The sums of the counts of each side."""
    sums = [0, 0]
    for ply, count in zip(plies, counts, strict=True):
        sums[ply.seat] += count
    return sums[FIRST], sums[SECOND]


def good_choices(total: SideTotal) -> Phrase:
    """The number of good choices of a side, of all its choices."""
    return Phrase(GOOD, {"count": total.good, "choices": total.choices})


def good_means(total: SideTotal) -> Phrase:
    """The name of the choices in `good_choices`, by the sizes of mistakes in use for the game."""
    return Phrase(N_("good choices") if "slip" in total.counts else N_("choices without a blunder"))


def review_summary(review: Review, system: System) -> list[Phrase]:
    """Sentences about the total cost of small mistakes, and about which side the throws favoured."""
    totals = review.first, review.second
    sentences = [
        Phrase(SMALL_TEXT, {"side": Phrase(seat), "points": round(50 * total.small)})
        for seat, total in zip(system.seats, totals, strict=True)
        if total.small
    ]
    return [*sentences, luck_text(*totals, system.seats)] if system.has_throws else sentences


def luck_text(first: SideTotal, second: SideTotal, seats: tuple[str, str]) -> Phrase:
    """The sentence about the side that the throws favoured."""
    more = first.luck - second.luck
    if abs(more) < LEAST_LUCK:
        return Phrase(EVEN_LUCK)
    return Phrase(LUCKIER, {"side": Phrase(seats[FIRST if more > 0 else SECOND])})


def reach(values: Iterable[float]) -> float:
    """The range of a graph of values, from -x to x: the smallest of REACHES that shows most of them."""
    sizes = sorted(map(abs, values))
    most = sizes[int((1 - MOST_BEYOND) * (len(sizes) - 1))] if sizes else 0
    return next(reach for reach in REACHES if most <= reach)
