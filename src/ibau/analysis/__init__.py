"""What is said about positions and games: what every action is worth, and where a game was decided.

advise(state, Budget(seconds=1)), expected(state), review(record)
"""

from ibau.analysis.advice import Advice, Expected, advise, expected
from ibau.analysis.lookback import Review, review

__all__ = ["Advice", "Expected", "Review", "advise", "expected", "review"]
