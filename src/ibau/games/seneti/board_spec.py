"""The board of Seneti, that of Ur, and its stones."""

from collections.abc import Iterator

from ibau.core.bits import index
from ibau.core.board import Board, Piece, Square, Travel
from ibau.core.contract import BoardSpec
from ibau.core.outcome import SEATS
from ibau.core.phrase import N_
from ibau.core.terminal_theme import Glyph, Kit, Material, TerminalTheme
from ibau.games.seneti.board import ACCESS, NEIGHBOURS, PLACES, ROSETTES, SQUARES
from ibau.games.seneti.form import hands, owners
from ibau.games.seneti.rules import Kind, Move, Position, Rules, value_of
from ibau.games.seneti.rulesets import PathRule, RosetteDoubling

AREAS = ("hand:first", "hand:second")

# The sign and the name of a square by its value (section 3.1).
MARKS = ("rosette", "five", "zigzag", "eyes", "panels", "", "squares")
LABELS = (
    N_("rosette"),
    N_("worth one"),
    N_("worth two"),
    N_("worth three, access"),
    N_("worth four"),
    "",
    N_("worth six"),
)


def board(rules: Rules) -> Board:
    """Twenty squares in the outline of the original, with the large block above."""
    squares = tuple(_square(rules, n) for n in SQUARES)
    return Board(kind="ur", width=3, height=8, squares=squares, areas=AREAS)


def _square(rules: Rules, square: int) -> Square:
    row, column = PLACES[square]
    value = value_of(rules, square)
    return Square(str(square), x=column, y=row, mark=MARKS[value], label=LABELS[value])


def pieces(rules: Rules, position: Position) -> tuple[Piece, ...]:
    """The stones of all stacks, from the bottom up, and those in hand."""
    placed: list[Piece] = []
    for square in SQUARES:
        stack = owners(position, square)
        for height, owner in enumerate(stack, 1):
            covered = height < len(stack)
            side = "open" if covered or not position.closed >> square & 1 else "closed"
            placed.append(Piece(str(square), owner, "stone", side))
    for seat, count in enumerate(hands(position)):
        placed += [Piece(f"hand:{SEATS[seat]}", seat, "stone", "closed")] * count
    return tuple(placed)


def picks(rules: Rules, position: Position, move: Move) -> tuple[str, ...]:
    """The hand and a square, a square and the hand, or two squares."""
    if move.kind == Kind.LOT:
        return ()
    return _place(move.source, move.player), _place(move.arrival, move.player)


def _place(square: int, player: int) -> str:
    return str(index(square)) if square else f"hand:{SEATS[player]}"


def travels(rules: Rules, position: Position, move: Move) -> tuple[Travel, ...]:
    """The path of the stone, square by square; it turns over (SENETI-13)."""
    hand, source, arrival = f"hand:{SEATS[move.player]}", index(move.source), index(move.arrival)
    match move.kind:
        case Kind.LOT:
            return ()
        case Kind.ENTER:
            path = (hand, *_names(entry_path(rules, position, arrival)))
        case Kind.EXIT:
            path = (*reversed(_names(entry_path(rules, position, source))), hand)
        case _:
            path = _names(move_path(rules, position, source, arrival))
    return (Travel(path, move.player, "stone", becomes="closed" if move.closed else "open"),)


def _names(path: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, path))


def entry_path(rules: Rules, position: Position, square: int) -> tuple[int, ...]:
    """A path from an access square to a square; reversed it leads off the board (SENETI-4, SENETI-5)."""
    steps = 4 if rules.access_counts else 5
    passable = ~position.closed
    return next(
        path
        for start in SQUARES
        if ACCESS & passable & 1 << start
        for path in paths_from(rules, passable, (start,), steps)
        if path[-1] == square != start
    )


def move_path(rules: Rules, position: Position, source: int, target: int) -> tuple[int, ...]:
    """A path as long as the value of its source, or twice as long over a rosette (SENETI-6, SENETI-9)."""
    passable = ~position.closed | 1 << source
    value = value_of(rules, source)
    plain = (path for path in paths_from(rules, passable, (source,), value) if path[-1] == target)
    doubled = (
        path
        for path in paths_from(rules, passable, (source,), 2 * value)
        if path[-1] == target
        and ROSETTES >> path[value] & 1
        and (value == 3 or rules.rosette_doubling == RosetteDoubling.ANY)
    )
    return next(plain, None) or next(doubled)


def paths_from(rules: Rules, passable: int, path: tuple[int, ...], steps: int) -> Iterator[tuple[int, ...]]:
    """All continuations of a path by steps; the squares between its ends must be passable (SENETI-3, C15)."""
    here = path[-1]
    if steps == 0:
        yield path
        return
    if len(path) > 1 and not passable >> here & 1:
        return
    for near in NEIGHBOURS[here]:
        if rules.path_rule == PathRule.SIMPLE and near in path:
            continue
        if rules.path_rule == PathRule.NO_UTURN and path[-2:-1] == (near,):
            continue
        yield from paths_from(rules, passable, (*path, near), steps - 1)


BOARD_SPEC = BoardSpec(board, pieces, picks, travels)

LAPIS_LAZULI = Material(ground="#4e67a6", line="#8c9fd0", ink="#eef1fb")

TERMINAL_THEME = TerminalTheme(
    LAPIS_LAZULI,
    marks={
        "rosette": Glyph("❋", "*"),
        "five": Glyph("∷", ":"),
        "zigzag": Glyph("≷", "~"),
        "eyes": Glyph("∞", "%"),
        "panels": Glyph("▤", "="),
        "squares": Glyph("▦", "#"),
    },
    pieces={
        ("stone", "closed"): (Glyph("○", "o"), Glyph("●", "x")),
        ("stone", "open"): (Glyph("⊙", "O"), Glyph("◉", "X")),
    },
)

KIT = Kit(square=3.0)
