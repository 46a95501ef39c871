"""What the formation game's options can be, its preset and its source (rulings.md sections 6 and 9)."""

from ibau.core.options import Choice, Preset
from ibau.core.phrase import N_
from ibau.games.senet.options import CLUB

SOURCES = (CLUB,)


class EntryPhase(Choice):
    FREE = N_("At once: every throw may enter a pawn or move one.")
    FILL_FIRST = N_("Once the five squares from 26 to 30 have all been full; until then pawns only enter.")


class ExtraThrows(Choice):
    NONE = N_("One throw a turn.")
    AFTER_1_4_5 = N_("Whoever enters or moves a pawn with 1, 4 or 5 throws again."), "1_4_5"


class FirstPlayer(Choice):
    LOT = N_("The lot decides.")
    FIRST = N_("Light throws first.")
    SECOND = N_("Dark throws first.")


PRESETS = (Preset("senet-formation", N_("As on the association's page, second version.")),)
