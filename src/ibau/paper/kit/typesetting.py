"""Typesetting of PDFs by Typst, from a template and its content, in the fonts of the web page.

The templates are in this folder.  Typst comes with the extra `print`.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from ibau.paper import fonts

SHARED = "shared.typ"  # imported by all templates
SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)  # font sizes of the rules, in points
SMALLEST_OF_ONE_SIDE = 8.5  # use a second side rather than a smaller size
MOST_SIDES = 2
SIZES_OF_LABELS = tuple(n / 2 for n in range(28, 17, -1))  # from 14 to 9 points


def typeset(content: Mapping[str, Any], pictures: Mapping[str, str]) -> bytes:
    """The PDF of a kit; `pictures` are SVGs by the file names in the content.

    The rules are set as large as possible on one side, or on two if one would need too small a font.
    Raises MissingFontsError.
    """
    drawn = {name: picture.encode() for name, picture in pictures.items()}

    def source_of(size: float) -> dict[str, bytes]:
        return {**_source("kit.typ", {**content, "size": size}), **drawn}

    most = 1 if _sides(source_of(SMALLEST_OF_ONE_SIDE)) == 1 else MOST_SIDES
    size = next((size for size in SIZES if _sides(source_of(size)) <= most), SIZES[-1])
    return _pdf(source_of(size))


def typeset_sheet(content: Mapping[str, Any]) -> bytes:
    """The PDF of a teacher's sheet.  Raises MissingFontsError."""
    return _pdf(_source("teacher.typ", content))


def typeset_label(content: Mapping[str, Any], pictures: Mapping[str, str]) -> bytes:
    """The PDF of a label, in as large a font as fits on one side.  Raises MissingFontsError."""
    drawn = {name: picture.encode() for name, picture in pictures.items()}
    sources = [{**_source("label.typ", {**content, "size": size}), **drawn} for size in SIZES_OF_LABELS]
    return _pdf(next((source for source in sources if _sides(source) == 1), sources[-1]))


def _source(template: str, content: Mapping[str, Any]) -> dict[str, bytes]:
    """The files of a document: a template as the main file, and what it reads."""
    folder = files("ibau.paper.kit")
    return {
        "main.typ": (folder / template).read_bytes(),
        SHARED: (folder / SHARED).read_bytes(),
        "kit.json": json.dumps(content).encode(),
    }


def _pdf(source: Mapping[str, bytes]) -> bytes:
    pdf: bytes = _typst().compile(source, font_paths=_fonts(), format="pdf", timestamp=0)  # reproducible
    return pdf


def _sides(source: Mapping[str, bytes]) -> int:
    """The number of sides that the rules take."""
    return int(_typst().query(source, "<sides>", field="value", one=True, font_paths=_fonts()))


def _typst() -> Any:
    """The typesetter, as Any: its type hints lack sources that are not files."""
    return import_module("typst")


@cache
def _fonts() -> Any:
    """The fonts of the web page, and Typst's own for characters that these lack."""
    for path in fonts.font_files():
        fonts.unpack(path)
    return _typst().Fonts(include_system_fonts=False, font_paths=[str(fonts.unpacked_folder())])
