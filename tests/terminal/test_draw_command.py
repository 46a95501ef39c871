"""`ibau draw`: a picture in a file or on standard output."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from ibau.games import game
from ibau.paper import svg
from ibau.terminal import main as cli

PNG = b"\x89PNG\r\n\x1a\n"


class Ran(NamedTuple):
    """What a call printed, and its exit status."""

    code: int | str | None
    out: str
    err: str


@pytest.fixture
def draw(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """Call `ibau draw` in English."""

    def call(*arguments: str) -> Ran:
        with pytest.raises(SystemExit) as ended:
            cli.main(["draw", *arguments, "--lang", "en"])
        return Ran(ended.value.code, *capsys.readouterr())

    return call


Draw = Callable[..., Ran]


def test_without_a_file_the_picture_goes_to_standard_output(draw: Draw) -> None:
    start = game("seega").initial()
    assert draw("seega") == (0, f"{svg.board(start)}\n", "")
    assert draw("seega", "-o", "-") == (0, f"{svg.board(start)}\n", "")


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
    assert draw("seega", "--width", "100", "-o", str(file)) == (0, "", "")
    assert file.read_bytes().startswith(PNG)
    assert draw("seega", "-o", str(tmp_path / "board.svg")).code == 0
    assert (tmp_path / "board.svg").read_text("utf-8") == svg.board(game("seega").initial())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("seega", "-o", "board.gif"), "'board.gif': use a name that ends in .svg or .png."),
        (("seega", "--moves", "c3"), "'c3' is not legal here; legal: lot1, lot2"),
        (("seti-beth", "nonsense"), "position"),
        (("seega", "--width", "5"), "5 is not in the range 16<=x<=10000"),
        (("seega", "--caption", "half \udcff", "-o", "board.svg"), "contains half a character (a lone surrogate)"),
        (("seega", "--caption", "\x1b[2J", "-o", "board.png"), "contains the control character '\\x1b'"),
        (("seega", "--theme", "blue"), "'blue' is not one of 'light', 'dark', 'contrast'"),
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


def test_a_folder_that_is_not_there_is_named(draw: Draw, tmp_path: Path) -> None:
    ran = draw("seega", "-o", str(tmp_path / "nowhere" / "board.svg"))
    assert ran.code == 1
    assert "nowhere" in ran.err
