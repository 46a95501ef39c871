"""The mistakes of a side in a game that was looked back on, as exercises: find what is better.

What counts as right is what the judge of the review says is no mistake either.
"""

from collections.abc import Iterable

from ibau.core.line import Line, Ply
from ibau.core.outcome import SEATS
from ibau.core.phrase import N_, Phrase
from ibau.learn.game_review import SIZES, PlyReview
from ibau.learn.hints import why
from ibau.learn.puzzle_exercises import RIGHT
from ibau.learn.review_text import NAMES

MOST = 5  # of a game

ASKED = N_("You play {side}. Find a better move than in the game!")
PLAYED = N_("in the game you played {action}")
AS_GOOD = N_("That is good too; the computer itself would play {better}.")


def mistakes_of(plies: Iterable[PlyReview], seat: int) -> list[PlyReview]:
    """The largest mistakes of a seat that have a name of their own, in the order of play."""
    made = [ply for ply in plies if ply.size in SIZES and ply.seat == SEATS[seat]]
    largest = sorted(made, key=lambda ply: ply.mistake, reverse=True)[:MOST]
    return sorted(largest, key=lambda ply: ply.number)


def begin(ply: Ply) -> Line:
    """The position before a ply, before anything has been tried."""
    return Line(ply.before)


def with_attempt(ply: Ply, action: str) -> Ply:
    """What is tried in place of a ply.  Raises IllegalAction with what would be legal."""
    return ply._replace(action=ply.before.action(action), text=action)


def task_text(ply: Ply) -> tuple[Phrase, ...]:
    """What is to be found, and what was thrown."""
    state = ply.before
    thrown = (phrase.in_second_person for phrase in state.situation) if state.game.system.has_throws else ()
    return Phrase(ASKED, {"side": Phrase(state.game.system.seats[state.turn])}), *thrown


def mistake_name(known: PlyReview) -> Phrase:
    """What the mistake is called."""
    return Phrase(NAMES[known.size])


def played_text(ply: Ply) -> Phrase:
    """What was played."""
    return Phrase(PLAYED, {"action": ply.text})


def praise(ply: Ply, known: PlyReview, action: str) -> tuple[Phrase, Phrase]:
    """What is said to an action that is no mistake, and why it is good, or what the computer would play."""
    is_best = action == known.line[0]
    return Phrase(RIGHT), solution(ply, known) if is_best else Phrase(AS_GOOD, {"better": known.line[0]})


def solution(ply: Ply, known: PlyReview) -> Phrase:
    """What speaks for the best action there was."""
    return why(ply.before, ply.before.action(known.line[0]))
