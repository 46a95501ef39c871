"""Boards drawn from faces."""

import io
import random
import re
from collections import Counter

import pytest
from rich.color import Color, ColorSystem
from rich.console import Console
from rich.style import Style

from ibau.core.board import Board, Piece, Square
from ibau.core.line import Line
from ibau.core.outcome import FIRST, NOBODY, SECOND
from ibau.core.terminal_theme import DEFAULT_THEME, Glyph, TerminalTheme
from ibau.games import base_ruleset, game, presets, systems
from ibau.language import translator_for
from ibau.terminal.board_fit import columns_needed, seen_by
from ibau.terminal.board_lines import BoardStyle, board_lines, board_style, touched_by
from ibau.terminal.game_screen import legend
from ibau.terminal.glyphs import mark_glyph, material_of, piece_style, plain_letters

WIDE = BoardStyle(80)


def drawn(
    board: Board,
    pieces: list[Piece],
    touched: set[str] | None = None,
    sheet: BoardStyle = WIDE,
    look: TerminalTheme = DEFAULT_THEME,
) -> str:
    return "\n".join(line.plain for line in board_lines(board, look, pieces, touched or set(), sheet))


def look_of(system: str) -> TerminalTheme:
    return systems()[system].terminal_theme


def corner(*, gap: bool) -> Board:
    squares = [Square("a1", 0, 1), Square("b1", 1, 1, mark="centre"), Square("a2", 0, 0)]
    if not gap:
        squares.append(Square("b2", 1, 0, mark="of another world"))
    return Board("a new board", 2, 2, tuple(squares), ())


def test_a_board_with_a_gap_shows_its_outline() -> None:
    pieces = [Piece("a2", 0), Piece("a2", 1), Piece("b1", 1, "dragon")]
    diamond = TerminalTheme(marks={"centre": Glyph("◇", "*")})
    assert drawn(corner(gap=True), pieces, {"a2", "a1"}, look=diamond) == (
        "┌──────┐\n│a2    │\n│ [○●] │\n├──────┼──────┐\n│a1    │b1   ◇│\n│ [ ]  │  D   │\n└──────┴──────┘"
    )


def test_an_unknown_mark_is_still_a_mark() -> None:
    assert "│b2   *│" in drawn(corner(gap=False), [])


def test_boards_of_many_ranks_are_flat() -> None:
    pieces = [Piece("a10", 0, "ship"), Piece("a10", 1, "pharaoh")]
    lines = drawn(game("seti-aleph").board, pieces, {"a10"}, look=look_of("seti-aleph")).splitlines()
    assert len(lines) == 21
    assert lines[1] == "│a10 [▽♚]  │b10       │c10       │"


@pytest.mark.parametrize("columns", [40, 50, 80])
@pytest.mark.parametrize("system", systems())
def test_every_position_fits_and_shows_every_name_mark_and_piece(system: str, columns: int) -> None:
    chooser = random.Random(3)
    line = Line(game(system).initial())
    board = line.state.game.board
    squares = {square.name for square in board.squares}
    for _ in range(30):
        if line.state.turn == NOBODY:
            break
        line = line.play(chooser.choice(line.state.actions))
        touched = touched_by([line.last])
        picture = drawn(board, list(line.state.pieces), touched, BoardStyle(columns), look_of(system))
        assert max(map(len, picture.splitlines())) <= columns
        assert picture.count("[") == picture.count("]") == len(touched & squares)
        assert squares <= set(re.findall("[a-z]?[0-9]+", picture))
        marks = [mark_glyph(look_of(system), square.mark) for square in board.squares if square.mark]
        assert Counter(letter for letter in picture if letter in marks) == Counter(marks)
        pieces = [letter for letter in picture if letter in "○●⊙◉♔♚♗♝▽▼"]
        assert len(pieces) == sum(piece.place in squares for piece in line.state.pieces)


@pytest.mark.parametrize("system", systems())
def test_a_board_without_room_says_so(system: str) -> None:
    """It is drawn in the fewest columns that it needs, and in one less it is not."""
    state = game(system).initial()
    needed = columns_needed(state.game.board)
    assert needed <= 40
    assert len(drawn(state.game.board, list(state.pieces), sheet=BoardStyle(needed)).splitlines()) > 5
    assert drawn(state.game.board, list(state.pieces), sheet=BoardStyle(needed - 1)) == (
        f"The board needs {needed} columns; this terminal has {needed - 1}."
    )


def test_a_long_board_is_turned_where_it_is_too_wide() -> None:
    board = game("senet-race").board
    picture = drawn(board, [], sheet=BoardStyle(40), look=look_of("senet-race")).splitlines()
    assert [line.split("│")[1].split()[0] for line in picture[1::2]] == list(map(str, range(10, 0, -1)))
    assert picture[1].startswith("│10        │11        │30 ☉      │")


def test_the_board_is_turned_for_whose_start_row_is_at_its_far_side() -> None:
    board = game("seti-beth").board
    assert drawn(seen_by(FIRST, board), []) == drawn(board, [])
    assert drawn(seen_by(SECOND, board), []).splitlines()[1].startswith("│e1  ")
    assert drawn(seen_by(SECOND, board), []).splitlines()[-2].rstrip("│ ").endswith("│a10")
    assert drawn(board, []).splitlines()[-2].rstrip("│ ").endswith("│e1")
    for system in ("seega", "seneti", "senet-race"):
        assert seen_by(SECOND, game(system).board) == game(system).board


