"""The options and presets of the heap."""

from ibau.core.options import Preset, switch, whole_number

OPTIONS = (
    whole_number("counters", "How many counters there are.", "", default="9", tries=("7",)),
    switch("last_loses", "Whoever takes the last counter loses.", "", default=False),
)
PRESETS = (Preset("toy", "As children play it."),)
SOURCES = ()
