"""Seega's options, presets and source (rulings.md sections 7, 7.5 and 9, notation.md section 7)."""

from enum import IntEnum

from ibau.core.options import FirstPlayer, Preset, Source, one_of, switch, whole_number
from ibau.core.phrase import N_

SOURCES = (Source("S4", N_("Seega, booklet of Geoludie"), "fr"),)


class BlockedRule(IntEnum):
    MUST_OPEN = 0
    EXTRA_TURNS = 1
    LOSS = 2
    PASS = 3


class Chain(IntEnum):
    FORCED = 0
    OPTIONAL = 1
    NONE = 2


class FirstMover(IntEnum):
    LAST_PLACER = 0
    FIRST_PLACER = 1


class Repetition(IntEnum):
    THREEFOLD_COUNT = 0
    OFF = 1


class SmallVictory(IntEnum):
    LITERAL = 0
    CLAIM_IF_AHEAD = 1
    FLOOD = 2
    OFF = 3


OPTIONS = (
    one_of(
        "blocked_rule",
        N_("What happens when a player cannot move any piece."),
        "SEEGA-9, S4",
        {
            BlockedRule.MUST_OPEN: N_(
                "The player passes, and the other must make room; where that is impossible, the game is over."
            ),
            BlockedRule.EXTRA_TURNS: N_("The player passes once, and the other plays on until there is room to move."),
            BlockedRule.LOSS: N_("The player loses at once."),
            BlockedRule.PASS: N_("The player passes, and the other plays freely."),
        },
    ),
    switch(
        "capture_in_placement",
        N_("Pieces can be captured while the board is being filled."),
        "SEEGA-11, S4",
        default=False,
    ),
    switch("centre_captures", N_("A piece standing on the centre helps to capture."), "SEEGA-8, S4", default=True),
    switch("centre_refuge", N_("A piece on the centre cannot be captured."), "SEEGA-8, S4", default=True),
    one_of(
        "chain",
        N_("Whether a piece that captured goes on capturing."),
        "SEEGA-5, S4",
        {
            Chain.FORCED: N_("It must go on as long as it can."),
            Chain.OPTIONAL: N_("It may go on or stop."),
            Chain.NONE: N_("One step a turn, never more."),
        },
    ),
    one_of(
        "first_mover",
        N_("Who moves first once the board is filled."),
        "SEEGA-2, S4",
        {
            FirstMover.LAST_PLACER: N_("The player who placed the last two pieces."),
            FirstMover.FIRST_PLACER: N_("The player who placed first."),
        },
    ),
    one_of(
        "first_player",
        N_("Who places first."),
        "SEEGA-1, C23",
        {
            FirstPlayer.LOT: N_("The lot decides."),
            FirstPlayer.FIRST: N_("Light places first."),
            FirstPlayer.SECOND: N_("Dark places first."),
        },
    ),
    switch("forced_capture", N_("Whoever can capture must capture."), "SEEGA-4, S4", default=True),
    switch(
        "grand_victory",
        N_("When the game cannot go on, the player with more pieces wins; without this rule it is a draw."),
        "SEEGA-16, S4",
        default=True,
    ),
    whole_number(
        "max_turns",
        N_("The game ends after this many turns; 0 means never."),
        "C36",
        default="0",
        tries=("60", "15"),
        ours=True,
    ),
    whole_number(
        "no_progress_plies",
        N_("The game ends after this many moves in a row without a capture; 0 means never."),
        "SEEGA-16, C33",
        default="40",
        tries=("12", "4", "0"),
        ours=True,
    ),
    one_of(
        "repetition",
        N_("What happens when a position occurs for the third time."),
        "C40",
        {Repetition.THREEFOLD_COUNT: N_("The game ends, and the pieces are counted."), Repetition.OFF: N_("Nothing.")},
        ours=True,
    ),
    one_of(
        "small_victory",
        N_("What a line of one side's pieces across the board does."),
        "SEEGA-12, SEEGA-14, S4",
        {
            SmallVictory.LITERAL: N_(
                "A full row or column, not on the edge, with no enemy on one of its sides ends the game. Whoever has "
                "more pieces wins, even if the other side built it."
            ),
            SmallVictory.CLAIM_IF_AHEAD: N_(
                "The same, but only when its builder has more pieces; if not, play goes on."
            ),
            SmallVictory.FLOOD: N_(
                "Any wall that cuts the enemy off from at least three empty squares ends the game in the same way."
            ),
            SmallVictory.OFF: N_("Nothing."),
        },
    ),
)

PRESETS = (
    Preset("seega", N_("As the booklet says.")),
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
