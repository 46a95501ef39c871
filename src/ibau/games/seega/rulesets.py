"""The option values of Seega, its presets and its source (rulings.md section 7, notation.md section 7)."""

from ibau.core.options import OptionEnum, Preset, Source
from ibau.core.phrase import N_

SOURCES = (Source("S4", N_("Seega, booklet of Geoludie"), "fr"),)


class BlockedRule(OptionEnum):
    MUST_OPEN = N_("The player passes, and the other must make room; if that is impossible, the game is over.")
    EXTRA_TURNS = N_("The player passes once, and the other plays on until there is room to move.")
    LOSS = N_("The player loses at once.")
    PASS = N_("The player passes, and the other plays freely.")


class Chain(OptionEnum):
    FORCED = N_("It must go on as long as it can.")
    OPTIONAL = N_("It may go on or stop.")
    NONE = N_("One step a turn, never more.")


class FirstMover(OptionEnum):
    LAST_PLACER = N_("The player who placed the last two pieces.")
    FIRST_PLACER = N_("The player who placed first.")


class FirstPlayer(OptionEnum):
    LOT = N_("Decided by lot.")
    FIRST = N_("Light places first.")
    SECOND = N_("Dark places first.")


class Repetition(OptionEnum):
    THREEFOLD_COUNT = N_("The game ends, and the pieces are counted.")
    OFF = N_("Nothing.")


class SmallVictory(OptionEnum):
    LITERAL = N_(
        "A full row or column, not on the edge, with no enemy on one of its sides, ends the game. The side with "
        "more pieces wins, even if the other side built it."
    )
    CLAIM_IF_AHEAD = N_("The same, but only when its builder has more pieces; otherwise play goes on.")
    FLOOD = N_("Any wall that cuts the enemy off from at least three empty squares ends the game in the same way.")
    OFF = N_("Nothing.")


PRESETS = (
    Preset("seega", N_("Our reading of the booklet.")),
    Preset(
        "seega-capture-placement",
        N_("The booklet's own option: captures begin while the pieces are being placed."),
        {"capture_in_placement": "true"},
    ),
    Preset(
        "seega-lenient",
        N_("Nothing is compulsory: captures and chains are free, a blocked player waits, and no wall wins."),
        {"forced_capture": "false", "chain": "optional", "blocked_rule": "extra_turns", "small_victory": "off"},
    ),
    Preset(
        "seega-khamsawee",
        N_("As commonly published and as general game programs play it; for comparison, not from our sources."),
        {
            "first_mover": "first_placer",
            "centre_refuge": "false",
            "forced_capture": "false",
            "chain": "none",
            "blocked_rule": "pass",
            "small_victory": "off",
            "grand_victory": "false",
            "repetition": "off",
            "no_progress_plies": "0",
            "max_turns": "2500",
        },
    ),
)
