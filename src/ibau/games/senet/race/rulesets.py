"""The race's options, presets and source (rulings.md sections 5 and 9)."""

from enum import IntEnum

from ibau.core.options import Preset, one_of, switch
from ibau.core.phrase import N_
from ibau.games.senet.options import CLUB, CORNER_ADJACENCY, MAX_TURNS

SOURCES = (CLUB,)


class BearOff(IntEnum):
    ON_30 = 0
    BEYOND_30 = 1


OPTIONS = (
    one_of(
        "bear_off",
        N_("How pawns leave the board once all of their side are on the last row."),
        "SA1-6, C74, S3 §9",
        {
            BearOff.ON_30: N_("A pawn on 30 leaves by itself."),
            BearOff.BEYOND_30: N_("A throw that carries a pawn past 30 takes it off; on 30 it waits."),
        },
    ),
    CORNER_ADJACENCY,
    switch(
        "keep_throw_when_blocked",
        N_("Whoever throws 1, 4 or 6 and cannot move throws again all the same."),
        "SA1-11, C75, S3 §6",
        default=False,
    ),
    switch(
        "match_scoring",
        N_("The winner scores points for the enemy pawns still on the board."),
        "C45, S3 §10",
        default=True,
    ),
    MAX_TURNS,
    switch("retreat_into_water", N_("A pawn may be driven back into the water on 27."), "SA1-10, C76", default=True),
)

PRESETS = (Preset("senet-race", N_("As on the association's page, first version.")),)
