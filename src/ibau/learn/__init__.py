"""What is said about positions and games: what every action is worth, and where a game was decided.

advise(state, Budget(seconds=1)), expected(state), hint(state), review(record)
"""

from ibau.learn.advice import Advice, ChanceValue, Expected, advise, expected
from ibau.learn.hints import Hint, hint
from ibau.learn.lookback import PlyReview, Review, SideTotal, TurningPoint, review

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
