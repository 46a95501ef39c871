"""The options, presets and sources of the Senet rulesets (rulings.md sections 4 to 6 and 9)."""

from ibau.core.options import Option, Preset, Source, switch
from ibau.core.phrase import N_
from ibau.games.senet import formation
from ibau.games.senet.track import LAST

BOOKLET = Source("S2", N_("Senet, booklet of Geoludie"), "fr")
CLUB = Source("S3", N_("Senet, page of a board game association"), "fr")

CORNER_ADJACENCY = switch(
    "corner_adjacency",
    N_("Across the corners, 10 and 11 as well as 20 and 21 are neighbours."),
    "SA1-12, SG-9, C69",
    default=True,
)

MAX_TURNS = Option(
    "max_turns",
    (),
    N_("The game is a draw after this many turns; 0 means never."),
    "C88",
    default="2000",
    ours=True,
    tries=("60", "0"),
)

# --- The race ------------------------------------------------------------------------------------------------------

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
    MAX_TURNS,
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


# --- The Geoludie game ---------------------------------------------------------------------------------------------

GEOLUDIE_OPTIONS = (
    switch(
        "backward_swap",
        N_("A pawn that goes back may change places with an enemy pawn."),
        "SG-6, C65, S2",
        default=True,
    ),
    Option(
        "blocks_stop",
        ("enemy", "all"),
        N_("Whom three pawns in a row stop."),
        "SG-8, C71, S2",
        value_texts=(N_("Enemy pawns only."), N_("Every pawn, those of their own side too.")),
    ),
    CORNER_ADJACENCY,
    switch(
        "direct_in_houses",
        N_("A pawn on 26 to 30 may play a 1, 4 or 5 at once instead of adding it to the sum."),
        "C51 to C55, S2 option 2",
        default=False,
    ),
    Option(
        "exit_by",
        ("whole_throw", "share"),
        N_("What takes a pawn off the board."),
        "SG-14, C57, S2",
        value_texts=(
            N_("Exactly the number needed, as one whole throw of this turn."),
            N_("Exactly the number needed, as any part of the sum."),
        ),
    ),
    Option(
        "forward_duty",
        ("next", "none"),
        N_("How far the sum must be shared out so that no pawn has to go back."),
        "SG-4, S2",
        value_texts=(
            N_("As far as the next step shows: a share must use up the sum or leave another move forward."),
            N_("Any share may be played, also one after which a pawn has to go back."),
        ),
    ),
    switch(
        "house_moves_on",
        N_("A pawn on 28 or 29 may also move on to 29 or 30."),
        "SG-18, C67, S2",
        default=True,
    ),
    switch(
        "last_pawn_direct",
        N_("A last pawn may play each throw at once, and leaves by a throw that is larger than needed."),
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
    Option(
        "rest_goes_back",
        ("moved_pawn", "any_pawn", "forfeit"),
        N_("What becomes of a rest with which no pawn can go forward."),
        "SG-5, C63, S2",
        value_texts=(
            N_("A pawn that went forward this turn goes back with all of it; if none can, another pawn does."),
            N_("Any pawn goes back with all of it."),
            N_("It is lost."),
        ),
    ),
    switch("retreat_from_houses", N_("A pawn on 26 to 30 may go back."), "SG-13, C66, S2", default=True),
    Option(
        "safe_houses",
        ("none", "houses"),
        N_("Whether a house protects the pawn in it."),
        "SG-12, C68, S2",
        value_texts=(N_("No."), N_("A pawn on 15, 26, 28, 29 or 30 cannot be hit.")),
    ),
    Option(
        "split_mode",
        ("free_sum", "by_throw"),
        N_("How the throws of a turn are used."),
        "SG-1, C60, S2",
        value_texts=(
            N_("They are added up, and the sum is shared out freely."),
            N_("Each throw moves one pawn as a whole."),
        ),
    ),
)

GEOLUDIE_PRESETS = (
    Preset("senet-geoludie", N_("As the booklet says.")),
    Preset(
        "senet-geoludie-recommended",
        N_("The booklet's three options, which it calls more interesting to play."),
        {"no_split_in_houses": "true", "direct_in_houses": "true", "last_pawn_direct": "true"},
    ),
    Preset(
        "senet-geoludie-by-throw",
        N_("Each throw moves a pawn as a whole, several may move the same one, and the opening 1 is played."),
        {"split_mode": "by_throw", "one_share_per_pawn": "false", "opening_one_played": "true"},
    ),
)
