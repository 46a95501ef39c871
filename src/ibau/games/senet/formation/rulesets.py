"""The formation game's options, presets and source (rulings.md sections 6 and 9)."""

from enum import IntEnum

from ibau.core.options import FirstPlayer, Preset, one_of, switch, whole_number
from ibau.core.phrase import N_
from ibau.games.senet.options import CLUB

SOURCES = (CLUB,)


class EntryPhase(IntEnum):
    FREE = 0
    FILL_FIRST = 1


class ExtraThrows(IntEnum):
    NONE = 0
    AFTER_1_4_5 = 1


OPTIONS = (
    one_of(
        "entry_phase",
        N_("When pawns on the board begin to move."),
        "SA2-2, C82, S3 v2 §1, §2",
        {
            EntryPhase.FREE: N_("At once: every throw may enter a pawn or move one."),
            EntryPhase.FILL_FIRST: N_(
                "Once the five squares from 26 to 30 have all been full; until then pawns only enter."
            ),
        },
    ),
    one_of(
        "extra_throws",
        N_("Whether some throws keep the turn."),
        "SA2-6, C83, S3 v2 §1",
        {
            ExtraThrows.NONE: N_("One throw a turn."),
            ExtraThrows.AFTER_1_4_5: N_("Whoever enters or moves a pawn with 1, 4 or 5 throws again."),
        },
        written={ExtraThrows.AFTER_1_4_5: "1_4_5"},
    ),
    one_of(
        "first_player",
        N_("Who throws first."),
        "SA2-16, C47",
        {
            FirstPlayer.LOT: N_("The lot decides."),
            FirstPlayer.FIRST: N_("Light throws first."),
            FirstPlayer.SECOND: N_("Dark throws first."),
        },
    ),
    whole_number(
        "max_turns",
        N_("After this many turns the side with more pawns on its squares wins; 0 means never."),
        "SA2-17, C86, C87, C88",
        default="3000",
        tries=("200", "40", "0"),
        ours=True,
    ),
    switch(
        "settled_may_stay",
        N_("A player may decline a throw that could only take a pawn off a square it fills."),
        "SA2-9, C81, S3 v2 §2",
        default=True,
    ),
    switch(
        "settled_safe",
        N_("A pawn on a square it fills cannot be hit."),
        "SA2-11, C84, S3 v2 §5",
        default=False,
    ),
    switch(
        "solo_phase",
        N_("After the first formation the other player throws on, and each throw is a point for the winner."),
        "SA2-14, SA2-15, C80, S3 v2 §7",
        default=True,
    ),
)

PRESETS = (Preset("senet-formation", N_("As on the association's page, second version.")),)
