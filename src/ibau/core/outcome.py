"""Seats, and how games end: an outcome is one int, 0 while the game goes on, else winner and kind packed together."""

from ibau.core.rule import rule

FIRST, SECOND, CHANCE, NOBODY = range(4)
SEATS = ("first", "second", "chance", "nobody")

DRAW = 2  # the third "winner" beside FIRST and SECOND

KINDS = (
    "ongoing",
    "goal",
    "no_figures",
    "stalemate",
    "immobile",
    "all_off",
    "formation",
    "major",
    "grand",
    "small",
    "repetition",
    "no_progress",
    "cap",
)
(
    ONGOING,
    GOAL,
    NO_FIGURES,
    STALEMATE,
    IMMOBILE,
    ALL_OFF,
    FORMATION,
    MAJOR,
    GRAND,
    SMALL,
    REPETITION,
    NO_PROGRESS,
    CAP,
) = range(13)


@rule
def other(player: int) -> int:
    """The other seat."""
    return 1 - player


@rule
def ended(winner: int, kind: int) -> int:
    """An outcome: `winner` is FIRST, SECOND or DRAW."""
    return 4 * kind + winner


@rule
def winner_of(outcome: int) -> int:
    """FIRST, SECOND or DRAW."""
    return outcome & 3


@rule
def kind_of(outcome: int) -> int:
    """The index into KINDS."""
    return outcome >> 2


@rule
def value_for_first(outcome: int) -> int:
    """1, 0 or -1 as the outcome is for the first seat; 0 also while the game goes on."""
    winner = winner_of(outcome)
    if not outcome or winner == DRAW:
        return 0
    return 1 - 2 * winner
