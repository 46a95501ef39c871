"""Seneti's options, presets and source (rulings.md sections 3.5 and 9)."""

from enum import IntEnum

from ibau.core.options import FirstPlayer, Preset, Source, one_of, switch, whole_number
from ibau.core.phrase import N_

SOURCES = (Source("S1", N_("Seneti, rules of the game's author"), "de"),)


class Bridge(IntEnum):
    MUSEUM = 0
    PARITY = 1


class PathRule(IntEnum):
    SIMPLE = 0
    NO_UTURN = 1
    FREE = 2


class Repetition(IntEnum):
    THREEFOLD_DRAW = 0
    OFF = 1


class RosetteDoubling(IntEnum):
    THREE_ONLY = 0
    ANY = 1


OPTIONS = (
    switch(
        "access_counts",
        N_("The access square counts as the first of the five steps in, and as the last but one on the way out."),
        "SENETI-4, SENETI-5, C16, S1",
        default=True,
    ),
    one_of(
        "bridge",
        N_("Which symbols the two bridge squares 13 and 14 bear."),
        "SENETI-1, S1",
        {
            Bridge.MUSEUM: N_("As on the board in the British Museum: 13 is worth one, 14 is worth four."),
            Bridge.PARITY: N_("Exchanged, so that only counts from squares worth three can end on a rosette."),
        },
    ),
    one_of(
        "first_player",
        N_("Who begins."),
        "S1, C21",
        {
            FirstPlayer.LOT: N_("The lot decides."),
            FirstPlayer.FIRST: N_("White begins."),
            FirstPlayer.SECOND: N_("Black begins."),
        },
    ),
    whole_number(
        "max_plies",
        N_("The game is a draw after this many moves; 0 means never."),
        "C19",
        default="1000",
        tries=("40", "0"),
        ours=True,
    ),
    one_of(
        "path_rule",
        N_("How a stone may walk."),
        "SENETI-3, C14, C15, S1",
        {
            PathRule.SIMPLE: N_("It may turn, but crosses no square twice."),
            PathRule.NO_UTURN: N_("It may cross a square again, but never steps straight back."),
            PathRule.FREE: N_("It may walk as it likes."),
        },
    ),
    one_of(
        "repetition",
        N_("What happens when a position occurs for the third time."),
        "C20",
        {Repetition.THREEFOLD_DRAW: N_("The game is a draw."), Repetition.OFF: N_("Nothing.")},
        ours=True,
    ),
    one_of(
        "rosette_doubling",
        N_("From which squares a count that would end on a rosette is doubled."),
        "SENETI-6, SENETI-7, C17, S1",
        {RosetteDoubling.THREE_ONLY: N_("Only from squares worth three."), RosetteDoubling.ANY: N_("From any square.")},
    ),
)

PRESETS = (
    Preset("seneti", N_("As the author's leaflet says, on the board from Ur in the British Museum.")),
    Preset(
        "seneti-parity",
        N_("The two symbols of the bridge exchanged, which makes the leaflet's remark on rosettes a law."),
        {"bridge": "parity"},
    ),
)
