"""The folder of the page that needs no server: where it is, if one has been made or the package holds one."""

from pathlib import Path

from ibau.core.errors import IbauError
from ibau.core.phrase import N_

PAGE = "index.html"
PACKAGED = Path(__file__).parent / "page"  # in a wheel that holds it
ROOT = Path(__file__).parents[4]
MADE = ROOT / "dist/pocket"  # by `make pocket`, in a work tree

NOT_MADE = N_("There is no page that plays without a server here: `make pocket` makes one in a work tree of Ibau.")


class PocketError(IbauError):
    """There is no such folder."""


def find_folder() -> Path | None:
    """The folder; None where there is none."""
    places = (PACKAGED, MADE) if (ROOT / "pyproject.toml").is_file() else (PACKAGED,)
    return next((place for place in places if (place / PAGE).is_file()), None)


def require_folder() -> Path:
    """The folder.  Raises PocketError where there is none."""
    if folder := find_folder():
        return folder
    raise PocketError(NOT_MADE)
