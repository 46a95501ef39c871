"""The options and presets of the heap."""

from ibau.core.options import FirstPlayer, Preset, one_of, switch, whole_number

OPTIONS = (
    whole_number("counters", "How many counters there are.", "", default="9", tries=("7",)),
    one_of(
        "first_player",
        "Who takes first.",
        "",
        {FirstPlayer.LOT: "The lot decides.", FirstPlayer.FIRST: "Left.", FirstPlayer.SECOND: "Right."},
    ),
    switch("last_loses", "Whoever takes the last counter loses.", "", default=False),
)
PRESETS = (Preset("toy", "As children play it."),)
SOURCES = ()
