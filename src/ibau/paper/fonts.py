"""The fonts of the page, for whatever else is set in them; they are built with the browser client.

Unpacking needs fontTools and brotli, which the extra `print` brings.
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
    """The files of the fonts, as the browser loads them (WOFF2).  Raises FontsMissing."""
    found = sorted(FOLDER.glob("*.woff2"))
    if not found:
        raise MissingFontsError(
            N_("The page's fonts are missing from {folder}; build them with: python scripts/client.py"), folder=FOLDER
        )
    return found


def font_file(begin: str) -> Path:
    """The file of one font, by how its name begins.  Raises FontsMissing."""
    return next(path for path in font_files() if path.name.startswith(begin))


@cache
def unpacked_folder() -> Path:
    """Where unpacked fonts lie as long as this process lasts: typesetters read files."""
    folder = TemporaryDirectory(prefix="ibau-fonts-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def unpack(path: Path, weight: int | None = None) -> Path:
    """A font of the web as one that every program reads (TrueType): with all its weights, or with one."""
    font: Any = import_module("fontTools.ttLib").TTFont(path)
    font.flavor = None
    if weight is not None:
        import_module("fontTools.varLib.instancer").instantiateVariableFont(font, {"wght": weight}, inplace=True)
    unpacked = unpacked_folder() / f"{path.stem}{weight or ''}.ttf"
    font.save(unpacked)
    return unpacked
