"""What is written below a picture, cards for links, and moving pictures."""

import re

import pytest

import ibau
from ibau.core.line import Line
from ibau.paper import svg
from ibau.paper.drawing.caption import break_lines
from ibau.paper.drawing.symbols import DrawingError, symbols

LINE = Line.of(ibau.game("seega").initial(), ["lot1", "c2", "d4", "a1", "b1"])
SIZE = re.compile(r'<svg [^>]*width="(\d+)" height="(\d+)"')


def size_of(picture: str) -> tuple[int, ...]:
    found = SIZE.match(picture)
    assert found
    return tuple(map(int, found.groups()))


def test_a_caption_is_written_below_in_outlines() -> None:
    plain, captioned = svg.board(LINE.state), svg.board(LINE.state, caption=["Ada – Ben", "Dark to move."])
    (wide, high), (same, higher) = size_of(plain), size_of(captioned)
    assert same == wide
    assert higher > high
    assert "<text" not in captioned
    assert captioned.count("<path") - plain.count("<path") == len("Ada–BenDarktomove.")


def test_letters_that_our_fonts_do_not_have_are_left_to_those_of_the_reader() -> None:
    picture = svg.board(LINE.state, caption=["سيجة", "<Ada>"])
    assert ">سيجة</text>" in picture
    assert picture.count("<text") == 1
    assert picture.png()


@pytest.mark.parametrize("wrong", ["\ud800", "a\0b", "\x1b[31m", "\x9b"])
def test_what_no_file_can_hold_is_refused(wrong: str) -> None:
    with pytest.raises(DrawingError, match=r"contains (half a character|the control character)"):
        svg.board(LINE.state, caption=["good", wrong])


def test_long_lines_are_broken_between_words() -> None:
    alphabet = symbols().alphabets["sans"]
    assert break_lines("one two three", alphabet, 5) == ["one two", "three"]
    assert break_lines("onetwothreefour", alphabet, 3) == ["onetwothreefour"]
    assert break_lines("", alphabet, 3) == []


@pytest.mark.parametrize("ruleset", ["seega", "senet-race", "seti-aleph", "seneti"])
def test_a_card_has_the_size_of_links(ruleset: str) -> None:
    assert size_of(svg.card(ibau.game(ruleset).initial(), caption=["Ada – Ben", "Dark to move. " * 9])) == svg.CARD


def test_a_moving_picture_shows_one_position_after_the_other_and_ends_with_the_present() -> None:
    picture = svg.animation(LINE, 3)
    assert re.findall(r'<g visibility="(\w+)">', picture) == ["hidden", "hidden", "hidden", "visible"]
    times = re.findall(r'keyTimes="([^"]*)" values="([^"]*)"', picture)
    assert times[0] == ("0;0.1667", "visible;hidden")
    assert times[1] == ("0;0.1667;0.3333", "hidden;visible;hidden")
    assert times[-1] == ("0;0.5", "hidden;visible")
    assert [picture.count(f'data-place="{place}"') for place in ("c2", "d4", "a1", "b1")] == [4, 3, 2, 1]
    assert svg.animation(LINE, 24).count("<animate") == 6
    for count in (0, 25):
        with pytest.raises(DrawingError, match="shows 1 to 24 actions"):
            svg.animation(LINE, count)