def test_where_there_are_colours_pieces_are_filled() -> None:
    pieces = [Piece("a10", seat, kind) for seat in (FIRST, SECOND) for kind in ("priest", "ship")]
    board, look = game("seti-aleph").board, look_of("seti-aleph")
    assert "♗▽♝▼" in drawn(board, pieces, look=look)
    assert "♝▼♝▼" in drawn(board, pieces, sheet=BoardStyle(80, coloured=True), look=look)


@pytest.mark.parametrize(
    ("is_terminal", "no_color", "encoding", "coloured"),
    [
        (True, False, "utf-8", True),
        (True, True, "utf-8", False),
        (False, False, "utf-8", False),
        (True, False, "latin-1", False),
    ],
)
def test_a_console_says_whether_it_knows_colours(
    monkeypatch: pytest.MonkeyPatch, is_terminal: bool, no_color: bool, encoding: str, coloured: bool
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    file = io.TextIOWrapper(io.BytesIO(), encoding)
    assert board_style(Console(file=file, width=33, force_terminal=is_terminal, no_color=no_color)) == BoardStyle(
        33, coloured
    )


@pytest.mark.parametrize("system", systems())
def test_a_terminal_that_knows_only_ascii_gets_ascii(system: str) -> None:
    """With distinct marks."""
    board, look = game(system).board, look_of(system)
    picture = drawn(board, list(game(system).initial().pieces), look=look).translate(plain_letters())
    assert picture.isascii()
    assert "?" not in picture
    marks = {square.mark for square in board.squares if square.mark}
    assert len({mark_glyph(look, mark).translate(plain_letters()) for mark in marks}) == len(marks)


def test_a_letter_has_the_same_stand_in_everywhere() -> None:
    """Which game a letter comes from is not known where it cannot be written."""
    signs = {sign for system in systems() for sign in look_of(system).glyphs}
    assert [sign for sign in signs if sign.letter.translate(plain_letters()) != sign.plain] == []


@pytest.mark.parametrize("system", systems())
def test_every_mark_and_piece_has_a_sign_and_no_other(system: str) -> None:
    """For every preset and every changed option."""
    bases = [base_ruleset(preset.id) for preset in systems()[system].presets]
    boards = [game(str(ruleset)).board for base in bases for ruleset in (base, *base.one_option_changes())]
    assert {square.mark for board in boards for square in board.squares if square.mark} == look_of(system).marks.keys()
    chooser, line, shown = random.Random(4), Line(game(system).initial()), set[tuple[str, str]]()
    while line.state.turn != NOBODY and line.ply_count < 60:
        line = line.play(chooser.choice(line.state.actions))
        shown |= {(piece.kind, piece.side) for piece in line.state.pieces}
    assert shown - {("piece", "")} == look_of(system).pieces.keys()


@pytest.mark.parametrize("preset", presets())
def test_every_mark_has_a_meaning(preset: str) -> None:
    """For every changed option."""
    look = presets()[preset][0].terminal_theme
    for ruleset in (base_ruleset(preset), *base_ruleset(preset).one_option_changes()):
        board = game(str(ruleset)).board
        marked = [square for square in board.squares if square.mark]
        assert all(square.label for square in marked)
        text = legend(board, look, str, 80).plain
        assert all(mark_glyph(look, square.mark) in text and square.label in text for square in marked)
        assert bool(text) == bool(marked)


def test_the_legend_names_squares_where_one_mark_means_several_things() -> None:
    assert legend(game("seega").board, look_of("seega"), str, 80).plain == "◇ the centre"
    text = legend(game("senet-race").board, look_of("senet-race"), translator_for("fr"), 80).plain
    assert text.startswith("⌂ 26 maison ")
    assert "\n≈ maison " in text
    assert "   ☉ " in text


# --- Colours ---------------------------------------------------------------------------------------------------------


def luminance(colour: Color) -> float:
    """Relative, as WCAG defines it."""
    parts = [part / 255 for part in colour.get_truecolor()]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: Color, other: Color) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT, ColorSystem.STANDARD])
@pytest.mark.parametrize("look", [*(look_of(system) for system in systems()), DEFAULT_THEME], ids=[*systems(), "usual"])
def test_pieces_and_writing_stand_out_from_the_board(look: TerminalTheme, colours: ColorSystem) -> None:
    """By 3 to 1 at least, with any number of terminal colours; the owners of pieces are distinct, too."""
    material = material_of(look)
    pieces = [str(Style.parse(piece_style(seat)).color.name) for seat in (FIRST, SECOND)]  # type: ignore[union-attr]
    ground, ink, ivory, ebony = (
        Color.parse(name).downgrade(colours) for name in (material.ground, material.ink, *pieces)
    )
    assert min(contrast(colour, ground) for colour in (ink, ivory, ebony)) >= 3
    assert contrast(ivory, ebony) >= 10


def test_every_board_has_a_material_of_its_own() -> None:
    """The same board the same one."""
    pairs = {(game(system).board.kind, look_of(system).material) for system in systems()}
    kinds, materials = map(set, zip(*pairs, strict=True))
    assert len(pairs) == len(kinds) == len(materials - {None})
