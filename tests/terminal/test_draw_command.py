"""`ibau draw`: a picture in a file or on standard output."""

from collections.abc import Callable
from pathlib import Path

import pytest

from ibau.games import game
from ibau.paper import svg
from tests.cli_runs import CliRun

PNG = b"\x89PNG\r\n\x1a\n"


Draw = Callable[..., CliRun]


@pytest.fixture
def draw(capsys: pytest.CaptureFixture[str]) -> Draw:
    """Call `ibau draw` in English."""
    return lambda *arguments: CliRun(capsys, ("draw", *arguments, "--lang", "en"))


def test_without_a_file_the_picture_goes_to_standard_output(draw: Draw) -> None:
    start = game("seega").initial()
    assert draw("seega").out == f"{svg.board(start)}\n"
    assert draw("seega", "-o", "-").out == f"{svg.board(start)}\n"


def test_every_wish_is_heard(draw: Draw) -> None:
    start = game("seti-beth").initial()
    picture = svg.board(
        start, theme="dark", width=500, upright=True, trays=False, coordinates=False, background=True, lang="en"
    )
    wishes = ["--theme", "dark", "--width", "500", "--upright", "--no-trays", "--no-coordinates", "--background"]
    assert draw("seti-beth", *wishes).out == f"{picture}\n"


def test_moves_are_played_from_a_position_and_leave_their_trace(draw: Draw) -> None:
    before = game("seti-beth").initial().play("a1-b3")
    travels = before.travels(before.action("a10-b8"))
    picture = svg.board(before.play("a10-b8"), travels)
    assert draw("seti-beth", "--moves", "a1-b3 a10-b8").out == f"{picture}\n"
    assert draw("seti-beth", str(before), "--moves", "a10-b8").out == f"{picture}\n"


def test_files_are_written_and_replaced(draw: Draw, tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    file.write_text("an older picture")
    ran = draw("seega", "--width", "100", "-o", str(file))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert file.read_bytes().startswith(PNG)
    assert draw("seega", "-o", str(tmp_path / "board.svg")).code == 0
    assert (tmp_path / "board.svg").read_text("utf-8") == svg.board(game("seega").initial())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("seega", "-o", "board.gif"), "'board.gif': use a name that ends in .svg or .png."),
        (("seega", "--moves", "c3"), "'c3' is not legal here; legal: lot1, lot2"),
        (("seti-beth", "nonsense"), "position"),
        (("seega", "--caption", "half \udcff", "-o", "board.svg"), "contains half a character (a lone surrogate)"),
    ],
)
def test_a_wrong_wish_is_answered_with_what_would_be_right(
    draw: Draw, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = draw(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert reason in ran.err
    assert list(tmp_path.iterdir()) == []
