"""The course of a game as a picture."""

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import ibau
from ibau.core.line import Line
from ibau.games import game
from ibau.learn.review_text import noteworthy, reach
from ibau.paper.drawing.symbols import DrawingError
from ibau.terminal.main import main

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def reviewed() -> ibau.Review:
    """A game of Seega in which white gives everything away."""
    line = Line(game("seega").initial())
    while not line.result and line.ply_count < 40:
        line = line.play(list(line.state.actions)[0 if line.ply_count % 4 else -1])
    return ibau.review(line, ibau.Budget(nodes=300))


def test_every_ply_has_a_point_and_what_mattered_a_mark(reviewed: ibau.Review) -> None:
    picture = ET.fromstring(ibau.svg.review_graph(reviewed))  # noqa: S314 - our own
    curve = picture.find(f"{SVG}polyline")
    assert curve is not None
    points = [tuple(map(float, point.split(","))) for point in curve.attrib["points"].split()]
    assert len(points) == len(reviewed.plies) + 1
    heights = [y for _, y in points]
    far = reach(reviewed.values)
    shown = [max(-far, min(value, far)) for value in reviewed.values]  # what lies beyond is at the edge
    assert heights.index(min(heights)) == shown.index(max(shown))
    found = noteworthy(reviewed.plies)
    marks = [mark.findtext(f"{SVG}title", "") for mark in picture.findall(f"{SVG}path") if len(mark)]
    assert found
    assert [mark.split(":")[0].split()[-1] for mark in marks] == [ply.action for ply in found]


@pytest.mark.parametrize(("lang", "first"), [("en", "Light"), ("fr", "Clair"), ("de", "Hell")])
def test_its_words_are_in_one_language(reviewed: ibau.Review, lang: str, first: str) -> None:
    texts = [text.text for text in ET.fromstring(ibau.svg.review_graph(reviewed, lang=lang)).iter(f"{SVG}text")]  # noqa: S314
    assert first in texts


def test_a_game_without_plies_has_a_course_too() -> None:
    review = ibau.review(Line(game("seti-beth").initial()), ibau.Budget(nodes=1))
    assert "polyline" in ibau.svg.review_graph(review, theme="dark", width=300)


def test_a_strange_width_is_refused(reviewed: ibau.Review) -> None:
    with pytest.raises(DrawingError, match="from 16 to 10000 pixels wide"):
        ibau.svg.review_graph(reviewed, width=3)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["review", *arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code


def test_the_command_draws_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, picture = tmp_path / "game.txt", tmp_path / "course.svg"
    record.write_text(str(Line(game("seega").initial()).play("lot1").record({})))
    assert run(str(record), "--nodes", "50", "--svg", str(picture)) == 0
    assert "Seega" in capsys.readouterr().out
    assert picture.read_text().startswith("<svg")


def test_other_kinds_of_pictures_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (record := tmp_path / "game.txt").write_text("[Ruleset seega]")
    assert run(str(record), "--svg", str(tmp_path / "course.png")) == 2
    assert "does not end in .svg" in capsys.readouterr().err
