"""The optional extras of the package: what each installs, and the error if one is missing."""

import sys
from importlib.util import find_spec

from ibau.core.errors import IbauError
from ibau.core.phrase import N_, Phrase
from ibau.machine.os_support import command_text

NATIVE = ("numba", "numpy")
EXTRA_MODULES = {  # names of modules
    "native": NATIVE,
    "lab": (*NATIVE, "polars", "scipy", "matplotlib"),
    "print": ("typst", "fontTools", "brotli", "segno"),
    "cluster": ("distributed",),
}
MISSING_EXTRA = N_("This needs a few more packages; install them with: {command}")


class ExtraError(IbauError):
    """An extra that is needed is not installed."""


def is_installed(extra: str) -> bool:
    """Are all packages of an extra installed?"""
    return all(find_spec(name) for name in EXTRA_MODULES[extra])


def check_installed(extra: str) -> None:
    """Raise ExtraError unless the extra is installed."""
    if not is_installed(extra):
        raise ExtraError(Phrase(MISSING_EXTRA, {"command": install_command(extra)}))


def install_command(extra: str) -> str:
    """The command that installs an extra for this Python, whichever `pip` the shell would find."""
    python = command_text([sys.executable or "python"])
    begin = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return f'{begin} "ibau[{extra}]"'


def missing_package_error(name: str, extra: str) -> ModuleNotFoundError:
    """The error for a package of an extra that is not installed."""
    return ModuleNotFoundError(f"{name} is not installed; get it by: {install_command(extra)}")
