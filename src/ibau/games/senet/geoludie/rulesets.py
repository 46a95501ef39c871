"""The Geoludie game's options, presets and source (rulings.md sections 4 and 9)."""

from enum import IntEnum

from ibau.core.options import Preset, one_of, switch
from ibau.core.phrase import N_
from ibau.games.senet.options import BOOKLET, CORNER_ADJACENCY, MAX_TURNS

SOURCES = (BOOKLET,)


class BlocksStop(IntEnum):
    ENEMY = 0
    ALL = 1


class ExitBy(IntEnum):
    WHOLE_THROW = 0
    SHARE = 1


class ForwardDuty(IntEnum):
    NEXT = 0
    NONE = 1


class RestGoesBack(IntEnum):
    MOVED_PAWN = 0
    ANY_PAWN = 1
    FORFEIT = 2


class SafeHouses(IntEnum):
    NONE = 0
    HOUSES = 1


class SplitMode(IntEnum):
    FREE_SUM = 0
    BY_THROW = 1


OPTIONS = (
    switch(
        "backward_swap",
        N_("A pawn that goes back may change places with an enemy pawn."),
        "SG-6, C65, S2",
        default=True,
    ),
    one_of(
        "blocks_stop",
        N_("Whom three pawns in a row stop."),
        "SG-8, C71, S2",
        {BlocksStop.ENEMY: N_("Enemy pawns only."), BlocksStop.ALL: N_("Every pawn, even one of their own side.")},
    ),
    CORNER_ADJACENCY,
    switch(
        "direct_in_houses",
        N_("A pawn on 26 to 30 may play a 1, 4 or 5 at once instead of adding it to the sum."),
        "C51–C55, S2 option 2",
        default=False,
    ),
    one_of(
        "exit_by",
        N_("What takes a pawn off the board."),
        "SG-14, C57, S2",
        {
            ExitBy.WHOLE_THROW: N_("Exactly the number needed, as one whole throw of this turn."),
            ExitBy.SHARE: N_("Exactly the number needed, as any part of the sum."),
        },
    ),
    one_of(
        "forward_duty",
        N_("How far the sum must be shared out so that no pawn has to go back."),
        "SG-4, S2",
        {
            ForwardDuty.NEXT: N_(
                "As far as the next step shows: a share must use up the sum or leave another move forward."
            ),
            ForwardDuty.NONE: N_("Any share may be played, also one after which a pawn has to go back."),
        },
    ),
    switch(
        "house_moves_on",
        N_("A pawn on 28 or 29 may also move on to 29 or 30."),
        "SG-18, C67, S2",
        default=True,
    ),
    switch(
        "last_pawn_direct",
        N_("A player's last pawn may play each throw at once, and may leave with a larger throw than needed."),
        "C44, C52, S2 option 3",
        default=False,
    ),
    MAX_TURNS,
    switch(
        "no_split_in_houses",
        N_("A pawn on 26 to 30 moves by whole throws only."),
        "C57, S2 option 1",
        default=False,
    ),
    switch(
        "one_share_per_pawn",
        N_("A pawn takes one share a turn."),
        "SG-3, C58, C59, S2",
        default=True,
    ),
    switch(
        "opening_one_played",
        N_("The 1 that decided who starts counts in the first sum."),
        "SG-2, C56, S2",
        default=False,
    ),
    one_of(
        "rest_goes_back",
        N_("What becomes of a rest with which no pawn can go forward."),
        "SG-5, C63, S2",
        {
            RestGoesBack.MOVED_PAWN: N_(
                "A pawn that went forward this turn goes back with all of it; if none can, another pawn does."
            ),
            RestGoesBack.ANY_PAWN: N_("Any pawn goes back with all of it."),
            RestGoesBack.FORFEIT: N_("It is lost."),
        },
    ),
    switch("retreat_from_houses", N_("A pawn on 26 to 30 may go back."), "SG-13, C66, S2", default=True),
    one_of(
        "safe_houses",
        N_("Whether a house protects the pawn in it."),
        "SG-12, C68, S2",
        {SafeHouses.NONE: N_("No."), SafeHouses.HOUSES: N_("A pawn on 15, 26, 28, 29 or 30 cannot be hit.")},
    ),
    one_of(
        "split_mode",
        N_("How the throws of a turn are used."),
        "SG-1, C60, S2",
        {
            SplitMode.FREE_SUM: N_("They are added up, and the sum is shared out freely."),
            SplitMode.BY_THROW: N_("Each throw is played whole, by one pawn."),
        },
    ),
)

PRESETS = (
    Preset("senet-geoludie", N_("As the booklet says.")),
    Preset(
        "senet-geoludie-recommended",
        N_("The booklet's three options, which it calls more interesting to play."),
        {"no_split_in_houses": "true", "direct_in_houses": "true", "last_pawn_direct": "true"},
    ),
    Preset(
        "senet-geoludie-by-throw",
        N_("Each throw is played whole, one pawn may play several, and the opening 1 is played."),
        {"split_mode": "by_throw", "one_share_per_pawn": "false", "opening_one_played": "true"},
    ),
)
