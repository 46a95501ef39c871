"""Boards as pictures: nothing is drawn twice, pictures are self-contained, and errors name what cannot be drawn."""

import random
import re
import runpy
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree as ET

import pytest

import ibau
from ibau.core.board import Travel
from ibau.core.game import Game, State
from ibau.games import game, systems
from ibau.paper import svg
from ibau.paper.drawing import symbols as drawings
from ibau.paper.drawing.symbols import DrawingError, kind_of
from tests.conformance.seeded_walks import all_rulesets

ROOT = Path(__file__).resolve().parents[3]
PNG = b"\x89PNG\r\n\x1a\n"
FOREIGN = re.compile(r"var\(|class=|style=|<style|<text|~")  # what only a page could resolve

pictures = SimpleNamespace(**runpy.run_path(str(ROOT / "scripts/pictures.py")))


def read(picture: str) -> ET.Element:
    """The picture as a program reads it; the names of its elements without their namespace."""
    for element in (root := ET.fromstring(picture)).iter():  # noqa: S314 - our own text
        element.tag = element.tag.rpartition("}")[2]
    return root


def states(played: Game, actions: int) -> Iterator[State]:
    """The states of a game played at random, always the same."""
    choose, state = random.Random(str(played.ruleset)).choice, played.initial()
    yield state
    for _ in range(actions):
        if state.result:
            return
        state = state.after(choose(state.legal))
        yield state


def found(picture: str, attribute: str) -> Counter[str]:
    """How often each value of an attribute is in a picture."""
    return Counter(element.attrib[attribute] for element in read(picture).iter() if attribute in element.attrib)


def size_of(picture: str) -> tuple[float, float]:
    """How wide and how high it is, in pixels."""
    root = read(picture)
    return float(root.attrib["width"]), float(root.attrib["height"])


# --- Everything is there -------------------------------------------------------------------------------------------


def test_every_ruleset_is_drawn_with_its_marks() -> None:
    for ruleset in all_rulesets():
        start = game(ruleset).initial()
        shown = found(svg.board(start), "data-mark")
        drawn = kind_of(start.game.board).looks["light"].marks
        assert shown == Counter(square.mark for square in start.game.board.squares if square.mark in drawn), ruleset


@pytest.mark.parametrize("ruleset", systems())
def test_every_piece_is_there_once(ruleset: str) -> None:
    for state in islice(states(game(ruleset), 120), 0, None, 3):
        assert found(svg.board(state), "data-place") == Counter(piece.place for piece in state.pieces)


@pytest.mark.parametrize("theme", svg.THEMES)
@pytest.mark.parametrize("ruleset", systems())
def test_a_picture_stands_alone(ruleset: str, theme: svg.Theme) -> None:
    *_, state = states(game(ruleset), 60)
    picture = svg.board(state, theme=theme, background=True)
    ids, meant = found(picture, "id"), set(re.findall(r"url\(#(.*?)\)", picture))
    assert set(ids.values()) == {1}
    assert meant <= set(ids)
    assert not FOREIGN.search(picture)


def test_marks_lie_in_the_middle_of_their_squares() -> None:
    board = ibau.game("senet-geoludie").initial()
    [water] = (element for element in read(svg.board(board)).iter() if element.get("data-mark") == "water")
    assert water.get("transform") == "translate(684 284)"  # house 27: the seventh of the third row, and the margin


@pytest.mark.parametrize("theme", pictures.THEMES)
def test_the_pictures_of_the_documents_show_the_boards_as_they_are(theme: svg.Theme) -> None:
    shown = (pictures.FOLDER / f"game-{theme}.svg").read_text("utf-8")
    assert shown.strip() == pictures.animated_game(theme).strip()  # else: python scripts/pictures.py
    assert len(shown) < 300_000


# --- As it is wished -----------------------------------------------------------------------------------------------


def start_of(ruleset: str) -> State:
    return game(ruleset).initial()


def last_of(state: State, action: str) -> tuple[State, tuple[Travel, ...]]:
    """The state after an action, and what moved."""
    travels = state.travels(state.action(action))
    return state.play(action), travels


def test_pictures_on_one_page_share_no_id() -> None:
    start = start_of("senet-race")
    pictures = (
        svg.board(start),
        svg.board(start, theme="dark"),
        svg.board(start, width=300),
        svg.board(start, lang="fr"),
        svg.board(start, trays=False),
        svg.board(start.play("t1")),
    )
    assert set(sum((found(picture, "id") for picture in pictures), Counter[str]()).values()) == {1}


def test_a_picture_says_what_it_shows_in_the_language_asked_for() -> None:
    state = start_of("seti-aleph")
    for lang, words in (("en", "White pharaoh: b1."), ("fr", "Pharaon blanc\xa0: b1."), ("de", "Weißer Pharao: b1.")):
        root = read(svg.board(state, lang=lang))
        title, description = root[0], root[1]
        assert (root.attrib["aria-labelledby"], root.attrib["aria-describedby"]) == (
            title.get("id"),
            description.get("id"),
        )
        assert title.text == "Seti-Aleph"
        assert words in str(description.text)
        assert str(state.situation[0]) in str(description.text) or lang != "en"


def test_a_stack_is_told_from_its_top() -> None:
    state = ibau.game("seneti").state(".,.,.,B,B,WW,w,BB,.,B,.,.,B,B,.,w,.,w,.,. second 2,0 59")
    output = str(read(svg.board(state))[1].text)
    assert "6: stack of 2: white stone, open on top; below it white stone, open." in output
    assert "White stone, closed: 2 in hand." in output


