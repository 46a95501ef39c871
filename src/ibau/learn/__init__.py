"""What is said about positions and games: what every action is worth, and where a game was decided.

advise(state, Budget(seconds=1)), expected(state), hint(state), review(record)
"""

from ibau.learn.advice import Advice, Chance, Expected, advise, expected
from ibau.learn.hints import Hint, hint
from ibau.learn.lookback import PlyReview, Review, Total, TurningPoint, review

__all__ = [
    "Advice",
    "Chance",
    "Expected",
    "Hint",
    "PlyReview",
    "Review",
    "Total",
    "TurningPoint",
    "advise",
    "expected",
    "hint",
    "review",
]
