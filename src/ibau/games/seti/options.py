"""The source of both Seti games, and options that they share (rulings.md sections 1 and 2)."""

from ibau.core.options import OptionEnum, Source, choice, switch, whole_number
from ibau.core.phrase import N_

SOURCE = Source("S0", N_("Seti, leaflet in German, English and French"), "de en fr")


class Repetition(OptionEnum):
    THREEFOLD_DRAW = N_("The game is a draw.")
    OFF = N_("Nothing.")


class Stalemate(OptionEnum):
    LOSS = N_("That player has lost.")
    PASS = N_("That player passes.")
    DRAW = N_("The game is a draw.")


NO_PROGRESS = whole_number(
    N_("The game is a draw after this many moves in a row without a conquest; 0 means never."),
    "C8",
    default="100",
    sample_values=("12", "4", "0"),
    is_addition=True,
)
PHARAOH_DIAGONAL = switch(
    N_("The pharaoh also steps diagonally, as the German and French texts say; the English one omits it."),
    "SETI-1, S0 §5a",
    default=True,
)
PRIEST_ORTHOGONAL = switch(
    N_("A high priest may also leap two squares straight ahead, back or sideways."), "SETI-2, S0 §5b", default=False
)
REPETITION = choice(N_("What happens when a position occurs for the third time."), "C9", is_addition=True)
STALEMATE = choice(N_("What happens when a player has no legal move."), "SETI-14, C11", is_addition=True)
