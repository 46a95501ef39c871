"""Seega's options, presets and source (rulings.md sections 7, 7.5 and 9, notation.md section 7)."""

from collections.abc import Callable

from ibau.core.bits import members
from ibau.core.game import Symmetry
from ibau.core.options import Option, Preset, Source, switch
from ibau.core.phrase import N_
from ibau.games.seega.rules import ALL_PLACED, EXTRA_TURNS, PIECES, STEP, STOP, Position, Rules, step

SOURCE = Source("S4", N_("Seega, booklet of Geoludie"), "fr")

OPTIONS = (
    Option(
        "blocked_rule",
        ("must_open", "extra_turns", "loss", "pass"),
        N_("What happens when a player cannot move any piece."),
        "SEEGA-9, S4",
        value_texts=(
            N_("The player passes, and the other must make room; where that is impossible, the game is over."),
            N_("The player passes once, and the other plays on until there is room to move."),
            N_("The player loses at once."),
            N_("The player passes, and the other plays freely."),
        ),
    ),
    switch(
        "capture_in_placement",
        N_("Pieces can be captured while the board is being filled."),
        "SEEGA-11, S4",
        default=False,
    ),
    switch("centre_captures", N_("A piece standing on the centre helps to capture."), "SEEGA-8, S4", default=True),
    switch("centre_refuge", N_("A piece on the centre cannot be captured."), "SEEGA-8, S4", default=True),
    Option(
        "chain",
        ("forced", "optional", "none"),
        N_("Whether a piece that captured goes on capturing."),
        "SEEGA-5, S4",
        value_texts=(
            N_("It must go on as long as it can."),
            N_("It may go on or stop."),
            N_("One step a turn, never more."),
        ),
    ),
    Option(
        "first_mover",
        ("last_placer", "first_placer"),
        N_("Who moves first once the board is filled."),
        "SEEGA-2, S4",
        value_texts=(N_("The player who placed the last two pieces."), N_("The player who placed first.")),
    ),
    Option(
        "first_player",
        ("lot", "first", "second"),
        N_("Who places first."),
        "SEEGA-1, C23",
        value_texts=(N_("The lot decides."), N_("Light places first."), N_("Dark places first.")),
    ),
    switch("forced_capture", N_("Whoever can capture must capture."), "SEEGA-4, S4", default=True),
    switch(
        "grand_victory",
        N_("When the game cannot go on, the player with more pieces wins; without this rule it is a draw."),
        "SEEGA-16, S4",
        default=True,
    ),
    Option(
        "max_turns",
        (),
        N_("The game ends after this many turns; 0 means never."),
        "C36",
        default="0",
        ours=True,
        tries=("60", "15"),
    ),
    Option(
        "no_progress_plies",
        (),
        N_("The game ends after this many moves in a row without a capture; 0 means never."),
        "SEEGA-16, C33",
        default="40",
        ours=True,
        tries=("12", "4", "0"),
    ),
    Option(
        "repetition",
        ("threefold_count", "off"),
        N_("What happens when a position occurs for the third time."),
        "C40",
        value_texts=(N_("The game ends, and the pieces are counted."), N_("Nothing.")),
        ours=True,
    ),
    Option(
        "small_victory",
        ("literal", "claim_if_ahead", "flood", "off"),
        N_("What a line of one side's pieces across the board does."),
        "SEEGA-12, SEEGA-14, S4",
        value_texts=(
            N_(
                "A full row or column, not on the edge, with no enemy on one of its sides ends the game. Whoever has "
                "more pieces wins, even if the other side built it."
            ),
            N_("The same, but only when its builder has more pieces; if not, play goes on."),
            N_("Any wall that cuts the enemy off from at least three empty squares ends the game in the same way."),
            N_("Nothing."),
        ),
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


# --- Facts ---------------------------------------------------------------------------------------------------------

CAPTURES_AT_MOST = 2 * PIECES - 1


def longest_game(rules: Rules) -> int | None:
    """Most actions of a game: after placing, every capture can restart the quiet count (C33) or end a turn (C36)."""
    bounds: list[int] = []
    if rules.no_progress_plies:
        bounds.append((CAPTURES_AT_MOST + 1) * rules.no_progress_plies)
    if rules.max_turns and rules.blocked_rule != EXTRA_TURNS:
        bounds.append(rules.max_turns + 2 * CAPTURES_AT_MOST)  # a turn is one step, or captures and a stop
    return 1 + ALL_PLACED + min(bounds) if bounds else None


def _mirrored(name: str, square: Callable[[int, int], tuple[int, int]]) -> Symmetry:
    """A symmetry of the board from what it does to the file and rank of a square, both 0..4."""
    to = [file + 5 * rank for file, rank in (square(n % 5, n // 5) for n in range(25))]

    def bits(squares: int) -> int:
        return sum(1 << to[n] for n in members(squares))

    def position(position: Position) -> Position:
        return position._replace(own=bits(position.own), enemy=bits(position.enemy), runner=bits(position.runner))

    def action(action: int) -> int:
        if not STEP <= action < STOP:
            return to[action] if action < STEP else action
        source, direction = divmod(action - STEP, 4)
        arrival = bits(step(1 << source, direction))
        turned = next(d for d in range(4) if step(1 << to[source], d) == arrival)
        return STEP + 4 * to[source] + turned

    return Symmetry(name, position, action)


SYMMETRIES = (
    _mirrored("left-right", lambda file, rank: (4 - file, rank)),
    _mirrored("top-bottom", lambda file, rank: (file, 4 - rank)),
    _mirrored("diagonal", lambda file, rank: (rank, file)),
    _mirrored("antidiagonal", lambda file, rank: (4 - rank, 4 - file)),
    _mirrored("quarter turn", lambda file, rank: (rank, 4 - file)),
    _mirrored("half turn", lambda file, rank: (4 - file, 4 - rank)),
    _mirrored("three-quarter turn", lambda file, rank: (4 - rank, file)),
)
