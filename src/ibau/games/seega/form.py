"""The text of actions and positions of Seega.

Actions: `lot1` `lot2`, `c2` (place), `c2-c3` (step), `stop`, `pass`.

A position, for example: `LDL2/5/2D2/5/5 first 24 - - 3 17 -`.
"""

from ibau.core.bits import index, members
from ibau.core.form import (
    UNREACHABLE,
    Form,
    Meaning,
    before_the_lot,
    finished_turns,
    mark,
    number,
    one_of,
    square,
    whose_turn,
)
from ibau.core.letter_board import LetterBoard
from ibau.core.outcome import FIRST, ONGOING, SECOND
from ibau.core.phrase import N_, Phrase
from ibau.games.seega.rules import (
    ALL_PLACED,
    BEFORE_LOT,
    CENTRE,
    PIECES,
    STOP,
    End,
    Position,
    Rules,
    can_capture,
    placing,
    squares_of,
)
from ibau.games.seega.rulesets import Chain, FirstPlayer


def side(player: int) -> Phrase:
    """The name of a seat's pieces."""
    return Phrase(N_("Light") if player == FIRST else N_("Dark"))


SQUARES = tuple(file + rank for rank in "12345" for file in "abcde")


def square_name(bit: int) -> str:
    """The name of a square, given as a single bit; "" for 0."""
    return SQUARES[index(bit)] if bit else ""


def square_names(squares: int) -> str:
    """The names of a set of squares, with commas between them."""
    return ", ".join(SQUARES[n] for n in members(squares))


def _squares_text(action: int) -> str:
    source, arrival = squares_of(action)
    return f"{square_name(source)}-{square_name(arrival)}" if source else square_name(arrival)


ACTION_TEXTS = (*map(_squares_text, range(STOP)), "stop", "pass")


def action_text(rules: Rules, position: Position, action: int) -> str:
    """The text of a legal action."""
    return f"lot{action + 1}" if position.placed == BEFORE_LOT else ACTION_TEXTS[action]


def light_and_dark(position: Position) -> tuple[int, int]:
    """The pieces of FIRST and of SECOND."""
    if position.player == FIRST:
        return position.own, position.enemy
    return position.enemy, position.own


# --- Positions --------------------------------------------------------------------------------------------------------


FORM = Form(
    "Seega",
    Position,
    LetterBoard([range(a, a + 5) for a in (20, 15, 10, 5, 0)], SQUARES).squares(),
    (
        whose_turn(side(FIRST), side(SECOND), before_the_lot({"placed": BEFORE_LOT})),
        number("placed", N_("pieces placed"), N_("Pieces placed so far, of 24"), cleared="24"),
        square("runner", N_("the chain"), N_("The piece that is in the middle of a chain"), SQUARES),
        mark("waiting", "waiting", N_("mark of waiting"), N_("The other side has passed and waits to be let out")),
        number("quiet", N_("moves without capture"), N_("Moves since the last capture")),
        finished_turns(cleared="12"),
        one_of(
            N_("end"),
            N_("The last move has ended the game"),
            Meaning("-", {"end": ONGOING}, Phrase(N_("no"))),
            Meaning("small", {"end": End.SMALL.value}, Phrase(N_("small victory"))),
            Meaning("grand", {"end": End.GRAND.value}, Phrase(N_("grand victory"))),
        ),
    ),
)


def miscounted(rules: Rules, position: Position) -> Phrase | None:
    """A side has more than its 12 pieces, or the board is empty after placing (section 7.1)."""
    most = max(position.own.bit_count(), position.enemy.bit_count())
    if most > PIECES:
        return Phrase(N_("{n} pieces of one side; each player has {most}."), {"n": most, "most": PIECES})
    if most or placing(position):
        return None
    return Phrase(N_("There is no piece on the board."))


def misplaced(rules: Rules, position: Position) -> Phrase | None:
    """The pieces are not those placed, in turns of two (SEEGA-19, C24), or fewer if placing captures (SEEGA-11)."""
    if not placing(position):
        return None
    placed = max(position.placed, 0)
    mine = 2 * (placed // 4) + placed % 2
    theirs = placed - mine
    own, enemy = position.own.bit_count(), position.enemy.bit_count()
    fewer = rules.capture_in_placement and own <= mine and enemy <= theirs
    if fewer or (own, enemy) == (mine, theirs):
        return None
    return Phrase(
        N_("{own} and {enemy} pieces on the board, but {mine} and {theirs} have been placed."),
        {"own": own, "enemy": enemy, "mine": mine, "theirs": theirs},
    )


def contradictory(rules: Rules, position: Position) -> Phrase | None:
    """A lot where none is drawn (C23), a step or a piece on the centre while placing, or an ended chain (SEEGA-5)."""
    if placing(position):
        moved = position.runner or position.waiting or position.quiet or position.end
        lot = position.placed == BEFORE_LOT and rules.first_player != FirstPlayer.LOT
        return UNREACHABLE if moved or lot or (position.own | position.enemy) & CENTRE else None
    runner = position.runner
    chained = runner & position.own and rules.chain != Chain.NONE
    goes_on = chained and can_capture(rules, runner, position.own, position.enemy)
    return UNREACHABLE if position.placed > ALL_PLACED or (runner and not goes_on) else None


IMPOSSIBLE = (miscounted, misplaced, contradictory)
