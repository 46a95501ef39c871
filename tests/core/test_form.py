"""A form: text, reader and errors, and what a position is put together from, from words that are declared once."""

from typing import NamedTuple

import pytest

from ibau.core.board import Piece
from ibau.core.errors import PositionError
from ibau.core.form import (
    Form,
    Meaning,
    Word,
    before_the_lot,
    finished_turns,
    mark,
    number,
    numbers,
    one_of,
    square,
    whose_turn,
)
from ibau.core.letter_board import Letter, LetterBoard, Sets
from ibau.core.outcome import FIRST, SECOND
from ibau.core.phrase import Phrase

NAMES = ("a1", "b1", "c1", "a2", "b2", "c2")
KINGS, BOATS = ("king", ""), ("boat", "")
LETTERS = {"K": Letter(FIRST, KINGS), "k": Letter(SECOND, KINGS), "B": Letter(FIRST, BOATS), "b": Letter(SECOND, BOATS)}


class Position(NamedTuple):
    """A position of a game that is only written."""

    own: int = 0
    enemy: int = 0
    own_boats: int = 0
    enemy_boats: int = 0
    own_hand: int = 0
    enemy_hand: int = 0
    player: int = FIRST
    placed: int = 0
    last: int = 0
    used: int = 0
    over: int = 0
    turns: int = 0


def sets(position: Position) -> Sets:
    return {"K": position.own, "k": position.enemy, "B": position.own_boats, "b": position.enemy_boats}


def fields(sets: Sets) -> dict[str, int]:
    return {"own": sets["K"], "enemy": sets["k"], "own_boats": sets["B"], "enemy_boats": sets["b"]}


FORM = Form(
    "chess",
    Position,
    LetterBoard([(3, 4, 5), (0, 1, 2)], NAMES, LETTERS, sets, fields, (("boat", "king"),)).squares(),
    (
        whose_turn(Phrase("White"), Phrase("Black"), before_the_lot({"placed": -1})),
        number("placed", "pieces placed", "Placed"),
        number("own_hand", "white's hand", "White's hand", cleared="2"),
        number(
            "enemy_hand",
            "black's hand",
            derived=lambda pieces, words: str(3 - len(pieces) - int(words[-1])),
            separator=",",
        ),
        square("last", "the last move", "Last", NAMES),
        numbers(
            "used",
            "Used",
            range(3),
            lambda given: {"used": sum(1 << n for n in set(given))},
            lambda position: [n for n in range(3) if position.used >> n & 1],
        ),
        mark("over", "over", "end", "Over"),
        finished_turns(),
    ),
    sides=(("own", "enemy"), ("own_boats", "enemy_boats"), ("own_hand", "enemy_hand")),
)
TEXT = "(Kb)2/kB1 second 4 1,0 b2 0,2 over 17"
POSITION = Position(
    own=1,
    enemy=8,
    own_boats=8,
    enemy_boats=2,
    own_hand=0,
    enemy_hand=1,
    player=SECOND,
    placed=4,
    last=16,
    used=5,
    over=1,
    turns=17,
)


def test_a_position_is_written_and_read_from_the_side_of_the_first_seat() -> None:
    assert FORM.text(POSITION) == TEXT
    assert FORM.read((), TEXT) == POSITION
    turned = TEXT.replace("second", "first")
    first = POSITION._replace(own=8, enemy=1, own_boats=2, enemy_boats=8, own_hand=1, enemy_hand=0, player=FIRST)
    assert FORM.text(first) == turned
    assert FORM.read((), turned) == first
    assert FORM.squares.notation.startswith("rows of 3, that of a2 first and that of a1 last, `/` between: `K` first's")


def test_what_an_earlier_word_says_stands() -> None:
    """Before lots are drawn no number of pieces has been placed."""
    position = Position(placed=-1)
    assert FORM.text(position) == "3/3 lot 0 0,0 - - - 0"
    for placed in (0, 7):
        assert FORM.read((), f"3/3 lot {placed} 0,0 - - - 0") == position


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        (
            "3/3 first 0 0,0 - - -",
            "A chess position has 8 words (board, player, pieces placed, white's hand and black's hand, the last move",
        ),
        ("3 first 0 0,0 - - - 0", "'3': a board has 2 rows, that of a2 first, separated by '/'."),
        (
            "3/x2 first 0 0,0 - - - 0",
            "'x2' (from a1 on): write K, k, B, b, two as in (KB) and numbers for empty squares, 3 squares in all.",
        ),
        ("3/(BK)2 first 0 0,0 - - - 0", "'(BK)2' (from a1 on): write K"),
        ("3/K1 first 0 0,0 - - - 0", "'K1' (from a1 on) describes 2 squares; there are 3."),
        ("3/3 third 0 0,0 - - - 0", "'third' is no player; write first, second, lot."),
        ("3/3 first x 0,0 - - - 0", "'x' is no number of pieces placed."),
        ("3/3 first ٣ 0,0 - - - 0", "is no number of pieces placed."),
        ("3/3 first 0 0 - - - 0", "'0': write white's hand and black's hand with a comma between."),
        ("3/3 first 0 0,x - - - 0", "'x' is no number of black's hand."),
        ("3/3 first 0 0,0 z9 - - 0", "'z9' is no square of the last move; write a1 to c2, or -."),
        ("3/3 first 0 0,0 - 0,3 - 0", "'3' is none of used, 0 to 2; write - for none."),
        ("3/3 first 0 0,0 - - done 0", "'done' is no end; write -, over."),
        ("3/3 first 0 0,0 - - - 1" + "0" * 18, "is no number of finished turns."),
        ("", "A chess position has 8 words"),
    ],
)
def test_what_is_wrong_is_said_and_what_would_be_right(wrong: str, text: str) -> None:
    with pytest.raises(PositionError) as refused:
        FORM.read((), wrong)
    assert text in str(refused.value)


def test_a_position_is_put_together_from_pieces_and_answers() -> None:
    """Fields that follow from the pieces are not editable."""
    assert [word.label for word in FORM.editable_words] == [
        "Whose turn it is",
        "Placed",
        "White's hand",
        "Last",
        "Used",
        "Over",
        "Finished turns",
    ]
    assert FORM.editable_values(TEXT) == ("second", "4", "1", "b2", "0,2", "over", "17")
    pieces = [Piece("a2", SECOND, "boat"), Piece("a2", FIRST, "king")]
    assert FORM.set_up(pieces, FORM.editable_values(TEXT)) == "(Kb)2/3 second 4 1,0 b2 0,2 over 17"
    assert FORM.set_up([], [word.cleared for word in FORM.editable_words]) == "3/3 first 0 2,1 - - - 0"


def test_rows_of_more_than_nine_have_numbers_of_two_digits() -> None:
    squares = LetterBoard([range(12)], [str(n) for n in range(12)]).squares()
    for text, own in (("12", 0), ("10L1", 1 << 10), ("L.10", 1)):
        assert squares.read((), text) == {"own": own, "enemy": 0}
    for text in ("111", "L011", "13", "L100"):
        with pytest.raises(PositionError):
            squares.read((), text)


def words_of(word: Word) -> list[str]:
    return [choice for choice, _ in word.choices]


def test_written_is_the_last_word_that_is_true() -> None:
    word = one_of("phase", "", Meaning("any", {}, Phrase("")), Meaning("late", {"placed": 3, "over": 1}, Phrase("")))
    assert words_of(word) == ["any", "late"]
    assert word.cleared == "any"
    assert word.text(Position(placed=3)) == "any"
    assert word.text(Position(placed=3, over=1)) == "late"
