"""Seneti's options, presets, source and facts (rulings.md sections 3.5 and 9)."""

from ibau.core.bits import members
from ibau.core.game import Symmetry
from ibau.core.options import Option, Preset, Source, switch
from ibau.core.phrase import N_
from ibau.games.seneti.board import ROWS, SQUARES
from ibau.games.seneti.rules import EMPTY, EXIT, MASKS, MOVE, OFFSETS, WIDTHS, Position, Rules

SOURCE = Source("S1", N_("Seneti, rules of the game's author"), "de")

OPTIONS = (
    switch(
        "access_counts",
        N_("The access square is the first of the five steps into the board, and mirrored on the way out."),
        "SENETI-4, SENETI-5, C16, S1",
        default=True,
    ),
    Option(
        "bridge",
        ("museum", "parity"),
        N_("Which symbols the two bridge squares 13 and 14 bear."),
        "SENETI-1, S1",
        value_texts=(
            N_("As on the board in the British Museum: 13 is worth one, 14 is worth four."),
            N_("Exchanged, so that only counts from three-fields can end on a rosette."),
        ),
    ),
    Option(
        "first_player",
        ("lot", "first", "second"),
        N_("Who begins."),
        "S1, C21",
        value_texts=(N_("The lot decides."), N_("White begins."), N_("Black begins.")),
    ),
    Option(
        "max_plies",
        (),
        N_("The game is a draw after this many moves; 0 means never."),
        "C19",
        default="1000",
        ours=True,
        tries=("40", "0"),
    ),
    Option(
        "path_rule",
        ("simple", "no_uturn", "free"),
        N_("How a stone may walk."),
        "SENETI-3, C14, C15, S1",
        value_texts=(
            N_("It may turn, but crosses no square twice."),
            N_("It may cross a square again, but never steps straight back."),
            N_("It may walk as it likes."),
        ),
    ),
    Option(
        "repetition",
        ("threefold_draw", "off"),
        N_("What happens when a position occurs for the third time."),
        "C20",
        value_texts=(N_("The game is a draw."), N_("Nothing.")),
        ours=True,
    ),
    Option(
        "rosette_doubling",
        ("three_only", "any"),
        N_("From which squares a count that would end on a rosette is doubled."),
        "SENETI-6, SENETI-7, C17, S1",
        value_texts=(N_("Only from three-fields."), N_("From any square.")),
    ),
)

PRESETS = (
    Preset("seneti", N_("As the author's leaflet says, on the board of Ur in the British Museum.")),
    Preset(
        "seneti-parity",
        N_("The bridge's two symbols exchanged: then the leaflet's remark on rosettes is a law."),
        {"bridge": "parity"},
    ),
)


# --- Facts -----------------------------------------------------------------------------------------------------------


def longest_game(rules: Rules) -> int | None:
    """The lot, and as many plies as the cap allows (C19)."""
    return rules.max_plies + 1 if rules.max_plies else None


MIRRORED = (0, *(row[2 - row.index(square)] for square in SQUARES for row in ROWS if square in row))


def _mirrored_squares(squares: int) -> int:
    return sum(1 << MIRRORED[n] for n in members(squares))


def _mirrored_stacks(stacks: int) -> int:
    mirrored = EMPTY
    for square in SQUARES:
        if WIDTHS[square]:
            stack = stacks >> OFFSETS[square] & MASKS[square]
            mirrored ^= (stack ^ 1) << OFFSETS[MIRRORED[square]]
    return mirrored


def _mirrored_position(position: Position) -> Position:
    return position._replace(
        stacks=_mirrored_stacks(position.stacks),
        own=_mirrored_squares(position.own),
        enemy=_mirrored_squares(position.enemy),
        closed=_mirrored_squares(position.closed),
        full=_mirrored_squares(position.full),
    )


def _mirrored_action(action: int) -> int:
    if action < MOVE:
        return action // EXIT * EXIT + MIRRORED[action % EXIT]
    source, target = divmod(action - MOVE, 21)
    return MOVE + 21 * MIRRORED[source] + MIRRORED[target]


SYMMETRIES = (Symmetry("left-right", _mirrored_position, _mirrored_action),)
