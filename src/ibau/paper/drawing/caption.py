"""Captions of pictures: a heading in serifs, and smaller lines below it.

Letters are outlines, so that a picture is the same everywhere.  A line with a character missing from the page's fonts
is set in the viewer's fonts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from ibau.core.limits import check_items
from ibau.core.phrase import N_
from ibau.core.quoting import quote, unwritable
from ibau.paper.drawing.layout import Box
from ibau.paper.drawing.symbols import Alphabet, DrawingError, ThemeDrawings, symbols

HEADING, LINE = 0.056, 0.037  # font sizes, in widths of the board
SPACING = 1.3  # from line to line, in font sizes
BELOW = 0.045  # space under the last line, in widths of the board
THOUSAND = 1000.0
WIDE = 0.7  # the assumed width of a character without outline, in font sizes


@dataclass(frozen=True)
class CaptionLine:
    """A line of a caption; `baseline` is its distance from the top of the caption."""

    text: str
    face: str  # "serif" or "sans"
    size: float
    baseline: float


class Caption:
    """Centred lines, wrapped at a width; the first one is the heading."""

    def __init__(self, lines: Sequence[str], board: float, width: float) -> None:
        """Lay out lines, in font sizes for a board of width `board`, wrapped at `width`.

        Raises DrawingError for a line with characters that cannot be written.
        """
        self._lines: list[CaptionLine] = []
        self.height = 0.0
        lines = tuple(check_items(lines, str, "The lines of a caption are an iterable of texts", DrawingError))
        for n, line in enumerate(lines):
            if found := unwritable(line):
                raise DrawingError(N_("The line {line} contains {found}."), line=quote(line), found=found)
            face, size = ("serif", HEADING * board) if n == 0 else ("sans", LINE * board)
            for text in break_lines(line, symbols().alphabets[face], width / size):
                self.height += size * SPACING
                self._lines.append(CaptionLine(text, face, size, self.height - size * (SPACING - 1)))
        if lines:
            self.height += BELOW * board

    def markup(self, looks: ThemeDrawings, box: Box) -> str:
        """The caption's markup, at the bottom of a box."""
        left, top, across, down = box
        middle, above = left + across / 2, top + down - self.height
        return "".join(_line(line, looks, middle, above) for line in self._lines)


def _line(line: CaptionLine, looks: ThemeDrawings, middle: float, above: float) -> str:
    alphabet, y = symbols().alphabets[line.face], above + line.baseline
    colour = looks.ink if line.face == "serif" else looks.quiet
    if any(letter not in alphabet for letter in line.text):
        style = f'font-family="{line.face}" font-size="{line.size:g}" fill="{colour}" text-anchor="middle"'
        return f'<text x="{middle:g}" y="{y:g}" {style}>{escape(line.text)}</text>'
    scale = line.size / THOUSAND
    x = middle - text_width(line.text, alphabet) * line.size / 2
    letters = "".join(_letters(line.text, alphabet))
    return f'<g fill="{colour}" transform="translate({x:g} {y:g}) scale({scale:g})">{letters}</g>'


def _letters(text: str, alphabet: Alphabet) -> Iterator[str]:
    x = 0
    for letter in text:
        advance, outline = alphabet[letter]
        if outline:
            yield f'<path d="{outline}"' + (f' transform="translate({x})"/>' if x else "/>")
        x += advance


def text_width(text: str, alphabet: Alphabet) -> float:
    """The width of a text, in font sizes."""
    return sum(alphabet[letter][0] / THOUSAND if letter in alphabet else WIDE for letter in text)


def break_lines(text: str, alphabet: Alphabet, width: float) -> list[str]:
    """Wrap a text at a width, between words."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and text_width(longer, alphabet) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return [line for line in lines if line]
