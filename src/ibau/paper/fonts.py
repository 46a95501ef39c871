"""The fonts of the web page, for other uses; they are built with the browser client.

Converting them needs fontTools and brotli, from the extra `print`.
"""

import atexit
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ibau.core.errors import IbauError
from ibau.core.phrase import N_

FOLDER = Path(str(files("ibau.web") / "static" / "assets"))


class MissingFontsError(IbauError):
    """The fonts have not been built."""


def font_files() -> list[Path]:
    """The font files in the browser's format (WOFF2).  Raises MissingFontsError."""
    found = sorted(FOLDER.glob("*.woff2"))
    if not found:
        raise MissingFontsError(
            N_("The page's fonts are missing from {folder}; build them with: python scripts/client.py"), folder=FOLDER
        )
    return found


@cache
def unpacked_folder() -> Path:
    """A temporary folder for converted fonts, as typesetters read files."""
    folder = TemporaryDirectory(prefix="ibau-fonts-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def unpack(path: Path, weight: int | None = None) -> Path:
    """Convert a font to TrueType, with all its weights or with one."""
    font: Any = import_module("fontTools.ttLib").TTFont(path)
    font.flavor = None
    if weight is not None:
        import_module("fontTools.varLib.instancer").instantiateVariableFont(font, {"wght": weight}, inplace=True)
    unpacked = unpacked_folder() / f"{path.stem}{weight or ''}.ttf"
    font.save(unpacked)
    return unpacked
