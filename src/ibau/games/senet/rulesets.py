"""The options, presets and sources of the Senet rulesets (rules.md sections 4 to 6 and 9)."""

from ibau.core.options import Option, Preset, Source, switch
from ibau.core.phrase import N_

CLUB = Source("S3", N_("Senet, page of a board game association"), "fr")

CORNER_ADJACENCY = switch(
    "corner_adjacency",
    N_("Across the corners, 10 and 11 as well as 20 and 21 are neighbours."),
    "SA1-12, SG-9, C69",
    default=True,
)

RACE_OPTIONS = (
    Option(
        "bear_off",
        ("on_30", "beyond_30"),
        N_("How pawns leave the board once all of their side are on the last row."),
        "SA1-6, C74, S3 §9",
        value_texts=(
            N_("A pawn on 30 leaves by itself."),
            N_("A throw that carries a pawn past 30 takes it off; on 30 it waits."),
        ),
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
    Option(
        "max_turns",
        (),
        N_("The game is a draw after this many turns; 0 means never."),
        "C88",
        default="2000",
        ours=True,
        tries=("60", "0"),
    ),
    switch("retreat_into_water", N_("A pawn may be driven back into the water on 27."), "SA1-10, C76", default=True),
)

RACE_PRESETS = (Preset("senet-race", N_("As on the association's page, first version.")),)
