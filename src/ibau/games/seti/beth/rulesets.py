"""The option values of Seti-Beth, its presets and its source (rulings.md section 2)."""

from ibau.core.options import OptionEnum, Preset
from ibau.core.phrase import N_
from ibau.games.seti.options import SOURCE

SOURCES = (SOURCE,)


class Pharaohs(OptionEnum):
    ONE = N_("One, between four high priests (German and French text)."), "1"
    TWO = N_("Two, with four high priests (English text)."), "2"


class SetupTwo(OptionEnum):
    DOUBLE_ROW = N_("Two rows of high priest, pharaoh, high priest.")
    OVERFLOW = N_("Five figures on the first row, the second pharaoh before the middle.")


PRESETS = (
    Preset("seti-beth", N_("Our reading of the German and French texts: one pharaoh each.")),
    Preset(
        "seti-beth-en",
        N_("Our reading of the English text: two pharaohs each, who do not step diagonally."),
        {"pharaohs": "2", "setup_two": "double_row", "pharaoh_diagonal": "false"},
    ),
    Preset(
        "seti-beth-box",
        N_("With all figures of the box: two pharaohs each, who step diagonally."),
        {"pharaohs": "2", "setup_two": "double_row", "pharaoh_diagonal": "true"},
    ),
)
