"""The option values of the formation game, its presets and its source (rulings.md section 6)."""

from ibau.core.options import OptionEnum, Preset
from ibau.core.phrase import N_
from ibau.games.senet.options import CLUB

SOURCES = (CLUB,)


class AtCap(OptionEnum):
    MORE_SETTLED = N_("The side with more pawns on its squares; equal numbers, or no leader, make a draw.")
    DRAW = N_("Nobody: it is a draw.")


class EntryPhase(OptionEnum):
    FREE = N_("At once: every throw may enter a pawn or move one.")
    FILL_FIRST = N_("Once the five squares from 26 to 30 have all been full; until then pawns only enter.")


class ExtraThrows(OptionEnum):
    NONE = N_("One throw a turn.")
    AFTER_1_4_5 = N_("A player who enters or moves a pawn with 1, 4 or 5 throws again."), "1_4_5"


class FirstPlayer(OptionEnum):
    LOT = N_("Decided by lot.")
    FIRST = N_("Light throws first.")
    SECOND = N_("Dark throws first.")


PRESETS = (
    Preset("senet-formation", N_("Our reading of the association’s page, second version.")),
    Preset(
        "senet-formation-settled",
        N_("A pawn on a square it fills cannot be hit, so that games between good players end."),
        {"settled_safe": "true", "at_cap": "draw"},
        is_default=True,
    ),
)
