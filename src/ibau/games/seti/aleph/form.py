"""The text of actions and positions of Seti-Aleph.

Actions: `a1-b3` (move), `a1xb2` (conquer a lone ship), `a1xb2=c1` (conquer a figure, which re-enters on c1), `+b4`
`-b4` (place, lift a death ship), `pass`.

A position, for example: `hph/3/3/3/3/3/3/1(HS)1/3/HP1 first 2,3 - 4 -`.
"""

from collections.abc import Sequence

from ibau.core.bits import index
from ibau.core.board import Piece
from ibau.core.form import UNREACHABLE, Fields, Form, number, whose_turn
from ibau.core.letter_board import Letter, LetterBoard, Sets
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.seti.aleph.rules import END_ROWS, FILES, LIFT, MOVE, PASS, SHIPS, Position, Rules, parts
from ibau.games.seti.aleph.rulesets import ShipRows, ShipUnder
from ibau.games.seti.figures import goal_row
from ibau.games.seti.form import (
    END,
    FIGURES,
    QUIET,
    SHIP,
    arrivals_differ,
    arrived,
    figure_fields,
    figures,
    rows,
    square_names,
)
from ibau.games.seti.sentences import side

NAMES = square_names("abc")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    if action == PASS:
        return "pass"
    if action < LIFT:
        return f"+{NAMES[action]}"
    if action < MOVE:
        return f"-{NAMES[action - LIFT]}"
    source, target, reentry = parts(action)
    conquest = target & (position.enemy | position.enemy_ships)
    text = f"{NAMES[index(source)]}{'x' if conquest else '-'}{NAMES[index(target)]}"
    return f"{text}={NAMES[index(reentry)]}" if reentry else text


def sides(position: Position) -> tuple[int, int, int, int, int]:
    """The squares of white and brown figures, of pharaohs, and of white and brown ships."""
    if position.player == FIRST:
        return position.own, position.enemy, position.pharaohs, position.own_ships, position.enemy_ships
    return position.enemy, position.own, position.pharaohs, position.enemy_ships, position.own_ships


# --- Positions --------------------------------------------------------------------------------------------------------


LETTERS = {**FIGURES, "S": Letter(FIRST, SHIP), "s": Letter(SECOND, SHIP)}


def sets(position: Position) -> Sets:
    """The squares of each letter."""
    on_board = figures(position.own, position.enemy, position.pharaohs)
    return {**on_board, "S": position.own_ships, "s": position.enemy_ships}


def fields(sets: Sets) -> Fields:
    """The fields from the squares of each letter."""
    return {**figure_fields(sets), "own_ships": sets["S"], "enemy_ships": sets["s"]}


RESERVES = {str(ships): ships for ships in range(2 * SHIPS + 1)}


def rest(pieces: Sequence[Piece], words: Sequence[str]) -> str:
    """The ships that are neither on the board nor in white's reserve."""
    white = RESERVES.get(words[-1], 0)
    return str(max(0, 2 * SHIPS - white - sum(piece.kind == "ship" for piece in pieces)))


FORM = Form(
    "Seti-Aleph",
    Position,
    LetterBoard(rows(FILES), NAMES, LETTERS, sets, fields, (("ship", "pharaoh"), ("ship", "priest"))).squares(),
    (
        whose_turn(side(FIRST), side(SECOND)),
        number("own_reserve", N_("white's reserve"), N_("White's ships in reserve; the rest are Brown's"), cleared="3"),
        number("enemy_reserve", N_("brown's reserve"), "Brown's ships in reserve", derived=rest, separator=","),
        arrived(NAMES),
        QUIET,
        END,
    ),
    sides=(("own", "enemy"), ("own_ships", "enemy_ships"), ("own_reserve", "enemy_reserve")),
)

PHARAOHS, PRIESTS = 2, 4


def other_figures(rules: Rules, position: Position) -> Phrase | None:
    """There are not two pharaohs and four priests, which never leave the board (section 1.1, SETI-8, SETI-10)."""
    pharaohs = position.pharaohs.bit_count()
    priests = (position.own | position.enemy).bit_count() - pharaohs
    if (pharaohs, priests) == (PHARAOHS, PRIESTS):
        return None
    text = N_(
        "{pharaohs} pharaohs and {priests} high priests on the board; there are always 2 and 4, since "
        "conquered figures re-enter."
    )
    return Phrase(text, {"pharaohs": pharaohs, "priests": priests})


def other_ships(rules: Rules, position: Position) -> Phrase | None:
    """There are not six ships, on the board and in reserve (section 1.1, SETI-12)."""
    on_board = (position.own_ships | position.enemy_ships).bit_count()
    reserve = position.own_reserve + position.enemy_reserve
    if on_board + reserve == 2 * SHIPS:
        return None
    values = {"n": on_board, "reserve": reserve, "most": 2 * SHIPS}
    return Phrase(N_("{n} ships on the board and {reserve} in reserve; there are {most}."), values)


def contradictory(rules: Rules, position: Position) -> Phrase | None:
    """An arrival that contradicts the words, or a ship where none may be placed (SETI-4, SETI-5, C4, C5)."""
    white, brown, _, white_ships, brown_ships = sides(position)
    wrong = arrivals_differ(FILES, position, position.enemy)
    for player, ships, others in ((FIRST, white_ships, brown), (SECOND, brown_ships, white)):
        row = END_ROWS if rules.ship_rows == ShipRows.NOT_END_ROWS else goal_row(FILES, player)
        wrong |= bool(ships & row) or (rules.ship_under == ShipUnder.OWN and bool(ships & others))
    return UNREACHABLE if wrong else None


IMPOSSIBLE = (other_figures, other_ships, contradictory)
