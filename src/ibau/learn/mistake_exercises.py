"""The mistakes of a side in a reviewed game as exercises: find a better move.

A move counts as right if the evaluator of the review does not count it as a mistake.
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
    """The largest mistakes of a seat, except small ones, in the order of play."""
    made = [ply for ply in plies if ply.size in SIZES and ply.seat == SEATS[seat]]
    largest = sorted(made, key=lambda ply: ply.mistake, reverse=True)[:MOST]
    return sorted(largest, key=lambda ply: ply.number)


def line_of_exercise(ply: Ply) -> Line:
    """The line at the beginning of the exercise on a ply."""
    return Line(ply.before)


def with_attempt(ply: Ply, action: str) -> Ply:
    """The ply with another action instead.  Raises IllegalActionError, which lists the legal actions."""
    return ply._replace(action=ply.before.action(action), text=action)


def task_text(ply: Ply) -> tuple[Phrase, ...]:
    """The task, and the throw in games with throws."""
    state = ply.before
    thrown = (phrase.in_second_person for phrase in state.situation) if state.game.system.has_throws else ()
    return Phrase(ASKED, {"side": Phrase(state.game.system.seats[state.turn])}), *thrown


def mistake_name(known: PlyReview) -> Phrase:
    """The name of the size of a mistake."""
    return Phrase(NAMES[known.size])


def played_text(ply: Ply) -> Phrase:
    """The sentence about the action played in the game."""
    return Phrase(PLAYED, {"action": ply.text})


def praise(ply: Ply, known: PlyReview, action: str) -> tuple[Phrase, Phrase]:
    """The reply to an action that is not a mistake, and the reason for it, or what the computer would play."""
    is_best = action == known.line[0]
    return Phrase(RIGHT), solution(ply, known) if is_best else Phrase(AS_GOOD, {"better": known.line[0]})


def solution(ply: Ply, known: PlyReview) -> Phrase:
    """The reason for the best action."""
    return why(ply.before, ply.before.action(known.line[0]))
