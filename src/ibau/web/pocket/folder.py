"""The folder of the page that plays without a server: made in a work tree, or part of the package."""

from pathlib import Path

from ibau.core.errors import IbauError

PAGE = "index.html"
PACKAGED = Path(__file__).parent / "page"  # in a wheel that contains it
ROOT = Path(__file__).parents[4]
MADE = ROOT / "dist/pocket"  # by `make pocket`, in a work tree


class PocketError(IbauError):
    """The folder of the page does not exist."""


def find_folder() -> Path | None:
    """The folder, or None."""
    places = (PACKAGED, MADE) if (ROOT / "pyproject.toml").is_file() else (PACKAGED,)
    return next((place for place in places if (place / PAGE).is_file()), None)


def require_folder() -> Path:
    """The folder.  Raises PocketError if there is none."""
    if folder := find_folder():
        return folder
    raise PocketError(
        "There is no page that plays without a server here: `make pocket` makes one in a work tree of Ibau."
    )
