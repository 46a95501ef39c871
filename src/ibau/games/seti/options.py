"""The source of both Seti games, and the options that both have (rulings.md sections 1, 2 and 9)."""

from enum import IntEnum

from ibau.core.options import Source, one_of, switch, whole_number
from ibau.core.phrase import N_

SOURCE = Source("S0", N_("Seti, leaflet in German, English and French"), "de en fr")


class Repetition(IntEnum):
    THREEFOLD_DRAW = 0
    OFF = 1


class Stalemate(IntEnum):
    LOSS = 0
    PASS = 1
    DRAW = 2


NO_PROGRESS = whole_number(
    "no_progress_plies",
    N_("The game is a draw after this many moves in a row without a conquest; 0 means never."),
    "C8",
    default="100",
    tries=("12", "4", "0"),
    ours=True,
)
PHARAOH_DIAGONAL = switch(
    "pharaoh_diagonal",
    N_("The pharaoh also steps diagonally, as the German and French texts say; the English one omits it."),
    "SETI-1, S0 §5a",
    default=True,
)
PRIEST_ORTHOGONAL = switch(
    "priest_orthogonal",
    N_("A high priest may also leap two squares straight ahead, back or sideways."),
    "SETI-2, S0 §5b",
    default=False,
)
REPETITION = one_of(
    "repetition",
    N_("What happens when a position occurs for the third time."),
    "C9",
    {Repetition.THREEFOLD_DRAW: N_("The game is a draw."), Repetition.OFF: N_("Nothing.")},
    ours=True,
)
STALEMATE = one_of(
    "stalemate",
    N_("What happens when a player has no legal move."),
    "SETI-14, C11",
    {
        Stalemate.LOSS: N_("That player has lost."),
        Stalemate.PASS: N_("That player passes."),
        Stalemate.DRAW: N_("The game is a draw."),
    },
    ours=True,
)
