"""The extras of the package that commands and pages need: what each brings, and what is said where one is missing."""

import sys
from importlib.util import find_spec

from ibau.core.errors import IbauError
from ibau.core.phrase import N_, Phrase
from ibau.machine.os_support import command_text

NATIVE = ("numba", "numpy")
EXTRA_MODULES = {  # names to import
    "native": NATIVE,
    "lab": (*NATIVE, "polars", "scipy", "matplotlib"),
    "print": ("typst", "fontTools", "brotli", "segno"),
    "cluster": ("distributed",),
}
MISSING_EXTRA = N_("This needs a few more packages; install them with: {command}")


class ExtraError(IbauError):
    """Something that needs an extra which is not installed."""


def is_installed(extra: str) -> bool:
    """Is there everything that an extra brings?"""
    return all(find_spec(name) for name in EXTRA_MODULES[extra])


def check_installed(extra: str) -> None:
    """Raises ExtraError unless the extra is installed."""
    if not is_installed(extra):
        raise ExtraError(Phrase(MISSING_EXTRA, {"command": install_command(extra)}))


def install_command(extra: str) -> str:
    """A line to type that installs an extra beside this Python, whichever `pip` the shell would find."""
    python = command_text([sys.executable or "python"])
    begin = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f'{begin} "ibau[{extra}]"'


def lacking(name: str, extra: str) -> ModuleNotFoundError:
    """What is raised where one is not installed."""
    return ModuleNotFoundError(f"{name} is not installed; get it by: {install_command(extra)}")
