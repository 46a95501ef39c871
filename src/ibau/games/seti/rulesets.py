"""The options, presets, source and facts of both Seti games (rulings.md sections 1, 2 and 9)."""

from collections.abc import Callable

from ibau.core.bits import members
from ibau.core.game import Symmetry
from ibau.core.options import Option, Preset, Source, switch
from ibau.core.phrase import N_
from ibau.games.seti import aleph, beth

SOURCE = Source("S0", N_("Seti, leaflet in German, English and French"), "de en fr")

# --- Options of both -------------------------------------------------------------------------------------------------

NO_PROGRESS = Option(
    "no_progress_plies",
    (),
    N_("The game is a draw after this many moves in a row without a conquest; 0 means never."),
    "C8",
    default="100",
    ours=True,
    tries=("12", "4", "0"),
)
PHARAOH_DIAGONAL = switch(
    "pharaoh_diagonal",
    N_("The pharaoh also steps diagonally, as the German and French texts say; the English one omits it."),
    "SETI-1, S0 §5a",
    default=True,
)
PRIEST_ORTHOGONAL = switch(
    "priest_orthogonal",
    N_("A high priest may also leap two squares straight ahead, back or sideways."),
    "SETI-2, S0 §5b",
    default=False,
)
REPETITION = Option(
    "repetition",
    ("threefold_draw", "off"),
    N_("What happens when a position occurs for the third time."),
    "C9",
    value_texts=(N_("The game is a draw."), N_("Nothing.")),
    ours=True,
)
STALEMATE = Option(
    "stalemate",
    ("loss", "pass", "draw"),
    N_("What happens when a player has no legal move."),
    "SETI-14, C11",
    value_texts=(N_("That player has lost."), N_("That player passes."), N_("The game is a draw.")),
    ours=True,
)

# --- Aleph -----------------------------------------------------------------------------------------------------------

ALEPH_OPTIONS = (
    NO_PROGRESS,
    PHARAOH_DIAGONAL,
    PRIEST_ORTHOGONAL,
    Option(
        "reentry_choice",
        ("any", "middle_first"),
        N_("Where a conquered figure re-enters on its conqueror's start row."),
        "SETI-8, C3, S0 §6",
        value_texts=(N_("On any empty square."), N_("On the middle square if it is empty.")),
    ),
    REPETITION,
    Option(
        "ship_rows",
        ("not_goal", "not_end_rows"),
        N_("Where no death ship may be placed."),
        "SETI-5, C5, S0 §5c",
        value_texts=(N_("On the row where one's own figures want to arrive."), N_("On either end row.")),
    ),
    Option(
        "ship_under",
        ("own", "any"),
        N_("Under whose figure a death ship may be placed."),
        "SETI-4, C4, S0 §5c",
        value_texts=(N_("Under one's own."), N_("Under anybody's, as the leaflet's words can be read.")),
    ),
    STALEMATE,
    switch(
        "step_onto_ship",
        N_("A figure may step onto a lone ship of its own side."),
        "SETI-6, S0 §5c",
        default=True,
    ),
)

ALEPH_PRESETS = (
    Preset("seti-aleph", N_("As the German and French texts say.")),
    Preset(
        "seti-aleph-en",
        N_("As the English text says: the pharaoh does not step diagonally."),
        {"pharaoh_diagonal": "false"},
    ),
    Preset(
        "seti-aleph-literal",
        N_("The leaflet's words taken literally: a ship may go under any figure."),
        {"ship_under": "any"},
    ),
)

# --- Beth ------------------------------------------------------------------------------------------------------------

BETH_OPTIONS = (
    NO_PROGRESS,
    PHARAOH_DIAGONAL,
    Option(
        "pharaohs",
        ("1", "2"),
        N_("How many pharaohs each player has."),
        "BETH-1, S0 §9",
        value_texts=(
            N_("One, between four high priests (German and French text)."),
            N_("Two, with four high priests (English text)."),
        ),
    ),
    PRIEST_ORTHOGONAL,
    REPETITION,
    Option(
        "setup_two",
        ("double_row", "overflow"),
        N_("How two pharaohs and four high priests are set up; without effect with one pharaoh."),
        "BETH-3, C12, S0 §9",
        value_texts=(
            N_("Two rows of high priest, pharaoh, high priest."),
            N_("Five figures on the first row, the second pharaoh before the middle."),
        ),
    ),
    STALEMATE,
)

BETH_PRESETS = (
    Preset("seti-beth", N_("As the German and French texts say: one pharaoh each.")),
    Preset(
        "seti-beth-en",
        N_("As the English text says: two pharaohs each, who do not step diagonally."),
        {"pharaohs": "2", "setup_two": "double_row", "pharaoh_diagonal": "false"},
    ),
    Preset(
        "seti-beth-box",
        N_("With all figures of the box: two pharaohs each, who step diagonally."),
        {"pharaohs": "2", "setup_two": "double_row", "pharaoh_diagonal": "true"},
    ),
)

# --- Facts -----------------------------------------------------------------------------------------------------------


def longest_aleph_game(rules: aleph.Rules) -> int | None:
    """Without a bound: conquests restart the count (C8) and can be reversed."""
    return None


def longest_beth_game(rules: beth.Rules) -> int | None:
    """A conquest restarts the count (C8), and each takes a figure; a pending arrival adds its answer (C6)."""
    figures = 10 if rules.pharaohs == beth.ONE_PHARAOH else 12
    return figures * (rules.no_progress_plies + 1) if rules.no_progress_plies else None


def _mirror(files: int) -> Callable[[int], int]:
    """A set of squares, mirrored left to right."""

    def mirrored(squares: int) -> int:
        return sum(1 << files * (n // files) + files - 1 - n % files for n in members(squares))

    return mirrored


def _mirrored_square(files: int, square: int) -> int:
    return files * (square // files) + files - 1 - square % files


def _aleph_symmetry() -> Symmetry:
    mirror = _mirror(aleph.FILES)

    def position(position: aleph.Position) -> aleph.Position:
        return position._replace(
            own=mirror(position.own),
            enemy=mirror(position.enemy),
            pharaohs=mirror(position.pharaohs),
            own_ships=mirror(position.own_ships),
            enemy_ships=mirror(position.enemy_ships),
            pending=mirror(position.pending),
        )

    def action(action: int) -> int:
        if action == aleph.PASS:
            return action
        if action < aleph.MOVE:
            return action // aleph.SQUARES * aleph.SQUARES + _mirrored_square(3, action % aleph.SQUARES)
        source, target, reentry = aleph.parts(action)
        return aleph.move_action(mirror(source), mirror(target), mirror(reentry))

    return Symmetry("left-right", position, action)


def _beth_symmetry() -> Symmetry:
    mirror = _mirror(beth.FILES)

    def position(position: beth.Position) -> beth.Position:
        return position._replace(
            own=mirror(position.own),
            enemy=mirror(position.enemy),
            pharaohs=mirror(position.pharaohs),
            pending=mirror(position.pending),
        )

    def action(action: int) -> int:
        if action == beth.PASS:
            return action
        source, target = divmod(action, beth.SQUARES)
        return beth.SQUARES * _mirrored_square(5, source) + _mirrored_square(5, target)

    return Symmetry("left-right", position, action)


ALEPH_SYMMETRIES = (_aleph_symmetry(),)
BETH_SYMMETRIES = (_beth_symmetry(),)
