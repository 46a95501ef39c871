"""The options, presets and source of Seti-Beth (rulings.md sections 2 and 9)."""

from enum import IntEnum

from ibau.core.options import Preset, one_of
from ibau.core.phrase import N_
from ibau.games.seti.options import NO_PROGRESS, PHARAOH_DIAGONAL, PRIEST_ORTHOGONAL, REPETITION, SOURCE, STALEMATE

SOURCES = (SOURCE,)


class Pharaohs(IntEnum):
    ONE = 0
    TWO = 1


class SetupTwo(IntEnum):
    DOUBLE_ROW = 0
    OVERFLOW = 1


OPTIONS = (
    NO_PROGRESS,
    PHARAOH_DIAGONAL,
    one_of(
        "pharaohs",
        N_("How many pharaohs each player has."),
        "BETH-1, S0 §9",
        {
            Pharaohs.ONE: N_("One, between four high priests (German and French text)."),
            Pharaohs.TWO: N_("Two, with four high priests (English text)."),
        },
        written={Pharaohs.ONE: "1", Pharaohs.TWO: "2"},
    ),
    PRIEST_ORTHOGONAL,
    REPETITION,
    one_of(
        "setup_two",
        N_("How two pharaohs and four high priests are set up; has no effect with one pharaoh."),
        "BETH-3, C12, S0 §9",
        {
            SetupTwo.DOUBLE_ROW: N_("Two rows of high priest, pharaoh, high priest."),
            SetupTwo.OVERFLOW: N_("Five figures on the first row, the second pharaoh before the middle."),
        },
    ),
    STALEMATE,
)

PRESETS = (
    Preset("seti-beth", N_("As the German and French texts say: one pharaoh each.")),
    Preset(
        "seti-beth-en",
        N_("As the English text says: two pharaohs each, who do not step diagonally."),
        {"pharaohs": "2", "setup_two": "double_row", "pharaoh_diagonal": "false"},
    ),
    Preset(
        "seti-beth-box",
        N_("With all figures of the box: two pharaohs each, who step diagonally."),
        {"pharaohs": "2", "setup_two": "double_row", "pharaoh_diagonal": "true"},
    ),
)
