"""What is said about positions and games: what every action is worth, and where a game was decided.

advise(state, Budget(seconds=1)), expected(state), hint(state), review(record), summary(playouts)
"""

from ibau.analysis.advice import Advice, Chance, Expected, advise, expected
from ibau.analysis.hints import Hint, hint
from ibau.analysis.lookback import PlyReview, Review, Total, TurningPoint, review
from ibau.analysis.summary import Length, Share, Summary, summary

__all__ = [
    "Advice",
    "Chance",
    "Expected",
    "Hint",
    "Length",
    "PlyReview",
    "Review",
    "Share",
    "Summary",
    "Total",
    "TurningPoint",
    "advise",
    "expected",
    "hint",
    "review",
    "summary",
]
