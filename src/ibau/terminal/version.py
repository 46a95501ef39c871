"""`ibau --version`, and what runs the games on this machine."""

import platform
from importlib import metadata
from typing import Any

import click

from ibau import __version__

PACKAGES = {"wasmtime": "wasmtime", "Numba": "numba", "NumPy": "numpy"}


def what_runs() -> dict[str, str]:
    """What Ibau runs with here, its version, and what can run loops; neither Numba nor NumPy is imported for that."""
    from ibau.machine.choosing import describe

    python = f"{platform.python_version()} ({platform.python_implementation()})"
    packages = {name: installed(package) or "not installed" for name, package in PACKAGES.items()}
    return {"Python": python, **packages, "games run by": describe(), "platform": platform.platform()}


def installed(package: str) -> str:
    """The version of a package; "" where it is not installed."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def show_version(ctx: click.Context, _param: click.Parameter, wanted: Any) -> None:
    """Show the version and, with --verbose, what runs."""
    if not wanted:
        return
    click.echo(f"ibau, version {__version__}")
    for name, version in what_runs().items() if ctx.params["verbose"] else ():
        click.echo(f"{name}: {version}")
    ctx.exit()
