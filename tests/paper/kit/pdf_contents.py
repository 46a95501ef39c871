"""What is on the pages of a PDF, read back."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any, NamedTuple
from unicodedata import normalize

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream
from pypdfium2 import PdfDocument

MILLIMETRES = 25.4 / 72  # of a point


class PlacedPicture(NamedTuple):
    """A picture on a page, in millimetres, and how long a hundred of its own units are."""

    width: float
    height: float
    hundred: float


def read(pdf: bytes) -> PdfReader:
    return PdfReader(BytesIO(pdf))


def size_of(page: PageObject) -> tuple[float, float]:
    """The width and height of a page in millimetres."""
    return float(page.mediabox.width) * MILLIMETRES, float(page.mediabox.height) * MILLIMETRES


def pictures(page: PageObject, reader: PdfReader) -> Iterator[PlacedPicture]:
    """The pictures of a page: each is drawn within a rectangle that nothing leaves, in units of its own."""
    corners: list[tuple[float, float]] = []
    clipped: list[tuple[float, float]] = []
    for operands, operator in ContentStream(page.get_contents(), reader).operations:
        if operator in {b"m", b"l"}:
            corners.append((float(operands[0]), float(operands[1])))
        elif operator == b"W":
            clipped = corners
        elif operator == b"cm" and clipped:
            across, down = ({corner[axis] for corner in clipped} for axis in (0, 1))
            width, height = ((max(found) - min(found)) * MILLIMETRES for found in (across, down))
            yield PlacedPicture(width, height, 100 * abs(float(operands[0])) * MILLIMETRES)
            clipped = []
        elif operator != b"h":
            corners = []


def resources(reader: PdfReader, kind: str) -> Iterator[Any]:
    """All fonts, or all XObjects, of a document, also those within others."""
    waiting: list[Any] = [page["/Resources"] for page in reader.pages]
    while waiting:
        held = waiting.pop().get_object()
        for name in ("/Font", "/XObject", "/Pattern"):
            for entry in held.get(name, {}).values():
                found = entry.get_object()
                if name == kind:
                    yield found
                if "/Resources" in found:
                    waiting.append(found["/Resources"])


def bare(text: str) -> str:
    """A text without what differs on paper: spaces, hyphens of broken lines, higher letters, apostrophes."""
    return re.sub(r"[\s\u00ad\u2060\u0002\ufffe\u2010-]+", "", normalize("NFKC", text)).replace("’", "'")


def pages(pdf: bytes) -> list[str]:
    """What is written on each page, bare."""
    document = PdfDocument(pdf)
    return [bare(page.get_textpage().get_text_range()) for page in document]