def test_a_long_board_lies_or_stands() -> None:
    wide, high = size_of(svg.board(start_of("seti-beth"), trays=False))
    assert wide > 1.5 * high
    assert size_of(svg.board(start_of("seti-beth"), trays=False, upright=True)) == (high, wide)


def test_a_picture_is_as_wide_as_asked_for() -> None:
    assert size_of(svg.board(start_of("seega"), width=450)) == (450, 352)
    for width in (0, 15, 10_001, float("nan")):
        with pytest.raises(DrawingError, match="from 16 to 10000 pixels wide"):
            svg.board(start_of("seega"), width=width)


def test_names_of_squares_and_a_background_are_a_matter_of_taste() -> None:
    usual = svg.board(start_of("seti-aleph"))
    assert len(svg.board(start_of("seti-aleph"), coordinates=False)) < len(usual)
    assert "#faf8f3" not in usual
    assert "#faf8f3" in svg.board(start_of("seti-aleph"), background=True)


def ways_in(state: State, last: tuple[Travel, ...] = ()) -> list[str]:
    """The lines of the trace that its picture shows."""
    layers = kind_of(state.game.board).looks["light"].trace
    picture = svg.board(state, last)
    return [line for layer in layers for line in re.findall(f'<path d="([^"]*)"{re.escape(layer.way)}/>', picture)]


def test_the_way_of_the_last_move_is_shown() -> None:
    state, last = last_of(start_of("seti-beth"), "a1-b3")
    assert set(ways_in(state, last)) == {"M988 586 L788 486"}
    assert ways_in(state) == []


def test_a_piece_put_down_is_ringed_and_leaves_no_line_across_the_board() -> None:
    state, last = last_of(start_of("seega").play("lot1"), "c2")
    [trace, *_] = kind_of(state.game.board).looks["light"].trace
    assert trace.end in svg.board(state, last)
    assert ways_in(state, last) == []


def test_the_squares_of_a_formation_are_glazed() -> None:
    led = ibau.game("senet-formation").state("LD1DL1LD1DLD2D1LD1L4DL4 first t2 open first - 0 150")
    glazes = kind_of(led.game.board).looks["light"].goals
    assert [svg.board(led).count(glaze) for glaze in glazes] == [10, 10]
    assert [svg.board(start_of("senet-formation")).count(glaze) for glaze in glazes] == [0, 0]


def test_spare_pieces_lie_in_trays() -> None:
    start = start_of("seega")
    [*_, well] = kind_of(start.game.board).looks["light"].tray
    assert svg.board(start).count(well.drawn) == 2
    assert well.drawn not in svg.board(start, trays=False)


def test_a_figure_that_has_arrived_calls_for_an_answer() -> None:
    arrived = ibau.game("seti-aleph").state("p1H/ss1/s2/3/1h1/1S1/3/(HS)2/3/H(PS)1 second 0,0 c10 7 -")
    ring = kind_of(arrived.game.board).looks["light"].urgent
    assert svg.board(arrived).count(ring) == 1
    assert ring not in svg.board(start_of("seti-aleph"))


def test_an_unknown_theme_is_answered_with_the_known_ones() -> None:
    with pytest.raises(DrawingError, match="Unknown theme 'blue'; known are light, dark, contrast"):
        svg.board(start_of("seega"), theme="blue")  # type: ignore[arg-type]


def test_a_board_that_nobody_has_drawn_is_a_clear_mistake() -> None:
    seega = start_of("seega").game.board
    with pytest.raises(DrawingError, match="There are no drawings of the board 'mehen'"):
        kind_of(replace(seega, kind="mehen"))
    with pytest.raises(DrawingError, match="No ground of the kind 'seega' has the squares of this board"):
        kind_of(seega).shape_of(replace(seega, width=6))


def test_drawings_that_are_not_built_are_asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(drawings, "files", lambda _: tmp_path)
    with pytest.raises(DrawingError, match=r"are missing; make them with: python scripts/client.py"):
        drawings.symbols.__wrapped__()


# --- Files and notebooks -------------------------------------------------------------------------------------------


def test_a_png_is_as_large_as_the_picture() -> None:
    picture = svg.board(start_of("senet-formation"), width=600)
    png = picture.png()
    assert png.startswith(PNG)
    wide, high = (int.from_bytes(png[at : at + 4]) for at in (16, 20))
    assert (wide, high) == size_of(picture)


def test_the_name_of_a_file_says_what_it_is(tmp_path: Path) -> None:
    picture = svg.board(start_of("seega"), width=100)
    for name in ("board.svg", "board.SVG"):
        picture.save(tmp_path / name)
        assert (tmp_path / name).read_text("utf-8") == picture
    picture.save(tmp_path / "board.svg")  # again: it is cheap to make
    picture.save(str(tmp_path / "board.png"))
    assert (tmp_path / "board.png").read_bytes().startswith(PNG)
    for name in ("board.gif", "board"):
        with pytest.raises(DrawingError, match=r"use a name that ends in \.svg or \.png\."):
            picture.save(tmp_path / name)
        assert not (tmp_path / name).exists()


def test_a_notebook_shows_states_and_pictures() -> None:
    state = start_of("senet-race")
    picture = svg.board(state, theme="dark")
    assert state._repr_svg_() == svg.board(state)
    assert picture._repr_svg_() == picture
    assert len(repr(picture)) < 60
