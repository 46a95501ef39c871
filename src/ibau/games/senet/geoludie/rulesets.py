"""The option values of the Geoludie game, its presets and its source (rulings.md section 4)."""

from ibau.core.options import OptionEnum, Preset
from ibau.core.phrase import N_
from ibau.games.senet.options import BOOKLET

SOURCES = (BOOKLET,)


class BlocksStop(OptionEnum):
    ENEMY = N_("Enemy pawns only.")
    ALL = N_("Every pawn, even one of their own side.")


class ExitBy(OptionEnum):
    WHOLE_THROW = N_("Exactly the number needed, as one whole throw of this turn.")
    SHARE = N_("Exactly the number needed, as any part of the sum.")


class ForwardDuty(OptionEnum):
    NEXT = N_("As far as the next step shows: a share must use up the sum or leave another move forward.")
    NONE = N_("Any share may be played, even one after which a pawn has to go back.")


class RestGoesBack(OptionEnum):
    MOVED_PAWN = N_("A pawn that went forward this turn goes back with all of it; if none can, another pawn does.")
    ANY_PAWN = N_("Any pawn goes back with all of it.")
    FORFEIT = N_("It is lost.")


class SafeHouses(OptionEnum):
    NONE = N_("No.")
    HOUSES = N_("A pawn on 15, 26, 28, 29 or 30 cannot be hit.")


class SplitMode(OptionEnum):
    FREE_SUM = N_("They are added up, and the sum is shared out freely.")
    BY_THROW = N_("Each throw is played whole, by one pawn.")


PRESETS = (
    Preset("senet-geoludie", N_("Our reading of the booklet.")),
    Preset(
        "senet-geoludie-recommended",
        N_("The booklet’s three options, which it finds interesting for play."),
        {"no_split_in_houses": "true", "direct_in_houses": "true", "last_pawn_direct": "true"},
    ),
    Preset(
        "senet-geoludie-by-throw",
        N_("Each throw is played whole, one pawn may play several, and the opening 1 is played."),
        {"split_mode": "by_throw", "one_share_per_pawn": "false", "opening_one_played": "true"},
    ),
)
