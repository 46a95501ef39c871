"""The extras of the package that commands and pages need: what each brings, and what is said where one is missing."""

from importlib.util import find_spec

from ibau.core.errors import IbauError
from ibau.core.phrase import N_, Phrase

BROUGHT = {  # names to import
    "lab": ("polars", "scipy", "matplotlib", "fontTools", "brotli"),
    "print": ("typst", "fontTools", "brotli", "segno"),
    "cluster": ("distributed",),
}
MISSING = N_("This needs a few more packages; install them with: {command}")


class ExtraError(IbauError):
    """Something that needs an extra which is not installed."""


def is_installed(extra: str) -> bool:
    """Is there everything that an extra brings?"""
    return all(find_spec(name) for name in BROUGHT[extra])


def check_installed(extra: str) -> None:
    """Raises ExtraError unless the extra is installed."""
    if not is_installed(extra):
        raise ExtraError(Phrase(MISSING, {"command": f"pip install 'ibau[{extra}]'"}))
