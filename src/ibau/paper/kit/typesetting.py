"""Pages from a template and what is on them, by Typst: vectors throughout, in the fonts of the page.

The templates lie beside this file.  Typst is found where the extra `print` is installed.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from ibau.paper import fonts

SHARED = "shared.typ"  # what templates have in common
SIZES = (10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5)  # of the letters of the rules, in points
SMALLEST_OF_ONE_SIDE = 8.5  # rather than smaller letters, a second side
MOST_SIDES = 2
SIZES_OF_LABELS = tuple(n / 2 for n in range(28, 17, -1))  # from 14 to 9 points


def typeset(content: Mapping[str, Any], pictures: Mapping[str, str]) -> bytes:
    """A PDF of what the template makes of the content; it names pictures, SVGs, as files.

    The rules are set as large as one side allows, or two where one would need letters that are too small.
    Raises FontsMissing.
    """
    drawn = {name: picture.encode() for name, picture in pictures.items()}

    def source_of(size: float) -> dict[str, bytes]:
        return {**_source("kit.typ", {**content, "size": size}), **drawn}

    most = 1 if _sides(source_of(SMALLEST_OF_ONE_SIDE)) == 1 else MOST_SIDES
    size = next((size for size in SIZES if _sides(source_of(size)) <= most), SIZES[-1])
    return _pdf(source_of(size))


def typeset_sheet(content: Mapping[str, Any]) -> bytes:
    """A PDF of a teacher's sheet.  Raises FontsMissing."""
    return _pdf(_source("teacher.typ", content))


def typeset_label(content: Mapping[str, Any], pictures: Mapping[str, str]) -> bytes:
    """A PDF of a label, in letters as large as one side allows.  Raises FontsMissing."""
    drawn = {name: picture.encode() for name, picture in pictures.items()}
    sources = [{**_source("label.typ", {**content, "size": size}), **drawn} for size in SIZES_OF_LABELS]
    return _pdf(next((source for source in sources if _sides(source) == 1), sources[-1]))


def _source(template: str, content: Mapping[str, Any]) -> dict[str, bytes]:
    """A template as the main file, and what it reads."""
    room = files("ibau.paper.kit")
    return {
        "main.typ": (room / template).read_bytes(),
        SHARED: (room / SHARED).read_bytes(),
        "kit.json": json.dumps(content).encode(),
    }


def _pdf(source: Mapping[str, bytes]) -> bytes:
    pdf: bytes = _typst().compile(source, font_paths=_fonts(), format="pdf", timestamp=0)  # the same kit, the same file
    return pdf


def _sides(source: Mapping[str, bytes]) -> int:
    """How many sides the rules fill."""
    return int(_typst().query(source, "<sides>", field="value", one=True, font_paths=_fonts()))


def _typst() -> Any:
    """The typesetter; its types know nothing of sources that are no files."""
    return import_module("typst")


@cache
def _fonts() -> Any:
    """The fonts of the page, and those that Typst brings for letters which these do not have."""
    for path in fonts.font_files():
        fonts.unpack(path)
    return _typst().Fonts(include_system_fonts=False, font_paths=[str(fonts.unpacked_folder())])
