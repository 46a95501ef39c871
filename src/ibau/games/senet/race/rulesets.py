"""The option values of the race, its preset and its source (rulings.md section 5)."""

from ibau.core.options import OptionEnum, Preset
from ibau.core.phrase import N_
from ibau.games.senet.options import CLUB

SOURCES = (CLUB,)


class BearOff(OptionEnum):
    ON_30 = N_("A pawn on 30 leaves by itself.")
    BEYOND_30 = N_("A throw that carries a pawn past 30 takes it off; on 30 it waits.")


PRESETS = (Preset("senet-race", N_("Our reading of the association’s page, first version.")),)
