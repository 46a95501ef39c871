"""The options, presets and sources of the Senet rulesets (rules.md sections 4 to 6 and 9)."""

from ibau.core.options import Option, Preset, Source, switch
from ibau.core.phrase import N_
from ibau.games.senet import formation
from ibau.games.senet.track import LAST

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

# --- The formation game --------------------------------------------------------------------------------------------

FORMATION_OPTIONS = (
    Option(
        "entry_phase",
        ("free", "fill_first"),
        N_("When pawns on the board begin to move."),
        "SA2-2, C82, S3 v2 §1, §2",
        value_texts=(
            N_("At once: every throw may enter a pawn or move one."),
            N_("Once the five squares from 26 to 30 have all been full; until then pawns only enter."),
        ),
    ),
    Option(
        "extra_throws",
        ("none", "1_4_5"),
        N_("Whether some throws keep the turn."),
        "SA2-6, C83, S3 v2 §3",
        value_texts=(
            N_("One throw a turn."),
            N_("Whoever enters or moves a pawn with 1, 4 or 5 throws again."),
        ),
    ),
    Option(
        "first_player",
        ("lot", "first", "second"),
        N_("Who throws first."),
        "SA2-16, C47",
        value_texts=(N_("The lot decides."), N_("Light throws first."), N_("Dark throws first.")),
    ),
    Option(
        "max_turns",
        (),
        N_("After this many turns the side with more pawns on its squares wins; 0 means never."),
        "SA2-17, C86, C87, C88",
        default="3000",
        ours=True,
        tries=("200", "40", "0"),
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

FORMATION_PRESETS = (Preset("senet-formation", N_("As on the association's page, second version.")),)


def longest_formation_game(rules: formation.Rules) -> int | None:
    """Most actions: the lot, and throws and plies of all turns (C88).

    Within a turn pawns only come nearer to 1, so extra throws (C83) cannot outnumber the steps of all ten pawns.
    """
    if not rules.max_turns:
        return None
    throws = 1 if rules.extra_throws == formation.ONE_THROW else formation.PAWNS * LAST + 1
    return 1 + 2 * throws * rules.max_turns
