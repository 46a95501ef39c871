"""What was decided about more than one Senet ruleset (rulings.md section 0.5)."""

from ibau.core.phrase import N_
from ibau.core.ruling import ADDITION, Ruling

CAP = Ruling(
    "C88",
    ADDITION,
    N_("After 2,000 turns the game is a draw; the limit only makes sure that every game ends."),
)
