"""What the heap's options can be, and its presets."""

from ibau.core.options import OptionEnum, Preset


class FirstPlayer(OptionEnum):
    LOT = "Decided by lot."
    FIRST = "Left."
    SECOND = "Right."


PRESETS = (Preset("toy", "As children play it."),)
SOURCES = ()
