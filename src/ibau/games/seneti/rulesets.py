"""The option values of Seneti, its presets and its source (rulings.md section 3)."""

from ibau.core.options import OptionEnum, Preset, Source
from ibau.core.phrase import N_

SOURCES = (Source("S1", N_("Seneti, rules of the game's author"), "de"),)


class Bridge(OptionEnum):
    MUSEUM = N_("As on the board in the British Museum: 13 is worth one, 14 is worth four.")
    PARITY = N_("Swapped, so that only counts from squares worth three can end on a rosette.")


class FirstPlayer(OptionEnum):
    LOT = N_("Decided by lot.")
    FIRST = N_("White begins.")
    SECOND = N_("Black begins.")


class PathRule(OptionEnum):
    SIMPLE = N_("It may turn, but crosses no square twice.")
    NO_UTURN = N_("It may cross a square again, but never steps straight back.")
    FREE = N_("It may walk as it likes.")


class Repetition(OptionEnum):
    THREEFOLD_DRAW = N_("The game is a draw.")
    OFF = N_("Nothing.")


class RosetteDoubling(OptionEnum):
    THREE_ONLY = N_("Only from squares worth three.")
    ANY = N_("From any square.")


PRESETS = (
    Preset("seneti", N_("Our reading of the author’s leaflet, on the board from Ur in the British Museum.")),
    Preset(
        "seneti-parity",
        N_("The two symbols of the bridge are swapped, which makes the leaflet's remark on rosettes always true."),
        {"bridge": "parity"},
    ),
)
