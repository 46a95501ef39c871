"""Result, how a game ended."""

from dataclasses import dataclass
from typing import Literal

ResultWord = Literal["p1win", "p2win", "draw"]

RESULT_WORDS: dict[int, ResultWord] = {1: "p1win", -1: "p2win", 0: "draw"}  # by the return of the first seat


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended (notation.md section 4)."""

    returns: tuple[int, int]  # 1 (won), 0 or -1 (lost) for the first and the second seat
    kind: str  # of end: "repetition", "major"
    score: tuple[int, int] | None  # the points of the first and second seat; None if the rules give none

    @property
    def word(self) -> ResultWord:
        """The result as in records and the engine protocol: "p1win", "p2win" or "draw"."""
        return RESULT_WORDS[self.returns[0]]
