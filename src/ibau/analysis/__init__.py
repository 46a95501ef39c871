"""What is said about positions and games: what every action is worth, and where a game was decided.

advise(state, Budget(seconds=1)), expected(state), hint(state), review(record)
"""

from ibau.analysis.advice import Advice, Expected, advise, expected
from ibau.analysis.hints import Hint, hint
from ibau.analysis.lookback import Review, review

__all__ = ["Advice", "Expected", "Hint", "Review", "advise", "expected", "hint", "review"]
