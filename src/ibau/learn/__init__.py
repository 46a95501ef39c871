"""Analysis for people: values of all actions, hints, and reviews of games.

advise(state, Budget(seconds=1)), expected_value(state), hint(state), review(record)
"""

from ibau.learn.advice import Advice, ChanceValue, ExpectedValue, advise, expected_value
from ibau.learn.game_review import PlyReview, Review, SideTotal, TurningPoint, review
from ibau.learn.hints import Hint, hint

__all__ = [
    "Advice",
    "ChanceValue",
    "ExpectedValue",
    "Hint",
    "PlyReview",
    "Review",
    "SideTotal",
    "TurningPoint",
    "advise",
    "expected_value",
    "hint",
    "review",
]
