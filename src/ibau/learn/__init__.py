"""Analysis for people: values of all actions, hints, and reviews of games.

advise(state, Budget(seconds=1)), expected(state), hint(state), review(record)
"""

from ibau.learn.advice import Advice, ChanceValue, Expected, advise, expected
from ibau.learn.game_review import PlyReview, Review, SideTotal, TurningPoint, review
from ibau.learn.hints import Hint, hint

__all__ = [
    "Advice",
    "ChanceValue",
    "Expected",
    "Hint",
    "PlyReview",
    "Review",
    "SideTotal",
    "TurningPoint",
    "advise",
    "expected",
    "hint",
    "review",
]
